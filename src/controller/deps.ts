import type { AdmissionLanes } from './admission-lanes.ts';
import type { recordReader } from './known-records.ts';
import type { OutcomeReader } from './outcomes.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { Launcher, Stall } from '../runtime/launcher.ts';
import type { Passwords } from '../runtime/passwords.ts';
import type { ClassOf } from '../runtime/converter-classes.ts';
import type { Tasks } from '../runtime/tasks.ts';
import type { ConversionJob } from '../resource/conversion-job.ts';
import type { JobSettings } from '../resource/settings.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import type { Share } from '../scheduling/fair-queue.ts';
import type { Intent, JobRecord } from '../records/types.ts';

export interface ControllerOptions {
  readonly jobs: Jobs;
  readonly launcher: Launcher;
  readonly tasks: Pick<Tasks, 'probe' | 'fetch' | 'release'>;
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly settings: JobSettings;
  /** Converters that would begin at once, where that is known: on a single machine. */
  readonly freeConverters?: () => number;
  /**
   * `by-need`: native code only where a page needs it. `always`: every converter is in a sandbox of its own, such as a
   * pod, that makes the difference idle.
   */
  readonly native: 'by-need' | 'always';
  /** A workspace's share of the places in each lane; equal by default. */
  readonly shareOf?: (workspace: string) => Share;
  /** Calls back when shares have changed. */
  readonly followShares?: (changed: () => void) => () => void;
  /** Why no worker reads documents, in a cluster. */
  readonly workersStall?: () => Stall | undefined;
  /** Calls back when that has changed. */
  readonly followWorkersStall?: (changed: () => void) => () => void;
  /** Where there are Secrets. */
  readonly passwords?: Passwords;
  /** The converter class of a job, where there are classes. */
  readonly classOf?: ClassOf;
  /** Jobs that wait and are looked at, of all workspaces and of one at least (`./backlog.ts`). */
  readonly lookedAt?: { readonly most: number; readonly least: number };
  /** Signs launch tokens. */
  readonly secret: string;
  readonly now: () => Date;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Called once for each job that this controller ended, for metrics. */
  readonly onEnded?: (record: JobRecord, job?: ConversionJob) => void;
  /** Called when a job begins to wait for credits. */
  readonly onWaiting?: (intent: Intent, job: ConversionJob) => void;
  /** Called when the status of a job says for the first time why it stalls. */
  readonly onStalled?: (job: ConversionJob, stall: Stall) => void;
  /** Called when a job has ended that may have a webhook to be sent. */
  readonly onWebhook?: (workspace: string, jobId: string) => void;
  /** Called after each reconcile, with its duration. */
  readonly onReconciled?: (seconds: number) => void;
  /** Called when a reconcile threw and is to be repeated: for what passes by itself, or for an error of ours. */
  readonly onRetry?: (reason: 'transient' | 'error') => void;
}

export interface ControllerDeps extends Omit<ControllerOptions, 'onEnded'> {
  readonly lanes: Pick<AdmissionLanes, 'submit'>;
  /** Looks at a job again, of which nothing has changed but what was learnt. */
  look(jobId: string): void;
  readonly records: ReturnType<typeof recordReader>;
  readonly outcomes: OutcomeReader;
  /** When the first process of a job was seen to run. */
  readonly startedAt: Map<string, string>;
  /** Jobs whose cache was looked at by this process. */
  readonly cacheChecked: Set<string>;
  onEnded(record: JobRecord, job?: ConversionJob): void;
}
