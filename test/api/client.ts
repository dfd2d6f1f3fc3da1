import { expect } from 'vitest';
import { MORE_OPERATIONS, OPERATIONS } from '../../src/api/operations.ts';
import { interfaceAjv } from '../../src/api/schema/validate.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Bodies differ by operation and status; each was validated against its schema before a test looks into it.
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as it is sent, in place of `body`. */
  readonly raw?: string;
}

const ajv = interfaceAjv({ fill: false });
const ALL = [...OPERATIONS, ...MORE_OPERATIONS];

/** Every answer of the interface has the body that its schema says, whatever the test is about. */
function expectValid(operationId: string, status: number, body: unknown): void {
  const operation = ALL.find(({ id }) => id === operationId);
  if (body === undefined && operation?.responses[status] && !operation.responses[status].schema) return;
  const schema = operation?.responses[status]?.schema ?? (status >= 400 ? 'ApiError' : undefined);
  if (schema === undefined) throw new Error(`${operationId} has no answer ${status}: ${JSON.stringify(body)}`);
  const validate = ajv.compile({ $ref: `https://scriptorium.dev/openapi#/components/schemas/${schema}` });
  expect(validate(body), `${operationId} ${status} ${JSON.stringify(body)}: ${JSON.stringify(validate.errors)}`).toBe(
    true,
  );
}

export interface Client {
  (operationId: string, ask?: Ask): Promise<Answer>;
}

/** Calls operations by their ids with a key, and validates every answer. */
export function client(base: string, key: string | undefined): Client {
  return async (operationId, ask = {}) => {
    const operation = ALL.find(({ id }) => id === operationId);
    if (!operation) throw new Error(`no operation ${operationId}`);
    const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(ask.params?.[name] ?? ''),
    );
    const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    const response = await fetch(`${base}${path}${ask.query ?? ''}`, {
      method: operation.method.toUpperCase(),
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...ask.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    expectValid(operationId, response.status, answer);
    return { status: response.status, headers: response.headers, body: answer ?? {} };
  };
}

/** Uploads bytes and answers the documentId. */
export async function upload(
  call: Client,
  bytes: string | Uint8Array,
  fileName = 'notes.txt',
  more: Record<string, unknown> = {},
): Promise<string> {
  const slot = await call('createUpload', { body: { fileName, fileType: 'application/octet-stream', ...more } });
  expect(slot.status).toBe(201);
  const put = await fetch(String(slot.body['uploadUrl']), {
    method: 'PUT',
    body: typeof bytes === 'string' ? bytes : Buffer.from(bytes),
  });
  expect(put.status).toBe(200);
  return String(slot.body['documentId']);
}

/** Polls a job until it has ended. */
export async function ended(call: Client, jobId: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { status, body } = await call('getJob', { params: { jobId } });
    if (status !== 200 || ['succeeded', 'failed', 'canceled'].includes(String(body['status']))) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const documentSource = (documentId: string): Record<string, unknown> => ({
  source: { type: 'document', documentId },
});
