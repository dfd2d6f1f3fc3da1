import type { Responses } from '../operation.ts';
import { SCHEMAS } from '../schema/all.ts';
import { ref, type JsonSchema } from '../schema/json-schema.ts';

interface CommonError {
  readonly description: string;
  /** What such an answer looks like. */
  readonly example: { readonly error: string; readonly code: string };
}

/** Errors that every operation has. */
const ERRORS: Readonly<Record<number, CommonError>> = {
  400: {
    description: 'The request is invalid.',
    example: { error: 'fileName is required.', code: 'invalid_request' },
  },
  401: {
    description: 'The API key is missing or invalid.',
    example: { error: 'The API key is invalid.', code: 'unauthorized' },
  },
  403: {
    description: 'The API key does not have the required scope (code insufficient_scope).',
    example: { error: 'The API key does not have the scope documents:write.', code: 'insufficient_scope' },
  },
  404: {
    description: 'The workspace of the API key has no such resource.',
    example: { error: 'The job was not found.', code: 'not_found' },
  },
  429: {
    description: 'Too many requests. Retry after the number of seconds in Retry-After.',
    example: { error: 'Too many requests. Wait for the time in the Retry-After header.', code: 'rate_limited' },
  },
  503: {
    description: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
    example: { error: 'The service is temporarily unavailable. Try again later.', code: 'unavailable' },
  },
};

const RETRY_AFTER = {
  headers: { 'Retry-After': { description: 'Number of seconds to wait.', schema: { type: 'string' } } },
};

/** An operation's own answers, and those errors that every operation has. */
export function responsesOf(own: Responses): JsonSchema {
  const responses: Record<string, unknown> = {};
  for (const [status, { description, schema }] of Object.entries(own)) {
    const common = schema === 'ApiError' ? ERRORS[Number(status)]?.example : undefined;
    responses[status] = { description, ...(schema === undefined ? {} : { content: json(schema, common) }) };
  }
  for (const [status, { description, example }] of Object.entries(ERRORS)) {
    const headers = status === '429' || status === '503' ? RETRY_AFTER : {};
    responses[status] ??= { description, ...headers, content: json('ApiError', example) };
  }
  return responses;
}

/** A JSON body of a schema, with this example or those of the schema. */
export function json(schema: string, example?: unknown): JsonSchema {
  const { examples = [] } = SCHEMAS[schema] as { readonly examples?: readonly unknown[] };
  return { 'application/json': { schema: ref(schema), ...exampleOf(example === undefined ? examples : [example]) } };
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
