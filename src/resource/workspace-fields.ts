import { folderUrl } from './batch-fields.ts';
import { classNameField } from './class-name.ts';
import type { Field } from './fields.ts';

/** `Process`: a worker pod opens one document of the workspace after another. `Pod`: it opens one, and is deleted. */
export const ISOLATIONS = ['Process', 'Pod'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

/** A workspace's name is a part of object keys, and of what RBAC says about who may charge it. */
export const WORKSPACE = '^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$';
/** Which of these names a Kubernetes resource can have: each part between dots begins and ends like the whole. */
export const RESOURCE_NAME = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

const MOST = 1_000_000;
const whole = { type: 'integer', minimum: 1, maximum: MOST } as const;

/** Settings of a workspace that a single machine has as well. */
export const WORKSPACE_FIELDS = {
  weight: {
    ...whole,
    maximum: 1000,
    resource:
      'The share of the workspace. While several workspaces have work waiting, one of weight 2 gets twice the processing time of one of weight 1. Defaults to 1.',
  },
  maxRunning: {
    ...whole,
    resource:
      'The maximum number of converter processes or pods of the workspace that run at the same time. Defaults to the setting SCRIPTORIUM_MAX_RUNNING.',
  },
  maxQueuedJobs: {
    ...whole,
    resource:
      'The maximum number of unfinished jobs of the workspace. The REST API refuses more with 429. Defaults to the setting SCRIPTORIUM_MAX_QUEUED_JOBS.',
  },
  requestsPerSecond: {
    ...whole,
    resource:
      'The average number of REST requests per second that the API keys of the workspace may send together. More are refused with 429. Each API process counts separately. Defaults to the setting SCRIPTORIUM_REQUESTS_PER_SECOND.',
  },
  isolation: {
    type: 'string',
    enum: ISOLATIONS,
    resource:
      'How documents of the workspace are separated from each other. Process: each document is opened in a process of its own. Pod: also in a pod of its own. Defaults to Process. Documents of different workspaces never share a pod.',
  },
  suspended: {
    type: 'boolean',
    resource:
      'If true, no job of the workspace starts. New jobs are accepted and wait. Jobs that are already running continue.',
  },
  converterClassName: {
    ...classNameField,
    resource: 'The ConverterClass of jobs that name none. It is asked about pages which OCR doubts. Defaults to none.',
  },
} as const satisfies Record<string, Field>;

/** Folders of buckets. The service reads and writes them with its own identity, so only operators name them. */
export const WORKSPACE_FOLDERS = {
  batchSources:
    'Folders of buckets that batches of the workspace may read, such as `s3://acme-in/`. The identity of the service in the object store must be allowed to read them. Defaults to none.',
  batchDestinations:
    'Folders of buckets that batches of the workspace may write to, such as `s3://acme-out/`. The identity of the service in the object store must be allowed to write them. Defaults to none.',
} as const;
export const FOLDER_FIELD = { ...folderUrl, resource: 'A folder of a bucket.' } as const satisfies Field;
export const MOST_FOLDERS = 32;
