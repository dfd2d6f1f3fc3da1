import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/protocol/worker.ts';
import { keys } from '../../../src/records/keys.ts';
import { readRecord } from '../../../src/records/store.ts';
import { signToken } from '../../../src/secrets/worker-tokens.ts';
import { documentSource, upload } from '../../api/client.ts';
import { openService, type TestService } from '../../api/service.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';

const MAIN = resolve(import.meta.dirname, '../../../src/cli/cluster/converter.ts');

let service: TestService;
beforeAll(async () => {
  service = await openService({ settings: { rangePages: 2 } });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await service.close();
});
const servers: Server[] = [];

/**
 * The program of a converter pod, told by its environment; answers its exit code, which the Job's failure policy reads.
 */
async function runPod(
  jobId: string,
  index: number,
  instance: string,
  more: Readonly<Record<string, string>> = {},
): Promise<number> {
  const expires = service.deps.now().getTime() + 60_000;
  const tokenFile = join(service.folder, 'token');
  await writeFile(tokenFile, signToken(service.secret, { use: 'launch', jobId, native: false, expires }));
  const env = {
    PATH: process.env['PATH'],
    SCRIPTORIUM_INTERNAL_URL: `unix:${service.internalSocket}`,
    SCRIPTORIUM_TOKEN_FILE: tokenFile,
    SCRIPTORIUM_FIRST_INDEX: '0',
    SCRIPTORIUM_INSTANCE: instance,
    JOB_COMPLETION_INDEX: String(index),
    ...more,
  };
  return new Promise((done) => {
    const child = execFile(process.execPath, [MAIN], { env }, () => done(child.exitCode ?? -1));
  });
}

type Fate = 'breaks' | 'breaks after one answer' | 'holds';

/** An address of the service. `fateOf`: what becomes of its first connection, its second and so on. */
async function network(fateOf: (connection: number) => Fate): Promise<{ readonly url: string; tried: number }> {
  const seen = { url: '', tried: 0 };
  const server = createServer((socket) => {
    seen.tried += 1;
    const fate = fateOf(seen.tried);
    if (fate === 'breaks') return void socket.destroy();
    const through = connect(service.internalSocket);
    socket.pipe(through).pipe(socket);
    if (fate === 'breaks after one answer') through.once('data', () => setImmediate(() => socket.destroySoon()));
    for (const one of [socket, through])
      one.on('error', () => {}).on('close', () => (socket.destroy(), through.destroy()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  servers.push(server);
  return Object.assign(seen, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

describe('the program of a converter pod', () => {
  it('succeeds for an index that an earlier launch of the job brought to its outcome, and leaves that as it is', async () => {
    const { call } = await service.workspace(100);
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(3))) });
    const jobId = String(body['id']);
    expect(await runPod(jobId, 0, 'first')).toBe(EXIT.done);
    expect(await runPod(jobId, 1, 'first')).toBe(EXIT.done);
    // The Job was deleted: its launch is repeated, with all its indexes.
    for (const index of [0, 1]) expect(await runPod(jobId, index, 'again')).toBe(EXIT.done);
    const stored = await readRecord(service.deps.objects, keys.outcome(jobId, 0));
    expect(stored).toMatchObject({ outcome: 'succeeded', attempt: 'first' });
    expect(await service.deps.objects.head(`${keys.attempt(jobId, 0, 'again')}part.jsonl`)).toBeUndefined();
  });

  it('gives up soon where it is the first of its index and has no network, and its successor waits longer', async () => {
    const { call } = await service.workspace(100);
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(1))) });
    const jobId = String(body['id']);
    // What is tried in a quarter of a second, and once more.
    const broken = await network((connection) => (connection <= 5 ? 'breaks' : 'holds'));
    const env = { SCRIPTORIUM_INTERNAL_URL: broken.url, SCRIPTORIUM_FIRST_PATIENCE_SECONDS: '0.25' };
    // An annotation that a pod does not have is empty.
    expect(await runPod(jobId, 0, 'first', { ...env, SCRIPTORIUM_REPLACED_PODS: '' })).toBe(EXIT.unavailable);
    broken.tried = 0;
    expect(await runPod(jobId, 0, 'second', { ...env, SCRIPTORIUM_REPLACED_PODS: '1' })).toBe(EXIT.done);
    expect(broken.tried).toBeGreaterThan(5);
    const stored = await readRecord(service.deps.objects, keys.outcome(jobId, 0));
    expect(stored).toMatchObject({ outcome: 'succeeded', attempt: 'second' });
  });

  it('gives up as soon where its network breaks after it has begun', async () => {
    const { call } = await service.workspace(100);
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(1))) });
    const jobId = String(body['id']);
    const broken = await network((connection) => (connection === 1 ? 'breaks after one answer' : 'breaks'));
    const env = { SCRIPTORIUM_INTERNAL_URL: broken.url, SCRIPTORIUM_FIRST_PATIENCE_SECONDS: '0.25' };
    expect(await runPod(jobId, 0, 'first', env)).toBe(EXIT.unavailable);
    expect(broken.tried).toBeGreaterThan(2);
    expect(await runPod(jobId, 0, 'second', { SCRIPTORIUM_REPLACED_PODS: '1' })).toBe(EXIT.done);
  });
});
