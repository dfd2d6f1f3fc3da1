import type { BATCH_SPEC_SCHEMA, BATCH_STATUS_SCHEMA } from './batch-schema.ts';
import type { BATCH_STATES } from './batch-fields.ts';
import type { ObjectMeta } from './conversion-job.ts';
import type { Value } from './value.ts';
import type { WorkspaceSpec } from './workspace.ts';

/** The custom resource `conversionbatches.scriptorium.dev/v1alpha1`: converts the objects of a folder of a bucket. */
export interface ConversionBatch {
  readonly apiVersion: 'scriptorium.dev/v1alpha1';
  readonly kind: 'ConversionBatch';
  readonly metadata: ObjectMeta;
  readonly spec: ConversionBatchSpec;
  readonly status?: ConversionBatchStatus;
}

export type ConversionBatchSpec = Value<typeof BATCH_SPEC_SCHEMA>;
export type BatchState = (typeof BATCH_STATES)[number];
export type ConversionBatchStatus = Value<typeof BATCH_STATUS_SCHEMA> & { readonly state: BatchState };
export type BatchCondition = NonNullable<ConversionBatchStatus['conditions']>[number];

/** A folder of a bucket. `prefix` is empty, or ends in a slash. */
export interface Folder {
  readonly bucket: string;
  readonly prefix: string;
}

/** `s3://acme-in/contracts/` as its bucket and the prefix of its keys. */
export function folderOf(url: string): Folder {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/s.exec(url) ?? [];
  return { bucket, prefix };
}

/** True where one of the folders is this one or contains it. */
const isWithin = (url: string, folders: readonly string[] = []): boolean =>
  folders.some((folder) => url.startsWith(folder));

/** Why the workspace may not have the folders of a batch, as a sentence. */
export function refusalOfFolders(
  { source, destination, workspace }: Pick<ConversionBatchSpec, 'source' | 'destination' | 'workspace'>,
  allowed: Pick<WorkspaceSpec, 'batchSources' | 'batchDestinations'> = {},
  own: string,
): string | undefined {
  if ([source, destination].some((url) => folderOf(url).bucket === own))
    return `The bucket ${own} is that of the service. A batch needs other buckets.`;
  const ask = 'An operator of the service can allow it in';
  if (!isWithin(source, allowed.batchSources))
    return `Workspace ${workspace} may not read ${source}. ${ask} batchSources of the Workspace.`;
  if (!isWithin(destination, allowed.batchDestinations))
    return `Workspace ${workspace} may not write to ${destination}. ${ask} batchDestinations of the Workspace.`;
  return undefined;
}

/** On each ConversionJob of a batch: the name of the batch. */
export const BATCH_LABEL = 'scriptorium.dev/batch';
