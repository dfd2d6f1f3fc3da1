import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MARKERS } from '../make/check-outputs.ts';
import { makeNumberedPdf, makeTextPdf } from '../make/text-pdf.ts';
import { client, ended, upload } from './client.ts';
import { convertAt, form } from './convert-call.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  service = await openService({ settings: { maxPages: 20, rangePages: 4 } });
  await service.startController();
  site = createServer((_request, response) => response.end(makeTextPdf(['A page of the web.'])));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/report.pdf`;
});
afterAll(async () => {
  await new Promise((closed) => site.close(closed));
  await service.close();
});

const convert = (key: string, query: string, body?: RequestInit['body'], headers?: Record<string, string>) =>
  convertAt(service.base, key, { query, body, headers });

let workspaces = 0;
async function workspace(credits = 100): Promise<{ readonly key: string }> {
  const name = `async-${workspaces++}`;
  await service.grant(name, credits);
  return { key: await service.key(name) };
}

describe('POST /convert with Prefer: respond-async', () => {
  it('answers 202 with the job at once, to an upload, a file and a URL, with all options', async () => {
    const { key } = await workspace();
    const call = client(service.base, key);
    const documentId = await upload(call, makeNumberedPdf(9), 'nine.pdf');
    const options = { startPage: '2', endPage: '4', outputs: 'chunks', pageMarkers: 'true' };
    const requests: readonly (readonly [string, RequestInit['body'] | undefined])[] = [
      ['', form({ documentId, ...options })],
      [`?${new URLSearchParams({ documentId, ...options }).toString()}`, undefined],
      ['', form({ file: makeNumberedPdf(9), ...options })],
    ];
    for (const [query, body] of requests) {
      const answer = await convert(key, query, body, { Prefer: 'respond-async' });
      const jobId = String(answer.json['id']);
      expect([answer.status, answer.headers.get('location'), answer.headers.get('preference-applied')]).toEqual([
        202,
        `/api/v1/jobs/${jobId}`,
        'respond-async',
      ]);
      expect(await ended(call, jobId)).toMatchObject({ status: 'succeeded', pageRange: { start: 2, end: 4 } });
      const { body: listed } = await call('listJobArtifacts', { params: { jobId } });
      const [markdown, chunks] = listed['artifacts'] as { kind: string; text?: string }[];
      expect(markdown?.text?.match(MARKERS)).toHaveLength(3);
      expect(chunks?.kind).toBe('chunks');
    }
    const byUrl = await convert(key, `?url=${encodeURIComponent(siteUrl)}`, undefined, { Prefer: 'respond-async' });
    expect(byUrl.status).toBe(202);
    expect(await ended(call, String(byUrl.json['id']))).toMatchObject({ status: 'succeeded' });
  });

  it('waits as long as Prefer: respond-async, wait=N says, and answers what is done by then', async () => {
    const { key } = await workspace();
    const body = Buffer.from('# Notes\n');
    const done = await convert(key, '?fileName=a.md&wait=0', body, { Prefer: 'respond-async, wait=120' });
    expect([done.status, done.text, done.headers.get('preference-applied')]).toEqual([200, '# Notes\n', null]);
    const none = await convert(key, '?fileName=b.md', body, { Prefer: 'respond-async; wait=0, handling=lenient' });
    expect(none.status).toBe(202);
    expect(none.headers.get('vary')).toContain('Prefer');
  });

  it('refuses before it answers 202: what cannot be paid for, and what is too long', async () => {
    const poor = await workspace(1);
    const headers = { Prefer: 'respond-async' };
    expect(await convert(poor.key, '', form({ file: makeNumberedPdf(2) }), headers)).toMatchObject({ status: 402 });
    const { key } = await workspace();
    expect(await convert(key, '', form({ file: makeNumberedPdf(21) }), headers)).toMatchObject({ status: 413 });
  });
});
