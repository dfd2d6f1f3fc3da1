import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/resource/ids.ts';
import { SCOPES } from '../../src/records/types.ts';
import { checkOutputs, MARKERS } from '../make/check-outputs.ts';
import { makeNumberedPdf, makeReportPdf, makeTextPdf } from '../make/text-pdf.ts';
import { client, ended } from './client.ts';
import { convertAt, form } from './convert-call.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  service = await openService({ settings: { maxPages: 20, maxUploadBytes: 200_000, rangePages: 4 } });
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
async function workspace(credits = 100): Promise<{ readonly key: string; readonly name: string }> {
  const name = `convert-${workspaces++}`;
  if (credits > 0) await service.grant(name, credits);
  return { name, key: await service.key(name) };
}

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of service.deps.objects.list(prefix)) keys.push(key);
  return keys;
}

const uploadsOf = (name: string): Promise<string[]> => keysBelow(`uploads/${name}/`);

describe('POST /convert', () => {
  it('answers the Markdown of a file in a form, by an ordinary job with its receipt', async () => {
    const { key, name } = await workspace(10);
    const answer = await convert(key, '', form({ file: makeNumberedPdf(2) }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.text).toContain('This is the text of page number 2 of the document.');
    const call = client(service.base, key);
    const jobId = answer.headers.get('x-job-id')!;
    expect((await call('getJob', { params: { jobId } })).body).toMatchObject({ status: 'succeeded' });
    const receipt = await call('getReceiptByJobId', { query: `?jobId=${jobId}` });
    expect(receipt.body).toMatchObject({ settledCredits: 2, outcome: 'succeeded' });
    const { body } = await call('listJobArtifacts', { params: { jobId } });
    expect(body['artifacts']).toMatchObject([{ fileName: 'report.md', text: answer.text }]);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 8, held: 0, settled: 2 });
  });

  it('answers JSON of a raw body to whom accepts JSON, or asks for it', async () => {
    const { key } = await workspace();
    const body = Buffer.from('# Notes\n\nOne line.\n');
    const answers = [
      await convert(key, '?fileName=notes.md', body, { Accept: 'application/json' }),
      await convert(key, '?fileName=notes.md&output=json', body),
    ];
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(json).toMatchObject({
        job: { status: 'succeeded', stage: 'complete' },
        markdown: '# Notes\n\nOne line.\n',
        artifacts: [{ kind: 'markdown', fileName: 'notes.md' }],
        warnings: [],
      });
    }
    expect(await convert(key, '?output=markdown', body, { Accept: 'application/json' })).toMatchObject({
      text: '# Notes\n\nOne line.\n',
    });
  });

  it('makes the JSON of the document and chunks on request, and answers either, at the same price', async () => {
    const { key, name } = await workspace(40);
    const file = makeNumberedPdf(9);
    const options = { outputs: 'document,chunks', chunkSize: '200', pageMarkers: 'true', wait: '120' };
    const answer = await convert(key, '', form({ file, output: 'json', ...options }));
    const artifacts = answer.json['artifacts'] as { kind: string; fileName: string; downloadUrl?: string }[];
    expect(artifacts.map(({ kind, fileName }) => `${kind} ${fileName}`)).toEqual([
      'markdown report.md',
      'document report.document.json',
      'chunks report.chunks.jsonl',
    ]);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 31, settled: 9 });
    const written = {
      markdown: String(answer.json['markdown']),
      document: await (await fetch(artifacts[1]!.downloadUrl!)).text(),
      chunks: await (await fetch(artifacts[2]!.downloadUrl!)).text(),
    };
    expect(written.markdown.match(MARKERS)).toHaveLength(9);
    const { document, chunks } = checkOutputs({ ...written, chunkSize: 200 });
    for (const chunk of chunks)
      expect(chunk).toMatchObject({ sourceName: 'report.pdf', documentId: `sha256:${sha256(file)}` });
    expect(document.pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // The same options have the same result, from the cache.
    const again = await convert(key, '?output=document', form({ file, ...options }));
    expect(again.text).toBe(written.document);
    expect(again.headers.get('content-type')).toBe('application/vnd.scriptorium.document+json');
    // What is answered is made; a result with another name is not that of the cache.
    const query = '?output=chunks&chunkSize=200';
    const answered = await convert(key, query, form({ file }, 'other.pdf'));
    const same = await convert(key, query, form({ file }));
    expect(answered.text.replaceAll('other.pdf', 'report.pdf')).toBe(same.text);
    expect(answered.text.match(/"sourceName":"other\.pdf"/g)).toHaveLength(chunks.length);
    for (const query of ['?outputs=pictures', '?chunkSize=10', '?pageMarkers=3'])
      expect((await convert(key, query, form({ file }))).status).toBe(400);
  });

  it('takes a URL, as a field or a parameter', async () => {
    const { key } = await workspace();
    expect((await convert(key, '', form({ url: siteUrl }))).text).toContain('A page of the web.');
    const answer = await convert(key, `?output=json&url=${encodeURIComponent(siteUrl)}`);
    expect(answer.json['job']).toMatchObject({ source: { type: 'external', fileUrl: siteUrl } });
  });

  it('converts and charges only the pages from startPage to endPage', async () => {
    const { key, name } = await workspace(3);
    const answer = await convert(
      key,
      '',
      form({ file: makeNumberedPdf(9), startPage: '2', endPage: '4', output: 'json' }),
    );
    expect(answer.json['job']).toMatchObject({ pageRange: { start: 2, end: 4 }, estimatedTotalPages: 9 });
    expect(answer.json['job']).not.toHaveProperty('partial');
    expect([...String(answer.json['markdown']).matchAll(/page number (\d)/g)].map(([, page]) => page)).toEqual([
      '2',
      '3',
      '4',
    ]);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 0, settled: 3 });
  });

  it('says beside Markdown, blocks and chunks what to check, and nothing of a document without warnings', async () => {
    const { key } = await workspace();
    const cut = makeReportPdf(3).slice(0, -200);
    const answers = await Promise.all(
      ['', '?output=document', '?output=chunks', '?output=json'].map((query) =>
        convert(key, query, form({ file: cut })),
      ),
    );
    for (const { status, headers } of answers)
      expect([status, headers.get('x-warnings')]).toEqual([
        200,
        'document-repaired;count=1, running-lines;pages="2-3";count=2',
      ]);
    expect(answers[3]!.json['warnings']).toMatchObject([{ kind: 'document-repaired' }, { kind: 'running-lines' }]);
    expect((await convert(key, '', form({ file: makeNumberedPdf(2) }))).headers.has('x-warnings')).toBe(false);
  });

  it('converts what the credits cover with allowPartial, and says where to go on', async () => {
    const { key } = await workspace(2);
    const answer = await convert(key, '?allowPartial=true', form({ file: makeNumberedPdf(5) }));
    expect([answer.status, answer.headers.get('x-next-start-page')]).toEqual([200, '3']);
  });

  it('answers 202 with the address of the job when the wait is over', async () => {
    const { key } = await workspace();
    const answer = await convert(key, '?wait=0', form({ file: makeNumberedPdf(3) }));
    expect(answer.status).toBe(202);
    const jobId = String(answer.json['id']);
    expect(answer.headers.get('location')).toBe(`/api/v1/jobs/${jobId}`);
    expect(await ended(client(service.base, key), jobId)).toMatchObject({ status: 'succeeded' });
  });

  it('answers the same job to the same file under the same idempotency key, and keeps one document', async () => {
    const { key, name } = await workspace();
    const again = { 'Idempotency-Key': 'order-4711' };
    const file = makeNumberedPdf(2);
    const [first, second] = await Promise.all([
      convert(key, '', form({ file }), again),
      convert(key, '', form({ file }), again),
    ]);
    const third = await convert(key, '?wait=10', form({ file }), again);
    expect(new Set([first, second, third].map(({ headers }) => headers.get('x-job-id'))).size).toBe(1);
    expect(third.text).toBe(first.text);
    expect(await uploadsOf(name)).toHaveLength(1);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ settled: 2, held: 0 });
    const other = await convert(key, '', form({ file: makeNumberedPdf(3) }), again);
    expect([other.status, other.json['code']]).toEqual([400, 'idempotency_key_reused']);
  });

  it('answers why a document cannot be converted', async () => {
    const { key } = await workspace();
    const answer = await convert(
      key,
      '',
      form({ file: Buffer.from([0x50, 0x4b, 3, 4, ...Array<number>(60).fill(7)]) }),
    );
    expect(answer.status).toBe(422);
    const call = client(service.base, key);
    const job = (await call('getJob', { params: { jobId: String(answer.json['jobId']) } })).body;
    expect(answer.json).toMatchObject({ code: job['errorCode'], error: job['error'] });
  });

  it('refuses as createJob does: 402, and 413 with the pages', async () => {
    const poor = await workspace(1);
    expect(await convert(poor.key, '', form({ file: makeNumberedPdf(2) }))).toMatchObject({
      status: 402,
      json: { code: 'insufficient_credits', requiredCredits: 2, availableCredits: 1 },
    });
    const { key } = await workspace();
    expect(await convert(key, '', form({ file: makeNumberedPdf(21) }))).toMatchObject({
      status: 413,
      json: { code: 'document_too_large', maxPages: 20, estimatedPages: 21 },
    });
  });

  it('refuses a file above the limit, in a form and raw, and keeps nothing of it', async () => {
    const { key, name } = await workspace();
    const file = Buffer.alloc(200_001, 'x');
    for (const body of [form({ file }), file])
      expect(await convert(key, '', body)).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
    expect(await uploadsOf(name)).toEqual([]);
  });

  it.each<[string, string, RequestInit['body'] | undefined, Record<string, string>, RegExp]>([
    ['no document', '', undefined, {}, /has no document/],
    ['a form without one', '', form({ wait: '3' }), {}, /has no document/],
    ['a file and a URL', '', form({ file: Buffer.from('x'), url: 'http://a.example/' }), {}, /not both/],
    ['a file in another field', '', form({ document: Buffer.from('x') }), {}, /document is not a known file field/],
    ['the name of a file without its content', '', form({ file: 'report.pdf' }), {}, /write @ before its name/],
    ['an unknown option', '?pages=3', Buffer.from('x'), {}, /pages is not a known field/],
    ['an unknown field', '', form({ file: Buffer.from('x'), pages: '3' }), {}, /pages is not a known field/],
    ['an option that is no number', '?wait=soon', Buffer.from('x'), {}, /wait must be integer/],
    ['an option twice', '?wait=1&wait=2', Buffer.from('x'), {}, /wait must appear only once/],
    ['a mode of OCR that is none', '?ocr=always', Buffer.from('x'), {}, /ocr must be one of auto, force, off/],
    ['a language that is none', '?ocrLanguages=eng,d!', Buffer.from('x'), {}, /ocrLanguages\.1 must match/],
    ['a flag that is none', '', form({ file: Buffer.from('x'), emphasis: 'no' }), {}, /emphasis must be boolean/],
    ['no URL', '?url=report.pdf', undefined, {}, /^url must be a URL that begins with http:/],
    ['a URL and a document', '?url=http://a.example/&documentId=d', undefined, {}, /not both/],
    ['a name for a document', '?fileName=a.pdf&documentId=d', undefined, {}, /fileName cannot be set/],
    ['pages backwards', '?startPage=4&endPage=3', Buffer.from('x'), {}, /endPage is 3/],
    [
      'the type that curl gives to --data-binary',
      '',
      Buffer.from('x'),
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      /curl -F file=@report.pdf/,
    ],
    ['a form without a boundary', '', 'x', { 'Content-Type': 'multipart/form-data' }, /no boundary/],
    ['a broken form', '', '--b\r\nx', { 'Content-Type': 'multipart/form-data; boundary=b' }, /not a valid multipart/],
  ])('answers 400 to %s, and keeps no document', async (...[, query, body, headers, message]) => {
    const { key, name } = await workspace();
    const answer = await convert(key, query, body, headers);
    expect([answer.status, answer.json['code']]).toEqual([400, 'invalid_request']);
    expect(answer.json['error']).toMatch(message);
    expect(await uploadsOf(name)).toEqual([]);
  });

  it('takes the same options as a ConversionJob, in the query and in a form', async () => {
    const { key } = await workspace();
    const wanted = { endPage: 2, ocr: { mode: 'off', languages: ['eng', 'deu'] }, emphasis: false };
    const options = { endPage: '2', ocr: 'off', ocrLanguages: 'eng,deu', emphasis: 'false' };
    const query = `?${new URLSearchParams(options).toString()}`;
    const repeated = form({ file: makeNumberedPdf(3), endPage: '2', ocr: 'off', emphasis: 'false' });
    for (const language of ['eng', 'deu']) repeated.append('ocrLanguages', language);
    for (const [where, body] of [
      [query, Buffer.from(makeNumberedPdf(3))],
      ['', form({ file: makeNumberedPdf(3), ...options })],
      ['', repeated],
    ] as const) {
      const answer = await convert(key, where, body);
      expect([...answer.text.matchAll(/page number (\d)/g)].map(([, page]) => page)).toEqual(['1', '2']);
      const { spec } = (await service.deps.jobs.get(answer.headers.get('x-job-id')!))!;
      expect(spec).toMatchObject(wanted);
    }
  });

  it('converts a document that was uploaded before', async () => {
    const { key, name } = await workspace();
    const call = client(service.base, key);
    const slot = (await call('createUpload', { body: { fileName: 'a.pdf', fileType: 'application/pdf' } })).body;
    await fetch(new URL(slot['uploadUrl'] as string, service.base), { method: 'PUT', body: makeNumberedPdf(2) });
    const documentId = slot['documentId'] as string;
    const answer = await convert(key, `?documentId=${documentId}&startPage=2`);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('page number 2 ')]);
    expect(await uploadsOf(name)).toHaveLength(1);
    const { key: stranger } = await workspace();
    expect((await convert(stranger, `?documentId=${documentId}`)).status).toBe(404);
  });

  it('needs a key that may write and read', async () => {
    const { name } = await workspace();
    expect((await convert('', '', form({ file: Buffer.from('x') }))).status).toBe(401);
    for (const missing of ['documents:write', 'documents:read']) {
      const key = await service.key(
        name,
        SCOPES.filter((scope) => scope !== missing),
      );
      expect(await convert(key, '', form({ file: Buffer.from('x') }))).toMatchObject({
        status: 403,
        json: { code: 'insufficient_scope', error: `The API key does not have the scope ${missing}.` },
      });
    }
  });

  it('keeps nothing of a file that broke off', async () => {
    const { key, name } = await workspace();
    const { port } = new URL(service.base);
    for (const [type, start] of [
      ['application/pdf', '%PDF-1.7'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
      ],
    ]) {
      const sending = request({
        port,
        path: '/convert',
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': type, 'Content-Length': 10_000 },
      });
      const closed = new Promise((done) => sending.once('close', done));
      sending.on('error', () => undefined);
      await new Promise<void>((done) => sending.write(start, () => done()));
      await expect.poll(async () => (await keysBelow('')).length + (await scratchFiles())).toBeGreaterThan(0);
      sending.destroy();
      await closed;
    }
    await expect.poll(scratchFiles).toBe(0);
    expect(await uploadsOf(name)).toEqual([]);
  });
});

async function scratchFiles(): Promise<number> {
  const { readdir } = await import('node:fs/promises');
  return (await readdir(`${service.folder}/objects/~tmp`)).length;
}
