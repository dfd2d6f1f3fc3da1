import { expect } from 'vitest';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { interfaceAjv } from '../../src/api/schema/validate.ts';

const CONVERT = '/api/scriptorium/v1/convert';
const ajv = interfaceAjv({ fill: false });
const { responses } = (
  openApiDocument() as {
    paths: Record<
      string,
      { post: { responses: Record<string, { content: Record<string, { schema: { $ref?: string } }> }> } }
    >;
  }
).paths[CONVERT]!.post;

/** Every answer is what the description says. */
function expectDescribed(response: Response, text: string): void {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!;
  const schema = responses[response.status]?.content[type]?.schema;
  expect(schema, `${response.status} ${type}: ${text}`).toBeDefined();
  if (schema === undefined || type === 'text/markdown') return;
  const whole = JSON.stringify(schema).replaceAll('"#/', '"https://scriptorium.dev/openapi#/');
  const validate = ajv.compile(JSON.parse(whole) as object);
  // The schema of JSON Lines is that of a line.
  expect(
    validate(JSON.parse(type === 'application/jsonl' ? text.split('\n')[0]! : text)),
    `${text}: ${JSON.stringify(validate.errors)}`,
  ).toBe(true);
}

export interface ConvertAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

interface ConvertRequest {
  readonly query?: string;
  readonly body?: RequestInit['body'] | undefined;
  readonly headers?: Record<string, string> | undefined;
}

/** Calls convert, and checks that the answer is as it is described. */
export async function convertAt(
  base: string,
  key: string,
  { query = '', body, headers }: ConvertRequest,
): Promise<ConvertAnswer> {
  const response = await fetch(`${base}${CONVERT}${query}`, {
    method: 'POST',
    headers: { ...(key === '' ? {} : { Authorization: `Bearer ${key}` }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  expectDescribed(response, text);
  const isJson = /[/+]json(?:;|$)/.test(response.headers.get('content-type') ?? '');
  const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, json };
}

/** A form of texts and files. */
export function form(fields: Record<string, string | Uint8Array>, fileName = 'report.pdf'): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.set(name, value);
    else data.set(name, new Blob([value]), fileName);
  }
  return data;
}
