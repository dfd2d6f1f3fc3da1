import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { SCHEMAS } from '../schema/all.ts';
import { ref, type JsonSchema } from '../schema/json-schema.ts';

const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'The API key is missing or not valid.',
  403: 'The API key lacks the scope that is needed: insufficient_scope.',
  404: 'There is no such resource in the workspace of the key.',
  429: 'Too many requests; Retry-After says how many seconds to wait.',
  503: 'The service cannot answer right now; try again after Retry-After seconds.',
};

const TAGS = [
  { name: 'uploads', description: 'Stage a document through a signed URL.' },
  { name: 'jobs', description: 'Convert a document, follow it, cancel it.' },
  { name: 'artifacts', description: 'What a job produced.' },
  { name: 'quotes', description: 'The price of a conversion before it starts.' },
  { name: 'receipts', description: 'What a job has cost.' },
];

/** Ajv takes a discriminator without a mapping, and clients' generators take none without. */
const SOURCES = {
  propertyName: 'type',
  mapping: { document: '#/components/schemas/DocumentSource', external: '#/components/schemas/ExternalSource' },
};

/** Headers of the Standard Webhooks scheme. */
const WEBHOOK_HEADERS = {
  'webhook-id': 'The same at each attempt, so that doubles can be dropped.',
  'webhook-timestamp': 'When this attempt was sent, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA-256, in base64, of id, timestamp and body with full stops between them, under the secret of the workspace.',
};

const ID = '01kbm3v7q4t2c9x5h8r6w1n0ey';
/** Of the ids in paths and queries; those of the bodies are the same. */
const EXAMPLES: Readonly<Record<string, string>> = {
  jobId: `job-${ID}`,
  artifactId: `art_job-${ID}_0`,
  quoteId: `quote_${ID}`,
  receiptId: `rcpt_job-${ID}`,
};

const WEBHOOK: JsonSchema = {
  operationId: 'jobEnded',
  tags: ['jobs'],
  summary: 'A job has ended (preview)',
  description:
    'A preview: polling stays the contract. Signed by the Standard Webhooks scheme, repeated with growing pauses for a day until it is answered with 2xx (410 ends it), and sent at least once. Redirects are not followed.',
  security: [],
  parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) =>
    parameter('header', name, description, true),
  ),
  requestBody: { required: true, content: json('WebhookEvent') },
  responses: {
    '2XX': { description: 'Received.' },
    '410': { description: 'The receiver is gone; nothing more of this job is sent.' },
  },
};

/** The OpenAPI 3.1 document: the operations as they are mounted, and the schemas that requests are validated against. */
export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scriptorium',
      version: '1.0.0-preview',
      description:
        'Converts PDFs, Office documents, spreadsheets and images into Markdown. For a file: createUpload, PUT the bytes to its uploadUrl, createJob with its documentId, getJob until it has ended, listJobArtifacts. A URL needs no upload.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: scr_live_… with the scopes documents:read, documents:write, documents:delete.',
        },
      },
      schemas: { ...SCHEMAS, Source: { ...SCHEMAS['Source'], discriminator: SOURCES } },
    },
  };
}

function describe(operation: Operation): JsonSchema {
  const parameters = [
    ...Object.entries(operation.params).map(([name, description]) => parameter('path', name, description, true)),
    ...Object.entries(operation.query ?? {}).map(([name, description]) => parameter('query', name, description, true)),
    ...(operation.idempotent
      ? [
          parameter(
            'header',
            'Idempotency-Key',
            'A retry with the same key replays the first result for 24 hours instead of doing it again.',
            false,
          ),
        ]
      : []),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} Needs the scope ${operation.scope}.`,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? { requestBody: { required: operation.body.required, content: json(operation.body.schema) } }
      : {}),
    responses: responsesOf(operation),
    ...(operation.id === 'createJob'
      ? { callbacks: { jobEnded: { '{$request.body#/webhookUrl}': { post: WEBHOOK } } } }
      : {}),
  };
}

function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  description: string,
  required: boolean,
): JsonSchema {
  return {
    name,
    in: place,
    required,
    description,
    ...(name in EXAMPLES ? { example: EXAMPLES[name] } : {}),
    schema: { type: 'string', minLength: 1, ...(place === 'header' ? { maxLength: 1024 } : {}) },
  };
}

function responsesOf(operation: Operation): JsonSchema {
  const responses: Record<string, unknown> = {};
  for (const [status, { description, schema }] of Object.entries(operation.responses))
    responses[status] = { description, content: json(schema) };
  for (const [status, description] of Object.entries(ERRORS)) {
    const headers =
      status === '429' || status === '503'
        ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } } }
        : {};
    responses[status] ??= { description, ...headers, content: json('ApiError') };
  }
  return responses;
}

function json(schema: string): JsonSchema {
  const { examples } = SCHEMAS[schema] as { readonly examples?: readonly unknown[] };
  return { 'application/json': { schema: ref(schema), ...exampleOf(examples ?? []) } };
}

/** One example as it is, more of them by the kind of their source, so that a reader can choose. */
function exampleOf(examples: readonly unknown[]): JsonSchema {
  if (examples.length < 2) return examples.length === 0 ? {} : { example: examples[0] };
  return {
    examples: Object.fromEntries(
      examples.map((value) => [(value as { readonly source: { readonly type: string } }).source.type, { value }]),
    ),
  };
}
