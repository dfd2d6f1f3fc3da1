import type { PollRequest, PollResponse, WorkerOutcome } from '../../protocol/supervisor.ts';
import { LAST_TASK_MS, verdict, type Candidate } from './choose.ts';
import type { WorkerPod } from './worker-pods.ts';

/** A task that a worker runs. */
export interface Run {
  readonly id: string;
  readonly jobId: string;
  /** Called once, at once: before the worker can be given anything else. */
  readonly end: (outcome: WorkerOutcome | 'lost') => void;
  cancelled: boolean;
}

/** The leader's knowledge of one worker pod. */
export interface Worker {
  pod: WorkerPod;
  /** Known before the API server says so. */
  workspace: string | undefined;
  /** Undefined before its first poll. */
  boot?: string;
  lastPollAt: number;
  /** When this leader first saw that its containers had run. */
  startedAt: number | undefined;
  idleSince: number;
  /** When this leader bound it. */
  boundAt: number;
  /** When it was given its last task. */
  givenAt: number;
  /** Jobs whose documents this leader has given it. */
  jobs: number;
  lastJob: string | undefined;
  /** Answers the open poll. */
  answer: ((response: PollResponse) => void) | undefined;
  run: Run | undefined;
  /** The task that it runs for a former leader. */
  foreign: { readonly task: string; readonly jobId: string } | undefined;
  /** The job for which it is kept. */
  keptFor: string | undefined;
  /** The only job whose document it may open. */
  onlyJob: string | undefined;
  binding: boolean;
  /** It can run nothing more. */
  spent: boolean;
  removed: boolean;
}

export function newWorker(pod: WorkerPod): Worker {
  const now = Date.now();
  return {
    pod,
    workspace: pod.workspace,
    lastPollAt: now,
    startedAt: pod.started ? now : undefined,
    idleSince: now,
    boundAt: 0,
    givenAt: 0,
    jobs: 0,
    lastJob: undefined,
    answer: undefined,
    run: undefined,
    foreign: undefined,
    keptFor: undefined,
    onlyJob: undefined,
    binding: false,
    spent: false,
    removed: false,
  };
}

const leftMs = ({ pod }: Worker): number => (pod.endsAt ?? Infinity) - Date.now();
const asksForWork = ({ answer, run, foreign, keptFor }: Worker): boolean =>
  answer !== undefined && run === undefined && foreign === undefined && keptFor === undefined;

const isStarting = ({ boot, workspace }: Worker): boolean => boot === undefined && workspace === undefined;

/**
 * One that ends before its first poll has opened nothing. It stays for a few starts, for its last words to be read;
 * after that, the kubelet would be longer in starting it than its Deployment in making another.
 */
const MOST_RESTARTS = 3;
const isBroken = (worker: Worker): boolean =>
  worker.spent || worker.pod.failed || worker.pod.restarts > (isStarting(worker) ? MOST_RESTARTS : 0);

/** True for one that may have more tasks, now or later. */
const isSound = (worker: Worker): boolean => !worker.removed && !isBroken(worker) && leftMs(worker) > LAST_TASK_MS;

/** True for one that may have a task now. */
export const isIdle = (worker: Worker): boolean => asksForWork(worker) && !worker.binding && isSound(worker);

/** A document that takes longer is not waited for. */
const SOON_MS = 2_000;

/** Until then, a worker that does not ask for work will probably do so soon. */
export const soonUntil = ({ run, givenAt, lastPollAt }: Worker): number => (run ? givenAt : lastPollAt) + SOON_MS;

/** True for one that waits for work, or whose task began only just. */
function isSoonIdle(worker: Worker): boolean {
  const { answer, run, foreign } = worker;
  if (!isSound(worker)) return false;
  if (answer && !run && !foreign) return true;
  return Date.now() < soonUntil(worker);
}

export interface WorkerCandidate extends Candidate {
  readonly worker: Worker;
}

export const candidateOf = (worker: Worker): WorkerCandidate => ({
  ...worker,
  idle: isIdle(worker),
  soonIdle: isSoonIdle(worker),
  worker,
});

/** Polls come twice as often. */
const UNREPORTED_MS = 20_000;
/** For the first poll of a worker whose containers have run, on a node that is busy. */
const FIRST_POLL_MS = 30_000;

/** Whether a worker reports, or should and does not; undefined while it starts. */
export function reports(worker: Worker, now: number): boolean | undefined {
  const { boot, lastPollAt, startedAt } = worker;
  if (boot !== undefined) return now - lastPollAt <= UNREPORTED_MS;
  return startedAt !== undefined && now - Math.max(startedAt, lastPollAt) > FIRST_POLL_MS ? false : undefined;
}

/** Why a worker is to be removed now, if so. */
export function reasonToRemove(worker: Worker, mostIdleSeconds: number): string | undefined {
  if (worker.binding) return undefined;
  const now = Date.now();
  const bound = worker.workspace !== undefined;
  const condition = {
    bound,
    idle: asksForWork(worker),
    busy: worker.run !== undefined,
    broken: isBroken(worker),
    outdated: worker.pod.outdated,
    idleMs: now - worker.idleSince,
    starting: isStarting(worker),
    silentMs: silentMs(worker, now),
    leftMs: leftMs(worker),
  };
  return verdict(condition, mostIdleSeconds * 1000);
}

/** A free one may take long to start, for an image or a volume. It polls only then, unless it has no network. */
function silentMs({ boot, workspace, pod, lastPollAt }: Worker, now: number): number {
  if (boot !== undefined || workspace !== undefined) return now - lastPollAt;
  return pod.readyAt === undefined ? 0 : now - Math.max(pod.readyAt, lastPollAt);
}

/** The task ends with its worker, or never reached it. */
export function failLostRun(worker: Worker): void {
  const { run } = worker;
  worker.run = undefined;
  run?.end('lost');
}

export function startRun(worker: Worker, run: Run): void {
  if (worker.lastJob !== run.jobId) worker.jobs += 1;
  worker.lastJob = run.jobId;
  worker.givenAt = Date.now();
  worker.run = run;
}

export function cancelTask(worker: Worker, task: string): void {
  if (worker.run?.id === task) worker.run.cancelled = true;
  worker.answer?.({ cancel: task });
}

function endRun(worker: Worker, report: PollRequest['report'], running: string | undefined): void {
  const { run } = worker;
  if (!run || run.id === running) return;
  if (report?.task !== run.id) return failLostRun(worker);
  worker.run = undefined;
  run.end(report);
}

/** Polls are answered after this time at the latest, so that each is a sign of life. */
const POLL_MS = 10_000;

/** Answers a poll with a task, or with nothing when the time is over or the connection is closed. */
export function openPoll(worker: Worker, closed: AbortSignal): Promise<PollResponse> {
  return new Promise((resolve) => {
    const answer = (given: PollResponse): void => {
      clearTimeout(timeout);
      if (worker.answer === answer) worker.answer = undefined;
      resolve(given);
    };
    const timeout = setTimeout(() => answer({}), POLL_MS);
    closed.addEventListener('abort', () => answer({}), { once: true });
    worker.answer = answer;
  });
}

/** Takes over what a poll says. */
export function recordPoll(worker: Worker, { boot, running, report, spent }: PollRequest): void {
  worker.lastPollAt = Date.now();
  // Another poll is open only where its connection has broken.
  worker.answer?.({});
  if (spent || (worker.boot !== undefined && worker.boot !== boot)) worker.spent = true;
  worker.boot = boot;
  endRun(worker, report, running?.task);
  if (running || report || worker.foreign) worker.idleSince = Date.now();
  worker.foreign = running && running.task !== worker.run?.id ? running : undefined;
}
