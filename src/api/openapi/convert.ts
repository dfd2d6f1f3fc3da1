import type { Responses } from '../operation.ts';
import { SCHEMAS } from '../schema/all.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { ref } from '../schema/json-schema.ts';
import { IDEMPOTENCY_KEY, optionalParameters } from './parameters.ts';
import { json, buildResponses } from './responses.ts';

const JOB_ID = { description: 'ID of the job.', schema: { type: 'string' } };
const NEXT_START_PAGE = {
  description: 'The first page that is not yet converted. Present if the credits did not cover all pages.',
  schema: { type: 'string' },
};
const WARNINGS = {
  description:
    'Warnings of the conversion, most serious first, as a structured field (RFC 9651): kinds of warnings, each with its pages (more if there are further ones) and how often it occurs. Absent if there are none. JSON responses, and listJobWarnings, have the sentences.',
  schema: { type: 'string' },
  example: 'low-ocr-confidence;pages="2-3,7";count=3, document-repaired;count=1',
};

const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'With `respond-async`, the response is 202 with the job at once; with `respond-async, wait=10`, only if the conversion takes longer than 10 seconds (RFC 7240). So long documents are converted with all options and without a connection that stays open.',
  schema: { type: 'string' },
  example: 'respond-async',
};

const RESPONSES: Responses = {
  202: {
    description:
      'The job has not finished yet, or the request prefers respond-async. Location is its URL: poll it every 2 to 5 seconds, then call listJobArtifacts.',
    schema: 'Job',
  },
  402: { description: 'The workspace does not have enough credits.', schema: 'PaymentRequiredError' },
  413: {
    description: 'The file or the document is too large.',
    schema: 'ConvertError',
    example: {
      error: 'The document has 1200 pages, which exceeds the limit of 1000.',
      code: 'document_too_large',
      jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
      maxPages: 1000,
      estimatedPages: 1200,
    },
  },
  431: { description: 'The URL and the headers together are larger than 16 KiB. The response has no body.' },
  422: { description: 'The job failed or was canceled, or its artifacts have been deleted.', schema: 'ConvertError' },
};

const ACCEPTED_HEADERS = {
  'X-Job-Id': JOB_ID,
  Location: { description: 'URL of the job.', schema: { type: 'string', format: 'uri-reference' } },
  'Preference-Applied': {
    description: 'The preference that was followed: `respond-async`. Absent if it was not set.',
    schema: { type: 'string' },
  },
};

/** `POST /convert`, whose request is no JSON. */
export function describeConvert(): JsonSchema {
  const responses = buildResponses(RESPONSES, { id: 'convert', scope: 'documents:write' });
  return {
    operationId: 'convert',
    tags: ['convert'],
    summary: 'Convert a document in one call',
    description:
      'Takes a file as a multipart form or as the request body, its URL, or the documentId of an upload, and returns its Markdown, or with the header `Prefer: respond-async` the job that makes it. It creates a job like any other: with the same credits, limits and errors, listed, with a receipt. Its short address is `/convert`. A retry with the same idempotency key and the same file returns the same job. Requires the scopes documents:write and documents:read.',
    parameters: [...optionalParameters('ConvertOptions'), IDEMPOTENCY_KEY, PREFER],
    requestBody: {
      required: false,
      content: {
        'multipart/form-data': { schema: SCHEMAS['ConvertForm'] },
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      },
    },
    responses: {
      200: {
        description: 'The conversion has finished.',
        headers: { 'X-Job-Id': JOB_ID, 'X-Next-Start-Page': NEXT_START_PAGE, 'X-Warnings': WARNINGS },
        content: {
          'text/markdown': { schema: { type: 'string' }, example: '# Annual report\n' },
          ...json('ConvertResult'),
          'application/vnd.scriptorium.document+json': { schema: ref('Document') },
          'application/jsonl': { schema: ref('Chunk') },
        },
      },
      ...responses,
      202: {
        ...(responses['202'] as object),
        headers: ACCEPTED_HEADERS,
      },
    },
  };
}
