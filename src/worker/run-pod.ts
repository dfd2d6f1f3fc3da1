import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { traceFields } from '../telemetry/trace.ts';
import { EXIT } from '../protocol/worker.ts';
import { HttpError } from './transfer/http.ts';
import { setPatience } from './transfer/retry.ts';
import { runAttempt } from './run-attempt.ts';

/** The environment of a pod, as its manifest sets it. */
export interface PodEnvironment {
  readonly internalUrl: string;
  readonly tokenFile: string;
  /** The UID of the pod. */
  readonly instance: string;
  readonly index: number;
  /** Pods of this index that ended before without counting as attempts, such as in an outage. */
  readonly replaced: number;
  /** For so long the service or its store may not answer the first pod of an index. */
  readonly firstPatienceSeconds: number;
  readonly ocrDataFolder?: string;
}

/**
 * Converts one index of an Indexed Job. The exit code is read by the Job's failure policy.
 *
 * A pod without a network may stand beside others that have one, from its start or later: the first of an index gives
 * up soon, for another to take its place. That one waits longer, since the service is more probably down.
 */
export async function runPod(environment: PodEnvironment): Promise<number> {
  const { internalUrl, tokenFile, instance, index, replaced, firstPatienceSeconds, ocrDataFolder } = environment;
  process.once('SIGTERM', () => process.exit(EXIT.stopped));
  if (replaced === 0) setPatience(firstPatienceSeconds * 1000);
  const assignment = {
    mode: 'convert',
    base: internalUrl,
    // Bound to this pod.
    launchToken: (await readFile(tokenFile, 'utf8')).trim(),
    index,
    instance,
    scratch: await mkdtemp('/tmp/run-'),
    ...(ocrDataFolder !== undefined && { ocrDataFolder }),
  } as const;
  let trace: Readonly<Record<string, string>> = {};
  const onStarted = (traceparent?: string): void => {
    if (traceparent !== undefined) trace = traceFields(traceparent);
  };
  const code = await untilKnown(() => runAttempt(assignment, { began: 0, onStarted }));
  process.stdout.write(
    `${JSON.stringify({ level: 'info', time: new Date().toISOString(), name: 'worker', index, code, startedAt: new Date(performance.timeOrigin).toISOString(), ms: timings(), mostMib: Math.round(process.resourceUsage().maxRSS / 1024), ...trace, msg: 'range ended' })}\n`,
  );
  if (code === EXIT.unavailable) await tellWhy(internalUrl);
  // The mark for native code is in the store; the controller launches the range again, so this index is done.
  return code === EXIT.needsNative ? EXIT.done : code;
}

/** Finds out which step failed, as a worker does at its start, and says so where the kubelet reads why a pod ended. */
async function tellWhy(internal: string): Promise<void> {
  const { reachService, StepFailed, TERMINATION_LOG } = await import('./supervisor/reach-service.ts');
  try {
    await reachService({ internal });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    await writeFile(TERMINATION_LOG, error.message).catch(() => undefined);
  }
}

const KNOWN_PAUSE_MS = 2_000;
const KNOWN_TRIES = 30;

/** A replica of the API may be of the version before, which does not know the tokens of pods. It is replaced soon. */
async function untilKnown(run: () => Promise<number>): Promise<number> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode !== 401 || tried === KNOWN_TRIES) throw error;
      await delay(KNOWN_PAUSE_MS);
    }
  }
}

/** When each step was done, in milliseconds since the process began. */
function timings(): Record<string, number> {
  return Object.fromEntries(
    performance.getEntriesByType('mark').map(({ name, startTime }) => [name, Math.round(startTime)]),
  );
}
