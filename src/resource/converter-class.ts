import { CLASS_FIELDS, CLASS_WORKSPACES } from './class-fields.ts';
import { list, object, resourceSchema, resourceSchemas } from './schema.ts';
import type { Value } from './value.ts';

export const CLASS_SPEC_SCHEMA = object(
  'Specifies who reads pages that OCR doubts.',
  {
    ...resourceSchemas(CLASS_FIELDS),
    workspaces: list(CLASS_WORKSPACES.resource, CLASS_WORKSPACES.maxItems, resourceSchema(CLASS_WORKSPACES.item)),
  },
  'type',
  'endpoint',
  'model',
);

/** The spec of a `ConverterClass` resource or, on a single machine, a record. */
export type ConverterClassSpec = Value<typeof CLASS_SPEC_SCHEMA>;

const DEFAULT_PAGES = 20;

/** Pages of a job that the class may be asked about. */
export const pagesPerJob = ({ maxPagesPerJob = DEFAULT_PAGES }: ConverterClassSpec): number => maxPagesPerJob;

/** True for a workspace whose jobs may name the class. */
export const serves = ({ workspaces }: ConverterClassSpec, workspace: string): boolean =>
  workspaces?.includes(workspace) ?? true;
