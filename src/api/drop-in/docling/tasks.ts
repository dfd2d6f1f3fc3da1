import type { ApiDeps } from '../../deps.ts';
import { findJob, type KnownJob } from '../../jobs/find.ts';
import { stateOf } from '../../jobs/present.ts';
import { waitForEnd } from '../../convert/run.ts';
import { readTaskId, formatTaskId, taskNotFound, type Task } from './task-id.ts';

export interface KnownTask extends Task {
  readonly jobs: readonly KnownJob[];
}

/** The task of a workspace; throws 404. */
export async function findTask(deps: ApiDeps, workspace: string, id: string): Promise<KnownTask> {
  const task = readTaskId(id);
  const jobs = await Promise.all(task.jobIds.map((jobId) => findJob(deps, workspace, jobId)));
  if (!jobs.every((job) => job !== undefined)) throw taskNotFound();
  return { ...task, jobs };
}

/** The task once it has ended, or as it is after so many seconds. */
export async function waitForTask(
  deps: ApiDeps,
  task: KnownTask,
  { seconds, gone }: { readonly seconds: number; readonly gone: AbortSignal },
): Promise<KnownTask> {
  const until = performance.now() + seconds * 1000;
  const jobs: KnownJob[] = [];
  for (const job of task.jobs)
    jobs.push(await waitForEnd(deps, job, { seconds: (until - performance.now()) / 1000, gone }));
  return { ...task, jobs };
}

export const hasEnded = ({ jobs }: KnownTask): boolean => jobs.every(({ stage }) => stage === 'ended');

/** Of a job: how docling-serve counts it. */
type Standing = 'pending' | 'started' | 'success' | 'partial' | 'failure';

function toStanding(job: KnownJob): Standing {
  const state = stateOf(job);
  if (state === 'queued' || state === 'input_required') return 'pending';
  if (state === 'running') return 'started';
  if (state !== 'succeeded') return 'failure';
  return job.stage === 'ended' && job.ending.partial ? 'partial' : 'success';
}

export function presentTask(task: KnownTask): object {
  const standings = task.jobs.map(toStanding);
  const count = (wanted: Standing): number => standings.filter((each) => each === wanted).length;
  const [failed, pending] = [count('failure'), count('pending')];
  const processed = count('success') + count('partial') + failed;
  const all = standings.length;
  const failure = failed === all ? failureOf(task) : null;
  return {
    task_id: formatTaskId(task),
    task_type: task.presentation.chunks ? 'chunk' : 'convert',
    task_status: failure ? 'failure' : processed === all ? 'success' : pending === all ? 'pending' : 'started',
    task_position: null,
    task_meta: {
      num_docs: all,
      num_processed: processed,
      num_succeeded: count('success'),
      num_partially_succeeded: count('partial'),
      num_failed: failed,
    },
    error_message: failure?.message ?? null,
    failure,
  };
}

interface Failure {
  readonly category: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly phase: string;
  readonly details: Readonly<Record<string, string>>;
}

const CATEGORIES: Readonly<Record<string, string>> = {
  fetch_failed: 'source_unavailable',
  fetch_refused: 'policy',
  conversion_timeout: 'timeout',
  stranded_running: 'internal',
};

/** Why none of its documents was converted: what became of the first. */
export function failureOf({ jobs }: KnownTask): Failure {
  const [job] = jobs;
  const { failure, state } = job?.stage === 'ended' ? job.ending : { failure: undefined, state: 'failed' };
  const code = failure?.code ?? state;
  return {
    category: CATEGORIES[code] ?? 'unknown',
    message: failure?.message ?? (state === 'canceled' ? 'The job was canceled.' : 'The results have been deleted.'),
    retryable: code === 'stranded_running' || code === 'fetch_failed',
    phase: 'execution',
    details: { code, jobId: job?.base.jobId ?? '' },
  };
}
