import { setTimeout as sleep } from 'node:timers/promises';
import type { PollRequest, PollResponse, WorkerOutcome, WorkerReport, WorkerTask } from '../../protocol/supervisor.ts';
import { traceFields } from '../../telemetry/trace.ts';
import { isTransient } from '../../failures/transient.ts';
import { ProcessEnded, RunnerLost } from './runner-client.ts';

export interface SupervisorOptions {
  /** Names this process. */
  readonly boot: string;
  /** Asks the leading controller. Throws when there is none, or it does not know this pod. */
  readonly poll: (request: PollRequest, signal?: AbortSignal) => Promise<PollResponse>;
  readonly run: (task: WorkerTask, signal: AbortSignal) => Promise<unknown>;
  /** Called after a task for which the service or its store did not answer: resolves once they do. */
  readonly recover?: () => Promise<void>;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

const AGAIN_MS = 250;
/** The leader of another release may not want this pod for as long as it leads. */
const LATER_MS = 2_000;

/** Asks for tasks and runs them, one after another, for as long as this process lives. */
export async function supervise(options: SupervisorOptions): Promise<never> {
  const { boot, log } = options;
  let report: WorkerReport | undefined;
  let spent = false;
  for (;;) {
    const response = await pollUntilHeard(options, { boot, ...(report && { report }), ...(spent && { spent }) });
    report = undefined;
    if (!('task' in response)) continue;
    const { task } = response as { readonly task: WorkerTask };
    const began = performance.now();
    const { outcome, lost, unavailable } = await runWhilePolling(options, task);
    report = { task: task.id, ...outcome };
    spent ||= lost;
    const { jobId, traceparent } = task.request;
    const trace = traceparent === undefined ? {} : traceFields(traceparent);
    log.info(
      { job: jobId, ...trace, do: task.do, ms: Math.round(performance.now() - began), ...outcomeFields(outcome) },
      'task ended',
    );
    if (unavailable) await options.recover?.();
  }
}

const outcomeFields = (outcome: WorkerOutcome): object => (outcome.outcome === 'done' ? { outcome: 'done' } : outcome);

/** There may be no leader for a moment. */
async function pollUntilHeard(
  { poll, log }: SupervisorOptions,
  request: PollRequest,
  signal?: AbortSignal,
): Promise<PollResponse> {
  for (let failures = 0; ; failures++) {
    try {
      return await poll(request, signal);
    } catch (error) {
      if (signal?.aborted) return {};
      if (failures % 40 === 0) log.warn({ err: error }, 'failed to reach the leading controller');
    }
    // A connection that was kept may just have been closed.
    if (failures > 0) await sleep((failures < 40 ? AGAIN_MS : LATER_MS) * (0.75 + Math.random() / 2));
  }
}

interface Ended {
  readonly outcome: WorkerOutcome;
  /** True when the runner's container was lost. */
  readonly lost: boolean;
  /** True when the service or its store did not answer. */
  readonly unavailable?: boolean;
}

/** Most tasks end sooner, and the leader gave this one only just. */
const QUIET_MS = 1_000;

/** While a task runs, polls say so, and are answered when it is not wanted any more. */
async function runWhilePolling(options: SupervisorOptions, task: WorkerTask): Promise<Ended> {
  const cancelled = new AbortController();
  const over = new AbortController();
  const ended = runTask(options, task, cancelled.signal).finally(() => over.abort());
  const running = { task: task.id, jobId: task.request.jobId };
  await sleep(QUIET_MS, undefined, { signal: over.signal }).catch(() => undefined);
  while (!over.signal.aborted) {
    const polled = pollUntilHeard(options, { boot: options.boot, running }, over.signal);
    const response = await Promise.race([polled, ended.then(() => undefined)]);
    if (response && 'cancel' in response && response['cancel'] === task.id) cancelled.abort();
    if (cancelled.signal.aborted) break;
  }
  return ended;
}

async function runTask({ run }: SupervisorOptions, task: WorkerTask, signal: AbortSignal): Promise<Ended> {
  try {
    return { outcome: { outcome: 'done', result: await run(task, signal) }, lost: false };
  } catch (error) {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
    if (error instanceof ProcessEnded)
      return { outcome: { outcome: 'ended', reason: error.reason, detail }, lost: error instanceof RunnerLost };
    if (isTransient(error) || signal.aborted)
      return { outcome: { outcome: 'failed', detail }, lost: false, unavailable: !signal.aborted };
    return { outcome: { outcome: 'ended', reason: 'stranded_running', detail }, lost: false };
  }
}
