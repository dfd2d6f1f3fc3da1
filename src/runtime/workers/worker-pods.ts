import type { Stall } from '../launcher.ts';

/** A worker pod, as far as the API server knows it. Pods that are being deleted are none. */
export interface WorkerPod {
  readonly name: string;
  readonly uid: string;
  /** Undefined for a free one. */
  readonly workspace: string | undefined;
  /** True once a node has it. */
  readonly placed: boolean;
  /** True once its containers have run. */
  readonly started: boolean;
  /** Why its containers do not run, or what the last one said that ended. */
  readonly trouble: Stall | undefined;
  /** Since when all its containers run, in milliseconds since the epoch; undefined while they do not. */
  readonly readyAt: number | undefined;
  /** True for one that has failed. */
  readonly failed: boolean;
  /** How often a container of it has been restarted. */
  readonly restarts: number;
  /** True for one of an older template than that of the Deployment. */
  readonly outdated: boolean;
  /** When the kubelet will end it, in milliseconds since the epoch. Undefined for a free one. */
  readonly endsAt: number | undefined;
}

/** The port to the pods of workers: a Deployment of free ones, and those that were bound to a workspace. */
export interface WorkerPods {
  list(): readonly WorkerPod[];
  /** Why the Deployment makes no pods, such as a quota. */
  trouble(): Stall | undefined;
  /** Binds a free pod to a workspace for good; false when it is free no more. */
  bind(pod: WorkerPod, workspace: string): Promise<boolean>;
  remove(pod: WorkerPod): Promise<void>;
  /** How many are to stand free. */
  keepFree(count: number): Promise<void>;
  /** Calls back when a pod has come, changed or gone. */
  follow(changed: () => void): void;
  close(): Promise<void>;
}
