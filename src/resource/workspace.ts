import type { Field } from './fields.ts';
import type { ObjectMeta } from './conversion-job.ts';

/**
 * What the operator of the service allows a workspace. What is not set has the service's default. In a cluster it is
 * the spec of a `Workspace` resource, on a single machine a record.
 */
export interface WorkspaceSpec {
  /** Only where the workspace's name cannot be that of the resource. */
  readonly workspace?: string;
  readonly weight?: number;
  readonly maxRunning?: number;
  readonly maxQueuedJobs?: number;
  readonly requestsPerSecond?: number;
  readonly isolation?: Isolation;
  readonly queueName?: string;
  readonly suspended?: boolean;
}

/** `Process`: a worker pod opens one document of the workspace after another. `Pod`: it opens one, and is deleted. */
export const ISOLATIONS = ['Process', 'Pod'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export interface WorkspaceStatus {
  readonly credits?: { readonly available: number; readonly held: number };
  readonly jobs?: { readonly queued: number; readonly running: number };
  readonly observedGeneration?: number;
}

/** The custom resource `workspaces.scriptorium.dev/v1alpha1`. Operators write `spec`, the controller `status`. */
export interface WorkspaceResource {
  readonly apiVersion: 'scriptorium.dev/v1alpha1';
  readonly kind: 'Workspace';
  readonly metadata: ObjectMeta;
  readonly spec?: WorkspaceSpec;
  readonly status?: WorkspaceStatus;
}

/** A workspace's name is a part of object keys, and of what RBAC says about who may charge it. */
export const WORKSPACE = '^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$';
/** Which of these names a Kubernetes resource can have: each part between dots begins and ends like the whole. */
export const RESOURCE_NAME = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

const MOST = 1_000_000;
const whole = { type: 'integer', minimum: 1, maximum: MOST } as const;

/** What can be set of a workspace on a single machine as well. */
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
} as const satisfies Record<string, Field>;

/** What a workspace is allowed, with the defaults filled in. */
export interface WorkspaceRules {
  readonly weight: number;
  readonly maxRunning?: number;
  readonly maxQueuedJobs: number;
  readonly requestsPerSecond?: number;
  readonly isolation: Isolation;
  readonly queueName?: string;
  readonly suspended: boolean;
}

/** Defaults for all workspaces; 0 is no limit. */
export interface WorkspaceDefaults {
  readonly maxRunning: number;
  readonly maxQueuedJobs: number;
  readonly requestsPerSecond: number;
}

export function rulesOf(defaults: WorkspaceDefaults, spec: WorkspaceSpec = {}): WorkspaceRules {
  const maxRunning = spec.maxRunning ?? defaults.maxRunning;
  const requestsPerSecond = spec.requestsPerSecond ?? defaults.requestsPerSecond;
  return {
    weight: spec.weight ?? 1,
    ...(maxRunning > 0 && { maxRunning }),
    maxQueuedJobs: spec.maxQueuedJobs ?? defaults.maxQueuedJobs,
    ...(requestsPerSecond > 0 && { requestsPerSecond }),
    isolation: spec.isolation ?? 'Process',
    ...(spec.queueName !== undefined && { queueName: spec.queueName }),
    suspended: spec.suspended ?? false,
  };
}
