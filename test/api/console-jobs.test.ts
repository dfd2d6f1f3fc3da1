import { afterEach, expect, it } from 'vitest';
import { newJobId } from '../../src/resource/ids.ts';
import { putReceipt, putRecord, receiptOf, recordOf } from '../records/make-job.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
afterEach(() => service.close());

interface Listed {
  readonly jobs: readonly { readonly id: string; readonly documentName: string; readonly [field: string]: unknown }[];
  readonly next?: string;
}

async function page(query = ''): Promise<Listed> {
  const answer = await fetch(`${service.base}/console/api/jobs${query}`, {
    headers: { Authorization: `Bearer ${await service.key('w')}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Listed;
}

const list = async (): Promise<Listed['jobs']> => (await page()).jobs;

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
  // Some at a time, and one more to know whether there are others.
  expect(read.filter((key) => key.startsWith('intents/')).length).toBeLessThanOrEqual(75);
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

it('the console sorts by what it shows, page by page, and finds by name and status', async () => {
  service = await openService();
  const { call } = await service.workspace(100, 'w');
  await service.startController();
  const key = await service.key('w');
  for (const [name, text] of [
    ['b.txt', 'B.'],
    ['a.csv', `Name\n${'x'.repeat(40_000)}`],
    ['c.txt', 'C.'],
  ] as const) {
    const answer = await fetch(`${service.base}/convert?fileName=${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain' },
      body: text,
    });
    expect(answer.status).toBe(200);
  }
  const names = async (query: string): Promise<string[]> => (await page(query)).jobs.map((job) => job.documentName);
  expect(await names('')).toEqual(['c.txt', 'a.csv', 'b.txt']);
  expect(await names('?order=ascending')).toEqual(['b.txt', 'a.csv', 'c.txt']);
  expect(await names('?sort=name&order=ascending')).toEqual(['a.csv', 'b.txt', 'c.txt']);
  const first = await page('?sort=name&order=ascending&limit=2');
  expect(first.jobs).toHaveLength(2);
  expect(await names(`?sort=name&order=ascending&limit=2&cursor=${first.next}`)).toEqual(['c.txt']);
  const [warned] = (await page('?sort=warnings')).jobs;
  expect(warned).toMatchObject({ documentName: 'a.csv', warningCount: 1, format: 'csv' });
  expect(await names('?search=C.T')).toEqual(['c.txt']);
  expect(await names('?status=active')).toEqual([]);
  expect((await call('listJobWarnings', { params: { jobId: warned!.id } })).body).toMatchObject({
    warnings: [{ kind: 'cell-truncated', severity: 'warning' }],
  });
});

it('a job is run again with its options, once for each idempotency key, and only in its workspace', async () => {
  service = await openService();
  await service.grant('w', 100);
  await service.startController();
  const headers = { Authorization: `Bearer ${await service.key('w')}` };
  const made = await fetch(`${service.base}/convert?fileName=n.txt&pageMarkers=true&output=json`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'text/plain' },
    body: 'A note.',
  });
  const { job } = (await made.json()) as { job: { id: string } };
  const retry = (more: Record<string, string>): Promise<Response> =>
    fetch(`${service.base}/console/api/jobs/${job.id}/retry`, { method: 'POST', headers: { ...headers, ...more } });
  const answers = await Promise.all(['x', 'x', 'y'].map((key) => retry({ 'Idempotency-Key': key })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
  expect(new Set([job.id, ...ids]).size).toBe(3);
  const stored = service.deps.follower.list().find(({ metadata }) => metadata.name === ids[0]);
  expect(stored?.spec).toMatchObject({ pageMarkers: true });
  const other = await service.key('other');
  expect((await retry({ Authorization: `Bearer ${other}` })).status).toBe(404);
});
