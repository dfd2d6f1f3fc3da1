import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf, makeReportPdf } from '../../make/text-pdf.ts';
import type { TestService } from '../service.ts';
import { openDropIn, type Ask } from './ask.ts';

let service: TestService;
let ask: Ask;
beforeAll(async () => {
  ({ service, ask } = await openDropIn((key) => ({ Authorization: `Bearer ${key}` })));
});
afterAll(() => service.close());

describe('the endpoint for Open WebUI', () => {
  const headers = { 'X-Filename': encodeURIComponent('Übersicht.pdf'), 'Content-Type': 'application/pdf' };

  it('answers the text of a document, and where it came from', async () => {
    const answer = await ask('PUT', '/process', { body: Buffer.from(makeNumberedPdf(2)), headers });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        page_content: expect.stringContaining('page number 2 ') as string,
        metadata: { source: 'Übersicht.pdf', pages: 2 },
      },
    });
  });

  it('has the warnings as text beside the pages', async () => {
    const answer = await ask('PUT', '/process', { body: Buffer.from(makeReportPdf(3)), headers });
    expect(answer.body['metadata']).toMatchObject({
      warnings: 'Left out headers, footers and page numbers on pages 2–3.',
    });
  });

  it('says why a document cannot be converted', async () => {
    const answer = await ask('PUT', '/process', { body: Buffer.from('%PDF-1.7'), headers });
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.any(String) as string } });
    const misnamed = await ask('PUT', '/process', { body: 'x', headers: { 'X-Filename': '%ff' } });
    expect(misnamed.status).toBe(400);
  });
});
