import { mkdtemp, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../../worker/http.ts';
import { runAttempt } from '../../worker/run-converter.ts';
import { EXIT } from '../../job/worker-protocol.ts';
import { need } from './settings.ts';

/**
 * The program of a converter pod: one index of an Indexed Job, told by the environment. The exit code is read by the
 * Job's failure policy.
 */
export async function runWorker(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  process.once('SIGTERM', () => process.exit(EXIT.stopped));
  const index = Number(env['SCRIPTORIUM_FIRST_INDEX'] ?? 0) + Number(need(env, 'JOB_COMPLETION_INDEX'));
  const ocrDataFolder = env['SCRIPTORIUM_OCR_DATA_DIR'];
  const assignment = {
    mode: 'convert',
    base: need(env, 'SCRIPTORIUM_INTERNAL_URL'),
    // Bound to this pod.
    launchToken: (await readFile(need(env, 'SCRIPTORIUM_TOKEN_FILE'), 'utf8')).trim(),
    index,
    instance: need(env, 'SCRIPTORIUM_INSTANCE'),
    scratch: await mkdtemp('/tmp/run-'),
    ...(ocrDataFolder && { ocrDataFolder }),
  } as const;
  const code = await untilKnown(() => runAttempt(assignment));
  process.stdout.write(
    `${JSON.stringify({ level: 'info', time: new Date().toISOString(), name: 'worker', index, code, startedAt: new Date(performance.timeOrigin).toISOString(), ms: timings(), mostMib: Math.round(process.resourceUsage().maxRSS / 1024), msg: 'range ended' })}\n`,
  );
  // The mark for native code is in the store; the controller launches the range again, so this index is done.
  return code === EXIT.needsNative ? EXIT.done : code;
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
