import type { Follower } from '../runtime/jobs.ts';
import type { Workspaces } from '../runtime/workspaces.ts';
import type { WorkspaceStatus } from '../resource/workspace.ts';
import { hasEnded } from '../resource/lifecycle.ts';
import type { Ledger } from '../ledger/ledger.ts';

type JobCounts = NonNullable<WorkspaceStatus['jobs']>;

/** Unfinished jobs by workspace. */
function countJobs(follower: Pick<Follower, 'list'>): ReadonlyMap<string, JobCounts> {
  const counts = new Map<string, { queued: number; running: number }>();
  for (const job of follower.list()) {
    if (hasEnded(job)) continue;
    const count = counts.get(job.spec.workspace) ?? { queued: 0, running: 0 };
    counts.set(job.spec.workspace, count);
    if (job.status?.state === 'running') count.running += 1;
    else count.queued += 1;
  }
  return counts;
}

export interface WorkspaceStatusDeps {
  readonly workspaces: Workspaces;
  readonly follower: Pick<Follower, 'list'>;
  readonly ledger: Pick<Ledger, 'balance'>;
}

/** Brings the status of every workspace that has one up to date; answers how many had changed. */
export async function writeWorkspaceStatuses({ workspaces, follower, ledger }: WorkspaceStatusDeps): Promise<number> {
  const counts = countJobs(follower);
  let written = 0;
  for (const { workspace, status, generation } of workspaces.list()) {
    const balance = await ledger.balance(workspace);
    const current: WorkspaceStatus = {
      credits: { available: balance?.available ?? 0, held: balance?.held ?? 0 },
      jobs: counts.get(workspace) ?? { queued: 0, running: 0 },
      ...(generation !== undefined && { observedGeneration: generation }),
    };
    if (same(status, current)) continue;
    await workspaces.writeStatus(workspace, current);
    written += 1;
  }
  return written;
}

const EVERY_MS = 10_000;

/** Keeps the statuses of workspaces, ten seconds old at most. Returns a function that stops it. */
export function keepWorkspaceStatuses(
  deps: WorkspaceStatusDeps & { readonly warn: (fields: object, message: string) => void },
): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const look = (): void => {
    running ??= writeWorkspaceStatuses(deps)
      .catch((error: unknown) => deps.warn({ err: error }, 'failed to write the status of a workspace, will retry'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, EVERY_MS);
  look();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

const numbersOf = ({ credits, jobs, observedGeneration }: WorkspaceStatus): unknown[] => [
  credits?.available,
  credits?.held,
  jobs?.queued,
  jobs?.running,
  observedGeneration,
];

/** A store may answer the same status in another order. */
const same = (one: WorkspaceStatus | undefined, other: WorkspaceStatus): boolean =>
  one !== undefined && String(numbersOf(one)) === String(numbersOf(other));
