import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLocalJobs } from '../../src/runtime/files/jobs.ts';
import { openLocalProcesses } from '../../src/runtime/processes/processes.ts';
import { documentsAt } from '../worker/open-documents.ts';
import { prepareWorker, workerProgram } from '../../src/cli/bundles/worker-program.ts';
import { startController, type Controller } from '../../src/controller/controller.ts';
import type { ControllerOptions } from '../../src/controller/deps.ts';
import type { Jobs } from '../../src/runtime/jobs.ts';
import { DEFAULT_SETTINGS } from '../../src/resource/settings.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { localObjects } from '../../src/objects/local.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { seedFinished, seedUnfinished, type SeedPorts } from '../make/seed-jobs.ts';

const FINISHED = 2000;
const UNFINISHED = 1000;
const POLL = { timeout: 120_000 };

/** Calls of the store by name, and writes of resources. */
interface Calls {
  [name: string]: number;
}

function counted(objects: Objects, jobs: Jobs, calls: Calls): { objects: Objects; jobs: Jobs } {
  const count = <A extends unknown[], R>(name: string, call: (...args: A) => R) => {
    return (...args: A): R => {
      calls[name] = (calls[name] ?? 0) + 1;
      return call(...args);
    };
  };
  return {
    objects: {
      ...objects,
      get: count('get', objects.get),
      head: count('head', objects.head),
      list: count('list', objects.list),
      putIfMatch: count('put', objects.putIfMatch),
      putIfAbsent: count('put', objects.putIfAbsent),
      put: count('put', objects.put),
    },
    jobs: { ...jobs, writeStatus: count('writeStatus', jobs.writeStatus), get: count('getJob', jobs.get) },
  };
}

interface Running {
  readonly controller: Controller;
  readonly jobs: Jobs;
  readonly calls: Calls;
  readonly ports: SeedPorts;
  readonly reconciled: () => number;
  readonly waiting: () => number;
  /** Resolves once this is so, after a reconcile. */
  until(isDone: () => boolean): Promise<void>;
}

/** A controller on what is seeded. What belongs to a suspended workspace waits for as long as one likes. */
async function startOn(
  seed: (ports: SeedPorts) => Promise<void>,
  lookedAt?: ControllerOptions['lookedAt'],
): Promise<Running> {
  await prepareWorker();
  const folder = await mkdtemp(join(tmpdir(), 'scr-many-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const secret = randomBytes(32).toString('hex');
  const stored = localObjects({
    folder: join(folder, 'objects'),
    secret,
    publicBase: () => 'http://localhost',
    internalBase: '',
  });
  const ledger = memoryLedger();
  const grants = ['busy', 'done', 'other'].map((workspace) => ({
    id: `grant_${workspace}`,
    workspace,
    credits: 1_000_000,
  }));
  await ledger.rebuild(async () => ({ grants, receipts: [], holds: [] }));
  const resources = await openLocalJobs(join(folder, 'jobs'));
  const ports = { jobs: resources, objects: stored, ledger };
  await seed(ports);

  const calls: Calls = {};
  const { objects, jobs } = counted(stored, resources, calls);
  const log = createLog({ name: 'test', level: 'error', to: 'stderr' });
  const shareOf = () => ({ weight: 1, suspended: true });
  const processes = await openLocalProcesses({
    program: workerProgram(),
    scratchFolder: join(folder, 'scratch'),
    base: 'unix:/nowhere',
    openDocuments: documentsAt('unix:/nowhere'),
    sign: { get: (key) => Promise.resolve(key), put: (key) => Promise.resolve(key) },
    log,
    shareOf,
    warm: { plain: 0, native: 0, fetch: 0 },
  });
  onTestFinished(() => processes.close());

  let reconciled = 0;
  let told: () => void = () => {};
  const { launcher, tasks } = processes;
  const controller: Controller = await startController({
    jobs,
    launcher,
    tasks,
    objects,
    ledger,
    secret,
    settings: DEFAULT_SETTINGS,
    native: 'by-need',
    shareOf,
    ...(lookedAt && { lookedAt }),
    now: () => new Date(),
    log,
    onReconciled: () => {
      reconciled += 1;
      told();
    },
  });
  onTestFinished(() => controller.stop());
  return {
    controller,
    jobs: resources,
    calls,
    ports,
    reconciled: () => reconciled,
    waiting: () => launcher.counts().waiting,
    until: (isDone) =>
      new Promise((done) => {
        told = () => isDone() && done();
        told();
      }),
  };
}

it('a controller reads nothing for finished resources, and a few objects once for each job that waits', async () => {
  const { controller, calls, reconciled, waiting, until } = await startOn(async (ports) => {
    await seedFinished(ports, { workspace: 'done', count: FINISHED });
    await seedUnfinished(ports, { workspace: 'busy', count: UNFINISHED });
  });
  await until(() => waiting() === UNFINISHED && reconciled() >= FINISHED + 2 * UNFINISHED);

  // The intent, whether there is a receipt, and a cached result; the outcomes as one listing.
  expect(calls['get'] ?? 0).toBeLessThanOrEqual(4 * UNFINISHED);
  expect((calls['list'] ?? 0) + (calls['head'] ?? 0)).toBeLessThanOrEqual(2 * UNFINISHED);
  expect(calls['put'] ?? 0).toBe(0);
  expect(calls['getJob'] ?? 0).toBe(0);
  expect(calls['writeStatus'] ?? 0).toBeLessThanOrEqual(UNFINISHED);

  // Events of resources that changed nothing, as a watch repeats them: what is known answers.
  const before = { ...calls };
  const seen = reconciled();
  for (const job of controller.follower.list()) controller.nudge(job.metadata.name, 'progress');
  await until(() => reconciled() >= seen + FINISHED + UNFINISHED);
  expect({ ...calls, writeStatus: 0 }).toEqual({ ...before, writeStatus: 0 });
}, 180_000);

it('a controller leaves most of many waiting jobs unread, looks at new workspaces at once, and goes on as jobs end', async () => {
  const { controller, jobs, calls, ports, waiting } = await startOn(
    (seeds) => seedUnfinished(seeds, { workspace: 'busy', count: 200 }),
    { most: 20, least: 5 },
  );
  await expect.poll(waiting, POLL).toBe(20);
  expect(calls['get'] ?? 0).toBeLessThanOrEqual(4 * 20);

  // Half of 20 for each of two workspaces.
  await seedUnfinished(ports, { workspace: 'other', count: 8 });
  await expect.poll(waiting, POLL).toBe(28);

  const names = controller.follower
    .list()
    .flatMap(({ spec, metadata }) => (spec.workspace === 'busy' ? [metadata.name] : []))
    .sort();
  const state = (name: string | undefined) => () => controller.follower.get(name ?? '')?.status?.state;
  await jobs.cancel(names.at(-1)!);
  await expect.poll(state(names.at(-1)), POLL).toBe('canceled');
  expect(waiting()).toBe(28);

  for (const name of names.slice(0, 15)) await jobs.cancel(name);
  await expect.poll(state(names[14]), POLL).toBe('canceled');
  // Five take their places, up to half of 20. What is canceled keeps its turn in the launcher.
  await expect.poll(waiting, POLL).toBe(28 + 5);
}, 180_000);
