import type { Follower } from '../runtime/jobs.ts';
import { type ConversionJob, type ConversionJobSpec, type ConversionJobStatus } from '../resource/conversion-job.ts';
import { jobIdOf } from '../resource/ids.ts';
import { hasEnded } from '../resource/lifecycle.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import { FairQueue } from '../scheduling/fair-queue.ts';
import type { Lane } from '../scheduling/lane.ts';
import { inTrace } from '../telemetry/trace.ts';
import { isTransient } from '../failures/transient.ts';
import { openAdmissionLanes } from './admission-lanes.ts';
import { isSmallJob } from '../lifecycle/tasks.ts';
import { apply } from './apply.ts';
import type { ControllerDeps, ControllerOptions } from './deps.ts';
import type { Facts } from './facts.ts';
import { gather } from './gather.ts';
import { endOrphan } from './orphan-sweep.ts';
import type { Action } from './actions.ts';
import { recordReader } from './known-records.ts';
import { outcomeReader } from './outcomes.ts';
import { createBacklog } from './backlog.ts';
import { endingOf, hasStarted, stallOf } from './phase.ts';
import { plan, restsFor } from './plan.ts';
import { createQueue, type QueueOptions } from './queue.ts';

export interface Controller {
  /** Looks at a job soon: its worker reported, its workspace got credits, someone polls. */
  nudge: Ledger['nudge'];
  /** Jobs that are not finished, for sweeps and metrics. */
  follower: Follower;
  /** What waits and runs outside of reconciles, for metrics. */
  readonly lanes: readonly Lane[];
  stop(): Promise<void>;
}

/** A status that differs only in progress is written once in this time. */
const PROGRESS_MS = 1000;
const CONCURRENCY = 16;
/** Jobs that wait and are looked at; others wait unread. */
const LOOKED_AT = { most: 10_000, least: 32 };
/** Jobs that wait are looked at for the first time so many at once: what has just come has few of them before it. */
const FIRST_LOOKS = 8;
/** Actions that change nothing of what is stored of a job beside its resource, or tell of it themselves. */
const KEEPS_RECORDS: ReadonlySet<Action['do']> = new Set([
  'write-status',
  'launch',
  'clean-up',
  'admit',
  'use-cache',
] as const);
/** A job that is queued no longer than this never says so in its status, and a small job that runs no longer. */
const QUEUED_MS = 2000;
const RUNNING_MS = 1000;
/** The same of a job that was created over REST, which answers that it is queued without a status too. */
const QUEUED_OVER_REST_MS = 10_000;

/** Follows the jobs and brings each to its end: gather what is known, plan, apply, until nothing is left to do. */
export async function startController(options: ControllerOptions): Promise<Controller> {
  const names = new Map<string, string>();
  const ids = new Map<string, string>();
  const lastWrite = new Map<string, number>();
  const lanes = openAdmissionLanes({
    shareOf: options.shareOf ?? (() => ({ weight: 1 })),
    failed: (lane, { key, error, attempts, retryInMs }) => {
      const transient = isTransient(error);
      options.onRetry?.(transient ? 'transient' : 'error');
      options.log[transient ? 'warn' : 'error'](
        { job: key, lane, err: error, attempts, retryInMs },
        'admission failed',
      );
    },
  });
  const deps: ControllerDeps = {
    ...options,
    lanes,
    look: (jobId) => queue.add(names.get(jobId) ?? jobId),
    records: recordReader(options.objects),
    outcomes: outcomeReader(options.objects),
    cacheChecked: new Set(),
    startedAt: new Map(),
    onEnded: (record, job) => {
      const { jobId, ending, settledCredits } = record;
      const { state, failure } = ending;
      options.log.info({ jobId, state, errorCode: failure?.code, settledCredits }, 'job ended');
      options.onEnded?.(record, job);
    },
  };

  let follower: Follower | undefined;
  const failed: QueueOptions['failed'] = (job, error, retryInMs) => {
    const transient = isTransient(error);
    options.onRetry?.(transient ? 'transient' : 'error');
    options.log[transient ? 'warn' : 'error'](
      { job, err: error, retryInMs: Math.round(retryInMs) },
      'reconcile failed, will retry',
    );
  };
  const workspaceOf = (name: string): string => follower?.get(name)?.spec.workspace ?? '';
  /** Names of jobs to reconcile. */
  const queue = createQueue({
    concurrency: CONCURRENCY,
    workspaceOf,
    run: (name) =>
      reconcile(name).finally(() => {
        if (!firstLooks.isRunning(name)) return;
        firstLooks.release(name);
        serveFirstLooks();
      }),
    failed,
  });
  /** Ids of canceled jobs whose processes are to be ended, without waiting for a reconcile that is under way. */
  const ending = createQueue({
    concurrency: CONCURRENCY,
    workspaceOf: (jobId) => workspaceOf(names.get(jobId) ?? ''),
    run: (jobId) => {
      lanes.cancel(jobId);
      return options.launcher.end(jobId);
    },
    failed,
  });
  const backlog = createBacklog({ ...(options.lookedAt ?? LOOKED_AT), next: (name) => lookLater(name) });
  const firstLooks = new FairQueue<undefined>({ places: FIRST_LOOKS, reserve: 0, shareOf: () => ({ weight: 1 }) });
  const serveFirstLooks = (): void => {
    for (let next = firstLooks.next(); next; next = firstLooks.next()) queue.add(next.key);
  };
  const lookLater = (name: string): void => {
    firstLooks.add({ key: name, workspace: workspaceOf(name), value: undefined });
    serveFirstLooks();
  };

  /** Looks at a job of which nothing is known but what its resource says: one that only waits has its turn. */
  const look = (name: string, add = (due: string): void => queue.add(due)): void => {
    const job = follower?.get(name);
    const waits = job && !job.spec.cancel && (job.status?.state ?? 'queued') === 'queued';
    if (!waits || deps.startedAt.has(jobIdOf(job.metadata))) queue.add(name);
    else if (backlog.admit(name, job.spec.workspace)) add(name);
  };

  const reconcile = async (name: string): Promise<{ againInMs?: number } | void> => {
    const job = follower?.get(name);
    if (!job) {
      backlog.leave(name);
      lastWrite.delete(name);
      const gone = ids.get(name);
      ids.delete(name);
      if (gone !== undefined) forget(gone);
      // A job that never had a resource ended in its createJob.
      const ended =
        gone === undefined ? await readRecord(options.objects, keys.record(name)) : await endOrphan(deps, gone, name);
      if (ended) tellOfWebhook(ended.spec, ended.jobId);
      return;
    }
    const jobId = jobIdOf(job.metadata);
    names.set(jobId, name);
    ids.set(name, jobId);
    const began = performance.now();
    const result = await step(job, jobId);
    options.onReconciled?.((performance.now() - began) / 1000);
    if (hasEnded(job)) forget(jobId);
    return result;
  };

  const step = async (job: ConversionJob, jobId: string): Promise<{ againInMs?: number } | void> => {
    // All that is left to do for a job whose last status is written has its time: nothing has to be read before.
    const rests = restsFor(job, options.settings, options.now());
    if (rests > 0) return { againInMs: rests };
    const facts = await gather(deps, job, deps.cacheChecked.has(jobId));
    if (hasStarted(facts) || facts.intent?.waiting || endingOf(facts)) backlog.leave(job.metadata.name);
    return inTrace((facts.intent ?? facts.record)?.trace?.traceparent, () => act(job, jobId, facts));
  };

  const act = async (job: ConversionJob, jobId: string, facts: Facts): Promise<{ againInMs?: number } | void> => {
    const { actions, againInMs } = plan(facts, options.settings);
    let later = againInMs;
    for (const action of actions) {
      const wait = postponed(facts, action);
      if (wait > 0) {
        later = Math.min(wait, later ?? wait);
        continue;
      }
      if (!KEEPS_RECORDS.has(action.do)) deps.records.delete(jobId);
      const applied = await apply(deps, facts, action);
      if (action.do === 'write-status' && hasEnded(action)) tellOfWebhook(job.spec, jobId);
      if (action.do === 'write-status' && applied === 'next') written(facts);
      if (applied === 'again') return { againInMs: 1 };
      if (applied !== 'next') return applied;
    }
    return later === undefined ? undefined : { againInMs: later };
  };

  const written = (facts: Facts): void => {
    const { metadata, status } = facts.job;
    lastWrite.set(metadata.name, Date.now());
    const stall = endingOf(facts) ? undefined : stallOf(facts);
    const told = status?.conditions?.find(({ type }) => type === 'Stalled')?.reason;
    if (stall && told !== stall.reason && (!stall.waits || stall.outage)) options.onStalled?.(facts.job, stall);
  };

  const tellOfWebhook = (spec: ConversionJobSpec, jobId: string): void => {
    if (spec.webhookUrl !== undefined) options.onWebhook?.(spec.workspace, jobId);
  };

  const postponed = (facts: Facts, action: Action): number => {
    if (action.do !== 'write-status') return 0;
    const { job, intent } = facts;
    if (action.status.state === 'queued') return untilQueued(facts);
    // A small job ends before anyone reads that it was running.
    if (action.status.state === 'running' && job.status?.state !== 'running' && intent && isSmallJob(intent))
      return Date.parse(action.status.startedAt ?? '') + RUNNING_MS - options.now().getTime();
    if (!onlyProgress(job.status, action.status)) return 0;
    return (lastWrite.get(job.metadata.name) ?? 0) + PROGRESS_MS - Date.now();
  };

  /** A small job runs before anyone reads that it was queued, in a burst perhaps some seconds later. */
  const untilQueued = (facts: Facts): number => {
    const { job, jobId, intent } = facts;
    const age = options.now().getTime() - Date.parse(job.metadata.creationTimestamp);
    const isLarge = intent?.range !== undefined && !isSmallJob(intent);
    if (!jobId.startsWith('job-') || isLarge || stallOf(facts)) return QUEUED_MS - age;
    const written = Date.now() - (lastWrite.get(job.metadata.name) ?? 0);
    return QUEUED_OVER_REST_MS - Math.min(age, written);
  };

  const forget = (jobId: string): void => {
    lanes.cancel(jobId);
    names.delete(jobId);
    deps.cacheChecked.delete(jobId);
    deps.startedAt.delete(jobId);
    deps.records.delete(jobId);
    deps.outcomes.forget(jobId);
  };

  const nudge: Controller['nudge'] = (jobId, why) => {
    if (why === undefined) deps.records.delete(jobId);
    if (why !== 'progress') deps.outcomes.lookAgain(jobId);
    queue.add(names.get(jobId) ?? jobId, why === 'progress' ? PROGRESS_MS / 2 : 0);
  };

  follower = await options.jobs.follow((name) => {
    // All that are there are looked at below.
    if (!follower) return;
    const job = follower.get(name);
    if (job?.spec.cancel && !hasEnded(job)) {
      deps.records.delete(jobIdOf(job.metadata));
      ending.add(jobIdOf(job.metadata));
    }
    look(name);
  });
  for (const { metadata } of [...follower.list()].sort(byAge)) look(metadata.name, lookLater);
  const stopFollowing = [
    options.followShares?.(() => lanes.lanes.forEach((lane) => lane.serve())) ?? (() => undefined),
    options.launcher.follow((jobId) => queue.add(names.get(jobId) ?? jobId)),
    options.followWorkersStall?.(() => {
      for (const job of follower.list()) if ((job.status?.state ?? 'queued') === 'queued') look(job.metadata.name);
    }) ?? (() => undefined),
    options.ledger.onNudge(nudge),
    options.ledger.onCredit((workspace) => {
      for (const job of follower.list())
        if (job.spec.workspace === workspace && job.status?.state === 'input_required') queue.add(job.metadata.name);
    }),
  ];

  return {
    nudge,
    follower,
    lanes: lanes.lanes,
    stop: async () => {
      for (const stop of stopFollowing) stop();
      await follower.stop();
      await lanes.stop();
      await Promise.all([queue.stop(), ending.stop()]);
    },
  };
}

function onlyProgress(before: ConversionJobStatus | undefined, after: ConversionJobStatus): boolean {
  return (
    before !== undefined && before.state === after.state && before.stage === after.stage && before.state === 'running'
  );
}

function byAge({ metadata: one }: ConversionJob, { metadata: other }: ConversionJob): number {
  return one.creationTimestamp < other.creationTimestamp ? -1 : Number(one.creationTimestamp > other.creationTimestamp);
}
