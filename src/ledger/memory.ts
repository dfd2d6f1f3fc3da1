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
export function memoryLedger(): Ledger {
  let ready = false;
  let rebuilding = false;
  let accounts = new Map<string, Account>();
  let grants = new Set<string>();
  let holds = new Map<string, { workspace: string; credits: number }>();
  let ended = new Set<string>();
  const attempts = new Map<string, Map<number, Index>>();
  const listeners = new Set<(workspace: string) => void>();
  const nudged = new Set<(jobId: string, why?: NudgeReason) => void>();
  const users = new Set<(use: Use) => void>();

  const checkReady = (): void => {
    if (!ready) throw new LedgerNotReady();
  };
  const availableIn = (account: Account): number => account.granted - account.settled - account.held;
  const balanceOf = (account: Account): Balance => ({ ...account, available: availableIn(account) });
  const grew = (workspace: string): void => {
    for (const listener of listeners) queueMicrotask(() => listener(workspace));
  };

  /** Makes the job's hold `credits` in all, if the account covers what that adds. */
  const setHoldTo = (jobId: string, workspace: string, credits: number): HoldResult => {
    if (ended.has(jobId)) return { held: true, credits: 0, ended: true };
    const hold = holds.get(jobId);
    const account = accounts.get(hold?.workspace ?? workspace);
    if (!account || account.granted === 0) return { held: false, available: 0, unknown: true };
    const more = credits - (hold?.credits ?? 0);
    if (more > availableIn(account))
      return { held: false, available: availableIn(account) + credits - more, unknown: false };
    account.held += more;
    if (credits > 0) holds.set(jobId, { workspace: hold?.workspace ?? workspace, credits });
    else holds.delete(jobId);
    if (more < 0) grew(workspace);
    return { held: true, credits };
  };

  const end = (jobId: string, credits: number): void => {
    const hold = holds.get(jobId);
    attempts.delete(jobId);
    ended.add(jobId);
    if (ended.size > MAX_ENDED) ended.delete(ended.values().next().value!);
    if (!hold) return;
    const account = accounts.get(hold.workspace)!;
    const captured = Math.min(credits, hold.credits);
    holds.delete(jobId);
    account.held -= hold.credits;
    account.settled += captured;
    if (captured < hold.credits) grew(hold.workspace);
  };

  const indexesOf = (jobId: string): Map<number, Index> => {
    let found = attempts.get(jobId);
    if (!found) attempts.set(jobId, (found = new Map<number, Index>()));
    return found;
  };

  return {
    async grant({ id, workspace, credits }) {
      checkReady();
      checkCredits(credits);
      const account = accounts.get(workspace) ?? { granted: 0, settled: 0, held: 0 };
      accounts.set(workspace, account);
      if (!grants.has(id)) {
        grants.add(id);
        account.granted += credits;
        grew(workspace);
      }
      return balanceOf(account);
    },

    async setHold({ jobId, workspace, credits }) {
      checkReady();
      return setHoldTo(jobId, workspace, checkCredits(credits));
    },

    async settle({ jobId, credits }) {
      checkReady();
      end(jobId, checkCredits(credits));
    },

    async release({ jobId }) {
      checkReady();
      end(jobId, 0);
    },

    async balance(workspace) {
      checkReady();
      const account = accounts.get(workspace);
      return account && balanceOf(account);
    },

    async workspaces() {
      checkReady();
      return [...accounts.keys()].sort();
    },

    async holds() {
      checkReady();
      return [...holds].map(([jobId, hold]) => ({ jobId, ...hold }));
    },

    async startAttempt(jobId, index, attempt) {
      checkReady();
      const indexes = indexesOf(jobId);
      const before = indexes.get(index)?.attempt;
      if (before === attempt) return false;
      indexes.set(index, { attempt, progress: undefined });
      return before !== undefined;
    },

    async report(jobId, index, progress) {
      checkReady();
      if (ended.has(jobId)) return false;
      const indexes = indexesOf(jobId);
      const current = indexes.get(index);
      if (current && current.attempt !== progress.attempt) return false;
      indexes.set(index, { attempt: progress.attempt, progress: furthest(current?.progress, progress) });
      return true;
    },

    async progress(jobId) {
      checkReady();
      const reported = new Map<number, AttemptProgress>();
      for (const [index, { progress }] of attempts.get(jobId) ?? []) if (progress) reported.set(index, progress);
      return reported;
    },

    async forgetProgress(jobId) {
      checkReady();
      attempts.delete(jobId);
    },

    async needsRebuild() {
      return !ready;
    },

    async rebuild(gather) {
      if (rebuilding) return false;
      rebuilding = true;
      ready = false;
      try {
        const rebuilt = addUp(await gather());
        accounts = new Map([...rebuilt.workspaces].map(([workspace, account]) => [workspace, { ...account }]));
        grants = new Set(rebuilt.grants);
        holds = new Map([...rebuilt.holds].map(([jobId, hold]) => [jobId, { ...hold }]));
        ended = new Set(rebuilt.ended);
        ready = true;
      } finally {
        rebuilding = false;
      }
      for (const workspace of accounts.keys()) grew(workspace);
      return true;
    },

    onCredit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    nudge(jobId, why) {
      for (const listener of nudged) queueMicrotask(() => listener(jobId, why));
    },

    onNudge(listener) {
      nudged.add(listener);
      return () => nudged.delete(listener);
    },

    tellUse(use) {
      for (const listener of users) queueMicrotask(() => listener(use));
    },

    onUse(listener) {
      users.add(listener);
      return () => users.delete(listener);
    },

    async close() {
      nudged.clear();
      users.clear();
      listeners.clear();
    },
  };
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
