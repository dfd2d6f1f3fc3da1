import { expect } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { until, type Client, type Job } from './cluster.ts';

/** Pages of the long job: eight ranges, as the release is installed. */
export const PAGES = 120;
export const LONG_DOCUMENT = makeNumberedPdf(PAGES);

/**
 * Starts a conversion that takes a while, on pages that tell their number; repeated for as long as the service cannot
 * take it.
 */
export async function startLong(client: Client, name: string, seconds?: number): Promise<Job> {
  return until(
    'the service to take a job',
    async () => client.start(await client.upload(`${name}.pdf`, LONG_DOCUMENT), { forceRefresh: true }),
    seconds,
  );
}

export async function running(client: Client, id: string): Promise<void> {
  await until('the job to run', async () =>
    (await client.call<Job>('GET', `/jobs/${id}`)).body.status === 'running' ? true : undefined,
  );
}

/** The job has succeeded, with each page once and in order, at the price of its pages. */
export async function isWhole(client: Client, id: string, seconds?: number): Promise<void> {
  expect(await client.end(id, seconds)).toMatchObject({ status: 'succeeded' });
  const numbers = [...(await client.markdown(id)).matchAll(/page number (\d+)/g)].map((match) => Number(match[1]));
  expect(numbers).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
  expect((await client.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({
    outcome: 'succeeded',
    settledCredits: PAGES,
  });
}
