import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../../src/records/keys.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import type { TestService } from '../service.ts';
import { openDropIn, formOf, type Answer, type Ask, type Fields } from './ask.ts';

let service: TestService;
let ask: Ask;
beforeAll(async () => {
  ({ service, ask } = await openDropIn((key) => ({ 'X-Api-Key': key })));
});
afterAll(() => service.close());

const PICTURE = (
  await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
).toString('base64');
const GUIDE = `<html><body><h1>Guide</h1><p>An opening.</p><table><tr><th>Place</th></tr><tr><td>Quay</td></tr></table>
<figure><img alt="A seal" src="data:image/png;base64,${PICTURE}"></figure></body></html>`;
const BROKEN = '%PDF-1.7 nothing';

describe('file_parse of MinerU', () => {
  const parse = (files: Record<string, string | Uint8Array>, fields: Fields = []): Promise<Answer> =>
    ask('POST', '/file_parse', { body: formOf(files, fields) });

  it('answers Markdown, a list of contents and images for each file', async () => {
    const fields = [
      ['return_content_list', 'true'],
      ['return_images', 'true'],
      ['lang_list', 'ch'],
      ['backend', 'pipeline'],
    ] as const;
    const { body } = await parse({ 'guide.html': GUIDE, 'report.pdf': makeNumberedPdf(2) }, fields);
    const { results } = body as { results: Record<string, Record<string, string>> };
    expect(body).toMatchObject({ backend: 'scriptorium' });
    const { md_content: markdown, content_list: list, images } = results['guide']!;
    const name = Object.keys(images!)[0]!;
    expect(images).toEqual({ [name]: `data:image/png;base64,${PICTURE}` });
    expect(markdown).toContain(`![A seal](images/${name})`);
    expect(JSON.parse(list!)).toMatchObject([
      { type: 'text', text: 'Guide', text_level: 1, page_idx: 0 },
      { type: 'text', text: 'An opening.' },
      { type: 'table', table_body: '<table><tr><th>Place</th></tr><tr><td>Quay</td></tr></table>' },
      { type: 'image', img_path: `images/${name}`, image_caption: ['A seal'] },
    ]);
    const [, second] = JSON.parse(results['report']!['content_list']!) as { page_idx: number; bbox: number[] }[];
    expect(second!.page_idx).toBe(1);
    expect(second!.bbox.every((value) => value > 0 && value < 1000)).toBe(true);
  });

  it('answers an archive, to a request as RAGFlow sends it', async () => {
    const asked = ['return_md', 'return_middle_json', 'return_model_output', 'return_content_list', 'return_images'];
    const answer = await parse({ 'guide.html': GUIDE }, [
      ...[...asked, 'response_format_zip'].map((name) => [name, 'True'] as const),
      ['output_dir', './output'],
      ['lang_list', 'English'],
      ['parse_method', 'auto'],
      ['end_page_id', '99999'],
    ]);
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    const files = unzipSync(answer.bytes);
    const names = Object.keys(files);
    const [image] = names.filter((name) => name.startsWith('guide/images/'));
    expect(new Set(names)).toEqual(new Set(['guide/guide.md', 'guide/guide_content_list.json', image]));
    const list = JSON.parse(Buffer.from(files['guide/guide_content_list.json']!).toString()) as { img_path?: string }[];
    expect(`guide/${list.at(-1)!.img_path}`).toBe(image);
  });

  it('converts some pages, and refuses what it does not make', async () => {
    const range = [
      ['start_page_id', '1'],
      ['end_page_id', '2'],
    ] as const;
    const { body } = await parse({ 'report.pdf': makeNumberedPdf(5) }, range);
    const { report } = body['results'] as Record<string, { md_content: string }>;
    expect([...report!.md_content.matchAll(/page number (\d)/g)].map(([, page]) => page)).toEqual(['2', '3']);
    expect((await parse({ 'a.txt': 'x' }, [['start_page_id', 'x']])).status).toBe(422);
    expect(await parse({ 'a.pdf': BROKEN })).toMatchObject({ status: 422, body: { code: 'corrupt_document' } });
  });
});

describe('the server of marker', () => {
  const documents = async (): Promise<number> => {
    let count = 0;
    for await (const _ of service.deps.objects.list(keys.uploads)) count += 1;
    return count;
  };
  const upload = (files: Record<string, string | Uint8Array>, fields: Fields = []): Promise<Answer> =>
    ask('POST', '/marker/upload', { body: formOf(files, fields, 'file') });

  it('answers Markdown with pages told apart, or HTML, with images', async () => {
    const { body } = await upload({ 'report.pdf': makeNumberedPdf(3) }, [['paginate', 'true']]);
    expect(body).toMatchObject({ success: true, format: 'markdown', page_count: 3, images: {} });
    const pages = (body['output'] as string).split(/\n\n\{(\d)\}-{48}\n\n/).slice(1);
    expect(pages.filter((_page, n) => n % 2 === 0)).toEqual(['0', '1', '2']);
    expect(pages[5]).toContain('page number 3 ');
    const html = await upload({ 'guide.html': GUIDE }, [['output_format', 'html']]);
    const [name] = Object.entries(html.body['images'] as Record<string, string>).find(([, data]) => data === PICTURE)!;
    expect(html.body['output']).toContain(`<img alt="A seal" src="${name}"/>`);
    const without = await upload({ 'guide.html': GUIDE }, [['disable_image_extraction', 'true']]);
    expect(without.body['images']).toEqual({});
  });

  it('converts some pages, says what failed in its answer, and refuses what it does not make', async () => {
    const { body } = await upload({ 'report.pdf': makeNumberedPdf(5) }, [['page_range', '1-2']]);
    expect([...(body['output'] as string).matchAll(/page number (\d)/g)].map(([, page]) => page)).toEqual(['2', '3']);
    expect(await upload({ 'a.pdf': BROKEN })).toMatchObject({
      status: 200,
      body: { success: false, error: expect.any(String) as string, code: 'corrupt_document' },
    });
    for (const refused of [[['output_format', 'json']], [['page_range', '0,2']]])
      expect((await upload({ 'a.txt': 'x' }, refused as unknown as Fields)).status).toBe(422);
    const kept = await documents();
    expect((await upload({ 'a.txt': 'x', 'b.txt': 'y' })).status).toBe(422);
    expect(await documents()).toBe(kept);
  });
});
