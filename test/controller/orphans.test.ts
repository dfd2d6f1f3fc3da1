import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workerProgram } from '../../src/cli/worker-program.ts';
import { openLocalJobs } from '../../src/cluster/local/jobs.ts';
import { openLocalLauncher } from '../../src/cluster/local/launcher.ts';
import { sweepIntents } from '../../src/controller/orphans.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { keys } from '../../src/records/keys.ts';
import { gatherLedgerFacts } from '../../src/records/ledger-facts.ts';
import { readRecord } from '../../src/records/store.ts';
import type { Intent, JobRecord } from '../../src/records/types.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { intentOf, NOW, putGrant, putIntent, putReceipt, receiptOf } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

const SPEC = { workspace: 'w', source: { type: 'document', documentId: 'doc_1' } } as const;
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();

test('the sweep closes, drops or follows the intents without a resource, each after its time, and does not even read the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orphans-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
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
  const read: string[] = [];
  const objects = { ...store, get: (key: string) => {
    read.push(key);
    return store.get(key);
  } };
  const ledger = memoryLedger();
  await ledger.rebuild(async () => ({ ...(await gatherLedgerFacts(store, NOW)), receipts: [] }));
  const jobs = await openLocalJobs(join(folder, 'jobs'));
  await jobs.create({ name: 'job-lives', spec: SPEC });
  const launcher = await openLocalLauncher({
    program: workerProgram(), scratchFolder: join(folder, 'scratch'), base: 'unix:/nowhere', ahead: { plain: 0, native: 0, fetch: 0 },
    sign: { get: async (key) => key, put: async (key) => key }, log: createLog({ name: 'test', level: 'silent', to: 'stderr' }),
  });
  onTestFinished(() => launcher.close());
  const ended: string[] = [];
  const deps = { objects, ledger, jobs, launcher, now: () => NOW, ended: ({ jobId }: Intent) => ended.push(jobId) };

  expect(await sweepIntents(deps)).toEqual({ followed: 1, dropped: 1, canceled: 1 });
  expect(ended).toEqual(['job-lost']);
  const stateOf = async (jobId: string): Promise<string | undefined> => (await readRecord<JobRecord>(store, keys.record(jobId)))?.value.ending.state;
  expect([await stateOf('job-lost'), await stateOf('job-settled'), await stateOf('job-dropped')]).toEqual(['canceled', 'succeeded', undefined]);
  expect((await ledger.holds()).map(({ jobId }) => jobId).sort()).toEqual(['job-about-to-be', 'job-lives', 'job-refused']);
  expect(await ledger.balance('w')).toEqual({ granted: 100, available: 89, held: 9, settled: 2 });
  expect(read.filter((key) => key.includes('job-lives'))).toEqual([]);
  expect(await sweepIntents(deps)).toEqual({ followed: 0, dropped: 0, canceled: 0 });
});
