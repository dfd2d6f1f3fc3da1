/**
 * How one workspace fares beside others on the embedded service. `node test/bench/service/tenants.ts [--only NAME]`
 * starts the service by its command, on a free port, with data in a temporary folder; all calls go over REST.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fixture, serviceProcess } from '../../service-process.ts';
import { documentSource, workspaceOf } from './client.ts';
import { callsOf, callsPerJob } from './counts.ts';
import { cpuOf, cpuPerJob } from './cpu.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    limit: { type: 'string', default: '400' },
    poll: { type: 'string', default: '250' },
    jobs: { type: 'string', default: '150' },
  },
});
/** A wait that is longer ends the row. */
const LIMIT_MS = Number(values.limit) * 1000;
const JOBS = Number(values.jobs);

const sample = await fixture('docs/sample.pdf');
const service = await serviceProcess({
  SCRIPTORIUM_LOG_LEVEL: 'error',
  SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: '2',
  SCRIPTORIUM_REQUESTS_PER_SECOND: '100000',
  SCRIPTORIUM_RATE_LIMIT: '100000',
});

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** A server that takes connections and never answers. */
async function silentServer(): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function fileServer(): Promise<{ url: string; close: () => void }> {
  const server = createHttpServer((_, response) => response.end(sample));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sample.pdf`,
    close: () => void server.close(),
  };
}

const parts: Record<string, () => Promise<void>> = {
  async alone() {
    const one = await workspaceOf(service, 'alone');
    const source = documentSource(await one.upload(sample));
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) times.push(await one.convert(source));
    console.log(`a one-page upload alone: p50 ${seconds(median(times))}`);
  },

  async calls() {
    const one = await workspaceOf(service, 'calls');
    const source = documentSource(await one.upload(sample));
    await one.convert(source);
    const before = await callsOf(service.url());
    for (let n = 0; n < 5; n += 1) {
      const { id } = await one.create(source);
      await one.wait(id, { everyMs: 2000 });
    }
    console.log(`a small job, polled every 2 s: ${callsPerJob(before, await callsOf(service.url()), 5)}`);
  },

  async queue60() {
    const [busy, other] = [await workspaceOf(service, 'busy'), await workspaceOf(service, 'other')];
    const [many, single] = [documentSource(await busy.upload(sample)), documentSource(await other.upload(sample))];
    await other.convert(single);
    const all = Array.from({ length: 60 }, () => busy.convert(many, 500));
    await sleep(300);
    const creates = await other.create(single);
    const time = await other.convert(single);
    console.log(
      `60 jobs of another workspace, then one: ${seconds(time)}; createJob answered in ${seconds(creates.ms)}`,
    );
    await Promise.all(all);
  },

  async burst() {
    const one = await workspaceOf(service, 'burst');
    const source = documentSource(await one.upload(sample));
    let left = JOBS;
    let slowest = 0;
    await one.convert(source);
    const cpu = cpuOf(service.pid());
    const began = performance.now();
    const client = async (): Promise<void> => {
      while (left-- > 0) {
        const { ms, id } = await one.create(source);
        slowest = Math.max(slowest, ms);
        await one.wait(id, { everyMs: Number(values.poll), limitMs: LIMIT_MS });
      }
    };
    await Promise.all(Array.from({ length: Math.min(20, JOBS) }, client));
    const rate = JOBS / ((performance.now() - began) / 1000);
    console.log(
      `${JOBS} one-page jobs from 20 clients: ${rate.toFixed(1)} jobs/s; slowest createJob ${seconds(slowest)}; ${cpuPerJob(cpu, cpuOf(service.pid()), JOBS)}`,
    );
  },

  async silent24() {
    const [slow, other] = [await workspaceOf(service, 'slow'), await workspaceOf(service, 'upload')];
    const silent = await silentServer();
    const source = documentSource(await other.upload(sample));
    for (let n = 0; n < 24; n += 1) await slow.create({ type: 'external', fileUrl: `${silent.url}/${n}.pdf` });
    await sleep(1000);
    console.log(`24 silent URLs of another workspace, then an upload: ${seconds(await other.convert(source))}`);
    silent.close();
  },

  async silent200() {
    const silent = await silentServer();
    const file = await fileServer();
    for (let w = 0; w < 5; w += 1) {
      const slow = await workspaceOf(service, `slow-${w}`);
      for (let n = 0; n < 40; n += 1) await slow.create({ type: 'external', fileUrl: `${silent.url}/${w}/${n}.pdf` });
    }
    const other = await workspaceOf(service, 'sixth');
    const time = await other.convert({ type: 'external', fileUrl: file.url });
    console.log(`200 silent URLs of five workspaces, then a URL of a sixth: ${seconds(time)}`);
    silent.close();
    file.close();
  },
};

await service.start();
try {
  for (const [name, run] of Object.entries(parts)) if (values.only === undefined || values.only === name) await run();
} finally {
  await service.close();
}
