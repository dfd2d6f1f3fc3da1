import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { SCHEMAS } from '../schema/all.ts';
import { ref, type JsonSchema } from '../schema/json-schema.ts';

const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'The API key is missing or invalid.',
  403: 'The API key does not have the required scope (code insufficient_scope).',
  404: 'The workspace of the API key has no such resource.',
  429: 'Too many requests. Retry after the number of seconds in Retry-After.',
  503: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
};

const TAGS = [
  { name: 'uploads', description: 'Upload a document to a signed URL.' },
  { name: 'jobs', description: 'Convert documents: create, poll and cancel jobs.' },
  { name: 'artifacts', description: 'The files that a job produced.' },
  { name: 'quotes', description: 'The price of a conversion, before you start it.' },
  { name: 'receipts', description: 'What a job cost.' },
];

/** Ajv takes a discriminator without a mapping, and clients' generators take none without. */
const SOURCES = {
  propertyName: 'type',
  mapping: { document: '#/components/schemas/DocumentSource', external: '#/components/schemas/ExternalSource' },
};

/** What README.md lists under Formats, for readers of the API reference. */
const FORMATS =
  'Formats are detected by content: PDF; DOCX, ODT, RTF; PPTX, ODP; XLSX, XLS, XLSB, ODS, CSV; PNG, JPEG, WebP, TIFF; EPUB, RSS and Atom; Jupyter notebooks; HTML, Markdown, plain text and source code; JSON, YAML, XML. Any other file fails with `unsupported_format` and a message that names its format.';

/** Headers of the Standard Webhooks scheme. */
const WEBHOOK_HEADERS = {
  'webhook-id': 'Identical on every attempt, so that you can discard duplicates.',
  'webhook-timestamp': 'When this attempt was sent, as a Unix timestamp in seconds.',
  'webhook-signature':
    '`v1,` followed by the base64 HMAC-SHA-256 of `{id}.{timestamp}.{body}`, keyed with the webhook secret of the workspace.',
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
  summary: 'Job ended (preview)',
  description:
    'Preview: continue to poll getJob. Requests are signed as described by Standard Webhooks and delivered at least once. They are retried with increasing delays for one day until the receiver responds with 2xx; a 410 response stops them. Redirects are not followed.',
  security: [],
  parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) =>
    parameter('header', name, description, true),
  ),
  requestBody: { required: true, content: json('WebhookEvent') },
  responses: {
    '2XX': { description: 'Received.' },
    '410': { description: 'The receiver no longer exists. No more requests are sent for this job.' },
  },
};

/**
 * The OpenAPI 3.1 document: the operations as they are mounted, and the schemas that requests are validated against.
 */
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
        'Converts documents to Markdown. To convert a file: call createUpload, PUT the bytes to uploadUrl, call createJob with the documentId, poll getJob until the job has ended, then call listJobArtifacts. A URL needs no upload.\n\n' +
        FORMATS,
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
          description: 'An API key of the form scr_live_…. Scopes: documents:read, documents:write, documents:delete.',
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
            'For 24 hours, a retry with the same key returns the first result instead of running the operation again.',
            false,
          ),
        ]
      : []),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} Requires the scope ${operation.scope}.`,
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
        ? { headers: { 'Retry-After': { description: 'Number of seconds to wait.', schema: { type: 'string' } } } }
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
