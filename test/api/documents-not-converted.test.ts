import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

/** More than the processes that may be kept between the reading of a document and its conversion. */
const DOCUMENTS = 20;
let service: TestService;
beforeAll(async () => {
  // Enough to read a document on a busy machine, and not enough to wait for the process of another as well.
  service = await openService({ settings: { documentWait: 4, maxPages: 5 }, cores: 2 });
});
afterAll(() => service.close());

/** Asks one thing of one new document after another. */
async function inALoop(call: Client, operation: string, pages: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let i = 0; i < DOCUMENTS; i++)
    statuses.add((await call(operation, { body: documentSource(await upload(call, makeNumberedPdf(pages))) })).status);
  return statuses;
}

describe('documents that are read and not converted hold up no other document', () => {
  it('quotes, one after another', async () => {
    const { call } = await service.workspace(100);
    expect(await inALoop(call, 'createQuote', 2)).toEqual(new Set([201]));
  });

  it('jobs that the workspace cannot pay for', async () => {
    const { call } = await service.workspace(1);
    expect(await inALoop(call, 'createJob', 2)).toEqual(new Set([402]));
  });

  it('documents over the ceiling', async () => {
    const { call } = await service.workspace(100);
    expect(await inALoop(call, 'createJob', 6)).toEqual(new Set([413]));
  });

  it('jobs that wait for their conversion', async () => {
    // No controller runs.
    const { call } = await service.workspace(100);
    for (let i = 0; i < DOCUMENTS / 2; i++) {
      const made = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(2))) });
      expect(made).toMatchObject({ status: 201, body: { estimatedTotalPages: 2 } });
    }
  });
});
