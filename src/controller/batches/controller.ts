import { randomUUID } from 'node:crypto';
import type { Buckets } from '../../objects/buckets.ts';
import type { Objects } from '../../objects/objects.ts';
import { newBatchState, type BatchFailure, type BatchItem, type BatchState } from '../../records/batches.ts';
import { keys } from '../../records/keys.ts';
import { createOrRead, replaceRecord, type Stored } from '../../records/store.ts';
import { refusalOfFolders, type ConversionBatch } from '../../resource/batch.ts';
import { createdAtOf } from '../../resource/conversion-job.ts';
import { batchIdOf } from '../../resource/ids.ts';
import type { JobSettings } from '../../resource/settings.ts';
import type { Follower, FollowerOf, Jobs, Resources } from '../../runtime/jobs.ts';
import type { Workspaces } from '../../runtime/workspaces.ts';
import { createQueue, type Queue } from '../queue.ts';
import { observeItem, startItem, type ItemDeps } from './items.ts';
import { cancelOpen, deleteInTime, discardBatch, discardDeleted } from './deleted.ts';
import { failureLines, readFailures } from './failure-list.ts';
import { failureListKey } from './names.ts';
import { ObjectFinder } from './object-finder.ts';
import { inParallel, Pass } from './pass.ts';
import { cutFailures, recordEndings, type ItemEnding } from './progress.ts';
import { deriveBatchStatus, sameBatchStatus, type BatchStall } from './status.ts';

export interface BatchOptions {
  readonly batches: Resources<ConversionBatch>;
  readonly jobs: Jobs;
  readonly jobsFollower: Pick<Follower, 'get' | 'list'>;
  readonly objects: Objects;
  readonly buckets: Buckets;
  readonly workspaces: Pick<Workspaces, 'get' | 'follow'>;
  readonly settings: JobSettings;
  readonly now: () => Date;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

export interface Batches {
  /** Looks at the batch of a job that has ended, if it has one. */
  jobEnded(jobId: string): void;
  stop(): Promise<void>;
}

const CONCURRENCY = 4;
const IDLE_MS = 15_000;
const STATUS_MS = 1000;

/** Follows the batches and brings each to its end: count what has ended, find what comes next, create its jobs. */
export async function startBatches(options: BatchOptions): Promise<Batches> {
  const controller = new BatchController(options);
  await controller.start();
  return controller;
}

type Later = { readonly againInMs?: number } | void;
type Known = Stored<BatchState>;

class BatchController implements Batches {
  readonly #options: BatchOptions;
  readonly #deps: ItemDeps;
  readonly #queue: Queue;
  /** The state that was read or written last, by the name of the batch. */
  readonly #states = new Map<string, Known>();
  readonly #finder: ObjectFinder;
  /** Names of batches by the IDs of their open jobs. */
  readonly #batchOf = new Map<string, string>();
  /** Jobs that have ended, as was heard. */
  readonly #endedJobs = new Set<string>();
  /** Documents for which there can be no job, by the ID that it would have had. */
  readonly #refused = new Map<string, BatchFailure>();
  /** IDs of batches by their names. */
  readonly #ids = new Map<string, string>();
  readonly #lastWrites = new Map<string, number>();
  #follower: FollowerOf<ConversionBatch> | undefined;
  #unfollow: (() => void) | undefined;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#deps = options;
    this.#finder = new ObjectFinder(options);
    this.#queue = createQueue({
      concurrency: CONCURRENCY,
      workspaceOf: (name) => this.#follower?.get(name)?.spec.workspace ?? '',
      run: (name) => this.#reconcile(name),
      failed: (batch, error, retryInMs) => {
        this.#states.delete(batch);
        options.log.warn({ batch, err: error, retryInMs: Math.round(retryInMs) }, 'batch failed, will retry');
      },
    });
  }

  async start(): Promise<void> {
    const { batches, workspaces } = this.#options;
    this.#follower = await batches.follow((name) => this.#queue.add(name));
    this.#lookAtAll();
    this.#unfollow = workspaces.follow(() => this.#lookAtAll());
    await discardDeleted(this.#options, this.#follower.list());
  }

  // Bound, since it is handed on alone.
  readonly jobEnded: Batches['jobEnded'] = (jobId) => {
    const name = this.#batchOf.get(jobId);
    if (name === undefined) return;
    // Its status may say so only later.
    this.#endedJobs.add(jobId);
    this.#queue.add(name);
  };

  async stop(): Promise<void> {
    this.#unfollow?.();
    await this.#follower?.stop();
    await this.#queue.stop();
  }

  #lookAtAll(): void {
    for (const { metadata } of this.#follower?.list() ?? []) this.#queue.add(metadata.name);
  }

  async #reconcile(name: string): Promise<Later> {
    const batch = this.#follower?.get(name);
    const id = batch && batchIdOf(batch.metadata);
    const before = this.#ids.get(name);
    if (before !== undefined && before !== id) {
      await discardBatch(this.#options, before);
      this.#forgetBatch(name);
      this.#ids.delete(name);
    }
    if (!batch || id === undefined) return;
    if (isSettled(batch)) return deleteInTime(this.#options, batch);
    this.#ids.set(name, id);
    const known = this.#states.get(name) ?? (await this.#open(batch));
    const stall = known.value.ended ? undefined : this.#stallOf(batch);
    if (known.value.ended || stall) return this.#writeStatus(batch, known.value, stall);
    return this.#goOn(batch, known);
  }

  async #goOn(batch: ConversionBatch, known: Known): Promise<Later> {
    const pass = new Pass();
    const { state, ended, create } = await this.#next(batch, known.value, pass);
    const stored = state === known.value ? known : await this.#store(batch, known, state);
    // Another controller is at it too.
    if (!stored) return { againInMs: 50 };
    for (const jobId of ended) this.#forgetJob(jobId);
    for (const { jobId } of state.open) this.#batchOf.set(jobId, batch.metadata.name);
    if (batch.spec.cancel) await cancelOpen(this.#options.jobs, state);
    await this.#create(batch, { state, items: create }, pass);
    const later = await this.#writeStatus(batch, state, pass.stall ?? this.#creditStallOf(state));
    return state.open.some(({ jobId }) => this.#refused.has(jobId)) ? { againInMs: 0 } : later;
  }

  /** The state that follows, which jobs have ended for it, and which are to be created once it is stored. */
  async #next(
    batch: ConversionBatch,
    before: BatchState,
    pass: Pass,
  ): Promise<{ state: BatchState; ended: Iterable<string>; create: readonly BatchItem[] }> {
    const { cancel = false, suspend = false } = batch.spec;
    const { endings, missing } = await this.#observe(batch, before, pass);
    // A document without a job needs no cancellation.
    if (cancel) for (const { jobId } of missing) endings.set(jobId, { outcome: 'canceled' });
    const counted = recordEndings(before, endings);
    const rests = cancel || suspend;
    const found = rests ? counted : ((await pass.unlessRefused(() => this.#finder.find(batch, counted))) ?? counted);
    const state = (await pass.unlessRefused(() => this.#endIfDone(batch, found))) ?? found;
    return { state, ended: endings.keys(), create: rests ? [] : [...missing, ...added(before, state)] };
  }

  /** The state of a batch that is looked at for the first time. */
  async #open({ metadata, spec }: ConversionBatch): Promise<Known> {
    const id = batchIdOf(metadata);
    const stored = await createOrRead(
      this.#options.objects,
      keys.batch(id),
      newBatchState({
        id,
        name: metadata.name,
        workspace: spec.workspace,
        createdAt: createdAtOf(metadata),
        actor: { type: 'kubernetes_user', channel: 'kubectl' },
      }),
    );
    this.#states.set(metadata.name, stored);
    return stored;
  }

  async #observe(
    batch: ConversionBatch,
    { open }: BatchState,
    pass: Pass,
  ): Promise<{ endings: Map<string, ItemEnding>; missing: BatchItem[] }> {
    const endings = new Map<string, ItemEnding>();
    const missing: BatchItem[] = [];
    await inParallel(open, async (item) => {
      const refused = this.#refused.get(item.jobId);
      const observed = refused
        ? ({ outcome: 'failed', failure: refused, credits: 0 } as const)
        : ((await pass.unlessRefused(() => observeItem(this.#deps, batch, item, this.#endedJobs.has(item.jobId)))) ??
          'open');
      if (observed === 'missing') missing.push(item);
      else if (observed !== 'open') endings.set(item.jobId, observed);
    });
    return { endings, missing };
  }

  async #endIfDone(batch: ConversionBatch, state: BatchState): Promise<BatchState> {
    const { cancel = false } = batch.spec;
    if (state.open.length > 0 || !(state.listed || cancel)) return state;
    const { buckets, now, objects } = this.#options;
    const at = now().toISOString();
    const end = cancel && !state.listed ? 'canceled' : cancel && state.canceled > 0 ? 'canceled' : 'completed';
    if (state.failed === 0) return { ...state, ended: { state: end, at } };
    const to = failureListKey(batch.spec, batch.metadata.name);
    await buckets.write(to, readFailures(objects, state));
    return { ...state, ended: { state: end, at, failureList: `s3://${to.bucket}/${to.key}` } };
  }

  /** Undefined where another has stored a state meanwhile. */
  async #store(batch: ConversionBatch, known: Known, changed: BatchState): Promise<Known | undefined> {
    const { objects, log } = this.#options;
    const { name } = batch.metadata;
    const { state, files } = cutFailures(changed, randomUUID);
    for (const { file, failures } of files)
      await objects.put(keys.batchFailures(state.id, file), failureLines(failures));
    const stored = await replaceRecord(objects, keys.batch(state.id), known.etag, state);
    if (stored) this.#states.set(name, stored);
    else {
      this.#states.delete(name);
      this.#finder.forget(name);
    }
    if (stored?.value.ended) {
      const { succeeded, failed, canceled } = state;
      log.info({ batch: name, state: stored.value.ended.state, succeeded, failed, canceled }, 'batch ended');
    }
    return stored;
  }

  async #create(
    batch: ConversionBatch,
    { state, items }: { readonly state: BatchState; readonly items: readonly BatchItem[] },
    pass: Pass,
  ): Promise<void> {
    await inParallel(items, async (item) => {
      const failure = await pass.unlessRefused(() => startItem(this.#deps, batch, state, item));
      if (failure) this.#refused.set(item.jobId, failure);
    });
  }

  async #writeStatus(batch: ConversionBatch, state: BatchState, stall: BatchStall | undefined): Promise<Later> {
    const { batches, now } = this.#options;
    const { name, resourceVersion } = batch.metadata;
    if (state.ended) this.#forgetBatch(name);
    const rests = state.ended ? undefined : { againInMs: IDLE_MS };
    const status = deriveBatchStatus(batch, state, { stall, now: now() });
    if (sameBatchStatus(batch.status, status)) return rests;
    const wait = state.ended ? 0 : (this.#lastWrites.get(name) ?? 0) + STATUS_MS - Date.now();
    if (wait > 0) return { againInMs: wait };
    const written = await batches.writeStatus(name, resourceVersion, status);
    this.#lastWrites.set(name, Date.now());
    return written.written ? rests : { againInMs: 100 };
  }

  #stallOf({ spec }: ConversionBatch): BatchStall | undefined {
    const { workspaces, buckets } = this.#options;
    const allowed = workspaces.get(spec.workspace)?.spec;
    const refused = refusalOfFolders(spec, allowed, buckets.own);
    return refused === undefined ? undefined : { reason: 'BucketNotAllowed', message: refused };
  }

  #creditStallOf({ open }: BatchState): BatchStall | undefined {
    const { jobsFollower } = this.#options;
    const waits = open.filter(({ jobId }) => jobsFollower.get(jobId)?.status?.state === 'input_required');
    if (waits.length === 0) return undefined;
    return { reason: 'CreditsRequired', message: `${waits.length} documents wait for credits.` };
  }

  #forgetJob(jobId: string): void {
    this.#batchOf.delete(jobId);
    this.#refused.delete(jobId);
    this.#endedJobs.delete(jobId);
  }

  #forgetBatch(name: string): void {
    for (const { jobId } of this.#states.get(name)?.value.open ?? []) this.#forgetJob(jobId);
    this.#states.delete(name);
    this.#finder.forget(name);
    this.#lastWrites.delete(name);
  }
}

/** True once its status says how it has ended, which does not change any more. */
const isSettled = ({ metadata, status }: ConversionBatch): boolean =>
  status?.finishedAt !== undefined && status.observedGeneration === metadata.generation;

/** Documents of a state that an earlier one did not have. */
const added = (before: BatchState, { open }: BatchState): BatchItem[] => {
  const known = new Set(before.open.map(({ jobId }) => jobId));
  return open.filter(({ jobId }) => !known.has(jobId));
};
