import { accountSchemas } from '../account/schema.ts';
import { artifactSchemas } from '../artifacts/schema.ts';
import { batchQueries, batchSchemas } from '../batches/schema.ts';
import { convertQuery, convertSchemas } from '../convert/schema.ts';
import { jobQueries, jobSchemas } from '../jobs/schema.ts';
import { outputSchemas } from '../outputs/schema.ts';
import { quoteSchemas } from '../quotes/schema.ts';
import { receiptSchemas } from '../receipts/schema.ts';
import { uploadSchemas } from '../uploads/schema.ts';
import { commonSchemas } from './common.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Filled, Loose, Value } from '../../resource/value.ts';

const bodies = {
  ...commonSchemas,
  ...uploadSchemas,
  ...jobSchemas,
  ...artifactSchemas,
  ...quoteSchemas,
  ...receiptSchemas,
  ...convertSchemas,
  ...outputSchemas,
  ...accountSchemas,
  ...batchSchemas,
};
const queries = { ...convertQuery, ...jobQueries, ...batchQueries };

/** The value that a schema of this name accepts, with defaults filled in. */
export type Accepted<N extends keyof Schemas> = Filled<Schemas[N]>;
/** A body of this name as it is put together. Fields that are undefined do not appear in the JSON. */
export type Answer<N extends BodyName> = Loose<Value<Schemas[N]>>;
export type Schemas = typeof bodies & typeof queries;
export type BodyName = keyof typeof bodies;
export type QueryName = keyof typeof queries;

/**
 * Every body by name: the components of the OpenAPI document, and what requests and responses are validated against.
 */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = bodies;

/** The optional query parameters of operations, by name; the description lists them one by one. */
export const QUERIES: Readonly<Record<string, JsonSchema>> = queries;
