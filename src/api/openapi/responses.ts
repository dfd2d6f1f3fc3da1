import type { Responses } from '../operation.ts';
import { SCHEMAS } from '../schema/all.ts';
import { ref, type JsonSchema } from '../schema/json-schema.ts';
import { errorExample, type Answering } from './examples.ts';

/** Errors that every operation has. */
const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'The API key is missing or invalid.',
  403: 'The API key does not have the required scope (code insufficient_scope).',
  404: 'The workspace of the API key has no such resource.',
  429: 'Too many requests. Retry after the number of seconds in Retry-After.',
  503: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
};

const RETRY_AFTER = {
  headers: { 'Retry-After': { description: 'Number of seconds to wait.', schema: { type: 'string' } } },
};

/** An operation's own answers, and those errors that every operation has. */
export function buildResponses(own: Responses, operation: Answering): JsonSchema {
  const responses: Record<string, unknown> = {};
  for (const [status, { description, schema, example }] of Object.entries(own)) {
    const shown = example ?? (schema === 'ApiError' ? errorExample(Number(status), operation) : undefined);
    responses[status] = { description, ...(schema === undefined ? {} : { content: json(schema, shown) }) };
  }
  for (const [status, description] of Object.entries(ERRORS)) {
    const headers = status === '429' || status === '503' ? RETRY_AFTER : {};
    const example = errorExample(Number(status), operation);
    responses[status] ??= { description, ...headers, content: json('ApiError', example) };
  }
  return responses;
}

/** A JSON body of a schema, with this example or those of the schema. */
export function json(schema: string, example?: unknown): JsonSchema {
  const { examples = [] } = SCHEMAS[schema] as { readonly examples?: readonly unknown[] };
  return { 'application/json': { schema: ref(schema), ...toExample(example === undefined ? examples : [example]) } };
}

/**
 * A JSON body of a request. Its schema stands here in place of a name below `components`: generators take a field with
 * a default as always present in what is named there, and as optional in a request.
 */
export function requestJson(schema: string): JsonSchema {
  const { examples = [], ...body } = SCHEMAS[schema] as { readonly examples?: readonly unknown[] };
  return { 'application/json': { schema: body, ...toExample(examples) } };
}

/** One example as it is, more of them by the kind of their source, so that a reader can choose. */
function toExample(examples: readonly unknown[]): JsonSchema {
  if (examples.length < 2) return examples.length === 0 ? {} : { example: examples[0] };
  return {
    examples: Object.fromEntries(
      examples.map((value) => [(value as { readonly source: { readonly type: string } }).source.type, { value }]),
    ),
  };
}
