import { afterEach, expect, it } from 'vitest';
import type { ConversionJobStatus } from '../../src/resource/conversion-job.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let call: Client;
let name: string;
afterEach(() => service.close());

/** For the API alone, reading a document takes longer than a request waits. */
const open = async (): Promise<void> => {
  service = await openService({
    settings: { documentWait: 0.05 },
    wrap: (deps) => ({ ...deps, tasks: { ...deps.tasks, probe: () => new Promise<never>(() => {}) } }),
  });
  ({ call, name } = await service.workspace(10));
};

/** Every status that the job gets from now on. */
async function statusesOf(resource: string): Promise<readonly ConversionJobStatus[]> {
  const seen: ConversionJobStatus[] = [];
  const follower = await service.deps.jobs.follow((changed) => {
    const status = changed === resource ? follower.get(changed)?.status : undefined;
    if (status) seen.push(status);
  });
  return seen;
}

it('a small job of REST that waits for some seconds in a burst is never written as queued', async () => {
  await open();
  const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(1))) });
  const jobId = String(body['id']);
  const statuses = await statusesOf(jobId);
  service.pass(3);
  await service.startController();
  expect((await ended(call, jobId))['status']).toBe('succeeded');
  await expect.poll(() => statuses.at(-1)?.state).toBe('succeeded');
  const created = Date.parse(String(body['createdAt']));
  // On a machine that is slow enough, it is.
  const soon = statuses.filter(({ updatedAt }) => Date.parse(updatedAt!) - created < 10_000);
  expect(soon.map(({ state }) => state)).not.toContain('queued');
});

it('a job of kubectl that waits for as long is', async () => {
  await open();
  const { documentId } = documentSource(await upload(call, makeNumberedPdf(1))).source as { documentId: string };
  await service.deps.jobs.create({
    name: 'by-hand',
    spec: { workspace: name, source: { type: 'document', documentId } },
  });
  const statuses = await statusesOf('by-hand');
  service.pass(3);
  await service.startController();
  await expect.poll(() => statuses.at(-1)?.state).toBe('succeeded');
  expect(statuses[0]).toMatchObject({ state: 'queued', message: 'Reading the document' });
});
