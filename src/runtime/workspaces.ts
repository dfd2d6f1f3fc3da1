import { rulesOf, type WorkspaceDefaults, type WorkspaceSpec, type WorkspaceStatus } from '../resource/workspace.ts';
import type { Share } from '../scheduling/fair-queue.ts';

/** The settings of one workspace. */
export interface WorkspaceEntry {
  readonly workspace: string;
  readonly spec: WorkspaceSpec;
  readonly status?: WorkspaceStatus;
  readonly generation?: number;
}

/** The port to what operators set of workspaces: custom resources, or records in the data folder. */
export interface Workspaces {
  /** From a cache; undefined for a workspace with the defaults. */
  get(workspace: string): WorkspaceEntry | undefined;
  list(): readonly WorkspaceEntry[];
  /** Calls back after a change. */
  follow(changed: () => void): () => void;
  /** Replaces what is set; `undefined` where only `kubectl` may write it. */
  readonly set: ((workspace: string, spec: WorkspaceSpec) => Promise<void>) | undefined;
  /** Replaces the status where there is one to be read; a conflict is none of our business. */
  writeStatus(workspace: string, status: WorkspaceStatus): Promise<void>;
  /** Seconds since the last sign of life of the source (0 for a local store). */
  ageSeconds(): number;
  close(): Promise<void>;
}

/** A workspace's share of the places of every queue. */
export const sharesOf =
  (workspaces: Pick<Workspaces, 'get'>, defaults: WorkspaceDefaults) =>
  (workspace: string): Share => {
    const { weight, maxRunning, suspended } = rulesOf(defaults, workspaces.get(workspace)?.spec);
    return { weight, ...(maxRunning !== undefined && { maxRunning }), suspended };
  };
