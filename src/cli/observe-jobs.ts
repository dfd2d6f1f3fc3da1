import type { Follower } from '../runtime/jobs.ts';
import type { Controller } from '../controller/controller.ts';
import type { ControllerOptions } from '../controller/deps.ts';
import { WEBHOOK_OUTCOMES, type WebhookOptions } from '../controller/webhooks.ts';
import { FAILURE_CODES } from '../failures/failure.ts';
import type { ConversionJob } from '../resource/conversion-job.ts';
import { hasEnded } from '../resource/lifecycle.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const STATES = ['queued', 'running', 'input_required', 'succeeded', 'failed', 'canceled'] as const;

/**
 * Begins the counter of failures at 0 for each name, since Prometheus does not see the step of one that begins at 1.
 */
export function beginFailures(metrics: Metrics): void {
  for (const reason of FAILURE_CODES) metrics.jobsEnded.inc({ state: 'failed', reason }, 0);
}

/** Metrics of a controller. */
export function countReconciles(metrics: Metrics): Pick<ControllerOptions, 'onReconciled' | 'onRetry'> {
  beginFailures(metrics);
  for (const reason of ['transient', 'error']) metrics.retries.inc({ reason }, 0);
  // None in a service on a single machine.
  for (const state of ['free', 'bound', 'running', 'silent']) metrics.workers.inc({ state }, 0);
  return {
    onReconciled: (seconds) => metrics.reconcileSeconds.observe({ result: 'done' }, seconds),
    onRetry: (reason) => metrics.retries.inc({ reason }),
  };
}

/** Metrics of the sender of webhooks. */
export function countWebhooks(metrics: Metrics): Pick<WebhookOptions, 'onTried'> {
  for (const outcome of WEBHOOK_OUTCOMES) metrics.webhooks.inc({ outcome }, 0);
  return { onTried: (outcome) => metrics.webhooks.inc({ outcome }) };
}

/** Brings the gauges up to date every few seconds. Returns a function that stops it. */
export function watchGauges(
  metrics: Metrics,
  { follower, lanes }: Pick<Controller, 'follower' | 'lanes'>,
  { ledger, launcher, shareOf, now }: Pick<ControllerOptions, 'ledger' | 'launcher' | 'shareOf' | 'now'>,
): () => void {
  const update = (): void => {
    const { states, stalled, oldest } = countJobs(follower, (workspace) => shareOf?.(workspace).suspended === true);
    for (const state of STATES) metrics.jobs.set({ state }, states.get(state) ?? 0);
    metrics.jobsStalled.set(stalled);
    metrics.queueAge.set(Math.max(0, (now().getTime() - (oldest ?? now().getTime())) / 1000));
    for (const lane of lanes) {
      const { waiting: queued, running, oldestWaitMs } = lane.counts();
      metrics.laneTasks.set({ lane: lane.name, state: 'waiting' }, queued);
      metrics.laneTasks.set({ lane: lane.name, state: 'running' }, running);
      metrics.laneWait.set({ lane: lane.name }, oldestWaitMs / 1000);
    }
    const { waiting: waitForPlace, running } = launcher.counts();
    metrics.converters.set({ state: 'waiting' }, waitForPlace);
    metrics.converters.set({ state: 'running' }, running);
    metrics.watchAge.set({ resource: 'conversionjobs' }, follower.ageSeconds());
  };
  // All holds are read for it.
  const updateHeld = async (): Promise<void> => {
    const held = await ledger.holds().catch(() => undefined);
    if (held) metrics.creditsHeld.set(held.reduce((sum, hold) => sum + hold.credits, 0));
  };
  const timers = [setInterval(update, 5000), setInterval(() => void updateHeld(), 60_000)];
  for (const timer of timers) timer.unref();
  update();
  void updateHeld();
  return () => timers.forEach(clearInterval);
}

interface JobCounts {
  readonly states: ReadonlyMap<string, number>;
  readonly stalled: number;
  /** When the job was created that has waited longest, unless its workspace is suspended; milliseconds. */
  readonly oldest: number | undefined;
}

/** In one pass: there may be very many. */
function countJobs(follower: Pick<Follower, 'list'>, isSuspended: (workspace: string) => boolean): JobCounts {
  const states = new Map<string, number>();
  let stalled = 0;
  let oldest: string | undefined;
  for (const job of follower.list()) {
    const state = job.status?.state ?? 'queued';
    states.set(state, (states.get(state) ?? 0) + 1);
    if (isStalled(job)) stalled += 1;
    const { creationTimestamp } = job.metadata;
    if (state !== 'queued' || (oldest !== undefined && oldest <= creationTimestamp)) continue;
    if (!isSuspended(job.spec.workspace)) oldest = creationTimestamp;
  }
  return { states, stalled, oldest: oldest === undefined ? undefined : Date.parse(oldest) };
}

/** Jobs that wait for their turn or for room are not stalled. */
const isStalled = (job: ConversionJob): boolean =>
  !hasEnded(job) &&
  job.status?.conditions?.some(({ type, reason }) => type === 'Stalled' && reason !== 'QueuedByKueue') === true;

/** Says how many workers stand free and are bound. Returns a function that stops it. */
export function watchWorkers(
  metrics: Metrics,
  counts: () => {
    readonly free: number;
    readonly bound: number;
    readonly running: number;
    readonly silent: number;
    readonly waiting: number;
  },
): () => void {
  const update = (): void => {
    const { waiting, ...states } = counts();
    for (const [state, count] of Object.entries(states)) metrics.workers.set({ state }, count);
    metrics.workerTasksWaiting.set(waiting);
  };
  const timer = setInterval(update, 5000);
  timer.unref();
  update();
  return () => clearInterval(timer);
}
