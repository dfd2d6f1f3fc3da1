import type {
  AskResponse,
  FinishResponse,
  ReportResponse,
  StartResponse,
  Task,
  UrlsResponse,
} from '../../protocol/worker.ts';
import { addSpan, isSampled, isTracing } from '../../telemetry/trace.ts';
import type { Intent } from '../../records/types.ts';
import { rangesOf } from '../../lifecycle/tasks.ts';
import { Problem } from '../problem.ts';
import {
  requireAttempt,
  attemptToken,
  hasOutcome,
  requireLaunch,
  prefixOf,
  reportProgress,
  taskFor,
  unfinishedReader,
} from './attempt.ts';
import { askClass } from './ask.ts';
import type { InternalDeps } from './deps.ts';
import { finish } from './finish.ts';
import { traceAttempt } from './trace-attempt.ts';
import { readFinish, readReport, readStart, readUrls } from './schema.ts';
import { writeBudget } from './write-budget.ts';

const REPORT_EVERY_MS = 5_000;

/**
 * The worker protocol's server side (`src/protocol/worker.ts`), for converters that ask over HTTP and for the
 * documents of the service itself. Bodies are checked here.
 */
export interface Attempts {
  start(token: string, body: unknown): Promise<StartResponse>;
  report(token: string, body: unknown): Promise<ReportResponse>;
  urls(token: string, body: unknown): Promise<UrlsResponse>;
  finish(token: string, body: unknown): Promise<FinishResponse>;
  /** `picture`: a PNG file. */
  ask(token: string, picture: Uint8Array): Promise<AskResponse>;
}

/** Dependencies of the operations of attempts. */
interface AttemptsContext {
  readonly deps: InternalDeps;
  readonly intents: ReturnType<typeof unfinishedReader>;
  readonly budget: ReturnType<typeof writeBudget>;
}

export function openAttempts(deps: InternalDeps): Attempts {
  const context = { deps, intents: unfinishedReader(deps), budget: writeBudget(deps.settings.scratchBytes) };
  return {
    start: (token, body) => start(context, token, body),
    report: (token, body) => report(context, token, body),
    urls: (token, body) => signUrls(context, token, body),
    finish: (token, body) => takeOutcome(context, token, body),
    ask: async (token, picture) => {
      const { jobId } = requireAttempt(deps, token);
      return askClass(deps, await context.intents.read(jobId), picture);
    },
  };
}

async function start({ deps, intents }: AttemptsContext, token: string, body: unknown): Promise<StartResponse> {
  const launch = await requireLaunch(deps, token);
  const { index, instance } = readStart(body);
  requireOwnLaunch(launch, index, instance);
  const intent = await intents.readNow(launch.jobId);
  const task = await taskFor(deps, intent, { index, native: launch.native });
  // Only another attempt can have left an outcome. If it was forgotten, the second outcome is not taken.
  const another = await deps.ledger.startAttempt(launch.jobId, index, instance);
  if (another && (await hasOutcome(deps, launch.jobId, index))) return { done: true };
  const prefix = prefixOf({ jobId: launch.jobId, index, attempt: instance });
  const { traceparent } = intent.trace ?? {};
  traceStart(launch, intent);
  return {
    token: attemptToken(deps, launch, index, instance),
    task,
    prefix,
    reportEveryMs: REPORT_EVERY_MS,
    ...(isTracing() && traceparent !== undefined && isSampled(traceparent) && { traceparent }),
  };
}

type Launch = Awaited<ReturnType<typeof requireLaunch>>;

function requireOwnLaunch(launch: Launch, index: number, instance: string): void {
  if (launch.index !== undefined && launch.index !== index)
    throw new Problem(403, 'forbidden', 'This launch token is for another index.');
  if (launch.instance !== undefined && launch.instance !== instance)
    throw new Problem(403, 'forbidden', 'This launch token is for another process.');
}

function traceStart({ startingSince }: Launch, { trace, createdAt }: Intent): void {
  if (startingSince === undefined) return;
  // Kubernetes counts whole seconds: the pod may seem to be older than its job.
  const begun = Math.max(startingSince, Date.parse(createdAt));
  addSpan(trace?.traceparent, { name: 'start pod', start: begun, end: Date.now() });
}

async function report({ deps, intents }: AttemptsContext, token: string, body: unknown): Promise<ReportResponse> {
  const claim = requireAttempt(deps, token);
  const progress = readReport(body);
  await intents.read(claim.jobId);
  await reportProgress(deps, claim, progress);
  deps.nudge(claim.jobId, 'progress');
  return { continue: true };
}

async function signUrls(
  { deps, intents, budget }: AttemptsContext,
  token: string,
  body: unknown,
): Promise<UrlsResponse> {
  const claim = requireAttempt(deps, token);
  const request = readUrls(body);
  const intent = await intents.read(claim.jobId);
  const readable = request.get?.length ? readableKeys(await taskFor(deps, intent, claim)) : new Set<string>();
  const sign = { audience: 'internal', expiresInSeconds: deps.settings.urlLifetime } as const;
  const get = (request.get ?? []).map((key) => {
    if (!readable.has(key)) throw new Problem(403, 'forbidden', 'This object does not belong to the task.');
    return deps.objects.signGet(key, sign);
  });
  const prefix = prefixOf(claim);
  budget.take(prefix, request.put ?? []);
  const put = (request.put ?? []).map(({ name, bytes, contentType }) =>
    deps.objects.signPut(prefix + name, { ...sign, bytes, contentType }),
  );
  return { get: await Promise.all(get), put: await Promise.all(put) };
}

async function takeOutcome(
  { deps, intents, budget }: AttemptsContext,
  token: string,
  body: unknown,
): Promise<FinishResponse> {
  const claim = requireAttempt(deps, token);
  const { timing, ...outcome } = readFinish(body);
  const intent = await intents.read(claim.jobId);
  const recorded = await finish(deps, intent, claim, outcome);
  if (timing && intent.trace) {
    const range = rangesOf(intent)[claim.index];
    const { index, attempt } = claim;
    traceAttempt({ traceparent: intent.trace.traceparent, range, index, attempt, timing, outcome });
  }
  budget.forget(prefixOf(claim));
  deps.nudge(claim.jobId, 'outcome');
  return { recorded };
}

function readableKeys(task: Task): ReadonlySet<string> {
  return new Set(task.kind === 'convert' ? [task.input.key] : task.parts);
}
