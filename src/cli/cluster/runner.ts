import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectIsolation } from '../../runtime/processes/isolation.ts';
import { openPool } from '../../runtime/processes/pool.ts';
import { startRunner } from '../../runtime/processes/runner.ts';
import { createLog } from '../../telemetry/log.ts';
import { closeServer, untilStopped } from '../http.ts';
import type { SERVICE, Values } from '../settings.ts';
import { workerProgram } from '../bundles/worker-program.ts';
import { need, type Env } from './need.ts';

const HEAP_MIB = 1024;

/**
 * The container of a worker pod that opens documents. It has no token and uses no network; the supervisor in the other
 * container says what to do.
 */
export async function runRunner(env: Env, values: Values<typeof SERVICE>): Promise<void> {
  const log = createLog({ name: 'runner', level: values.logLevel, to: 'stdout' });
  const ocrDataFolder = env['SCRIPTORIUM_OCR_DATA_DIR'];
  const isolation = await detectIsolation();
  const pool = openPool({
    program: workerProgram(),
    isolation,
    scratchFolder: join(tmpdir(), 'scratch'),
    readable: [need(env, 'SCRIPTORIUM_INPUT_DIR'), ...(ocrDataFolder ? [ocrDataFolder] : [])],
    heapMegabytes: HEAP_MIB,
    warm: { plain: 0, native: 0, fetch: 0 },
  });
  const server = await startRunner({ socket: need(env, 'SCRIPTORIUM_RUNNER_SOCKET'), pool, log });
  log.info({ emptyNetwork: isolation.network }, 'ready');
  await untilStopped(log);
  await closeServer(server);
  await pool.close();
}
