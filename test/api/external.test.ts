import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { ended, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  service = await openService({ settings: { creditsWait: 24 * 60 * 60 } });
  site = createServer((request, response) => {
    const pages = /^\/(\d+)\.pdf$/.exec(request.url ?? '')?.[1];
    if (pages) response.end(makeNumberedPdf(Number(pages)));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await service.startController();
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.close();
});

const external = (path: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  source: { type: 'external', fileUrl: siteUrl + path },
  ...more,
});

/** Polls until getJob answers as it should. */
async function until(call: Client, jobId: string, status: number): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const answer = await call('getJob', { params: { jobId } });
    if (answer.status === status) return answer.body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a job of a URL', () => {
  it('is accepted with one page held, then fetched, priced and converted', async () => {
    const { call, name } = await service.workspace(10);
    const { status, body } = await call('createJob', { body: external('/3.pdf') });
    expect([status, body['status'], body['fileSource']]).toEqual([201, 'queued', 'external']);
    const job = await ended(call, String(body['id']));
    expect(job).toMatchObject({
      status: 'succeeded',
      pageRange: { start: 1, end: 3 },
      source: { type: 'external', fileUrl: `${siteUrl}/3.pdf`, fileName: 'document' },
    });
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 10, available: 7, held: 0, settled: 3 });
  });

  it('is refused at once when not even one page can be paid', async () => {
    const { call } = await service.workspace(1);
    await call('createJob', { body: external('/2.pdf') });
    const refused = await call('createJob', { body: external('/2.pdf') });
    expect([refused.status, refused.body['requiredCredits']]).toEqual([402, 1]);
  });

  it('waits for credits when its bytes turn out larger: getJob answers 402 until they are granted', async () => {
    const { call, name } = await service.workspace(2);
    const { body } = await call('createJob', { body: external('/4.pdf') });
    const jobId = String(body['id']);
    const waiting = await until(call, jobId, 402);
    expect(waiting).toMatchObject({ code: 'insufficient_credits', requiredCredits: 4, topUpPath: '/#credits' });
    await service.grant(name, 10);
    await until(call, jobId, 200);
    expect((await ended(call, jobId))['status']).toBe('succeeded');
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 8, held: 0, settled: 4 });
  });

  it('can be canceled while it waits for credits', async () => {
    const { call, name } = await service.workspace(2);
    const { body } = await call('createJob', { body: external('/4.pdf') });
    const params = { jobId: String(body['id']) };
    await until(call, params.jobId, 402);
    expect((await call('cancelJob', { params })).body['status']).toBe('canceled');
    expect((await call('getJob', { params })).body['status']).toBe('canceled');
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 2, held: 0 });
  });

  it('converts what the credits cover with allowPartial', async () => {
    const { call } = await service.workspace(2);
    const { body } = await call('createJob', { body: external('/4.pdf', { allowPartial: true }) });
    expect(await ended(call, String(body['id']))).toMatchObject({
      status: 'succeeded',
      partial: true,
      nextStartPage: 3,
      estimatedTotalPages: 4,
    });
  });

  it('fails by name when there is nothing to fetch, and gives the page back', async () => {
    const { call, name } = await service.workspace(2);
    const { body } = await call('createJob', { body: external('/nothing') });
    expect(await ended(call, String(body['id']))).toMatchObject({ status: 'failed', errorCode: 'fetch_failed' });
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 2, held: 0 });
  });

  it('leaves a ledger that agrees with the store', async () => {
    await service.grant('audit', 1);
    const findings = await service.findings();
    expect(findings.filter(({ kind }) => kind !== 'intent_left')).toEqual([]);
  });
});
