import type { EndRequest } from '../accounting/receipts.ts';
import type { JobFailure } from '../failures/failure.ts';
import type { Intent, StoredReceipt } from '../records/types.ts';
import type { Stored } from '../records/store.ts';

/**
 * A change of what is stored of a job. API, controller and sweeps decide in pure functions and answer these;
 * `applyToRecords` carries them out. Each can be repeated, and can be carried out by two processes at once.
 */
export type RecordAction =
  /** Write the intent, unless there is one; as a part of the trace that is named. */
  | { readonly do: 'open'; readonly intent: Intent; readonly traceparent?: string | undefined }
  /** Say in the intent that the job waits for credits, and for how many. */
  | { readonly do: 'wait-for-credits'; readonly requiredCredits: number }
  /** Accepted, but its resource could not be made: a retry of the request goes on with it, or a sweep drops it. */
  | { readonly do: 'reopen' }
  /**
   * End the job so, unless a receipt that says otherwise is there. `intent`: that of an accepted job whose pages are
   * held, which changes no more; else it is read.
   */
  | { readonly do: 'end'; readonly how: EndRequest; readonly intent?: Intent }
  /** End a job that is too large: kept as failed, without receipt. */
  | { readonly do: 'refuse'; readonly failure: JobFailure }
  /** Ledger, record and end of the intent, as the receipt says. */
  | { readonly do: 'follow-receipt'; readonly receipt: StoredReceipt }
  /** Remove a pending job that nobody came back for, unless its intent has changed since it was seen. */
  | { readonly do: 'drop'; readonly seen: Stored<Intent> };

/** Remove what only the conversion of an ended job needed, and its processes. Only the controller can. */
export interface CleanUp {
  readonly do: 'clean-up';
  /** End the processes. Those of a job that succeeded end by themselves. */
  readonly end: boolean;
  /** The document was surely not cut into ranges, so there are no parts to look for. */
  readonly single: boolean;
}
