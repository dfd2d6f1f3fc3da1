import type { Field } from './fields.ts';

/** A folder of a bucket, or a whole bucket, as `s3://BUCKET/FOLDER/`. */
export const FOLDER_URL = '^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/([^*]*/)?$';

/** One folder of a bucket: the longest name of a bucket, and of a key. */
export const folderUrl = { type: 'string', minLength: 7, maxLength: 1094, pattern: FOLDER_URL } as const;

export const BATCH_STATES = ['running', 'suspended', 'completed', 'canceled'] as const;

/** The fields of a batch besides the options of each conversion: `spec`, and the body of createBatch. */
export const BATCH_FIELDS = {
  source: {
    ...folderUrl,
    resource:
      'The folder of a bucket whose objects are converted, with all folders in it, such as `s3://acme-in/contracts/`. The Workspace must allow it in batchSources.',
    rest: 'Folder of a bucket whose objects are converted, with all folders in it, such as s3://acme-in/contracts/. The workspace must be allowed to read it.',
  },
  destination: {
    ...folderUrl,
    resource:
      'The folder of a bucket that the results are written to, such as `s3://acme-out/contracts/`. The Workspace must allow it in batchDestinations.',
    rest: 'Folder of a bucket that the results are written to. The workspace must be allowed to write it.',
  },
  parallelism: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    resource: 'The maximum number of unfinished ConversionJobs of the batch. Can be changed. Defaults to 4.',
    rest: 'Maximum number of unfinished jobs of the batch. Defaults to 4.',
  },
} as const satisfies Record<string, Field>;

/** How an object's name ends, such as `.pdf`. */
export const SUFFIX_FIELD = {
  type: 'string',
  minLength: 1,
  maxLength: 32,
  resource: 'The end of a name.',
  rest: 'The end of a name.',
} as const satisfies Field;
export const SUFFIXES = {
  maxItems: 64,
  description:
    'Only objects whose names end in one of these are converted, such as `.pdf`, in upper or lower case. Defaults to all.',
} as const;

export const DEFAULT_PARALLELISM = 4;
/** Failures that a status shows. */
export const SHOWN_FAILURES = 10;
