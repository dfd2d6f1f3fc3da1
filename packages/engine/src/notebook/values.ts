/** A field of what may be an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text, which may be written as a list of its lines. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((line) => (typeof line === 'string' ? line : '')).join('');
  return typeof value === 'string' ? value : '';
}
