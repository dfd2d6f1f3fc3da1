import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { form } from './convert-call.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  // No controller runs: what is accepted waits.
  service = await openService();
});
afterAll(() => service.close());

let workspaces = 0;

/** Sends a request for a conversion, and closes its connection once its job waits. Answers what then becomes of it. */
async function leave(path: string, init: RequestInit): Promise<object | undefined> {
  const workspace = `left-${workspaces++}`;
  await service.grant(workspace, 10);
  const closed = new AbortController();
  const answer = fetch(service.base + path, {
    method: 'POST',
    ...init,
    headers: { Authorization: `Bearer ${await service.key(workspace)}`, ...(init.headers as object) },
    signal: closed.signal,
  });
  const held = async (): Promise<number | undefined> => (await service.deps.ledger.balance(workspace))?.held;
  await expect.poll(held).toBe(3);
  const before = await answered();
  closed.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(answered).toBe(before + 1);
  return service.deps.ledger.balance(workspace);
}

/** Requests that the service is done with. */
async function answered(): Promise<number> {
  const { values } = await service.deps.metrics.requests.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

const document = (): Record<string, Uint8Array> => ({ file: makeNumberedPdf(3) });
const REFUNDED = { granted: 10, available: 10, held: 0, settled: 0 };

describe('a connection that is closed before its answer', () => {
  it.each<[string, () => RequestInit]>([
    ['/convert', () => ({ body: form(document()) })],
    ['/v1/convert/file', () => ({ body: form({ files: makeNumberedPdf(3) }) })],
    [
      '/process',
      () => ({ method: 'PUT', body: Buffer.from(makeNumberedPdf(3)), headers: { 'X-Filename': 'report.pdf' } }),
    ],
  ])('cancels the job of %s, and its credits are free again', async (path, init) => {
    expect(await leave(path, init())).toEqual(REFUNDED);
  });

  it('cancels no job of a request that can be sent again under its key', async () => {
    const balance = await leave('/convert', { body: form(document()), headers: { 'Idempotency-Key': 'order-4711' } });
    expect(balance).toMatchObject({ available: 7, held: 3 });
  });
});
