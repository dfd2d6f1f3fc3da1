import { afterEach, expect, it } from 'vitest';
import { newJobId } from '../../src/job/ids.ts';
import { putReceipt, putRecord, receiptOf, recordOf } from '../records/make-job.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
afterEach(() => service.close());

async function list(): Promise<readonly { readonly id: string; readonly createdAt: string }[]> {
  const answer = await fetch(`${service.base}/console/api/jobs`, {
    headers: { Authorization: `Bearer ${await service.key('w')}` },
  });
  return ((await answer.json()) as { jobs: { id: string; createdAt: string }[] }).jobs;
}

/** A job that has ended and has no resource any more. */
async function putEnded(jobId: string): Promise<void> {
  const createdAt = service.deps.now().toISOString();
  await putReceipt(service.deps.objects, receiptOf(jobId, 1), createdAt.slice(0, 10));
  await putRecord(service.deps.objects, recordOf(jobId, 1, { createdAt }));
}

it('the console lists fifty jobs and reads no more than these, however many there are', async () => {
  const read: string[] = [];
  service = await openService({
    wrap: (deps) => ({
      ...deps,
      objects: {
        ...deps.objects,
        get: (key) => {
          read.push(key);
          return deps.objects.get(key);
        },
      },
    }),
  });
  const old = newJobId(service.deps.now());
  await putEnded(old);
  service.pass(60);
  for (let i = 0; i < 120; i++)
    await service.deps.jobs.create({
      name: `by-hand-${i}`,
      spec: { workspace: 'w', source: { type: 'document', documentId: 'doc_1' } },
    });
  service.pass(60);
  const refused = newJobId(service.deps.now());
  await putEnded(refused);
  const jobs = await list();
  expect(jobs).toHaveLength(50);
  expect(jobs[0]?.id).toBe(refused);
  expect(read.filter((key) => key.startsWith('intents/'))).toHaveLength(50);
  expect(read).not.toContain(`records/${old}.json`);
});

it('the console lists those that ended last, whatever their ids are', async () => {
  service = await openService();
  for (let i = 0; i < 60; i++) await putEnded(`k-00000000-0000-4000-8000-0000000000${i + 10}`);
  const last = [newJobId(service.deps.now()), 'k-00000000-0000-4000-8000-000000000000'];
  service.pass(1);
  for (const jobId of last) await putEnded(jobId);
  const jobs = await list();
  expect(jobs).toHaveLength(50);
  expect(
    jobs
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(last.sort());
});
