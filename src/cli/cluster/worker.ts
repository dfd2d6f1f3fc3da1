import { mkdtemp } from 'node:fs/promises';
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
  const code = await runAttempt({
    mode: 'convert',
    base: need(env, 'SCRIPTORIUM_INTERNAL_URL'),
    launchToken: need(env, 'SCRIPTORIUM_LAUNCH_TOKEN'),
    index,
    instance: need(env, 'SCRIPTORIUM_INSTANCE'),
    scratch: await mkdtemp('/tmp/run-'),
    ...(ocrDataFolder && { ocrDataFolder }),
  });
  process.stdout.write(
    `${JSON.stringify({ level: 'info', time: new Date().toISOString(), name: 'worker', index, code, startedAt: new Date(performance.timeOrigin).toISOString(), ms: timings(), mostMib: Math.round(process.resourceUsage().maxRSS / 1024), msg: 'range ended' })}\n`,
  );
  // The mark for native code is in the store; the controller launches the range again, so this index is done.
  return code === EXIT.needsNative ? EXIT.done : code;
}

/** When each step was done, in milliseconds since the process began. */
function timings(): Record<string, number> {
  return Object.fromEntries(
    performance.getEntriesByType('mark').map(({ name, startTime }) => [name, Math.round(startTime)]),
  );
}
