import { hasEnded } from '../../resource/lifecycle.ts';
import { rulesOf } from '../../resource/workspace.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../problem.ts';

const RECOUNT_MS = 1000;
const RETRY_AFTER_SECONDS = 10;

interface Counted {
  readonly at: number;
  readonly unfinished: Map<string, number>;
}

const counts = new WeakMap<ApiDeps, Counted>();

/**
 * Refuses a job of a workspace whose queue is full. Every API process counts for itself what it has seen of the
 * resources, once a second, and adds what it has let through since: several of them let a little more through.
 */
export function requireQueueRoom(deps: ApiDeps, workspace: string): void {
  const known = counts.get(deps);
  const now = deps.now().getTime();
  const counted = known && now - known.at < RECOUNT_MS ? known : { at: now, unfinished: countUnfinished(deps) };
  counts.set(deps, counted);
  const unfinished = counted.unfinished.get(workspace) ?? 0;
  const { maxQueuedJobs } = rulesOf(deps.settings, deps.workspaces.get(workspace)?.spec);
  if (unfinished >= maxQueuedJobs) {
    throw new Problem(
      429,
      'rate_limited',
      `The workspace has ${unfinished} unfinished jobs, which is the maximum. Try again when some of them have finished.`,
      { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
    );
  }
  counted.unfinished.set(workspace, unfinished + 1);
}

function countUnfinished({ follower }: ApiDeps): Map<string, number> {
  const unfinished = new Map<string, number>();
  for (const job of follower.list()) {
    if (!hasEnded(job)) unfinished.set(job.spec.workspace, (unfinished.get(job.spec.workspace) ?? 0) + 1);
  }
  return unfinished;
}
