import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { remoteRelease, remoteTaskRunner } from '../../../src/runtime/kubernetes/task-client.ts';
import type { Launch, Launcher, LaunchState } from '../../../src/runtime/launcher.ts';
import { openLocalProcesses } from '../../../src/runtime/processes/processes.ts';
import { signedTasks, type Tasks } from '../../../src/runtime/tasks.ts';
import { openDispatcher, type Dispatcher, type DispatcherOptions } from '../../../src/runtime/workers/dispatcher.ts';
import { workerLauncher } from '../../../src/runtime/workers/launcher.ts';
import { workerTaskRunner } from '../../../src/runtime/workers/task-runner.ts';
import { taskToken } from '../../../src/secrets/worker-tokens.ts';
import { documentTasksContract } from '../../contract/tasks.contract.ts';
import { launcherContract } from '../../contract/launcher.contract.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { documentsAt } from '../../worker/open-documents.ts';
import { startProtocolServer, type ProtocolServer } from '../../worker/protocol-server.ts';
import { log, openLocalWorkers, SECRET, type LocalWorkers } from './local-workers.ts';

const MIB = 1024 * 1024;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Service {
  readonly server: ProtocolServer;
  readonly fleet: LocalWorkers;
  readonly dispatcher: Dispatcher;
  readonly launcher: Launcher;
  readonly tasks: Tasks;
  /** As a new leader does: knows nothing but what the pods and their polls say. */
  lead(): Service;
  close(): Promise<void>;
}

/** Workers as they are in a cluster, but for their pods: supervisors, runners, and the leader that they poll. */
async function openService(more: Partial<DispatcherOptions> = {}): Promise<Service> {
  const server = await startProtocolServer();
  const fleet = await openLocalWorkers(server.base);
  const scratchFolder = await mkdtemp(join(tmpdir(), 'scr-large-'));
  const sign = {
    get: (key: string) => Promise.resolve(server.signGet(key)),
    put: (key: string) => Promise.resolve(server.signPut(key)),
  };
  // What is too large for a worker has a process of its own.
  const large = await openLocalProcesses({
    program: workerProgram(),
    scratchFolder,
    base: server.base,
    openDocuments: documentsAt(server.base),
    sign,
    log,
    warm: { plain: 0, native: 0, fetch: 0 },
  });
  const lead = (): Service => {
    const dispatcher = openDispatcher({
      pods: fleet.pods,
      mostBound: 3,
      free: { min: 1, max: 2 },
      idleSeconds: 120,
      shareOf: () => ({ weight: 1 }),
      isAlone: () => false,
      log,
      ...more,
    });
    const run = workerTaskRunner({ dispatcher, scratchBytes: 256 * MIB });
    fleet.serve({ run, release: dispatcher.release, workers: { poll: dispatcher.poll, identify: fleet.identify } });
    const worker = { url: `${fleet.url}/tasks/v1`, token: taskToken(SECRET) };
    const remote = remoteTaskRunner({
      worker,
      fetcher: { url: 'http://unused.invalid' },
    });
    const launcher = workerLauncher({ dispatcher, large: large.launcher, log });
    return {
      server,
      fleet,
      dispatcher,
      launcher,
      tasks: signedTasks(sign, remote, remoteRelease(worker)),
      lead,
      close: async () => {
        await dispatcher.stop();
        await launcher.close();
        await fleet.close();
        await large.close();
        await server.close();
        await rm(scratchFolder, { recursive: true, force: true });
      },
    };
  };
  return lead();
}

documentTasksContract('workers', openService);
launcherContract('workers', openService);

describe('workers', () => {
  let service: Service;
  let close = (): Promise<void> => Promise.resolve();
  const open = async (more?: Partial<DispatcherOptions>): Promise<Service> => {
    service = await openService(more);
    ({ close } = service);
    return service;
  };
  afterEach(() => close());

  const probe = (workspace: string, jobId: string, more: object = {}): ReturnType<Tasks['probe']> => {
    const document = Buffer.from(makeNumberedPdf(2));
    service.server.objects.set(`inputs/${jobId}`, document);
    return service.tasks.probe({ workspace, jobId, key: `inputs/${jobId}`, bytes: document.length, ...more });
  };
  const smallLaunch = (workspace: string, jobId: string): Launch => {
    const document = Buffer.from(makeNumberedPdf(2));
    const key = `inputs/${jobId}`;
    service.server.objects.set(key, document);
    service.server.tasks.set(
      jobId,
      new Map([
        [
          0,
          {
            kind: 'convert',
            input: { key, bytes: document.length, sha256: sha256(document) },
            range: { start: 1, end: 2 },
            settings: {
              includeImages: false,
              native: true,
              ocr: { mode: 'auto', languages: ['eng'] },
              emphasis: true,
            },
            mergeHere: true,
          },
        ],
      ]),
    );
    return {
      workspace,
      jobId,
      kind: 'convert',
      owner: { name: jobId, uid: jobId },
      firstIndex: 0,
      count: 1,
      native: true,
      small: true,
      launchToken: () => jobId,
      limits: { memoryBytes: 1024 * MIB, seconds: 60, scratchBytes: 256 * MIB },
      attempts: 2,
    };
  };
  const ended = (launcher: Launcher, jobId: string): Promise<void> =>
    new Promise((resolve) => {
      const stop = launcher.follow(() => {
        const look = async (): Promise<void> => {
          const [state] = await launcher.observe(jobId);
          if (state?.indexes.get(0)?.state !== 'ended') return;
          stop();
          resolve();
        };
        void look();
      });
    });

  it('convert a document in the process that probed it, without downloading it again', async () => {
    const { launcher, server } = await open();
    const jobId = `job-${randomUUID()}`;
    const launch = smallLaunch('acme', jobId);
    const downloads: string[] = [];
    server.intercept = (request) => {
      if (request.method === 'GET' && request.url!.startsWith('/signed/')) downloads.push(request.url!);
      return undefined;
    };
    expect(await probe('acme', jobId, { converts: true })).toMatchObject({ ok: true });
    const done = ended(launcher, jobId);
    await launcher.launch(launch);
    await done;
    expect(server.attempts).toMatchObject([{ outcome: { outcome: 'succeeded', pages: 2 } }]);
    expect(downloads).toHaveLength(1);
  });

  it('convert a document that they have probed before they open another that waits', async () => {
    const { launcher, dispatcher } = await open();
    const launch = smallLaunch('acme', 'job-1');
    await probe('acme', 'job-1', { converts: true });
    const order: string[] = [];
    const other = probe('acme', 'job-2').then(() => order.push('probed the other'));
    await expect.poll(() => dispatcher.counts().waiting).toBe(1);
    const done = ended(launcher, 'job-1').then(() => order.push('converted'));
    await launcher.launch(launch);
    await Promise.all([done, other]);
    expect(order).toEqual(['converted', 'probed the other']);
  });

  it('are kept for no job that does not convert its document', async () => {
    const { tasks } = await open({ mostBound: 1 });
    // Were they kept, it would take longer than a test may.
    for (let i = 0; i < 32; i++) {
      expect(await probe('acme', `job-${i}`, { converts: true })).toMatchObject({ ok: true });
      tasks.release(`job-${i}`);
    }
  });

  it('never open documents of two workspaces in one pod', async () => {
    const { fleet } = await open({ mostBound: 1 });
    await probe('acme', 'job-1');
    await probe('acme', 'job-2');
    await probe('other', 'job-3');
    await probe('acme', 'job-4');
    expect(fleet.bound.map(({ workspace }) => workspace)).toEqual(['acme', 'other', 'acme']);
    expect(new Set(fleet.bound.map(({ uid }) => uid)).size).toBe(3);
    expect(fleet.removed).toEqual(fleet.bound.slice(0, 2).map(({ uid }) => uid));
  });

  it('are left to a workspace that always has another document for a turn of eight, while another waits', async () => {
    const { fleet } = await open({ mostBound: 1 });
    await probe('acme', 'job-1');
    const other = probe('other', 'job-of-another');
    for (let job = 2; job <= 9; job++) await probe('acme', `job-${job}`);
    await other;
    expect(fleet.bound.map(({ workspace }) => workspace)).toEqual(['acme', 'other', 'acme']);
  });

  it('open other documents of their workspace until a free worker can take their place', async () => {
    const { fleet } = await open({ mostBound: 1 });
    await probe('acme', 'job-1');
    await expect.poll(() => service.dispatcher.counts().free).toBeGreaterThan(0);
    fleet.hold('on-a-node');
    // The one that replaced it has started already; this one takes it.
    await probe('other', 'job-2');
    const waits = probe('acme', 'job-3');
    await expect.poll(() => service.dispatcher.counts().waiting).toBe(1);
    await probe('other', 'job-4');
    expect(fleet.bound.map(({ workspace }) => workspace)).toEqual(['acme', 'other']);
    expect(fleet.removed).toHaveLength(1);
    fleet.hold(undefined);
    await waits;
    expect(fleet.bound.map(({ workspace }) => workspace)).toEqual(['acme', 'other', 'acme']);
    expect(fleet.removed).toEqual(fleet.bound.slice(0, 2).map(({ uid }) => uid));
  });

  it('make room for another workspace where no free worker finds a node', async () => {
    const { fleet, dispatcher } = await open({ free: { min: 1, max: 1 } });
    await expect.poll(() => dispatcher.counts().free).toBe(1);
    fleet.hold('nowhere');
    await probe('acme', 'job-1');
    const waits = probe('other', 'job-2');
    await expect.poll(() => fleet.removed, { timeout: 20_000 }).toEqual([fleet.bound[0]!.uid]);
    fleet.hold(undefined);
    expect(await waits).toMatchObject({ ok: true });
  });

  it('that have nothing to do make room where converters find none', async () => {
    const { fleet, dispatcher, launcher } = await open({ mostBound: 1 });
    await probe('acme', 'job-1');
    const stall = { reason: 'Unschedulable', message: '0/1 nodes are available: 1 Insufficient cpu.', waits: true };
    const waiting: LaunchState = { kind: 'convert', firstIndex: 0, indexes: new Map(), stall };
    const crowded = workerLauncher({
      dispatcher,
      large: { ...launcher, observe: () => Promise.resolve([waiting]) },
      log,
    });
    const uid = fleet.bound[0]?.uid;
    const removed = async (): Promise<readonly string[]> => {
      await crowded.observe('job-2');
      return fleet.removed;
    };
    await expect.poll(removed, { timeout: 10_000 }).toEqual([uid]);
  });

  it('open one document each, where the workspace asks for that', async () => {
    const { fleet } = await open({ isAlone: () => true });
    await probe('acme', 'job-1');
    await probe('acme', 'job-2');
    expect(new Set(fleet.bound.map(({ uid }) => uid)).size).toBe(2);
    expect(fleet.removed).toEqual(fleet.bound.map(({ uid }) => uid));
  });

  it('keep no process ready for another document where they will hardly open one', async () => {
    const { fleet } = await open({ mostBound: 1 });
    /** The processes that the runner of the first worker has started and not ended. */
    const processes = async (): Promise<number> => {
      const { pid } = fleet.workers.get(fleet.bound[0]!.uid)!.runner!;
      return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).length;
    };
    await probe('acme', 'job-1');
    expect(await processes()).toBe(2);
    fleet.hold('on-a-node');
    const other = probe('globex', 'job-2');
    await expect.poll(() => service.dispatcher.counts().waiting).toBe(1);
    await probe('acme', 'job-3');
    expect(await processes()).toBe(1);
    fleet.hold(undefined);
    await other;
  });

  it('are given a token that was made when they took the task, however long it had waited', async () => {
    let suspended = true;
    let resume = (): void => {};
    const { launcher } = await open({
      shareOf: () => ({ weight: 1, suspended }),
      followShares: (changed) => {
        resume = changed;
      },
    });
    const jobId = `job-${randomUUID()}`;
    let made = 0;
    const launchToken = (): string => {
      made += 1;
      return jobId;
    };
    await launcher.launch({ ...smallLaunch('acme', jobId), launchToken });
    expect(await launcher.observe(jobId)).toMatchObject([{ queued: true }]);
    await expect.poll(() => service.dispatcher.counts().free).toBeGreaterThan(0);
    expect(made).toBe(0);
    const done = ended(launcher, jobId);
    suspended = false;
    resume();
    await done;
    expect(made).toBe(1);
    expect(service.server.attempts).toMatchObject([{ outcome: { outcome: 'succeeded' } }]);
  });

  /** Resolves with the worker that runs a task, once it does. */
  const stalled = async (url: string): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let seen = false;
    service.server.stall = (request) => {
      if (seen || !request.url?.includes(url)) return false;
      seen = true;
      resolve();
      return true;
    };
    await promise;
    return service.fleet.bound.at(-1)!.uid;
  };

  it('that are lost with a document are replaced, and the document is converted', async () => {
    const { launcher, server, fleet } = await open();
    const jobId = `job-${randomUUID()}`;
    const reached = stalled('/finish');
    const done = ended(launcher, jobId);
    await launcher.launch(smallLaunch('acme', jobId));
    const uid = await reached;
    await fleet.pods.remove(fleet.workers.get(uid)!.pod);
    await done;
    expect(server.attempts.map(({ outcome }) => outcome?.outcome)).toEqual([undefined, 'succeeded']);
    expect(fleet.bound.map(({ workspace }) => workspace)).toEqual(['acme', 'acme']);
  });

  it('that are long at work on a document do not keep up the others of their workspace', async () => {
    const { launcher, fleet } = await open();
    const jobId = `job-${randomUUID()}`;
    const reached = stalled('/finish');
    await launcher.launch(smallLaunch('acme', jobId));
    await reached;
    expect(await probe('acme', 'job-2')).toMatchObject({ ok: true });
    expect(fleet.bound.map(({ workspace }) => workspace)).toEqual(['acme', 'acme']);
  });

  it('that lose their runner are removed, and the document goes on in a process of its own', async () => {
    const { launcher, server, fleet } = await open();
    const jobId = `job-${randomUUID()}`;
    const launch = smallLaunch('acme', jobId);
    await probe('acme', jobId, { converts: true });
    const { uid } = fleet.bound[0]!;
    const { runner } = fleet.workers.get(uid)!;
    runner!.kill('SIGSTOP');
    const done = ended(launcher, jobId);
    await launcher.launch(launch);
    await expect.poll(() => server.attempts.length, { timeout: 10_000 }).toBe(1);
    runner!.kill('SIGKILL');
    await done;
    expect(server.attempts.map(({ outcome }) => outcome?.outcome)).toEqual([undefined, 'succeeded']);
    await expect.poll(() => fleet.removed, { timeout: 10_000 }).toEqual([uid]);
  });

  it('are found again by the next leader, with what they run', async () => {
    const before = await open();
    const jobId = `job-${randomUUID()}`;
    await probe('acme', 'job-before');
    const launch = smallLaunch('acme', jobId);
    const reached = stalled('/finish');
    await before.launcher.launch(launch);
    const uid = await reached;
    before.fleet.serve(undefined);
    await before.dispatcher.stop();
    service = before.lead();
    ({ close } = service);
    const { dispatcher } = service;
    await expect.poll(() => dispatcher.counts().running, { timeout: 10_000 }).toBe(1);
    expect(dispatcher.counts()).toMatchObject({ bound: 1, running: 1 });
    // It is not free for others, and ends with its job.
    dispatcher.cancel(jobId);
    expect(service.fleet.workers.has(uid)).toBe(true);
  });
});
