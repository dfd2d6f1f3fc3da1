import { openService, type TestService } from '../service.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON, or else the text. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly bytes: Buffer;
}

export type Ask = (method: string, path: string, init?: RequestInit) => Promise<Answer>;

/** A client of another service: headers of the call come before these. */
export const askWith =
  ({ base }: TestService, headers: Readonly<Record<string, string>>): Ask =>
  async (method, path, init = {}) => {
    const response = await fetch(base + path, {
      ...init,
      method,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    const body = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body, text, bytes };
  };

/** A service that converts, and a client of its workspace `acme` whose headers have the key. */
export async function openDropIn(
  headersOf: (key: string) => Readonly<Record<string, string>>,
): Promise<{ readonly service: TestService; readonly key: string; readonly ask: Ask }> {
  const service = await openService();
  await service.startController();
  await service.grant('acme', 1000);
  const key = await service.key('acme');
  return { service, key, ask: askWith(service, headersOf(key)) };
}

export type Fields = readonly (readonly [string, string])[];

/** A form with files in a field of one name: repeated fields are lists. */
export function formOf(
  files: Readonly<Record<string, Uint8Array | string>>,
  fields: Fields = [],
  fileField = 'files',
): FormData {
  const data = new FormData();
  for (const [name, content] of Object.entries(files))
    data.append(fileField, new Blob([Buffer.from(content as Uint8Array)]), name);
  for (const [name, value] of fields) data.append(name, value);
  return data;
}
