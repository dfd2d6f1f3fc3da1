import type { ObjectMeta } from './conversion-job.ts';
import type { Value } from './value.ts';
import type { Isolation } from './workspace-fields.ts';
import type { WORKSPACE_SPEC_SCHEMA, WORKSPACE_STATUS_SCHEMA } from './workspace-schema.ts';

/**
 * The limits that the operator of the service sets for a workspace. Those that are not set have the service's default.
 * In a cluster it is the spec of a `Workspace` resource, on a single machine a record.
 */
export type WorkspaceSpec = Value<typeof WORKSPACE_SPEC_SCHEMA>;

export type WorkspaceStatus = Value<typeof WORKSPACE_STATUS_SCHEMA>;

/** The custom resource `workspaces.scriptorium.dev/v1alpha1`. Operators write `spec`, the controller `status`. */
export interface WorkspaceResource {
  readonly apiVersion: 'scriptorium.dev/v1alpha1';
  readonly kind: 'Workspace';
  readonly metadata: ObjectMeta;
  readonly spec?: WorkspaceSpec;
  readonly status?: WorkspaceStatus;
}

/** The limits of a workspace, with the defaults filled in. */
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
