import { CLASS_FIELDS } from './class-fields.ts';
import { object, resourceSchemas } from './schema.ts';
import type { Value } from './value.ts';

export const CLASS_SPEC_SCHEMA = object(
  'Specifies who reads pages that OCR doubts.',
  resourceSchemas(CLASS_FIELDS),
  'type',
  'endpoint',
  'model',
);

/** The spec of a `ConverterClass` resource or, on a single machine, a record. */
export type ConverterClassSpec = Value<typeof CLASS_SPEC_SCHEMA>;

const DEFAULT_PAGES = 20;

/** Pages of a job that the class may be asked about. */
export const pagesPerJob = ({ maxPagesPerJob = DEFAULT_PAGES }: ConverterClassSpec): number => maxPagesPerJob;
