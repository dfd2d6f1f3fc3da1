import type { LaunchState, Stall } from '../runtime/launcher.ts';
import type { ConversionJob } from '../resource/conversion-job.ts';
import type { Outcome } from '../protocol/worker.ts';
import type { AttemptProgress } from '../ledger/ledger.ts';
import type { Intent, JobRecord, StoredReceipt } from '../records/types.ts';

/** All that is known of one job at one moment. */
export interface Facts {
  readonly now: Date;
  readonly jobId: string;
  readonly job: ConversionJob;
  readonly intent: Intent | undefined;
  /** Of the intent, as it was read. */
  readonly etag?: string | undefined;
  readonly receipt: StoredReceipt | undefined;
  readonly record: JobRecord | undefined;
  /** Processes, observed before the outcomes were listed: an index that ended without an outcome has none. */
  readonly launches: readonly LaunchState[];
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly nativeMarks: ReadonlySet<number>;
  readonly progress: ReadonlyMap<number, AttemptProgress>;
  /** When its first process was seen to run, as its status or this process remembers. */
  readonly startedAt?: string | undefined;
  /** Why no worker reads documents, where somebody may have to act. */
  readonly workersStall?: Stall | undefined;
  /** True while its workspace starts nothing. */
  readonly suspended?: boolean;
  /** True when a cached result was looked for by this process already. */
  readonly cacheChecked: boolean;
}
