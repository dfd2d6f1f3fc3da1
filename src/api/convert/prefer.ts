/** The preference of a client (RFC 7240): not to wait for the result, or so many seconds at most. */
export interface Preference {
  readonly respondAsync: boolean;
  readonly wait?: number;
}

/** Of several preferences of one name, the first counts. What is unknown or malformed is left out, as the RFC says. */
export function readPrefer(header: string): Preference {
  const named = new Map<string, string>();
  for (const preference of header.split(',')) {
    const [, name, value = ''] = /^\s*([\w-]+)(?:\s*=\s*"?(\w*)"?)?\s*(?:;.*)?$/.exec(preference) ?? [];
    if (name !== undefined && !named.has(name.toLowerCase())) named.set(name.toLowerCase(), value);
  }
  const wait = named.get('wait') ?? '';
  return {
    respondAsync: named.get('respond-async') === '',
    ...(/^\d{1,9}$/.test(wait) && { wait: Number(wait) }),
  };
}
