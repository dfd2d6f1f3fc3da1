import type { Operation } from '../operation.ts';
import { MORE_OPERATIONS, OPERATIONS } from '../operations.ts';
import { ownPath } from '../own-path.ts';
import { SCHEMAS } from '../schema/all.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { describeConvert } from './convert.ts';
import { IDEMPOTENCY_KEY, optionalParameters, parameter } from './parameters.ts';
import { nameMissing } from './examples.ts';
import { json, requestJson, buildResponses } from './responses.ts';

const TAGS = [
  { name: 'convert', description: 'Convert a document in one call.' },
  { name: 'uploads', description: 'Upload a document to a signed URL.' },
  { name: 'jobs', description: 'Convert documents: create, poll, list and cancel jobs.' },
  { name: 'batches', description: 'Convert all documents of a folder of a bucket.' },
  { name: 'artifacts', description: 'The files that a job produced.' },
  { name: 'quotes', description: 'The price of a conversion, before you start it.' },
  { name: 'receipts', description: 'What a job cost.' },
  { name: 'account', description: 'The credits of the workspace, and what they were used for.' },
];

/** Ajv takes a discriminator without a mapping, and clients' generators take none without. */
const SOURCES = {
  propertyName: 'type',
  mapping: { document: '#/components/schemas/DocumentSource', external: '#/components/schemas/ExternalSource' },
};

/** The formats that README.md lists, for readers of the API reference. */
const FORMATS =
  'Formats are detected by content: PDF; DOCX, DOC, ODT, FODT, RTF; PPTX, PPT, ODP, FODP; XLSX, XLS, XLSB, ODS, FODS, CSV, Excel 2003 XML, Lotus, Quattro Pro, dBase, SYLK, DIF; PNG, JPEG, WebP, TIFF, GIF, BMP, AVIF, SVG; EPUB, RSS and Atom; EML, MBOX, MSG, MHT; iCalendar; ZIP of documents; Jupyter notebooks; HTML, Markdown, plain text and source code; JSON, YAML, XML. Any other file fails with `unsupported_format` and a message that names its format.';

/** Headers of the Standard Webhooks scheme. */
const WEBHOOK_HEADERS = {
  'webhook-id': 'Identical on every attempt, so that you can discard duplicates.',
  'webhook-timestamp': 'When this attempt was sent, as a Unix timestamp in seconds.',
  'webhook-signature':
    '`v1,` followed by the base64 HMAC-SHA-256 of `{id}.{timestamp}.{body}`, keyed with the webhook secret of the workspace.',
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
 * The OpenAPI 3.1 document of all operations as they are mounted, with the schemas that requests are validated against.
 * Those of the interface are marked.
 */
export function openApiDocument(): JsonSchema {
  const paths = buildPaths([...OPERATIONS, ...MORE_OPERATIONS]);
  paths[ownPath('/convert')] = { post: describeConvert() };
  return buildDocument(paths);
}

/** The part of it that the interface defines, and no more. */
export const interfaceDocument = (): JsonSchema => buildDocument(buildPaths(OPERATIONS));

function buildDocument(paths: JsonSchema): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scriptorium',
      version: '1.0.0-preview',
      description:
        'Converts documents to Markdown. The operation convert takes one call. Step by step: call createUpload, PUT the bytes to uploadUrl, call createJob with the documentId, poll getJob until the job has ended, then call listJobArtifacts. A URL needs no upload. Operations with `x-interface` are those of the interface at /api/v1.\n\n' +
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
      schemas: collectSchemas(paths),
    },
  };
}

/** The schemas that the operations refer to, and those that these refer to; bodies of requests stand in place. */
function collectSchemas(paths: JsonSchema): JsonSchema {
  const found = new Set<string>();
  const add = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name!)) continue;
      found.add(name!);
      add(SCHEMAS[name!]);
    }
  };
  add(paths);
  const all: Readonly<Record<string, JsonSchema>> = {
    ...SCHEMAS,
    Source: { ...SCHEMAS['Source'], discriminator: SOURCES },
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => found.has(name)));
}

function buildPaths(operations: readonly Operation[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method] = describe(operation);
  }
  return paths;
}

function describe(operation: Operation): JsonSchema {
  const parameters = [
    ...Object.entries(operation.params).map(([name, description]) => parameter('path', name, description, true)),
    ...Object.entries(operation.query ?? {}).map(([name, description]) => parameter('query', name, description, true)),
    ...(operation.options === undefined ? [] : optionalParameters(operation.options)),
    ...(operation.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: operation.id,
    ...(OPERATIONS.includes(operation) && { 'x-interface': true }),
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} Requires the scope ${operation.scope}.`,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? { requestBody: { required: operation.body.required, content: requestJson(operation.body.schema) } }
      : {}),
    responses: buildResponses(operation.responses, { ...operation, ...nameMissing(operation) }),
    ...(operation.id === 'createJob'
      ? { callbacks: { jobEnded: { '{$request.body#/webhookUrl}': { post: WEBHOOK } } } }
      : {}),
  };
}
