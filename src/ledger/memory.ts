import { checkCredits } from './credits.ts';
import {
  LedgerNotReady,
  type AttemptProgress,
  type Balance,
  type HoldResult,
  type Ledger,
  type Use,
  type NudgeReason,
} from './ledger.ts';
import { addUp } from './rebuild.ts';

interface Account {
  granted: number;
  settled: number;
  held: number;
}

interface Index {
  attempt: string;
  progress: AttemptProgress | undefined;
}

/** Ends that are remembered, for steps that come late; a job's receipt lasts for ever. */
const MAX_ENDED = 100_000;

/** The ledger of one process, in memory: it is not ready until it was rebuilt from the object store. */
export const memoryLedger = (): Ledger => new MemoryLedger();

// Members of the port are own properties, since wrappers copy them.
class MemoryLedger implements Ledger {
  readonly #attempts = new Map<string, Map<number, Index>>();
  readonly #creditListeners = new Set<(workspace: string) => void>();
  readonly #nudgeListeners = new Set<(jobId: string, why?: NudgeReason) => void>();
  readonly #useListeners = new Set<(use: Use) => void>();
  #ready = false;
  #rebuilding = false;
  #accounts = new Map<string, Account>();
  #grants = new Set<string>();
  #holds = new Map<string, { workspace: string; credits: number }>();
  #ended = new Set<string>();

  readonly grant: Ledger['grant'] = async ({ id, workspace, credits }) => {
    this.#checkReady();
    checkCredits(credits);
    const account = this.#accounts.get(workspace) ?? { granted: 0, settled: 0, held: 0 };
    this.#accounts.set(workspace, account);
    if (!this.#grants.has(id)) {
      this.#grants.add(id);
      account.granted += credits;
      this.#notifyCredit(workspace);
    }
    return balanceOf(account);
  };

  readonly setHold: Ledger['setHold'] = async ({ jobId, workspace, credits }) => {
    this.#checkReady();
    return this.#setHoldTo(jobId, workspace, checkCredits(credits));
  };

  readonly settle: Ledger['settle'] = async ({ jobId, credits }) => {
    this.#checkReady();
    this.#end(jobId, checkCredits(credits));
  };

  readonly release: Ledger['release'] = async ({ jobId }) => {
    this.#checkReady();
    this.#end(jobId, 0);
  };

  readonly hasEnded: Ledger['hasEnded'] = async (jobId) => {
    this.#checkReady();
    return this.#ended.has(jobId);
  };

  readonly balance: Ledger['balance'] = async (workspace) => {
    this.#checkReady();
    const account = this.#accounts.get(workspace);
    return account && balanceOf(account);
  };

  readonly workspaces: Ledger['workspaces'] = async () => {
    this.#checkReady();
    return [...this.#accounts.keys()].sort();
  };

  readonly holds: Ledger['holds'] = async () => {
    this.#checkReady();
    return [...this.#holds].map(([jobId, hold]) => ({ jobId, ...hold }));
  };

  readonly startAttempt: Ledger['startAttempt'] = async (jobId, index, attempt) => {
    this.#checkReady();
    const indexes = this.#indexesOf(jobId);
    const before = indexes.get(index)?.attempt;
    if (before === attempt) return false;
    indexes.set(index, { attempt, progress: undefined });
    return before !== undefined;
  };

  readonly report: Ledger['report'] = async (jobId, index, progress) => {
    this.#checkReady();
    if (this.#ended.has(jobId)) return false;
    const indexes = this.#indexesOf(jobId);
    const current = indexes.get(index);
    if (current && current.attempt !== progress.attempt) return false;
    indexes.set(index, { attempt: progress.attempt, progress: furthest(current?.progress, progress) });
    return true;
  };

  readonly progress: Ledger['progress'] = async (jobId) => {
    this.#checkReady();
    const reported = new Map<number, AttemptProgress>();
    for (const [index, { progress }] of this.#attempts.get(jobId) ?? []) if (progress) reported.set(index, progress);
    return reported;
  };

  readonly forgetProgress: Ledger['forgetProgress'] = async (jobId) => {
    this.#checkReady();
    this.#attempts.delete(jobId);
  };

  readonly needsRebuild: Ledger['needsRebuild'] = async () => !this.#ready;

  readonly rebuild: Ledger['rebuild'] = async (gather) => {
    if (this.#rebuilding) return false;
    this.#rebuilding = true;
    this.#ready = false;
    try {
      const { workspaces, grants, holds, ended } = addUp(await gather());
      this.#accounts = new Map([...workspaces].map(([workspace, account]) => [workspace, { ...account }]));
      this.#grants = new Set(grants);
      this.#holds = new Map([...holds].map(([jobId, hold]) => [jobId, { ...hold }]));
      this.#ended = new Set(ended);
      this.#ready = true;
    } finally {
      this.#rebuilding = false;
    }
    for (const workspace of this.#accounts.keys()) this.#notifyCredit(workspace);
    return true;
  };

  readonly onCredit: Ledger['onCredit'] = (listener) => addTo(this.#creditListeners, listener);

  readonly nudge: Ledger['nudge'] = (jobId, why) => {
    for (const listener of this.#nudgeListeners) queueMicrotask(() => listener(jobId, why));
  };

  readonly onNudge: Ledger['onNudge'] = (listener) => addTo(this.#nudgeListeners, listener);

  readonly publishUse: Ledger['publishUse'] = (use) => {
    for (const listener of this.#useListeners) queueMicrotask(() => listener(use));
  };

  readonly onUse: Ledger['onUse'] = (listener) => addTo(this.#useListeners, listener);

  readonly close: Ledger['close'] = async () => {
    this.#nudgeListeners.clear();
    this.#useListeners.clear();
    this.#creditListeners.clear();
  };

  #checkReady(): void {
    if (!this.#ready) throw new LedgerNotReady();
  }

  #notifyCredit(workspace: string): void {
    for (const listener of this.#creditListeners) queueMicrotask(() => listener(workspace));
  }

  #indexesOf(jobId: string): Map<number, Index> {
    const found = this.#attempts.get(jobId) ?? new Map<number, Index>();
    this.#attempts.set(jobId, found);
    return found;
  }

  /** Makes the job's hold `credits` in all, if the account covers what that adds. */
  #setHoldTo(jobId: string, workspace: string, credits: number): HoldResult {
    if (this.#ended.has(jobId)) return { held: true, credits: 0, ended: true };
    const hold = this.#holds.get(jobId) ?? { workspace, credits: 0 };
    const account = this.#accounts.get(hold.workspace);
    if (!account || account.granted === 0) return { held: false, available: 0, unknown: true };
    const more = credits - hold.credits;
    if (more > availableIn(account))
      return { held: false, available: availableIn(account) + hold.credits, unknown: false };
    account.held += more;
    if (credits > 0) this.#holds.set(jobId, { workspace: hold.workspace, credits });
    else this.#holds.delete(jobId);
    if (more < 0) this.#notifyCredit(workspace);
    return { held: true, credits };
  }

  #end(jobId: string, credits: number): void {
    const hold = this.#holds.get(jobId);
    this.#attempts.delete(jobId);
    this.#ended.add(jobId);
    if (this.#ended.size > MAX_ENDED) this.#ended.delete(this.#ended.values().next().value!);
    if (!hold) return;
    const account = this.#accounts.get(hold.workspace)!;
    const captured = Math.min(credits, hold.credits);
    this.#holds.delete(jobId);
    account.held -= hold.credits;
    account.settled += captured;
    if (captured < hold.credits) this.#notifyCredit(hold.workspace);
  }
}

const availableIn = (account: Account): number => account.granted - account.settled - account.held;
const balanceOf = (account: Account): Balance => ({ ...account, available: availableIn(account) });

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function furthest(before: AttemptProgress | undefined, now: AttemptProgress): AttemptProgress {
  if (!before) return now;
  return {
    attempt: now.attempt,
    pagesDone: Math.max(before.pagesDone, now.pagesDone),
    ocrPages: Math.max(before.ocrPages, now.ocrPages),
    reportedAt: Math.max(before.reportedAt, now.reportedAt),
  };
}
