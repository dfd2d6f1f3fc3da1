import { Ajv2020 } from 'ajv/dist/2020.js';
import { OUTPUTS, type Output } from '../../resource/choices.ts';
import type { Value } from '../../resource/value.ts';
import { FAILURE_CODES } from '../../failures/failure.ts';
import {
  TIMING_SCHEMA as timing,
  type FinishRequest,
  type ReportRequest,
  type StartRequest,
  type UrlsRequest,
} from '../../protocol/worker.ts';
import { invalidRequest } from '../problem.ts';
import { closed, type JsonSchema } from '../schema/json-schema.ts';

/** Requests of a worker are checked as strictly as those of a client: it has read a document of unknown origin. */
const count = { type: 'integer', minimum: 0, maximum: 1_000_000_000 } as const;
const bytes = { type: 'integer', minimum: 0, maximum: 2 ** 40 } as const;
const contentType = {
  type: 'string',
  maxLength: 128,
  pattern: '^[a-z]+/[a-z0-9.+-]+(; ?charset=[a-z0-9-]+)?$',
} as const;
const name = {
  type: 'string',
  maxLength: 200,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$',
} as const;
const file = closed(
  'A file below the prefix of the attempt.',
  { name, bytes, contentType, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
  ['name', 'bytes', 'contentType', 'sha256'],
);
const warning = closed(
  'Content that was dropped or is uncertain.',
  {
    kind: { type: 'string', maxLength: 64 },
    page: count,
    count,
    detail: { type: 'string', maxLength: 2000 },
  },
  ['kind', 'count'],
);

const START = closed(
  '',
  { index: { ...count, maximum: 1_000_000 }, instance: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' } },
  ['index', 'instance'],
);
const REPORT = closed('', { pagesDone: count, ocrPages: count }, ['pagesDone', 'ocrPages']);
const URLS = closed(
  '',
  {
    get: { type: 'array', maxItems: 10_000, items: { type: 'string', maxLength: 1024 } },
    put: {
      type: 'array',
      maxItems: 1000,
      items: closed('', { name, bytes, contentType }, ['name', 'bytes', 'contentType']),
    },
  },
  [],
);
const outputs = Object.fromEntries(OUTPUTS.map((output) => [output, file])) as Readonly<Record<Output, typeof file>>;

const FINISH = {
  type: 'object',
  required: ['outcome'],
  discriminator: { propertyName: 'outcome' },
  oneOf: [
    closed(
      '',
      {
        outcome: { const: 'succeeded' },
        engine: { type: 'string', minLength: 1, maxLength: 64 },
        part: file,
        markdown: file,
        outputs: closed('', outputs, []),
        images: { type: 'array', maxItems: 100_000, items: file },
        pages: count,
        ocrPages: count,
        warnings: { type: 'array', maxItems: 100_000, items: warning },
        timing,
      },
      ['outcome', 'images', 'pages', 'ocrPages', 'warnings'],
    ),
    closed(
      '',
      {
        outcome: { const: 'failed' },
        failure: closed(
          '',
          { code: { type: 'string', enum: FAILURE_CODES }, message: { type: 'string', maxLength: 4000 } },
          ['code', 'message'],
        ),
        timing,
      },
      ['outcome', 'failure'],
    ),
    closed('', { outcome: { const: 'needs-native' }, timing }, ['outcome']),
    closed('', { outcome: { const: 'outdated-parts' }, timing }, ['outcome']),
  ],
} as const;

/**
 * During an upgrade or a rollback, pods of another version report here: what theirs has more is left out, and nothing
 * is required that the version before did not have.
 */
const ajv = new Ajv2020({
  discriminator: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
  removeAdditional: true,
});

function reader<S extends JsonSchema>(schema: S): (body: unknown) => Value<S> {
  const validate = ajv.compile<Value<S>>(schema);
  return (body) => {
    if (validate(body)) return body;
    const error = validate.errors?.[0];
    throw invalidRequest(`${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`);
  };
}

/** This compiles only if the schemas have the types of the protocol. */
export const readStart: (body: unknown) => StartRequest = reader(START);
export const readReport: (body: unknown) => ReportRequest = reader(REPORT);
export const readUrls: (body: unknown) => UrlsRequest = reader(URLS);
const finish = reader(FINISH);

export function readFinish(body: unknown): FinishRequest {
  const request = finish(body);
  // Version 0.1 did not say it.
  return request.outcome === 'succeeded' ? { ...request, engine: request.engine ?? 'unknown' } : request;
}
