import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLocalJobs } from '../../src/cluster/local/jobs.ts';
import { openLocalProcesses } from '../../src/cluster/local/processes.ts';
import { documentsAt } from '../worker/open-documents.ts';
import { prepareWorker, workerProgram } from '../../src/cli/worker-program.ts';
import { startController, type Controller } from '../../src/controller/controller.ts';
import type { Jobs } from '../../src/cluster/jobs.ts';
import { DEFAULT_SETTINGS } from '../../src/job/settings.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { localObjects } from '../../src/objects/local.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { seedFinished, seedUnfinished } from '../make/seed-jobs.ts';

const FINISHED = 2000;
const UNFINISHED = 1000;

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

it('a controller reads nothing for finished resources, and a few objects once for each job that waits', async () => {
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
  const grants = ['busy', 'done'].map((workspace) => ({ id: `grant_${workspace}`, workspace, credits: 1_000_000 }));
  await ledger.rebuild(async () => ({ grants, receipts: [], holds: [] }));
  const resources = await openLocalJobs(join(folder, 'jobs'));
  await seedFinished({ jobs: resources, objects: stored, ledger }, { workspace: 'done', count: FINISHED });
  await seedUnfinished({ jobs: resources, objects: stored, ledger }, { workspace: 'busy', count: UNFINISHED });

  const calls: Calls = {};
  const { objects, jobs } = counted(stored, resources, calls);
  const log = createLog({ name: 'test', level: 'error', to: 'stderr' });
  // What belongs to a suspended workspace waits for a place for as long as one likes.
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
    now: () => new Date(),
    log,
    onReconciled: () => {
      reconciled += 1;
      told();
    },
  });
  onTestFinished(() => controller.stop());
  const until = (isDone: () => boolean): Promise<void> =>
    new Promise((done) => {
      told = () => isDone() && done();
      told();
    });
  await until(() => launcher.counts().waiting === UNFINISHED && reconciled >= FINISHED + 2 * UNFINISHED);

  // The intent, whether there is a receipt, and a cached result; the outcomes as one listing.
  expect(calls['get'] ?? 0).toBeLessThanOrEqual(4 * UNFINISHED);
  expect((calls['list'] ?? 0) + (calls['head'] ?? 0)).toBeLessThanOrEqual(2 * UNFINISHED);
  expect(calls['put'] ?? 0).toBe(0);
  expect(calls['getJob'] ?? 0).toBe(0);
  expect(calls['writeStatus'] ?? 0).toBeLessThanOrEqual(UNFINISHED);

  // Events of resources that changed nothing, as a watch repeats them: what is known answers.
  const before = { ...calls };
  const seen = reconciled;
  for (const job of controller.follower.list()) controller.nudge(job.metadata.name, 'progress');
  await until(() => reconciled >= seen + FINISHED + UNFINISHED);
  expect({ ...calls, writeStatus: 0 }).toEqual({ ...before, writeStatus: 0 });
}, 180_000);
