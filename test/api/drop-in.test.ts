import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { makeNumberedPdf, makeReportPdf, makeTextPdf } from '../make/text-pdf.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let site: Server;
beforeAll(async () => {
  service = await openService();
  await service.startController();
  await service.grant('acme', 1000);
  key = await service.key('acme');
  site = createServer((_request, response) => response.end(makeTextPdf(['A page of the web.'])));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await new Promise((closed) => site.close(closed));
  await service.close();
});

/** A picture in a file of its own, large enough to be no decoration. */
const PIXEL = (
  await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
).toString('base64');

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(service.base + path, {
    ...init,
    method,
    headers: { 'X-Api-Key': key, ...(init.headers as Record<string, string>) },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A form as docling-serve's clients send it: repeated fields are lists. */
function form(fields: readonly (readonly [string, string])[], pages = 3): FormData {
  const data = new FormData();
  data.set('files', new Blob([Buffer.from(makeNumberedPdf(pages))], { type: 'application/pdf' }), 'report.pdf');
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

const askJson = (path: string, body: object): Promise<Answer> =>
  ask('POST', path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

describe('the endpoints of docling-serve', () => {
  it('convert a file to Markdown and text, and ignore what chooses between models', async () => {
    const body = form([
      ['image_export_mode', 'placeholder'],
      // As a client in Python sends it.
      ['do_ocr', 'True'],
      ['to_formats', 'md'],
      ['to_formats', 'text'],
    ]);
    const answer = await ask('POST', '/v1/convert/file', { body });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'success', errors: [], document: { filename: 'report.pdf', json_content: null } },
    });
    const { md_content: markdown, text_content: text } = answer.body['document'] as Record<string, string>;
    expect(markdown).toContain('page number 3 of the document');
    expect(text).toBe(markdown);
  });

  it('convert a file to a DoclingDocument, at once and by polling', async () => {
    const options = [
      ['to_formats', 'json'],
      ['to_formats', 'html'],
    ] as const;
    const isDocling = {
      schema_name: 'DoclingDocument',
      name: 'report',
      origin: { filename: 'report.pdf', mimetype: 'application/pdf' },
      pages: { 3: { page_no: 3 } },
    };
    const atOnce = await ask('POST', '/v1/convert/file', { body: form(options) });
    const document = { json_content: isDocling, md_content: null, html_content: null };
    expect(atOnce).toMatchObject({ status: 200, body: { document } });
    const { body: task } = await ask('POST', '/v1/convert/file/async', { body: form(options) });
    await ask('GET', `/v1/status/poll/${String(task['task_id'])}?wait=30`);
    const { body } = await ask('GET', `/v1/result/${String(task['task_id'])}`);
    expect(body).toMatchObject({ document: { json_content: isDocling } });
  });

  it('convert some pages', async () => {
    const body = form(
      [
        ['page_range', '2'],
        ['page_range', '3'],
      ],
      5,
    );
    const { md_content: markdown } = (await ask('POST', '/v1/convert/file', { body })).body['document'] as {
      md_content: string;
    };
    expect([...markdown.matchAll(/page number (\d)/g)].map(([, page]) => page)).toEqual(['2', '3']);
  });

  it('embed images where they are asked for', async () => {
    const image = `data:image/png;base64,${PIXEL}`;
    const page = `<html><body><p>A seal</p><p><img alt="seal" src="${image}"></p></body></html>`;
    const source = { kind: 'file', base64_string: Buffer.from(page).toString('base64'), filename: 'a.html' };
    const contentOf = async (options: object): Promise<string> => {
      const { body } = await askJson('/v1/convert/source', { options, sources: [source] });
      return (body['document'] as { md_content: string }).md_content;
    };
    expect(await contentOf({ include_images: true })).toContain(`](${image})`);
    expect(await contentOf({ include_images: true, image_export_mode: 'placeholder' })).not.toContain('data:');
  });

  it('convert a source: a URL, and a file in the body', async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/report.pdf`;
    for (const source of [
      { kind: 'http', url },
      { kind: 'file', base64_string: Buffer.from('A page of the web.').toString('base64'), filename: 'note.txt' },
    ]) {
      const answer = await askJson('/v1/convert/source', {
        options: { to_formats: ['md'], page_range: [1, Number.MAX_SAFE_INTEGER] },
        sources: [source],
        target: { kind: 'inbody' },
      });
      expect(answer.body['document']).toMatchObject({ md_content: 'A page of the web.\n', text_content: null });
    }
  });

  it('start a task, poll it and give its result', async () => {
    const started = await ask('POST', '/v1/convert/file/async', { body: form([]) });
    expect(started).toMatchObject({ status: 200, body: { task_type: 'convert' } });
    const id = started.body['task_id'] as string;
    const polled = await ask('GET', `/v1/status/poll/${id}?wait=60`);
    expect(polled.body).toMatchObject({ task_id: id, task_status: 'success' });
    const { body } = await ask('GET', `/v1/result/${id}`);
    expect(body['document']).toMatchObject({ md_content: expect.stringContaining('page number 1 ') as string });
    expect((await ask('GET', `/api/v1/jobs/${id}`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
  });

  it('say what went wrong in the field that clients read', async () => {
    const broken = new FormData();
    broken.set('files', new Blob([Buffer.from([0x50, 0x4b, 3, 4, ...Array<number>(60).fill(7)])]), 'a.bin');
    const failed = await ask('POST', '/v1/convert/file', { body: broken });
    expect(failed.status).toBe(422);
    expect(failed.body['detail']).toBe(failed.body['error']);
    const task = await ask('POST', '/v1/convert/file/async', { body: broken });
    const polled = await ask('GET', `/v1/status/poll/${task.body['task_id'] as string}?wait=60`);
    expect(polled.body).toMatchObject({ task_status: 'failure', error_message: failed.body['detail'] });
    for (const body of [
      form([['do_ocr', 'maybe']]),
      form([['to_formats', 'html']]),
      form([['page_range', '3']]),
      new FormData(),
    ])
      expect(await ask('POST', '/v1/convert/file', { body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', detail: expect.any(String) as string },
      });
    expect((await askJson('/v1/convert/source', { sources: [] })).status).toBe(400);
    expect((await askJson('/v1/convert/source', { sources: [{ kind: 's3' }] })).status).toBe(400);
    expect((await ask('GET', '/v1/status/poll/job-unknown')).status).toBe(404);
  });

  it('need a key, in either header', async () => {
    const body = form([]);
    expect((await ask('POST', '/v1/convert/file', { body, headers: { 'X-Api-Key': 'x' } })).status).toBe(401);
    const bearer = { 'X-Api-Key': '', Authorization: `Bearer ${key}` };
    expect((await ask('POST', '/v1/convert/file', { body, headers: bearer })).status).toBe(200);
    expect((await ask('GET', '/health')).body).toEqual({ status: 'ok' });
  });
});

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
