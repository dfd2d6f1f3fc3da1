import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { openService, type TestService } from '../service.ts';
import { askWith, formOf, type Ask } from './ask.ts';

let service: TestService;
beforeAll(async () => {
  // No controller runs: what is accepted waits.
  service = await openService();
});
afterAll(() => service.close());

async function workspace(name: string, credits: number): Promise<Ask> {
  await service.grant(name, credits);
  return askWith(service, { 'X-Api-Key': await service.key(name) });
}

const balance = (name: string) => service.deps.ledger.balance(name);

const form = (): FormData =>
  formOf({ 'a.pdf': makeNumberedPdf(1), 'b.pdf': makeNumberedPdf(2), 'c.pdf': makeNumberedPdf(1) });

it('a request with several files makes a job of each, or none at all', async () => {
  const ask = await workspace('poor', 2);
  const refused = await ask('POST', '/v1/convert/file/async', { body: form() });
  expect(refused).toMatchObject({
    status: 402,
    body: { error: 'usage_limit_exceeded', code: 'insufficient_credits', details: { limit: 1 } },
  });
  expect(await balance('poor')).toMatchObject({ available: 2, held: 0, settled: 0 });
});

it('the jobs of a client that goes away are canceled, unless it can ask again with its idempotency key', async () => {
  for (const [name, headers, left] of [
    ['gone', {}, 0],
    ['again', { 'Idempotency-Key': 'again' }, 4],
  ] as const) {
    const ask = await workspace(name, 10);
    const aborted = new AbortController();
    const answer = ask('POST', '/v1/convert/file', { body: form(), headers, signal: aborted.signal });
    await expect.poll(() => balance(name)).toMatchObject({ held: 4 });
    aborted.abort();
    await expect(answer).rejects.toThrow('aborted');
    await expect.poll(() => balance(name)).toMatchObject({ held: left, settled: 0 });
  }
  const ask = await workspace('again', 10);
  const headers = { 'Idempotency-Key': 'again' };
  expect((await ask('POST', '/v1/convert/file/async', { body: form(), headers })).status).toBe(200);
  expect(await balance('again')).toMatchObject({ held: 4 });
});
