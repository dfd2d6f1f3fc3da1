import { afterEach, expect, it } from 'vitest';
import { newJobId } from '../../src/resource/ids.ts';
import { putReceipt, putRecord, receiptOf, recordOf } from '../records/make-job.ts';
import { client, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
afterEach(() => service.close());

/** A job that has ended and has no resource any more. */
async function putEnded(jobId: string, fileName: string): Promise<void> {
  const createdAt = service.deps.now().toISOString();
  await putReceipt(service.deps.objects, receiptOf(jobId, 1), createdAt.slice(0, 10));
  await putRecord(service.deps.objects, recordOf(jobId, 1, { createdAt, fileName }));
}

async function openCounted(): Promise<{ readonly call: Client; readonly read: string[] }> {
  const read: string[] = [];
  service = await openService({
    wrap: (deps) => ({
      ...deps,
      objects: {
        ...deps.objects,
        get: (key) => {
          if (key.startsWith('records/')) read.push(key);
          return deps.objects.get(key);
        },
      },
    }),
  });
  return { call: client(service.base, await service.key('w')), read };
}

async function search(call: Client, query: string): Promise<{ readonly names: string[]; readonly pages: number }> {
  const names: string[] = [];
  for (let pages = 1, cursor = ''; ; pages++) {
    const { body } = await call('listJobs', { query: `?${query}${cursor && `&cursor=${cursor}`}` });
    for (const { documentName } of body['jobs'] as { documentName: string }[]) names.push(documentName);
    if (body['nextCursor'] === undefined) return { names, pages };
    cursor = body['nextCursor'] as string;
  }
}

it('a search reads 500 jobs for a page at most, goes on by its cursor, and does not read them again', async () => {
  const { call, read } = await openCounted();
  for (let i = 0; i < 1200; i++) {
    await putEnded(newJobId(service.deps.now()), i === 0 ? 'wanted.pdf' : `${i}.pdf`);
    service.pass(1);
  }
  const first = await call('listJobs', { query: '?query=wanted' });
  expect(first.body).toMatchObject({ jobs: [], nextCursor: expect.any(String) as string });
  expect(read.length).toBeLessThanOrEqual(500);
  expect(await search(call, 'query=wanted')).toEqual({ names: ['wanted.pdf'], pages: 2 });
  expect(read).toHaveLength(1200);
  expect(await search(call, 'query=wanted')).toEqual({ names: ['wanted.pdf'], pages: 1 });
  expect(read).toHaveLength(1201);
  expect((await search(call, 'query=11&limit=7')).names).toHaveLength(120);
});

it.each(['createdAt', '-createdAt'])(
  'a list goes over years without jobs, in pages of some days each: %s',
  async (sort) => {
    const { call } = await openCounted();
    await putEnded(newJobId(service.deps.now()), 'old.pdf');
    service.pass(400 * 24 * 60 * 60);
    await putEnded('k-00000000-0000-4000-8000-000000000000', 'by hand.pdf');
    service.pass(1);
    await putEnded(newJobId(service.deps.now()), 'new.pdf');
    const { names, pages } = await search(call, `sort=${sort}`);
    expect(sort === 'createdAt' ? names : names.toReversed()).toEqual(['old.pdf', 'by hand.pdf', 'new.pdf']);
    expect(pages).toBeLessThan(6);
  },
);
