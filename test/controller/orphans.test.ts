import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workerProgram } from '../../src/cli/bundles/worker-program.ts';
import { openLocalJobs } from '../../src/runtime/files/jobs.ts';
import { openLocalProcesses } from '../../src/runtime/processes/processes.ts';
import { documentsAt } from '../worker/open-documents.ts';
import { orphanSweep, type OrphanSweepDeps } from '../../src/controller/orphan-sweep.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { keys } from '../../src/records/keys.ts';
import { gatherLedgerFacts } from '../../src/accounting/ledger-facts.ts';
import { readRecord } from '../../src/records/store.ts';
import type { Intent } from '../../src/records/types.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { intentOf, NOW, putGrant, putIntent, putReceipt, receiptOf } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

const SPEC = { workspace: 'w', source: { type: 'document', documentId: 'doc_1' } } as const;
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();

/** Jobs and a launcher of their own, on a store; `read` gets the key of every object that is read. */
async function depsOn(
  store: Objects,
  ledger: Ledger,
): Promise<OrphanSweepDeps & { readonly read: string[]; readonly closed: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'orphans-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const read: string[] = [];
  const objects = {
    ...store,
    get: (key: string) => {
      read.push(key);
      return store.get(key);
    },
  };
  const { launcher, close } = await openLocalProcesses({
    program: workerProgram(),
    scratchFolder: join(folder, 'scratch'),
    base: 'unix:/nowhere',
    openDocuments: documentsAt('unix:/nowhere'),
    warm: { plain: 0, native: 0, fetch: 0 },
    sign: { get: async (key) => key, put: async (key) => key },
    log: createLog({ name: 'test', level: 'silent', to: 'stderr' }),
  });
  onTestFinished(close);
  const closed: string[] = [];
  const jobs = await openLocalJobs(join(folder, 'jobs'));
  return {
    objects,
    ledger,
    jobs,
    follower: await jobs.follow(() => undefined),
    launcher,
    now: () => NOW,
    onEnded: ({ jobId }) => closed.push(jobId),
    read,
    closed,
  };
}

test('the sweep does nothing while it may not know of all resources', async () => {
  const store = await withStore();
  await putIntent(store, intentOf('job-lost', { updatedAt: ago(61) }));
  const deps = await depsOn(store, memoryLedger());
  const sweep = orphanSweep({ ...deps, follower: { list: () => [], ageSeconds: () => 121 } });
  expect(await sweep()).toEqual({ followed: 0, dropped: 0, canceled: 0, holdsRemoved: 0 });
  expect(deps.read).toEqual([]);
});

test('the sweep closes, drops or follows the intents without a resource, each after its time, and does not even read the others', async () => {
  const store = await withStore();
  await putGrant(store, 'g', 100);
  const intents: Intent[] = [
    intentOf('job-lives', { updatedAt: ago(3600) }),
    intentOf('job-lost', { updatedAt: ago(61) }),
    intentOf('job-about-to-be', { updatedAt: ago(59) }),
    intentOf('job-dropped', { state: 'pending', updatedAt: ago(601) }),
    intentOf('job-refused', { state: 'pending', updatedAt: ago(599) }),
    intentOf('job-settled'),
  ];
  for (const intent of intents) await putIntent(store, intent);
  await putReceipt(store, receiptOf('job-settled', 2));
  const ledger = memoryLedger();
  await ledger.rebuild(async () => ({ ...(await gatherLedgerFacts(store, NOW)), receipts: [] }));
  const deps = await depsOn(store, ledger);
  await deps.jobs.create({ name: 'job-lives', spec: SPEC });
  const sweep = orphanSweep(deps);

  expect(await sweep()).toEqual({ followed: 1, dropped: 1, canceled: 1, holdsRemoved: 0 });
  expect(deps.closed).toEqual(['job-lost']);
  const stateOf = async (jobId: string): Promise<string | undefined> =>
    (await readRecord(store, keys.record(jobId)))?.ending.state;
  expect([await stateOf('job-lost'), await stateOf('job-settled'), await stateOf('job-dropped')]).toEqual([
    'canceled',
    'succeeded',
    undefined,
  ]);
  expect((await ledger.holds()).map(({ jobId }) => jobId).sort()).toEqual([
    'job-about-to-be',
    'job-lives',
    'job-refused',
  ]);
  expect(await ledger.balance('w')).toEqual({ granted: 100, available: 89, held: 9, settled: 2 });
  expect(deps.read.filter((key) => key.includes('job-lives'))).toEqual([]);
  expect(await sweep()).toEqual({ followed: 0, dropped: 0, canceled: 0, holdsRemoved: 0 });
});

test('a hold without an intent is given back by the second sweep that sees it so, and no other is', async () => {
  const store = await withStore();
  await putGrant(store, 'g', 10);
  await putIntent(store, intentOf('runs', { updatedAt: ago(1) }));
  const ledger = memoryLedger();
  await ledger.rebuild(() => gatherLedgerFacts(store, NOW));
  await ledger.setHold({ jobId: 'dropped', workspace: 'w', credits: 2 });
  await ledger.setHold({ jobId: 'comes back', workspace: 'w', credits: 1 });
  const sweep = orphanSweep(await depsOn(store, ledger));
  expect(await sweep()).toMatchObject({ holdsRemoved: 0 });
  await putIntent(store, intentOf('comes back', { hold: 1, updatedAt: ago(1) }));
  expect(await sweep()).toMatchObject({ holdsRemoved: 1, canceled: 0 });
  expect(await sweep()).toMatchObject({ holdsRemoved: 0 });
  expect((await ledger.holds()).map(({ jobId }) => jobId).sort()).toEqual(['comes back', 'runs']);
  expect(await ledger.setHold({ jobId: 'dropped', workspace: 'w', credits: 2 })).toEqual({ held: true, credits: 2 });
});
