import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IndexState, Launch, Launcher } from '../../../src/runtime/launcher.ts';
import { detectIsolation } from '../../../src/runtime/processes/isolation.ts';
import { openLocalProcesses, type LocalProcesses } from '../../../src/runtime/processes/processes.ts';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { sha256 } from '../../../src/resource/ids.ts';
import { documentsAt } from '../../worker/open-documents.ts';
import { startProtocolServer, type ProtocolServer } from '../../worker/protocol-server.ts';

const MIB = 1024 * 1024;
const LIMITS = { memoryBytes: 300 * MIB, seconds: 30, scratchBytes: 64 * MIB };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

let server: ProtocolServer;
beforeAll(async () => {
  server = await startProtocolServer();
});
afterAll(() => server.close());

/** A launcher whose processes are run by `hostile-main.ts`, which acts by its launch token or its document's name. */
async function open(
  options: { scratchFolder?: string; execPath?: string } = {},
): Promise<LocalProcesses & { readonly scratchFolder: string }> {
  const scratchFolder = options.scratchFolder ?? (await mkdtemp(join(tmpdir(), 'scriptorium-limits-')));
  const program = workerProgram();
  const processes = await openLocalProcesses({
    program: {
      ...program,
      ...(options.execPath !== undefined && { execPath: options.execPath }),
      main: join(import.meta.dirname, 'hostile-main.ts'),
      readable: [...program.readable, program.execPath, import.meta.dirname],
    },
    scratchFolder,
    base: server.base,
    openDocuments: documentsAt(server.base),
    sign: { get: async (key) => server.signGet(key), put: async (key) => server.signPut(key) },
    log: pino({ level: 'silent' }),
    cores: 2,
    heapMegabytes: 200,
    warm: { plain: 1, native: 0, fetch: 0 },
  });
  closers.push(async () => {
    await processes.close();
    await rm(scratchFolder, { recursive: true, force: true });
  });
  return { ...processes, scratchFolder };
}

/** Processes whose command line names the folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(folder);
      } catch {
        return false;
      }
    });
}

let counter = 0;
const launchOf = (launchToken: string, more: Partial<Launch> = {}): Launch => {
  const jobId = `job-${counter++}`;
  return {
    workspace: 'acme',
    jobId,
    kind: 'convert',
    owner: { name: jobId, uid: 'u' },
    firstIndex: 0,
    count: 1,
    native: false,
    launchToken: () => launchToken,
    limits: LIMITS,
    attempts: 3,
    ...more,
  };
};

/** The same for a whole document, whose process does not speak to the service. */
const wholeLaunchOf = (fileName: string, more: Partial<Launch> = {}): Launch => {
  const launch = launchOf(`whole-${fileName}`, { whole: true, ...more });
  const document = Buffer.from('a document');
  const input = { key: `inputs/${fileName}`, bytes: document.length, sha256: sha256(document), fileName };
  server.objects.set(input.key, document);
  const ocr = { mode: 'auto', languages: ['eng'] } as const;
  const settings = { includeImages: false, native: false, emphasis: true, ocr };
  const task = { kind: 'convert', input, range: { start: 1, end: 1 }, settings, mergeHere: true } as const;
  server.tasks.set(launch.launchToken(), new Map([[0, task]]));
  return launch;
};

/**
 * Launches and waits until every index has ended or failed. Returns the last state of each and how often any began to
 * run.
 */
async function outcome(launcher: Launcher, launch: Launch): Promise<{ states: IndexState[]; runs: number }> {
  let runs = 0;
  return await new Promise((resolve, reject) => {
    const stop = launcher.follow((jobId) => {
      if (jobId !== launch.jobId) return;
      const look = async (): Promise<void> => {
        const [state] = await launcher.observe(jobId);
        const states = [...(state?.indexes.values() ?? [])];
        if (states.some((each) => each.state === 'running')) runs++;
        if (!states.every((each) => each.state === 'ended' || each.state === 'failed')) return;
        stop();
        resolve({ states, runs });
      };
      look().catch(reject);
    });
    launcher.launch(launch).catch(reject);
  });
}

describe('a converter process', () => {
  it.each([['done'], ['failure'], ['needs-native']])('that exits as %s has ended, once', async (token) => {
    const { launcher } = await open();
    expect(await outcome(launcher, launchOf(token))).toEqual({ states: [{ state: 'ended' }], runs: 1 });
  });

  it.each([
    ['error', 'conversion_failed', 3],
    ['abort', 'conversion_failed', 3],
    ['disappear', 'stranded_running', 3],
    ['fill-errors', 'conversion_failed', 3],
    ['fill-memory', 'out_of_memory', 2],
    ['fill-heap', 'out_of_memory', 2],
    ['fill-scratch', 'limit_exceeded', 2],
    ['fill-output', 'conversion_failed', 2],
  ])('that meets its end by %s is tried again, and then fails as %s', async (token, reason, attempts) => {
    const { launcher } = await open();
    const { states, runs } = await outcome(launcher, launchOf(token));
    expect(states).toEqual([{ state: 'failed', reason, detail: expect.stringMatching(/^[A-Z].*\.$/) as string }]);
    expect(runs).toBe(attempts);
  });

  it.each([
    ['error', 'conversion_failed', 3],
    ['abort', 'conversion_failed', 3],
    ['disappear', 'stranded_running', 3],
    ['fill-memory', 'out_of_memory', 2],
    ['fill-scratch', 'limit_exceeded', 2],
    ['fill-output', 'conversion_failed', 2],
    ['lie', 'conversion_failed', 2],
    ['say-more', 'conversion_failed', 2],
    ['name-away', 'conversion_failed', 2],
  ])('of a whole document that meets its end by %s is tried again, and fails as %s', async (name, reason, attempts) => {
    const { launcher } = await open();
    const { states, runs } = await outcome(launcher, wholeLaunchOf(name));
    expect(states).toEqual([{ state: 'failed', reason, detail: expect.stringMatching(/^[A-Z].*\.$/) as string }]);
    expect(runs).toBe(attempts);
  });

  it('of a whole document is ended at its deadline, twice', async () => {
    const { launcher } = await open();
    const launch = wholeLaunchOf('hang', { limits: { ...LIMITS, seconds: 1 } });
    const { states, runs } = await outcome(launcher, launch);
    expect(states).toMatchObject([{ state: 'failed', reason: 'conversion_timeout' }]);
    expect(runs).toBe(2);
  });

  it('that links its result to another file gets nothing of that file stored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scriptorium-native-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const execPath = join(folder, 'without-permissions');
    await writeFile(join(folder, 'secret'), 'secret');
    const script = `#!/bin/sh\nTARGET='${folder}/secret' exec '${process.execPath}' '${join(import.meta.dirname, 'hostile-main.ts')}'\n`;
    await writeFile(execPath, script, { mode: 0o755 });
    const { launcher } = await open({ execPath });
    const { states } = await outcome(launcher, wholeLaunchOf('link-away', { attempts: 1 }));
    expect(states).toMatchObject([{ state: 'failed', reason: 'conversion_failed' }]);
    expect([...server.objects.values()].filter((stored) => stored.includes('secret'))).toEqual([]);
  });

  it('that hangs in a loop is ended at its deadline, twice', async () => {
    const { launcher } = await open();
    const { states, runs } = await outcome(launcher, launchOf('hang', { limits: { ...LIMITS, seconds: 1 } }));
    expect(states).toMatchObject([{ state: 'failed', reason: 'conversion_timeout' }]);
    expect(runs).toBe(2);
  });

  it.each([['write-elsewhere'], ['read-elsewhere'], ['start-process']])('cannot %s', async (token) => {
    const { launcher } = await open();
    const { states } = await outcome(launcher, launchOf(token, { attempts: 1 }));
    expect(states).toMatchObject([{ state: 'failed', reason: 'conversion_failed' }]);
    expect(existsSync('/tmp/scriptorium-escaped')).toBe(false);
  });

  it('has nothing in its environment but the authorities of the object store', async () => {
    const { launcher } = await open();
    expect((await outcome(launcher, launchOf('read-environment', { attempts: 1 }))).states).toEqual([
      { state: 'ended' },
    ]);
  });

  it('leaves nothing in the scratch folder', async () => {
    const { launcher, close, scratchFolder } = await open();
    await outcome(launcher, launchOf('done'));
    await outcome(launcher, launchOf('fill-scratch', { attempts: 1 }));
    await close();
    expect(await readdir(scratchFolder)).toEqual([]);
  });

  it('does no harm to a neighbour', async () => {
    const { launcher } = await open();
    const hostile = ['fill-memory', 'abort', 'fill-scratch', 'fill-output'].map((token) =>
      outcome(launcher, launchOf(token)),
    );
    const good = Array.from({ length: 6 }, () => outcome(launcher, launchOf('done')));
    for (const { states, runs } of await Promise.all(good))
      expect({ states, runs }).toEqual({ states: [{ state: 'ended' }], runs: 1 });
    for (const { states } of await Promise.all(hostile)) expect(states).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a process that was taken over by a document', () => {
  it.each(['lie', 'say-more', 'say-a-checksum'])('is not believed an answer that is none: %s', async (fileName) => {
    const { tasks } = await open();
    server.objects.set('inputs/a', Buffer.from('a'));
    expect(await tasks.probe({ workspace: 'acme', jobId: 'a', key: 'inputs/a', bytes: 1, fileName })).toEqual({
      ok: false,
      failure: {
        code: 'conversion_failed',
        message: 'The converter process sent an invalid result for this document.',
      },
    });
  });
});

describe('the launcher', () => {
  it('gives a job with one index its turn while another has many', async () => {
    const { launcher } = await open();
    const many = launchOf('done', { count: 30 });
    const manyDone = outcome(launcher, many);
    await outcome(launcher, launchOf('done'));
    const left = [...(await launcher.observe(many.jobId))[0]!.indexes.values()].filter(
      ({ state }) => state === 'waiting',
    ).length;
    expect(left).toBeGreaterThan(15);
    expect((await manyDone).states).toHaveLength(30);
  });

  it('ends what a killed service left behind, at the latest when it starts again', async () => {
    const scratchFolder = await mkdtemp(join(tmpdir(), 'scriptorium-limits-'));
    const service = spawn(process.execPath, [join(import.meta.dirname, 'busy-service.ts'), scratchFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [started] = (await once(service.stdout, 'data')) as [Buffer];
    expect(started.toString()).toBe('running');
    expect(processesOf(scratchFolder)).not.toEqual([]);
    service.kill('SIGKILL');
    await once(service, 'close');
    const { close } = await open({ scratchFolder });
    await close();
    // A process that was killed is listed until the kernel has taken it down.
    await vi.waitFor(() => expect(processesOf(scratchFolder)).toEqual([]), { timeout: 10_000 });
    expect(await readdir(scratchFolder)).toEqual([]);
  });

  it('says what isolation is in force', async () => {
    const isolation = await detectIsolation();
    const command = isolation.wrap(['/bin/node'], { network: false });
    expect(command.at(-1)).toBe('/bin/node');
    expect(command.includes('--net')).toBe(isolation.network);
    expect(isolation.wrap(['/bin/node'], { network: true })).not.toContain('--net');
  });

  it('keeps a converter process from the network where the system permits', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { launcher } = await open();
    const { port } = server.address() as AddressInfo;
    const { states } = await outcome(launcher, launchOf(`connect:${port}`, { attempts: 1 }));
    server.close();
    expect(states).toMatchObject([{ state: (await detectIsolation()).network ? 'failed' : 'ended' }]);
  });
});
