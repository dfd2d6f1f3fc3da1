import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openErrands, type Errands } from '../../cluster/local/errands.ts';
import { detectIsolation } from '../../cluster/local/isolation.ts';
import { openPool } from '../../cluster/local/pool.ts';
import { openTurns } from '../../cluster/turns.ts';
import { createLog } from '../../telemetry/log.ts';
import { isTransient } from '../../telemetry/transient.ts';
import { readJson } from '../../worker/http.ts';
import { closeServer, listen, untilStopped } from '../http.ts';
import { allowedNets, type SERVICE, type Values } from '../settings.ts';
import { workerProgram } from '../worker-program.ts';

interface Errand {
  readonly jobId?: string;
  readonly url?: string;
  /** Signed; this process has no credential. */
  readonly get?: string;
  readonly put?: string;
  readonly bytes?: number;
  readonly maxBytes?: number;
  readonly fileName?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sha256?: string;
  readonly page?: number;
}

const MIB = 1024 * 1024;
const BODY_BYTES = 64 * 1024;

/** The prober reads documents and has no internet; the fetcher reads and posts to URLs and parses nothing. Each errand is a process of its own. */
export async function runErrandServer(
  role: 'prober' | 'fetcher',
  port: number,
  values: Values<typeof SERVICE>,
): Promise<void> {
  const log = createLog({ name: role, level: values.logLevel, to: 'stdout' });
  const pool = openPool({
    program: workerProgram(),
    isolation: await detectIsolation(),
    scratchFolder: join('/tmp', 'scratch'),
    readable: [],
    heapMegabytes: 512,
    ahead: role === 'prober' ? { plain: 2, native: 1, fetch: 0 } : { plain: 0, native: 0, fetch: 2 },
  });
  const errandsFor = (errand: Errand): Errands =>
    openErrands({
      pool,
      log,
      base: 'http://unused.invalid',
      // Keys are the signed URLs themselves: the controller signed them.
      sign: { get: (key) => Promise.resolve(key), put: () => Promise.resolve(errand.put ?? '') },
      probeTurns,
      drawTurns,
      fetchTurns,
      postTurns,
      probeLimits: { memoryBytes: 768 * MIB, seconds: 60, scratchBytes: 2 * values.maxUploadMib * MIB },
      drawLimits: { memoryBytes: 768 * MIB, seconds: 30, scratchBytes: 2 * values.maxUploadMib * MIB },
      fetchLimits: { memoryBytes: 256 * MIB, seconds: 150, scratchBytes: 2 * values.maxUploadMib * MIB },
      sizeSeconds: 10,
      postSeconds: 15,
      allowedNets: allowedNets(values),
    });
  const probeTurns = openTurns(availableParallelism() + 1);
  const drawTurns = openTurns(Math.max(1, Math.floor(availableParallelism() / 2)));
  const fetchTurns = openTurns(8);
  const postTurns = openTurns(8);

  const run = async (path: string | undefined, errand: Errand): Promise<object | undefined> => {
    const jobId = errand.jobId ?? 'size';
    const errands = errandsFor(errand);
    if (role === 'prober' && path === '/probe' && errand.get !== undefined && errand.bytes !== undefined) {
      return errands.probe({
        jobId,
        key: errand.get,
        bytes: errand.bytes,
        ...(errand.fileName === undefined ? {} : { fileName: errand.fileName }),
      });
    }
    if (
      role === 'prober' &&
      path === '/draw' &&
      errand.get !== undefined &&
      errand.put !== undefined &&
      errand.bytes !== undefined &&
      errand.sha256 !== undefined &&
      errand.page !== undefined
    ) {
      return errands.draw({
        jobId,
        key: errand.get,
        bytes: errand.bytes,
        sha256: errand.sha256,
        page: errand.page,
        to: '',
      });
    }
    if (role === 'fetcher' && path === '/fetch' && errand.url !== undefined && errand.put !== undefined) {
      return errands.fetch({ jobId, url: errand.url, key: '', maxBytes: errand.maxBytes ?? values.maxUploadMib * MIB });
    }
    if (role === 'fetcher' && path === '/size' && errand.url !== undefined) return errands.size(errand.url);
    if (role === 'fetcher' && path === '/post' && errand.url !== undefined && errand.body !== undefined) {
      return errands.post({ jobId, url: errand.url, headers: errand.headers ?? {}, body: errand.body });
    }
    return undefined;
  };

  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.method === 'GET') return void response.end('{"status":"ok"}');
      const result = await run(request.url, (await readJson(request, BODY_BYTES)) as Errand);
      response.statusCode = result ? 200 : 404;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(result ?? {}));
    };
    answer().catch((error: unknown) => {
      if (!isTransient(error)) log.error({ err: error }, 'an errand failed');
      response.statusCode = 503;
      response.end('{}');
    });
  });
  await listen(server, port, '::');
  log.info({ port }, 'ready');
  await untilStopped(log);
  await closeServer(server);
  await pool.close();
}
