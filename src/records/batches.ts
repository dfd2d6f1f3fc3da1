import type { Actor } from './types.ts';

/** An object that is being converted. */
export interface BatchItem {
  readonly key: string;
  readonly bytes: number;
  readonly jobId: string;
  readonly documentId: string;
}

/** A document that was not converted. */
export interface BatchFailure {
  readonly key: string;
  /** Undefined if no job was created. */
  readonly jobId?: string;
  readonly code: string;
  readonly message: string;
}

/**
 * `batches/<id>/state.json`: where a batch stands. It is written before jobs are created, each under the ID that stands
 * here, so that after a crash the same jobs are found. What the cursor has passed is counted; the rest is to be found.
 */
export interface BatchState {
  readonly id: string;
  readonly name: string;
  readonly workspace: string;
  readonly createdAt: string;
  readonly actor: Actor;
  /** The key of the last object that was looked at. */
  readonly cursor?: string;
  /** Nothing follows the cursor. */
  readonly listed: boolean;
  readonly open: readonly BatchItem[];
  readonly succeeded: number;
  readonly failed: number;
  readonly canceled: number;
  readonly skipped: number;
  readonly pages: number;
  readonly settledCredits: number;
  /** The last ones, for the status. */
  readonly lastFailures: readonly BatchFailure[];
  /** Those that are in no file yet. */
  readonly newFailures: readonly BatchFailure[];
  /** Names of files of failures (`keys.batchFailures`), in their order. */
  readonly failureFiles: readonly string[];
  readonly ended?: { readonly state: 'completed' | 'canceled'; readonly at: string; readonly failureList?: string };
}

/** Of a batch that has just been created. */
export const newBatchState = (batch: {
  readonly id: string;
  readonly name: string;
  readonly workspace: string;
  readonly createdAt: string;
  readonly actor: Actor;
}): BatchState => ({
  ...batch,
  listed: false,
  open: [],
  succeeded: 0,
  failed: 0,
  canceled: 0,
  skipped: 0,
  pages: 0,
  settledCredits: 0,
  lastFailures: [],
  newFailures: [],
  failureFiles: [],
});
