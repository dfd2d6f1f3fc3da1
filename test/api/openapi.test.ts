import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { MORE_OPERATIONS, OPERATIONS } from '../../src/api/operations.ts';
import { SCHEMAS } from '../../src/api/schema/all.ts';
import { interfaceAjv, isTimestamp } from '../../src/api/schema/validate.ts';

interface Described {
  readonly operationId: string;
  readonly 'x-interface'?: boolean;
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: {
          readonly 'application/json': { readonly schema: { readonly $ref: string }; readonly example?: unknown };
        };
      }
    >
  >;
}
const CODES_OF: Readonly<Record<string, readonly string[]>> = {
  400: ['invalid_request'],
  401: ['unauthorized'],
  402: ['insufficient_credits'],
  403: ['insufficient_scope'],
  404: ['not_found'],
  409: ['job_not_finished'],
  413: ['document_too_large'],
  422: ['size_unknown', 'password_protected'],
  429: ['rate_limited'],
  503: ['unavailable'],
};
const document = openApiDocument() as {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};
const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const described = all.filter(({ operation }) => operation['x-interface']);

describe('the OpenAPI document', () => {
  it('is of OpenAPI 3.1 and of the preview version, and marks the ten operations of the interface at their paths', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0-preview']);
    expect(described.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)).toEqual([
      'createUpload post /api/v1/uploads',
      'createJob post /api/v1/jobs',
      'getJob get /api/v1/jobs/{jobId}',
      'cancelJob post /api/v1/jobs/{jobId}/cancel',
      'listJobArtifacts get /api/v1/jobs/{jobId}/artifacts',
      'getArtifact get /api/v1/artifacts/{artifactId}',
      'createQuote post /api/v1/quotes',
      'getQuote get /api/v1/quotes/{quoteId}',
      'getReceiptByJobId get /api/v1/receipts',
      'getReceipt get /api/v1/receipts/{receiptId}',
    ]);
  });

  it('lists the statuses that the interface lists, and besides them only 429 and 503', () => {
    const statuses = Object.fromEntries(
      described.map(({ operation }) => [
        operation.operationId,
        Object.keys(operation.responses)
          .map(Number)
          .filter((status) => status !== 429 && status !== 503),
      ]),
    );
    expect(statuses).toEqual({
      createUpload: [200, 201, 400, 401, 403, 404],
      createJob: [200, 201, 400, 401, 402, 403, 404, 413],
      getJob: [200, 400, 401, 402, 403, 404],
      cancelJob: [200, 400, 401, 403, 404],
      listJobArtifacts: [200, 400, 401, 403, 404],
      getArtifact: [200, 400, 401, 403, 404],
      createQuote: [200, 201, 400, 401, 402, 403, 404, 422],
      getQuote: [200, 400, 401, 403, 404],
      getReceiptByJobId: [200, 400, 401, 403, 404],
      getReceipt: [200, 400, 401, 403, 404],
    });
  });

  it('has the own operations below one prefix', () => {
    const own = all.filter(({ operation }) => !operation['x-interface']);
    expect(own.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)).toEqual([
      'listJobs get /api/scriptorium/v1/jobs',
      'listJobWarnings get /api/scriptorium/v1/jobs/{jobId}/warnings',
      'deleteJob delete /api/scriptorium/v1/jobs/{jobId}',
      'deleteJobs post /api/scriptorium/v1/jobs/batch/delete',
      'retryJobs post /api/scriptorium/v1/jobs/batch/retry',
      'createBatch post /api/scriptorium/v1/batches',
      'listBatches get /api/scriptorium/v1/batches',
      'getBatch get /api/scriptorium/v1/batches/{batchId}',
      'cancelBatch post /api/scriptorium/v1/batches/{batchId}/cancel',
      'deleteDocument delete /api/scriptorium/v1/documents/{documentId}',
      'getBalance get /api/scriptorium/v1/balance',
      'getUsage get /api/scriptorium/v1/usage',
      'convert post /api/scriptorium/v1/convert',
    ]);
  });

  it('is what the TypeScript client is generated from; `npm run generate` writes it', async () => {
    expect(JSON.parse(await readFile('clients/typescript/openapi.json', 'utf8'))).toEqual(document);
  });

  it('refers only to schemas that are there', () => {
    const names = new Set(
      [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1]!),
    );
    expect([...names].filter((name) => !(name in SCHEMAS))).toEqual([]);
    // Bodies of requests stand in place.
    const bodies = new Set<string | undefined>(
      [...OPERATIONS, ...MORE_OPERATIONS].map(({ body }) => body?.schema).concat('ConvertForm'),
    );
    expect(Object.keys(SCHEMAS).filter((name) => !names.has(name) && !bodies.has(name))).toEqual([]);
  });

  it('has examples that its own schemas accept', () => {
    const ajv = interfaceAjv({ fill: false });
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      const validate = ajv.compile({ $ref: `https://scriptorium.dev/openapi#/components/schemas/${name}` });
      for (const example of (schema as { examples?: unknown[] }).examples ?? [])
        expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it('describes each code of an error and of a failed job', () => {
    for (const name of ['ErrorCode', 'FailureCode']) {
      const { enum: codes, ...schema } = SCHEMAS[name] as { enum: string[]; description: string };
      expect((schema as Record<string, unknown>)['x-enum-descriptions']).toHaveLength(codes.length);
      for (const code of codes) expect(schema.description).toMatch(new RegExp(`^- \`${code}\`: [A-Z\`].*\\.$`, 'm'));
    }
    expect(SCHEMAS['ApiError']).toMatchObject({ properties: { code: { $ref: '#/components/schemas/ErrorCode' } } });
    expect(SCHEMAS['Job']).toMatchObject({ properties: { errorCode: { $ref: '#/components/schemas/FailureCode' } } });
  });

  it('has an example for each answer with a body, which its schema accepts and whose code is of its status', () => {
    const ajv = interfaceAjv({ fill: false });
    const wrong: string[] = [];
    for (const { operation } of all)
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const answer = content?.['application/json'];
        if (!answer) continue;
        const { schema, example } = answer;
        const where = `${operation.operationId} ${status}: ${JSON.stringify(example)}`;
        const absolute = JSON.stringify(schema).replaceAll('"#/', '"https://scriptorium.dev/openapi#/');
        if (!ajv.validate(JSON.parse(absolute) as object, example)) wrong.push(where);
        const { code } = example as { readonly code?: string };
        if (Number(status) >= 400 && !CODES_OF[status]?.includes(code ?? '')) wrong.push(where);
      }
    expect(wrong).toEqual([]);
    const of = (id: string, status: string): unknown =>
      described.find(({ operation }) => operation.operationId === id)?.operation.responses[status]?.content?.[
        'application/json'
      ].example;
    expect(of('createJob', '400')).toEqual({ error: 'source is required.', code: 'invalid_request' });
    expect(of('cancelJob', '403')).toMatchObject({ error: expect.stringContaining('documents:delete') as string });
    expect(of('getQuote', '404')).toEqual({ error: 'The quote was not found.', code: 'not_found' });
    expect(of('cancelJob', '200')).toMatchObject({ status: 'canceled' });
  });

  it('closes every object to properties that are not listed', () => {
    const open: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, additionalProperties, oneOf } = schema as Record<string, unknown>;
      if (type === 'object' && additionalProperties !== false && oneOf === undefined) open.push(path);
      for (const [key, value] of Object.entries(schema)) if (key !== 'examples') visit(value, `${path}/${key}`);
    };
    for (const [name, schema] of Object.entries(SCHEMAS)) visit(schema, name);
    expect(open).toEqual([]);
  });

  it('names the scope of each operation as the interface does', () => {
    expect(Object.fromEntries(OPERATIONS.map(({ id, scope }) => [id, scope]))).toEqual({
      createUpload: 'documents:write',
      createJob: 'documents:write',
      createQuote: 'documents:write',
      cancelJob: 'documents:delete',
      getJob: 'documents:read',
      listJobArtifacts: 'documents:read',
      getArtifact: 'documents:read',
      getQuote: 'documents:read',
      getReceiptByJobId: 'documents:read',
      getReceipt: 'documents:read',
    });
  });
});

describe('a timestamp', () => {
  it.each(['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.123Z', '2024-02-29T23:59:59.999999Z'])('%s is one', (text) =>
    expect(isTimestamp(text)).toBe(true),
  );
  it.each([
    '2026-02-29T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-11-21T09:00:00+00:00',
    '2026-11-21 09:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21',
    '2026-13-01T00:00:00Z',
  ])('%s is none', (text) => expect(isTimestamp(text)).toBe(false));
});
