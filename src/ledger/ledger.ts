/** Credits of one workspace. `granted = available + held + settled`, always. */
export interface Balance {
  readonly granted: number;
  readonly available: number;
  readonly held: number;
  readonly settled: number;
}

export type HoldResult =
  /**
   * `ended`: the job was settled or released before; nothing is held (credits 0) and nothing may be done on its
   * account.
   */
  | { readonly held: true; readonly credits: number; readonly ended?: true }
  /**
   * Not enough: nothing was changed. `available`: what the job could hold, with what it holds already. `unknown`
   * workspaces have no grant at all.
   */
  | { readonly held: false; readonly available: number; readonly unknown: boolean };

/** The progress that a page-by-page report leaves for the controller. */
export interface AttemptProgress {
  readonly attempt: string;
  readonly pagesDone: number;
  readonly ocrPages: number;
  /** Milliseconds since the epoch, of the last report. */
  readonly reportedAt: number;
}

/** Requests that one process took from the limits that all share. */
export interface Use {
  readonly process: string;
  /** By the name of the limit: how long it takes until what was taken may be taken again. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** Everything the ledger is rebuilt from; read from the object store by `src/accounting/ledger-facts.ts`. */
export interface LedgerFacts {
  readonly grants: readonly { readonly id: string; readonly workspace: string; readonly credits: number }[];
  /** Settled or released jobs (`credits` 0). */
  readonly receipts: readonly { readonly jobId: string; readonly workspace: string; readonly credits: number }[];
  /** Sums of the receipts of closed days, which are not listed one by one. */
  readonly closed?: readonly { readonly workspace: string; readonly credits: number }[];
  /** Holds of unfinished jobs, the surest first. `tentative`: the ledger may have been asked for it or not. */
  readonly holds: readonly {
    readonly jobId: string;
    readonly workspace: string;
    readonly credits: number;
    readonly tentative?: boolean;
  }[];
}

/**
 * The fast copy of balances and holds, and the place of short-lived facts. Every operation is idempotent by its id and
 * can be repeated after a crash. While the ledger has not been (re)built, every operation throws `LedgerNotReady`,
 * which is transient.
 */
export interface Ledger {
  /** Adds a grant whose object has been written. The same id twice adds once. */
  grant(grant: { readonly id: string; readonly workspace: string; readonly credits: number }): Promise<Balance>;
  /**
   * Sets the job's hold to `credits`, whether that is more or less than is held, or nothing is held yet. A job that was
   * settled or released is not held again (`ended`). Setting it to 0 removes the hold but, unlike `release`, does not
   * end it: the job may hold again.
   */
  setHold(hold: { readonly jobId: string; readonly workspace: string; readonly credits: number }): Promise<HoldResult>;
  /**
   * Ends the hold and captures `credits`, never more than are held; nothing when there is no hold. The job cannot hold
   * credits again, and its progress is forgotten.
   */
  settle(settlement: { readonly jobId: string; readonly workspace: string; readonly credits: number }): Promise<void>;
  /** The same, and captures nothing. */
  release(hold: { readonly jobId: string; readonly workspace: string }): Promise<void>;
  /**
   * Whether the job was settled or released, as far back as the ledger remembers. True for every process before any
   * client is told that the job has ended.
   */
  hasEnded(jobId: string): Promise<boolean>;
  /** Undefined for a workspace without any grant. */
  balance(workspace: string): Promise<Balance | undefined>;
  workspaces(): Promise<readonly string[]>;
  holds(): Promise<readonly { readonly jobId: string; readonly workspace: string; readonly credits: number }[]>;

  /**
   * Makes `attempt` the current one of an index (the newest wins) and forgets the progress of the former. True where
   * another was before, as far as the ledger remembers.
   */
  startAttempt(jobId: string, index: number, attempt: string): Promise<boolean>;
  /**
   * Records progress; false when another attempt is current, or the job has ended. An unknown index takes the reporter
   * as current. Progress never goes back.
   */
  report(jobId: string, index: number, progress: AttemptProgress): Promise<boolean>;
  progress(jobId: string): Promise<ReadonlyMap<number, AttemptProgress>>;
  forgetProgress(jobId: string): Promise<void>;

  /** True until the ledger is usable. */
  needsRebuild(): Promise<boolean>;
  /**
   * Replaces everything by what the facts say. `gather` is called under the rebuild lock; false when another process
   * holds it.
   */
  rebuild(gather: () => Promise<LedgerFacts>): Promise<boolean>;
  /** Calls back when a workspace's available credits grew, so that waiting jobs are looked at again. Best effort. */
  onCredit(listener: (workspace: string) => void): () => void;
  /**
   * Tells every controller to look at a job: at once, or, for mere `progress`, together with the next reports. After an
   * `outcome`, nothing else of the job has changed. Best effort.
   */
  nudge(jobId: string, why?: NudgeReason): void;
  onNudge(listener: (jobId: string, why?: NudgeReason) => void): () => void;
  /** Tells every process that listens, this one too, what was taken of shared limits. Best effort. */
  publishUse(use: Use): void;
  onUse(listener: (use: Use) => void): () => void;
  close(): Promise<void>;
}

/** The event of a process of the job. Without a reason, anything may have changed. */
export type NudgeReason = 'progress' | 'outcome';

/** The calls that reach the server of a ledger once each. */
export const LEDGER_CALLS = [
  'grant',
  'setHold',
  'settle',
  'release',
  'hasEnded',
  'balance',
  'workspaces',
  'holds',
  'startAttempt',
  'report',
  'progress',
  'forgetProgress',
] as const satisfies readonly (keyof Ledger)[];

export class LedgerNotReady extends Error {
  readonly code = 'not_ready';
  readonly transient = true;
  constructor() {
    super('the ledger is being rebuilt');
    this.name = 'LedgerNotReady';
  }
}
