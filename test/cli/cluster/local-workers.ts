import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLeaderServer, type LeaderServices } from '../../../src/cli/cluster/leader-server.ts';
import type { WorkerPod, WorkerPods } from '../../../src/runtime/workers/worker-pods.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { openTakenAddress, SILENT } from '../../worker/taken-address.ts';

const MAIN = resolve(import.meta.dirname, '../../../src/cli/cluster/worker-container.ts');
export const SECRET = 'secret';
export const log = createLog({ name: 'test', level: (process.env['LOG_LEVEL'] ?? 'silent') as 'info', to: 'stderr' });

/** The two processes of a worker, which stand for the containers of its pod; none before it has started. */
export interface LocalWorker {
  pod: WorkerPod;
  supervisor?: ChildProcess;
  runner?: ChildProcess;
}

/** Worker pods as processes of this machine, with the port of a leading controller. */
export interface LocalWorkers {
  readonly pods: WorkerPods;
  readonly workers: Map<string, LocalWorker>;
  /** All that were bound, in their order. */
  readonly bound: { readonly uid: string; readonly workspace: string }[];
  readonly removed: string[];
  /** Where tasks are asked for. */
  readonly url: string;
  serve(services: LeaderServices | undefined): void;
  /** Known by its own uid in place of a token. */
  readonly identify: (token: string) => Promise<{ readonly podUid: string; readonly podName: string } | undefined>;
  /** From now on, pods have no node, or do not start on it; undefined lets all of them start. */
  hold(where: 'nowhere' | 'on-a-node' | undefined): void;
  /** As a kubelet's word that a pod has changed. */
  change(uid: string, more: Partial<WorkerPod>): void;
  close(): Promise<void>;
}

/** `foreign` takes the first connection to the leader. */
export async function openLocalWorkers(base: string, foreign?: RequestListener): Promise<LocalWorkers> {
  const folder = await mkdtemp(join(tmpdir(), 'scr-workers-'));
  const workers = new Map<string, LocalWorker>();
  const bound: { uid: string; workspace: string }[] = [];
  const removed: string[] = [];
  let free = 0;
  let held: 'nowhere' | 'on-a-node' | undefined;
  let closed = false;
  let listener = (): void => {};
  /** Workers that are being made or ended: until then, they write to the folder. */
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>): Promise<void> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };
  let services: LeaderServices | undefined;
  const server = createLeaderServer({ secret: SECRET, services: () => services, log });
  const address = await openTakenAddress(server, foreign ?? SILENT, foreign ? 1 : 0);
  const { url } = address;

  const run = (role: string, place: string, uid: string): ChildProcess =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, role], {
      env: {
        PATH: process.env['PATH'],
        TMPDIR: place,
        SCRIPTORIUM_LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
        SCRIPTORIUM_INPUT_DIR: join(place, 'input'),
        SCRIPTORIUM_RUNNER_SOCKET: join(place, 'runner.sock'),
        ...(role === 'supervisor' && {
          SCRIPTORIUM_LEADER_URL: url,
          SCRIPTORIUM_INTERNAL_URL: base,
          SCRIPTORIUM_TOKEN_FILE: join(place, 'token', uid),
        }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  const add = async (): Promise<void> => {
    const uid = randomUUID();
    const place = join(folder, uid);
    await mkdir(join(place, 'input'), { recursive: true });
    await mkdir(join(place, 'token'));
    await writeFile(join(place, 'token', uid), uid);
    if (closed) return;
    const pod: WorkerPod = {
      name: `worker-${uid}`,
      uid,
      workspace: undefined,
      placed: held !== 'nowhere',
      readyAt: undefined,
      started: true,
      trouble: undefined,
      failed: false,
      restarts: 0,
      outdated: false,
      endsAt: undefined,
    };
    workers.set(uid, { pod });
    if (held === undefined) start(uid);
    listener();
  };
  const start = (uid: string): void => {
    const place = join(folder, uid);
    const worker = workers.get(uid)!;
    worker.pod = { ...worker.pod, placed: true };
    worker.supervisor = run('supervisor', place, uid);
    worker.runner = run('runner', place, uid);
  };
  /** What the Deployment does. */
  const fill = async (): Promise<void> => {
    if (closed) return;
    const there = [...workers.values()].filter(({ pod }) => pod.workspace === undefined).length;
    await Promise.all(Array.from({ length: Math.max(0, free - there) }, add));
  };
  const end = async ({ supervisor, runner }: LocalWorker): Promise<void> => {
    const ended = [supervisor, runner]
      .filter((child) => child?.exitCode === null && child.signalCode === null)
      .map((child) => once(child!, 'exit'));
    supervisor?.kill('SIGKILL');
    runner?.kill();
    await Promise.all(ended);
  };
  const change = (uid: string, more: Partial<WorkerPod>): void => {
    const worker = workers.get(uid);
    if (worker) worker.pod = { ...worker.pod, ...more };
    listener();
  };

  const pods: WorkerPods = {
    list: () => [...workers.values()].map(({ pod }) => pod),
    trouble: () => undefined,
    bind: async ({ uid }, workspace) => {
      const worker = workers.get(uid);
      if (!worker || worker.pod.workspace !== undefined) return false;
      bound.push({ uid, workspace });
      change(uid, { workspace });
      void track(fill());
      return true;
    },
    remove: async ({ uid }) => {
      const worker = workers.get(uid);
      if (!worker) return;
      workers.delete(uid);
      removed.push(uid);
      listener();
      await track(end(worker));
      void track(fill());
    },
    keepFree: async (count) => {
      free = count;
      void track(fill());
    },
    follow: (changed) => {
      listener = changed;
    },
    close: async () => {},
  };
  return {
    pods,
    workers,
    bound,
    removed,
    url,
    serve: (next) => {
      services = next;
    },
    identify: async (token) => (workers.has(token) ? { podUid: token, podName: token } : undefined),
    hold: (where) => {
      held = where;
      if (where !== undefined) return;
      for (const [uid, { supervisor }] of workers) if (!supervisor) start(uid);
      listener();
    },
    change,
    close: async () => {
      closed = true;
      services = undefined;
      const left = [...workers.values()];
      workers.clear();
      await Promise.all([...left.map(end), ...underWay]);
      await address.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
