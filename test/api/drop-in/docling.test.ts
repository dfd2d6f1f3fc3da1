import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf, makeTextPdf } from '../../make/text-pdf.ts';
import type { TestService } from '../service.ts';
import { formOf, openDropIn, type Answer, type Ask, type Fields } from './ask.ts';

let service: TestService;
let key: string;
let site: Server;
let ask: Ask;
beforeAll(async () => {
  ({ service, key, ask } = await openDropIn((own) => ({ 'X-Api-Key': own })));
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
const IMAGE = `data:image/png;base64,${PIXEL}`;

const BROKEN = Uint8Array.from([0x50, 0x4b, 3, 4, ...Array<number>(60).fill(7)]);

const GUIDE = `<html><body><h1>Guide</h1><p>An opening.</p><h2>Tides</h2><ul><li>Spring</li><li>Neap</li></ul>
<table><caption>Heights</caption><tr><th>Place</th><th>m</th></tr><tr><td>Quay &amp; pier</td><td>4</td></tr></table>
<figure><img alt="A seal" src="${IMAGE}"></figure></body></html>`;

const form = (fields: Fields, pages = 3): FormData => formOf({ 'report.pdf': makeNumberedPdf(pages) }, fields);

const askJson = (path: string, body: object): Promise<Answer> =>
  ask('POST', path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

const guide = { kind: 'file', base64_string: Buffer.from(GUIDE).toString('base64'), filename: 'guide.html' };

type Document = Readonly<Record<string, string>>;

async function convertGuide(options: object): Promise<Document> {
  const { body } = await askJson('/v1/convert/source', { options, sources: [guide] });
  return body['document'] as Document;
}

/** The result of a task, once it has ended. */
async function resultOf(started: Answer): Promise<Answer> {
  const id = started.body['task_id'] as string;
  await ask('GET', `/v1/status/poll/${id}?wait=60`);
  return ask('GET', `/v1/result/${id}`);
}

const filesOf = ({ bytes }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file).toString('utf8')]),
  );

describe('convert of docling-serve', () => {
  it('writes Markdown and plain text, and ignores what chooses between models', async () => {
    const body = form([
      ['image_export_mode', 'placeholder'],
      // As a client in Python sends it.
      ['do_ocr', 'True'],
      ['table_mode', 'fast'],
      ['to_formats', 'md'],
      ['to_formats', 'text'],
    ]);
    const answer = await ask('POST', '/v1/convert/file', { body });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'success', errors: [], document: { filename: 'report.pdf', json_content: null } },
    });
    expect((answer.body['document'] as Document)['md_content']).toContain('page number 3 of the document');
    const { md_content: markdown, text_content: text } = await convertGuide({ to_formats: ['md', 'text'] });
    expect(markdown).toContain('# Guide\n');
    expect(text).toMatch(/^Guide\n\nAn opening\.\n\nTides\n\n- Spring\n- Neap\n\n/);
    expect(text).toContain('Place\tm\nQuay & pier\t4\n');
  });

  it('writes HTML of the blocks, escaped', async () => {
    const { html_content: html } = await convertGuide({ to_formats: ['html'], image_export_mode: 'embedded' });
    expect(html).toContain('<title>guide.html</title>');
    expect(html).toContain(
      '<h1>Guide</h1>\n<p>An opening.</p>\n<h2>Tides</h2>\n<ul>\n<li>Spring</li>\n<li>Neap</li></ul>',
    );
    expect(html).toContain(
      '<table><tr><th>Place</th><th>m</th></tr><tr><td>Quay &amp; pier</td><td>4</td></tr></table>',
    );
    expect(html).toContain(`<img alt="A seal" src="${IMAGE}"/>`);
  });

  it('writes a DoclingDocument, at once and as a task', async () => {
    const options = [['to_formats', 'json']] as const;
    const isDocling = {
      schema_name: 'DoclingDocument',
      name: 'report',
      origin: { filename: 'report.pdf', mimetype: 'application/pdf' },
      pages: { 3: { page_no: 3 } },
    };
    const document = { filename: 'report.pdf', json_content: isDocling, md_content: null, html_content: null };
    const atOnce = await ask('POST', '/v1/convert/file', { body: form(options) });
    expect(atOnce).toMatchObject({ status: 200, body: { document } });
    const asTask = await resultOf(await ask('POST', '/v1/convert/file/async', { body: form(options) }));
    expect(asTask.body).toMatchObject({ document, status: 'success' });
  });

  it('puts the pictures into a DoclingDocument', async () => {
    const options = { to_formats: ['json'], image_export_mode: 'embedded' };
    const { json_content: document } = (await convertGuide(options)) as unknown as Record<
      string,
      { pictures: object[] }
    >;
    const image = { mimetype: 'image/png', dpi: 72, size: { width: 90, height: 60 }, uri: IMAGE };
    expect(document!.pictures).toMatchObject([{ self_ref: '#/pictures/0', image }]);
    const { json_content: without } = await convertGuide({ to_formats: ['json'] });
    expect(JSON.stringify(without)).not.toContain('data:');
  });

  it('embeds images in Markdown where they are asked for', async () => {
    const contentOf = async (options: object): Promise<string> => (await convertGuide(options))['md_content']!;
    expect(await contentOf({ include_images: true })).toContain(`](${IMAGE})`);
    expect(await contentOf({ image_export_mode: 'embedded' })).toContain(`](${IMAGE})`);
    for (const options of [{}, { include_images: true, image_export_mode: 'placeholder' }])
      expect(await contentOf(options)).not.toContain('data:');
    const none = { include_images: false, image_export_mode: 'embedded' };
    expect(await contentOf(none)).not.toContain('data:');
  });

  it('puts a placeholder between the pages', async () => {
    const { body } = await ask('POST', '/v1/convert/file', { body: form([['md_page_break_placeholder', '\f']]) });
    const pages = (body['document'] as Document)['md_content']!.split('\n\n\f\n\n');
    expect(pages).toHaveLength(3);
    for (const [n, page] of pages.entries()) expect(page).toContain(`page number ${n + 1} of the document`);
  });

  it('converts some pages', async () => {
    const range = [
      ['page_range', '2'],
      ['page_range', '3'],
    ] as const;
    const { body } = await ask('POST', '/v1/convert/file', { body: form(range, 5) });
    const { md_content: markdown } = body['document'] as Document;
    expect([...markdown!.matchAll(/page number (\d)/g)].map(([, page]) => page)).toEqual(['2', '3']);
  });

  it('converts a source: a URL, and a file in the body', async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/report.pdf`;
    for (const [filename, source] of Object.entries({
      'report.pdf': { kind: 'http', url },
      'note.txt': { kind: 'file', base64_string: btoa('A page of the web.'), filename: 'note.txt' },
    })) {
      const answer = await askJson('/v1/convert/source', {
        options: { to_formats: ['md'], page_range: [1, Number.MAX_SAFE_INTEGER] },
        sources: [source],
        target: { kind: 'inbody' },
      });
      const document = { filename, md_content: 'A page of the web.\n', text_content: null };
      expect(answer.body['document']).toMatchObject(document);
    }
  });

  it('answers an archive for several files, or where one is asked for, with what could be converted', async () => {
    const several = formOf(
      { 'a.pdf': makeNumberedPdf(1), 'broken.bin': BROKEN, 'sub/a.txt': 'Words.', 'guide.html': GUIDE },
      [
        ['to_formats', 'md'],
        ['to_formats', 'json'],
        ['image_export_mode', 'referenced'],
        ['target_type', 'zip'],
      ],
    );
    const answer = await ask('POST', '/v1/convert/file', { body: several });
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="converted_docs.zip"');
    const files = filesOf(answer);
    const [image] = Object.keys(files).filter((name) => name.startsWith('artifacts/'));
    const texts = ['a', 'a-2', 'guide'].flatMap((name) => [`${name}.json`, `${name}.md`]);
    expect(new Set(Object.keys(files))).toEqual(new Set([...texts, image]));
    expect(files['a-2.md']).toBe('Words.\n');
    expect(files['guide.md']).toContain(`](${image})`);
    expect(JSON.parse(files['guide.json']!)).toMatchObject({ pictures: [{ image: { uri: image } }] });

    const inBody = formOf({ 'a.txt': 'One.', 'b.txt': 'Two.' }, [['to_formats', 'text']]);
    const asTask = await resultOf(await ask('POST', '/v1/convert/file/async', { body: inBody }));
    expect(filesOf(asTask)).toEqual({ 'a.txt': 'One.\n', 'b.txt': 'Two.\n' });
  });
});

describe('tasks of docling-serve', () => {
  it('are polled, and give their result', async () => {
    const started = await ask('POST', '/v1/convert/file/async', { body: form([]) });
    expect(started).toMatchObject({ status: 200, body: { task_type: 'convert', task_meta: { num_docs: 1 } } });
    const id = started.body['task_id'] as string;
    const polled = await ask('GET', `/v1/status/poll/${id}?wait=60`);
    const counts = { num_docs: 1, num_processed: 1, num_succeeded: 1, num_failed: 0 };
    expect(polled.body).toMatchObject({ task_id: id, task_status: 'success', task_meta: counts, failure: null });
    const { body } = await ask('GET', `/v1/result/${id}`);
    expect(body['document']).toMatchObject({ md_content: expect.stringContaining('page number 1 ') as string });
    const [jobId] = id.split('~');
    const bearer = { headers: { Authorization: `Bearer ${key}` } };
    expect((await ask('GET', `/api/v1/jobs/${jobId}`, bearer)).status).toBe(200);
  });

  it('are told apart by workspace, and from results that are not there', async () => {
    const { body } = await ask('POST', '/v1/convert/file/async', { body: form([]) });
    const others = { headers: { 'X-Api-Key': await service.key('other') } };
    const id = body['task_id'] as string;
    for (const path of [`/v1/status/poll/${id}`, `/v1/result/${id}`]) {
      const answer = await ask('GET', path, others);
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Task not found.' } });
    }
    for (const unknown of ['job-unknown', 'x~e30', '~', '..~e30', `${id.split('~')[0]}~bm8`])
      expect((await ask('GET', `/v1/status/poll/${encodeURIComponent(unknown)}`)).status).toBe(404);
  });

  it('say why a document was not converted, in the fields that clients read', async () => {
    const body = formOf({ 'a.bin': BROKEN });
    const atOnce = await ask('POST', '/v1/convert/file', { body });
    const { errors } = atOnce.body as { errors: { module_name: string; error_message: string }[] };
    expect(atOnce).toMatchObject({ status: 200, body: { status: 'failure', document: { md_content: null } } });
    const [{ error_message: message, module_name: code }] = errors as [(typeof errors)[0]];
    const task = await ask('POST', '/v1/convert/file/async', { body });
    const polled = await ask('GET', `/v1/status/poll/${task.body['task_id'] as string}?wait=60`);
    expect(polled.body).toMatchObject({
      task_status: 'failure',
      error_message: message,
      failure: { details: { code } },
    });
    const { body: result } = await ask('GET', `/v1/result/${task.body['task_id'] as string}`);
    expect(result).toMatchObject({ kind: 'TaskFailureResult', failure: { message, phase: 'execution' } });
  });
});

describe('chunk of docling-serve', () => {
  interface Chunk {
    readonly text: string;
    readonly doc_items: readonly string[];
  }

  it.each(['hybrid', 'hierarchical'])('cuts a document: %s', async (chunker) => {
    const answer = await askJson(`/v1/chunk/${chunker}/source`, {
      sources: [guide],
      include_converted_doc: true,
      chunking_options: { chunker, include_raw_text: true, max_tokens: 64 },
    });
    const { chunks, documents } = answer.body as {
      chunks: Chunk[];
      documents: { kind: string; content: { json_content: Record<string, { self_ref: string }[]> } }[];
    };
    expect(documents).toMatchObject([{ kind: 'ExportResult', status: 'success', content: { filename: 'guide.html' } }]);
    const { texts, tables, pictures } = documents[0]!.content.json_content;
    const refs = [...texts!, ...tables!, ...pictures!].map((item) => item.self_ref);
    const used = chunks.flatMap((chunk) => chunk.doc_items);
    expect(refs).toEqual(expect.arrayContaining(used));
    const isTable = expect.objectContaining({ doc_items: expect.arrayContaining(['#/tables/0']) as string[] }) as Chunk;
    expect(chunks).toContainEqual(isTable);
    expect(chunks.map((chunk, n) => ({ ...chunk, n }))).toMatchObject(
      chunks.map((_chunk, n) => ({ filename: 'guide.html', chunk_index: n, headings: expect.any(Array) as string[] })),
    );
    expect(chunks[0]!.text).toMatch(/^Guide\nAn opening\./);
  });

  it('keeps items of a list together, under their headings', async () => {
    const { body } = await askJson('/v1/chunk/hierarchical/source', { sources: [guide] });
    expect((body['chunks'] as Chunk[])[1]).toMatchObject({
      text: 'Guide\nTides\n- Spring\n- Neap',
      raw_text: null,
      num_tokens: null,
      headings: ['Guide', 'Tides'],
      doc_items: ['#/texts/3', '#/texts/4'],
      page_numbers: [1],
      metadata: { has_image: false },
    });
  });

  it('takes files, as a task and as an archive', async () => {
    const fields = [
      ['chunking_max_tokens', '100'],
      ['convert_do_ocr', 'false'],
      ['target_type', 'zip'],
    ] as const;
    const body = formOf({ 'a.pdf': makeNumberedPdf(20), 'b.txt': 'Words.' }, fields);
    const started = await ask('POST', '/v1/chunk/hybrid/file/async', { body });
    expect(started.body).toMatchObject({ task_type: 'chunk', task_meta: { num_docs: 2 } });
    const files = filesOf(await resultOf(started));
    const { chunks } = JSON.parse(files['chunked_result.json']!) as {
      chunks: { filename: string; num_tokens: number }[];
    };
    expect(new Set(chunks.map(({ filename }) => filename))).toEqual(new Set(['a.pdf', 'b.txt']));
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.every(({ num_tokens: tokens }) => tokens > 0 && tokens < 200)).toBe(true);
  });
});

describe('docling-serve', () => {
  it('refuses what is not there, as it would', async () => {
    const refused: Readonly<Record<string, FormData>> = {
      'do_ocr must be true or false.': form([['do_ocr', 'maybe']]),
      'to_formats is doctags, but only md, json, text, html are supported.': form([['to_formats', 'doctags']]),
      'page_range must be the first and the last page, such as 1 and 4.': form([['page_range', '3']]),
      "image_export_mode 'referenced' needs the target zip, which has a place for files of images.": form([
        ['image_export_mode', 'referenced'],
      ]),
      // The official client goes on with another target when it reads this.
      'Presigned URL target requires artifact storage to be configured and enabled on the server.': form([
        ['target_type', 'presigned_url'],
      ]),
      'callbacks are not supported. Poll the task, or use a webhook of POST /convert.': form([
        ['callbacks', 'http://x'],
      ]),
      'files is required.': new FormData(),
    };
    refused['files is required.']!.append('to_formats', 'md');
    for (const [detail, body] of Object.entries(refused))
      expect(await ask('POST', '/v1/convert/file', { body })).toMatchObject({
        status: 422,
        body: { code: 'invalid_request', detail },
      });
    const headers = [{ kind: 'http', url: 'http://127.0.0.1:9/a.pdf', headers: { Authorization: 'x' } }];
    for (const body of [{ sources: [] }, { sources: [{ kind: 's3' }] }, { sources: headers }])
      expect((await askJson('/v1/convert/source', body)).status).toBe(422);
    expect((await askJson('/v1/convert/source/batch', { sources: [] })).status).toBe(422);
    const bearer = { headers: { Authorization: `Bearer ${key}` } };
    const { body: left } = await ask('GET', '/api/v1/jobs?limit=100', bearer);
    expect(JSON.stringify(left)).not.toContain('"status":"queued"');
  });

  it('needs a key, in one of the headers', async () => {
    const body = form([]);
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await ask('POST', '/v1/convert/file', { body, headers: { 'X-Api-Key': '', ...headers } })).status;
    expect(await status({ 'X-Api-Key': 'x' })).toBe(401);
    expect(await status({ Authorization: `Basic ${btoa(`${key}x:`)}` })).toBe(401);
    expect(await status({ Authorization: `Bearer ${key}` })).toBe(200);
    expect(await status({ Authorization: `Basic ${btoa(`user:${key}`)}` })).toBe(200);
    expect(await status({ Authorization: `Basic ${btoa(`${key}:`)}` })).toBe(200);
  });

  it('says how it is without a key', async () => {
    expect((await ask('GET', '/health')).body).toEqual({ status: 'ok' });
    expect((await ask('GET', '/ready')).body).toEqual({ status: 'ok' });
    expect((await ask('GET', '/version')).body).toEqual({ scriptorium: expect.stringMatching(/^\d/) as string });
  });
});
