import { QUERIES } from '../schema/all.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

const ID = '01kbm3v7q4t2c9x5h8r6w1n0ey';
/** Of the ids in paths and queries; those of the bodies are the same. */
const EXAMPLES: Readonly<Record<string, string>> = {
  jobId: `job-${ID}`,
  batchId: `batch-${ID}`,
  documentId: `doc_${ID}`,
  artifactId: `art_job-${ID}_0`,
  quoteId: `quote_${ID}`,
  receiptId: `rcpt_job-${ID}`,
};

export function parameter(
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

export const IDEMPOTENCY_KEY = parameter(
  'header',
  'Idempotency-Key',
  'For 24 hours, a retry with the same key returns the first result instead of running the operation again.',
  false,
);

/** The optional query parameters of a schema. */
export function optionalParameters(schemaName: string): JsonSchema[] {
  const { properties } = QUERIES[schemaName] as { readonly properties: Readonly<Record<string, JsonSchema>> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    // A list is one parameter, separated by commas.
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }));
}
