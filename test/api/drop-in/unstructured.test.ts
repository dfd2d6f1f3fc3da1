import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import type { TestService } from '../service.ts';
import { openDropIn, formOf, type Answer, type Ask, type Fields } from './ask.ts';

let service: TestService;
let ask: Ask;
beforeAll(async () => {
  ({ service, ask } = await openDropIn((key) => ({ 'unstructured-api-key': key })));
});
afterAll(() => service.close());

const ROWS = Array.from({ length: 12 }, (_, n) => `<tr><td>Pier ${n}</td><td>${n * 7}, or "so"</td></tr>`).join('');
const PICTURE = (
  await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
).toString('base64');
const GUIDE = `<html><body><h1>Guide</h1><p>An opening.</p><h2>Tides</h2><ul><li>Spring<ul><li>High</li></ul></li></ul>
<h2>Piers</h2><table><tr><th>Place</th><th>m</th></tr>${ROWS}</table><pre>code();</pre>
<figure><img alt="A seal" src="data:image/png;base64,${PICTURE}"></figure></body></html>`;

interface Element {
  readonly type: string;
  readonly element_id: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const partition = (files: Record<string, string | Uint8Array>, fields: Fields = [], init: RequestInit = {}) =>
  ask('POST', '/general/v0/general', { body: formOf(files, fields), ...init });

const elementsOf = ({ body }: Answer): Element[] => body as unknown as Element[];

describe("Unstructured's API", () => {
  it('answers elements with their types, their parents and tables as HTML', async () => {
    const elements = elementsOf(await partition({ 'guide.html': GUIDE }));
    expect(elements.map(({ type, text }) => [type, text.split('\n')[0]])).toEqual([
      ['Title', 'Guide'],
      ['NarrativeText', 'An opening.'],
      ['Title', 'Tides'],
      ['ListItem', 'Spring'],
      ['ListItem', 'High'],
      ['Title', 'Piers'],
      ['Table', 'Place\tm'],
      ['CodeSnippet', 'code();'],
      ['Image', 'A seal'],
    ]);
    const [guide, opening, tides, spring, high, , table] = elements;
    const common = { filename: 'guide.html', filetype: 'text/html', page_number: 1 };
    expect(guide!.metadata).toEqual({ ...common, category_depth: 0 });
    expect(opening!.metadata).toEqual({ ...common, parent_id: guide!.element_id });
    expect(tides!.metadata).toEqual({ ...common, category_depth: 1, parent_id: guide!.element_id });
    expect(spring!.metadata).toEqual({ ...common, category_depth: 0, parent_id: tides!.element_id });
    expect(high!.metadata).toEqual({ ...common, category_depth: 1, parent_id: spring!.element_id });
    expect(table!.metadata['text_as_html']).toContain('<tr><td>Pier 2</td><td>14, or &quot;so&quot;</td></tr>');
    expect(new Set(elements.map((each) => each.element_id)).size).toBe(elements.length);
    expect(elementsOf(await partition({ 'guide.html': GUIDE })).map((each) => each.element_id)).toEqual(
      elements.map((each) => each.element_id),
    );
  });

  it('knows pages, coordinates, languages and page breaks, where they are asked for', async () => {
    const report = { 'report.pdf': makeNumberedPdf(2) };
    const fields = [
      ['coordinates', 'true'],
      ['include_page_breaks', 'true'],
      ['starting_page_number', '7'],
      ['languages[]', 'eng'],
      ['unique_element_ids', 'true'],
    ] as const;
    const elements = elementsOf(await partition(report, fields));
    expect(elements.map(({ metadata }) => metadata['page_number'])).toEqual([7, undefined, 8]);
    expect(elements[1]).toMatchObject({ type: 'PageBreak', text: '' });
    expect(elements[0]!.element_id).toMatch(/^[\da-f]{8}-/);
    const { coordinates, languages } = elements[0]!.metadata as Record<string, { points: number[][] }>;
    expect(languages).toEqual(['eng']);
    expect(coordinates).toMatchObject({ system: 'PixelSpace', layout_width: 612, layout_height: 792 });
    const [[left, top], [, bottom], [right]] = coordinates!.points as [number[], number[], number[]];
    expect([right! > left!, bottom! > top!]).toEqual([true, true]);
    const [plain] = elementsOf(await partition(report));
    expect(plain!.metadata).toEqual({ filename: 'report.pdf', filetype: 'application/pdf', page_number: 1 });
  });

  it.each(['by_title', 'basic'])('cuts chunks of at most so many characters: %s', async (strategy) => {
    const fields = [
      ['chunking_strategy', strategy],
      ['max_characters', '200'],
    ] as const;
    const chunks = elementsOf(await partition({ 'guide.html': GUIDE }, fields));
    expect(chunks.every(({ text }) => text.length <= 200)).toBe(true);
    expect(chunks.map(({ type }) => type)).toEqual(expect.arrayContaining(['CompositeElement', 'TableChunk']));
    const packed = chunks[0]!.metadata['orig_elements'] as string;
    const elements = JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString()) as Element[];
    expect(elements[0]).toMatchObject({ type: 'Title', text: 'Guide' });
    const without = [...fields, ['include_orig_elements', 'false']] as const;
    const [chunk] = elementsOf(await partition({ 'guide.html': GUIDE }, without));
    expect(Object.keys(chunk!.metadata)).toEqual(['filename', 'filetype', 'page_number']);
  });

  it('answers a list for each of several files', async () => {
    const { body } = await partition({ 'a.txt': 'One.', 'b.txt': 'Two.' });
    expect(body).toMatchObject([
      [{ text: 'One.', metadata: { filename: 'a.txt' } }],
      [{ text: 'Two.', metadata: { filename: 'b.txt' } }],
    ]);
    expect(await partition({ 'a.txt': 'One.', 'b.bin': Uint8Array.of(0, 1, 2) })).toMatchObject({
      status: 422,
      body: { code: 'unsupported_format' },
    });
  });

  it('answers CSV and lines of JSON', async () => {
    const csv = await partition({ 'guide.html': GUIDE }, [['output_format', 'text/csv']]);
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(csv.text).toMatch(
      /^type,element_id,text,filename,filetype,page_number,category_depth,parent_id,text_as_html\r\n/,
    );
    expect(csv.text).toContain('"Place\tm\nPier 0\t0, or ""so""\n');
    const lines = await partition({ 'a.txt': 'One.\n\nTwo.' }, [], { headers: { Accept: 'application/x-ndjson' } });
    expect(lines.text.split('\n').map((line) => line && (JSON.parse(line) as Element).text)).toEqual([
      'One.',
      'Two.',
      '',
    ]);
  });

  it('puts pictures into elements', async () => {
    const elements = elementsOf(await partition({ 'guide.html': GUIDE }, [['extract_image_block_types', 'Image']]));
    expect(elements.at(-1)!.metadata).toMatchObject({ image_base64: PICTURE, image_mime_type: 'image/png' });
  });

  it('refuses what is not there, in its words, and keeps no file of it', async () => {
    const refused = async (fields: Fields): Promise<unknown> => {
      const { status, body } = await partition({ 'refused.txt': 'One.' }, fields);
      return [status, body['detail'], body['code']];
    };
    const code = 'invalid_request';
    const strategies = 'Invalid strategy: best. Must be one of auto, hi_res, fast, ocr_only, vlm';
    expect(await refused([['strategy', 'best']])).toEqual([400, strategies, code]);
    const chunkings = 'Invalid chunking strategy: by_page. Must be one of basic, by_title';
    expect(await refused([['chunking_strategy', 'by_page']])).toEqual([400, chunkings, code]);
    const size = [
      ['chunking_strategy', 'basic'],
      ['max_characters', '20'],
    ] as const;
    expect(await refused(size)).toEqual([422, 'max_characters must be 200 to 100000.', code]);
    expect((await partition({})).status).toBe(422);
    expect((await partition({ 'a.txt': 'x' }, [], { headers: { Accept: 'multipart/mixed' } })).status).toBe(406);
    const kept: string[] = [];
    for await (const { key } of service.deps.objects.list('uploads/acme/')) kept.push(key);
    expect(kept.filter((key) => key.endsWith('/refused.txt'))).toEqual([]);
  });

  it('answers at the addresses of its versions', async () => {
    const body = formOf({ 'a.txt': 'One.' });
    expect((await ask('POST', '/general/v0.0.80/general', { body })).status).toBe(200);
    expect((await ask('POST', '/general/docs/general', { body })).status).toBe(404);
    expect((await ask('GET', '/general/docs')).status).toBe(200);
    expect((await ask('GET', '/healthcheck')).body).toEqual({ healthcheck: 'HEALTHCHECK STATUS: EVERYTHING OK!' });
  });
});
