import { accountSchemas } from '../account/schema.ts';
import { artifactSchemas } from '../artifacts/schema.ts';
import { convertQuery, convertSchemas } from '../convert/schema.ts';
import { jobQueries, jobSchemas } from '../jobs/schema.ts';
import { outputSchemas } from '../outputs/schema.ts';
import { quoteSchemas } from '../quotes/schema.ts';
import { receiptSchemas } from '../receipts/schema.ts';
import { uploadSchemas } from '../uploads/schema.ts';
import { commonSchemas } from './common.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Every body by name: the components of the OpenAPI document, and what requests and responses are validated against.
 */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...commonSchemas,
  ...uploadSchemas,
  ...jobSchemas,
  ...artifactSchemas,
  ...quoteSchemas,
  ...receiptSchemas,
  ...convertSchemas,
  ...outputSchemas,
  ...accountSchemas,
};

/** The optional query parameters of operations, by name; the description lists them one by one. */
export const QUERIES: Readonly<Record<string, JsonSchema>> = { ...convertQuery, ...jobQueries };
