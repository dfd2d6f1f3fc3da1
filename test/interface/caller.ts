import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly responses: Readonly<
              Record<string, { readonly content: { readonly 'application/json': { readonly schema: object } } }>
            >;
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

export type Caller = (
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Calls the running service, and holds every answer to the schema that the service itself publishes for it. */
export function callerOf(base: string, key: string | undefined, description: Description): Caller {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://service/openapi', components: description.components });
  const patterns = Object.entries(description.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods,
  }));
  return async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    const found = patterns.find(({ pattern }) => pattern.test(path.split('?')[0]!))?.methods[method.toLowerCase()];
    const schema = found?.responses[String(response.status)]?.content['application/json'].schema;
    if (!schema)
      throw new Error(
        `${method} ${path} answered ${response.status}, which is not described: ${JSON.stringify(answer)}`,
      );
    const validate = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://service/openapi#/')) as object,
    );
    expect(
      validate(answer),
      `${method} ${path} ${response.status} ${JSON.stringify(answer)} ${JSON.stringify(validate.errors)}`,
    ).toBe(true);
    return { status: response.status, headers: response.headers, body: answer };
  };
}
