import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PollRequest, PollResponse } from '../../protocol/supervisor.ts';
import { createLog } from '../../telemetry/log.ts';
import { callJson } from '../../worker/transfer/http.ts';
import { setPatience } from '../../worker/transfer/retry.ts';
import { openDocuments } from '../../worker/supervisor/documents.ts';
import { runnerOn } from '../../worker/supervisor/runner-client.ts';
import { reachService } from '../../worker/supervisor/reach-service.ts';
import { serviceAt } from '../../worker/supervisor/service.ts';
import { supervise } from '../../worker/supervisor/supervise.ts';
import type { SERVICE, Values } from '../settings.ts';
import { need, type Env } from './need.ts';
import { openReadiness, untilReachable } from './worker-readiness.ts';

/** A poll is answered sooner; a leader that was cut off is not waited for. */
const POLL_MS = 15_000;
const LOOK_MS = 100;
/** A leader that does not answer for longer is not only being replaced. */
const SILENT_MS = 20_000;
/** Within a task. After that, it is found out what does not answer, and another worker may take the task. */
const PATIENCE_MS = 25_000;

/**
 * The container of a worker pod that has the pod's token and speaks to the leading controller, the API and the object
 * store. It never opens a document.
 */
export async function runSupervisor(env: Env, values: Values<typeof SERVICE>): Promise<never> {
  const log = createLog({ name: 'supervisor', level: values.logLevel, to: 'stdout' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
  const leader = need(env, 'SCRIPTORIUM_LEADER_URL');
  const internal = need(env, 'SCRIPTORIUM_INTERNAL_URL');
  const readyPort = env['SCRIPTORIUM_READY_PORT'];
  const readiness = openReadiness(readyPort ? Number(readyPort) : undefined);
  const tokenFile = need(env, 'SCRIPTORIUM_TOKEN_FILE');
  const ocrDataFolder = env['SCRIPTORIUM_OCR_DATA_DIR'];
  const inputFolder = need(env, 'SCRIPTORIUM_INPUT_DIR');
  // Of a container before.
  for (const name of await readdir(inputFolder)) await rm(join(inputFolder, name), { recursive: true });
  const runner = runnerOn(need(env, 'SCRIPTORIUM_RUNNER_SOCKET'));
  const documents = openDocuments({
    runner,
    inputFolder,
    service: serviceAt(internal),
    native: true,
    ...(ocrDataFolder && { ocrDataFolder }),
  });
  const poll = async (request: PollRequest, signal?: AbortSignal): Promise<PollResponse> => {
    // Replaced by the kubelet long before it expires.
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const body = JSON.stringify(request);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const what = { method: 'POST', url: '/workers/v1/poll', headers, body, idleMs: POLL_MS } as const;
    return (await callJson(leader, { ...what, ...(signal && { signal }) })) as PollResponse;
  };
  let answeredAt = performance.now();
  const pollAndTell: typeof poll = async (request, signal) => {
    try {
      const response = await poll(request, signal);
      answeredAt = performance.now();
      readiness.set(true);
      return response;
    } catch (error) {
      if (!signal?.aborted && performance.now() - answeredAt > SILENT_MS) readiness.set(false);
      throw error;
    }
  };
  const untilStarted = async (): Promise<void> => {
    while (!(await runner.isReady())) await sleep(LOOK_MS);
  };
  const recover = (): Promise<void> => untilReachable(() => reachService({ leader, internal }), log);
  await Promise.all([recover(), untilStarted()]);
  setPatience(PATIENCE_MS);
  answeredAt = performance.now();
  readiness.set(true);
  log.info({ startedAt: new Date(performance.timeOrigin).toISOString() }, 'ready');
  return supervise({ boot: randomUUID(), poll: pollAndTell, run: documents.run, recover, log });
}
