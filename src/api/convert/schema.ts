import { OUTPUTS } from '../../resource/choices.ts';
import { PASSWORD_FIELD, REQUEST_FIELDS, type Field } from '../../resource/fields.ts';
import { CONVERSION_OPTIONS, type ConversionOption } from '../../resource/options.ts';
import { contentHash, errorCode } from '../schema/common.ts';
import { ARTIFACT } from '../artifacts/schema.ts';
import { SUCCEEDED_JOB } from '../jobs/examples.ts';
import { requestSchema, type RestSchema } from '../schema/fields.ts';
import { closed, int53, ref, text, type JsonSchema } from '../schema/json-schema.ts';

/** The longest that a request waits for its job. Proxies often end a request after a minute. */
export const MOST_WAIT = 300;
const DEFAULT_WAIT = 30;

const url = requestSchema(REQUEST_FIELDS.fileUrl, {
  format: 'uri',
  description: 'HTTP or HTTPS URL of the document, in place of a file.',
});

const documentId = requestSchema(REQUEST_FIELDS.documentId, {
  description: 'ID of an uploaded document, in place of a file.',
});

/** The schema of an option over REST. */
type OptionSchema<O> = O extends { readonly field: infer F extends Field }
  ? O extends { readonly list: object }
    ? { readonly type: 'array'; readonly items: RestSchema<F> }
    : RestSchema<F>
  : never;

/** The options of a conversion, by the names that they have over REST. */
export const conversionOptions = Object.fromEntries(
  Object.entries<ConversionOption>(CONVERSION_OPTIONS).map(([name, { field, list }]): [string, JsonSchema] => [
    name,
    list
      ? { type: 'array', maxItems: list.maxItems, items: requestSchema(field), description: field.rest }
      : requestSchema(field),
  ]),
) as { readonly [N in keyof typeof CONVERSION_OPTIONS]: OptionSchema<(typeof CONVERSION_OPTIONS)[N]> };

/** Query parameters of convert, and fields of its form. */
const CONVERT_OPTIONS = {
  url,
  documentId,
  fileName: requestSchema(REQUEST_FIELDS.fileName, {
    description: 'File name of the document. By default, that of the form or the URL, or `document`.',
  }),
  ...conversionOptions,
  forceRefresh: requestSchema(REQUEST_FIELDS.forceRefresh),
  allowPartial: requestSchema(REQUEST_FIELDS.allowPartial),
  contentHash: contentHash.content_hash,
  webhookUrl: requestSchema(REQUEST_FIELDS.webhookUrl, { format: 'uri' }),
  output: {
    type: 'string',
    enum: ['markdown', 'json', ...OUTPUTS],
    description:
      'What a finished conversion returns: the Markdown as text, JSON with the job, the Markdown and the artifacts, or one of the outputs, which is then made too. By default, JSON if the Accept header asks for application/json, else the Markdown.',
  },
  wait: {
    type: 'integer',
    minimum: 0,
    maximum: MOST_WAIT,
    default: DEFAULT_WAIT,
    description:
      'Number of seconds to wait for the result. After that, the job is returned with status 202. The preferences respond-async and wait of the header Prefer come before it.',
  },
} as const;

export const convertQuery = {
  ConvertOptions: closed('Options of a conversion.', CONVERT_OPTIONS, []),
};

export const convertSchemas = {
  ConvertForm: closed(
    'A file, or the URL of one, and options. Each option can also be a query parameter.',
    {
      file: {
        type: 'string',
        // The first for generators, the second for readers of JSON Schema.
        format: 'binary',
        contentMediaType: 'application/octet-stream',
        description: 'The document. Required unless url or documentId is set.',
      },
      ...CONVERT_OPTIONS,
      password: requestSchema(PASSWORD_FIELD, { format: 'password', writeOnly: true }),
    },
    [],
  ),
  ConvertResult: closed(
    'A finished conversion.',
    {
      job: ref('Job'),
      markdown: { type: 'string', description: 'The Markdown of the document.' },
      artifacts: {
        type: 'array',
        items: ref('Artifact'),
        description: 'All artifacts of the job: the Markdown, the outputs, and the images if includeImages is true.',
      },
      warnings: {
        type: 'array',
        items: ref('Warning'),
        description: 'Warnings of the conversion.',
      },
    },
    ['job', 'markdown', 'artifacts', 'warnings'],
    { examples: [{ job: SUCCEEDED_JOB, markdown: ARTIFACT.text, artifacts: [ARTIFACT], warnings: [] }] },
  ),
  Warning: closed(
    'A part of the document that may be incomplete or wrong in the Markdown.',
    {
      kind: text('What it is, as a stable code.'),
      severity: {
        type: 'string',
        enum: ['warning', 'note'],
        description: 'A warning is to be checked. A note only says what was done on purpose.',
      },
      pages: { type: 'string', description: 'Pages to look at, as intervals such as 2-3,7.' },
      count: int53('How often it occurs.'),
      message: { type: 'string', description: 'A sentence for the user.' },
    },
    ['kind', 'count', 'message'],
    {
      examples: [
        { kind: 'page-without-text', pages: '3', count: 1, message: 'Found no text on page 3, because OCR is off.' },
      ],
    },
  ),
  ConvertError: closed(
    'The job did not succeed.',
    {
      error: { type: 'string', description: 'Message for the user.' },
      code: errorCode,
      jobId: { type: 'string', description: 'ID of the job, if there is one.' },
      maxPages: { type: 'integer', exclusiveMinimum: 0, description: 'Maximum number of pages of a conversion.' },
      estimatedPages: { type: 'integer', exclusiveMinimum: 0, description: 'Number of pages of the document.' },
    },
    ['error', 'code'],
    {
      examples: [
        {
          error: 'The document is password-protected.',
          code: 'password_protected',
          jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
        },
      ],
    },
  ),
};
