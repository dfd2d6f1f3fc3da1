import type { Follower } from '../runtime/jobs.ts';
import { type ConversionJob, type ConversionJobSpec } from '../resource/conversion-job.ts';
import { jobIdOf } from '../resource/ids.ts';
import { hasEnded } from '../resource/lifecycle.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import type { Lane } from '../scheduling/lane.ts';
import { inTrace } from '../telemetry/trace.ts';
import { isTransient } from '../failures/transient.ts';
import { openAdmissionLanes, type AdmissionLanes } from './admission-lanes.ts';
import { apply } from './apply.ts';
import type { ControllerDeps, ControllerOptions } from './deps.ts';
import type { Facts } from './facts.ts';
import { gather } from './gather.ts';
import { endOrphan } from './orphan-sweep.ts';
import type { Action } from './actions.ts';
import { recordReader } from './known-records.ts';
import { outcomeReader } from './outcomes.ts';
import { endingOf, hasStarted, stallOf } from './phase.ts';
import { msUntilNextAction, plan } from './plan.ts';
import { msUntilWritten, PROGRESS_MS } from './postpone.ts';
import { createQueue, type Queue } from './queue.ts';
import { WaitingJobs } from './waiting-jobs.ts';

export interface Controller {
  /** Looks at a job soon: its worker reported, its workspace got credits, someone polls. */
  readonly nudge: Ledger['nudge'];
  /** Jobs that are not finished, for sweeps and metrics. */
  readonly follower: Follower;
  /** Counts of the work outside of reconciles, for metrics. */
  readonly lanes: readonly Lane[];
  stop(): Promise<void>;
}

const CONCURRENCY = 16;
/** Jobs that wait and are looked at; others wait unread. */
const LOOKED_AT = { most: 10_000, least: 32 };
/** Actions that change nothing of what is stored of a job beside its resource, or cache what they change themselves. */
const KEEPS_RECORDS: ReadonlySet<Action['do']> = new Set([
  'write-status',
  'launch',
  'clean-up',
  'admit',
  'use-cache',
] as const);

type Later = { readonly againInMs?: number } | void;

/** Follows the jobs and brings each to its end: gather what is known, plan, apply, until nothing is left to do. */
export async function startController(options: ControllerOptions): Promise<Controller> {
  const controller = new JobController(options);
  await controller.start();
  return controller;
}

class JobController implements Controller {
  readonly #options: ControllerOptions;
  readonly #deps: ControllerDeps;
  readonly #lanes: AdmissionLanes;
  /** Names of jobs to reconcile. */
  readonly #queue: Queue;
  /** Ids of canceled jobs whose processes are to be ended, without waiting for a reconcile that is under way. */
  readonly #ending: Queue;
  readonly #waiting: WaitingJobs;
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  /** When a status of a job was last written, by name. */
  readonly #lastWrites = new Map<string, number>();
  #follower: Follower | undefined;
  #stops: readonly (() => void)[] = [];

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#lanes = this.#openLanes();
    this.#deps = this.#openDeps();
    const workspaceOf = (name: string): string => this.#follower?.get(name)?.spec.workspace ?? '';
    const failed = (job: string, error: unknown, retryInMs: number): void => {
      const level = this.#countRetry(error);
      options.log[level]({ job, err: error, retryInMs: Math.round(retryInMs) }, 'reconcile failed, will retry');
    };
    this.#queue = createQueue({
      concurrency: CONCURRENCY,
      workspaceOf,
      run: (name) => this.#reconcile(name).finally(() => this.#waiting.looked(name)),
      failed,
    });
    this.#ending = createQueue({
      concurrency: CONCURRENCY,
      workspaceOf: (jobId) => workspaceOf(this.#names.get(jobId) ?? ''),
      run: (jobId) => {
        this.#lanes.cancel(jobId);
        return options.launcher.end(jobId);
      },
      failed,
    });
    const look = (name: string): void => this.#queue.add(name);
    this.#waiting = new WaitingJobs({ ...(options.lookedAt ?? LOOKED_AT), workspaceOf, look });
  }

  get follower(): Follower {
    return this.#follower!;
  }

  get lanes(): readonly Lane[] {
    return this.#lanes.lanes;
  }

  /** Resolves once all jobs are known. */
  async start(): Promise<void> {
    const { jobs, followShares, launcher, followWorkersStall, ledger } = this.#options;
    // All that are there at first are looked at below.
    this.#follower = await jobs.follow((name) => this.#follower && this.#changed(this.#follower, name));
    const follower = this.#follower;
    for (const { metadata } of [...follower.list()].sort(byAge)) this.#look(metadata.name, 'in-turn');
    const none = (): void => undefined;
    this.#stops = [
      followShares?.(() => this.#lanes.lanes.forEach((lane) => lane.serve())) ?? none,
      launcher.follow((jobId) => this.#lookById(jobId)),
      followWorkersStall?.(() => this.#lookAtQueued(follower)) ?? none,
      ledger.onNudge(this.nudge),
      ledger.onCredit((workspace) => this.#lookAtUnpaid(follower, workspace)),
    ];
  }

  readonly nudge: Controller['nudge'] = (jobId, why) => {
    if (why === undefined) this.#deps.records.delete(jobId);
    if (why !== 'progress') this.#deps.outcomes.lookAgain(jobId);
    this.#lookById(jobId, why === 'progress' ? PROGRESS_MS / 2 : 0);
  };

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#follower?.stop();
    await this.#lanes.stop();
    await Promise.all([this.#queue.stop(), this.#ending.stop()]);
  }

  #openLanes(): AdmissionLanes {
    const { shareOf = () => ({ weight: 1 }), log } = this.#options;
    return openAdmissionLanes({
      shareOf,
      failed: (lane, { key, error, attempts, retryInMs }) =>
        log[this.#countRetry(error)]({ job: key, lane, err: error, attempts, retryInMs }, 'admission failed'),
    });
  }

  #openDeps(): ControllerDeps {
    const options = this.#options;
    return {
      ...options,
      lanes: this.#lanes,
      look: (jobId) => this.#lookById(jobId),
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
  }

  /** Counts an error after which something is tried again; answers the level at which it is logged. */
  #countRetry(error: unknown): 'warn' | 'error' {
    const transient = isTransient(error);
    this.#options.onRetry?.(transient ? 'transient' : 'error');
    return transient ? 'warn' : 'error';
  }

  #lookById(jobId: string, delayMs = 0): void {
    this.#queue.add(this.#names.get(jobId) ?? jobId, delayMs);
  }

  /** Looks at a job of which nothing is known but what its resource says: one that only waits has its turn. */
  #look(name: string, when: 'now' | 'in-turn' = 'now'): void {
    const job = this.#follower?.get(name);
    const waits = job && !job.spec.cancel && (job.status?.state ?? 'queued') === 'queued';
    if (!waits || this.#deps.startedAt.has(jobIdOf(job.metadata))) this.#queue.add(name);
    else this.#waiting.look(name, job.spec.workspace, when);
  }

  #changed(follower: Follower, name: string): void {
    const job = follower.get(name);
    if (job?.spec.cancel && !hasEnded(job)) {
      this.#deps.records.delete(jobIdOf(job.metadata));
      this.#ending.add(jobIdOf(job.metadata));
    }
    this.#look(name);
  }

  #lookAtQueued(follower: Follower): void {
    for (const { metadata, status } of follower.list())
      if ((status?.state ?? 'queued') === 'queued') this.#look(metadata.name);
  }

  #lookAtUnpaid(follower: Follower, workspace: string): void {
    for (const { metadata, spec, status } of follower.list())
      if (spec.workspace === workspace && status?.state === 'input_required') this.#queue.add(metadata.name);
  }

  async #reconcile(name: string): Promise<Later> {
    const job = this.#follower?.get(name);
    if (!job) return this.#endDeleted(name);
    const jobId = jobIdOf(job.metadata);
    this.#names.set(jobId, name);
    this.#ids.set(name, jobId);
    const began = performance.now();
    const result = await this.#step(job, jobId);
    this.#options.onReconciled?.((performance.now() - began) / 1000);
    if (hasEnded(job)) this.#forget(jobId);
    return result;
  }

  async #endDeleted(name: string): Promise<void> {
    this.#waiting.leave(name);
    this.#lastWrites.delete(name);
    const jobId = this.#ids.get(name);
    this.#ids.delete(name);
    if (jobId !== undefined) this.#forget(jobId);
    // A job that never had a resource ended in its createJob.
    const ended =
      jobId === undefined
        ? await readRecord(this.#options.objects, keys.record(name))
        : await endOrphan(this.#deps, jobId, name);
    if (ended) this.#notifyWebhook(ended.spec, ended.jobId);
  }

  async #step(job: ConversionJob, jobId: string): Promise<Later> {
    const { settings, now } = this.#options;
    // All that is left to do for a job whose last status is written has its time: nothing has to be read before.
    const againInMs = msUntilNextAction(job, settings, now());
    if (againInMs > 0) return { againInMs };
    const facts = await gather(this.#deps, job, this.#deps.cacheChecked.has(jobId));
    if (hasStarted(facts) || facts.intent?.waiting || endingOf(facts)) this.#waiting.leave(job.metadata.name);
    return inTrace((facts.intent ?? facts.record)?.trace?.traceparent, () => this.#act(job, jobId, facts));
  }

  async #act(job: ConversionJob, jobId: string, facts: Facts): Promise<Later> {
    const { actions, againInMs } = plan(facts, this.#options.settings);
    let later = againInMs;
    for (const action of actions) {
      const wait = this.#msUntil(facts, action);
      if (wait > 0) {
        later = Math.min(wait, later ?? wait);
        continue;
      }
      if (!KEEPS_RECORDS.has(action.do)) this.#deps.records.delete(jobId);
      const applied = await apply(this.#deps, facts, action);
      if (action.do === 'write-status' && hasEnded(action)) this.#notifyWebhook(job.spec, jobId);
      if (action.do === 'write-status' && applied === 'next') this.#recordWrite(facts);
      if (applied === 'again') return { againInMs: 1 };
      if (applied !== 'next') return applied;
    }
    return later === undefined ? undefined : { againInMs: later };
  }

  #msUntil(facts: Facts, action: Action): number {
    if (action.do !== 'write-status') return 0;
    return msUntilWritten(facts, action.status, this.#lastWrites.get(facts.job.metadata.name) ?? 0);
  }

  #recordWrite(facts: Facts): void {
    const { metadata, status } = facts.job;
    this.#lastWrites.set(metadata.name, Date.now());
    const stall = endingOf(facts) ? undefined : stallOf(facts);
    const before = status?.conditions?.find(({ type }) => type === 'Stalled')?.reason;
    if (stall && before !== stall.reason && (!stall.waits || stall.outage)) this.#options.onStalled?.(facts.job, stall);
  }

  #notifyWebhook(spec: ConversionJobSpec, jobId: string): void {
    if (spec.webhookUrl !== undefined) this.#options.onWebhook?.(spec.workspace, jobId);
  }

  #forget(jobId: string): void {
    this.#lanes.cancel(jobId);
    this.#names.delete(jobId);
    this.#deps.cacheChecked.delete(jobId);
    this.#deps.startedAt.delete(jobId);
    this.#deps.records.delete(jobId);
    this.#deps.outcomes.forget(jobId);
  }
}

function byAge({ metadata: one }: ConversionJob, { metadata: other }: ConversionJob): number {
  return one.creationTimestamp < other.creationTimestamp ? -1 : Number(one.creationTimestamp > other.creationTimestamp);
}
