import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import type { ConvertOptions } from '../../src/options.ts';
import type { PageModel } from '../../src/page-model.ts';
import type { Asset, PartSummary } from '../../src/part.ts';
import type { PageRange } from '../../src/source.ts';
import { openPdf } from '../../src/pdf/open.ts';
import { reader } from '../../src/pdf/reader.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';
import { makeNumberedPdf } from '../../../../test/make/text-pdf.ts';
import { SCRATCH } from '../../../../test/make/source.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'pdf-'))));
afterAll(() => rm(folder, { recursive: true }));

const OPTIONS: ConvertOptions = {
  includeImages: false,
  native: 'refuse',
  emphasis: true,
  scratch: SCRATCH,
  ocr: { mode: 'auto', languages: ['eng'] },
  limits: DEFAULT_LIMITS,
};
let files = 0;

async function file(bytes: Uint8Array): Promise<{ path: string; bytes: number }> {
  const path = join(folder, `${files++}.pdf`);
  await writeFile(path, bytes);
  return { path, bytes: bytes.length };
}

interface Read {
  readonly summary: PartSummary | 'needs-native';
  readonly pages: PageModel[];
  readonly assets: Asset[];
}

async function read(bytes: Uint8Array, range?: PageRange, options: Partial<ConvertOptions> = {}): Promise<Read> {
  const pages: PageModel[] = [];
  const assets: Asset[] = [];
  const summary = await reader.read(
    { file: await file(bytes), format: 'pdf', range },
    { ...OPTIONS, ...options },
    {
      page: async (page) => void pages.push(page),
      asset: async (asset) => void assets.push(asset),
    },
  );
  return { summary, pages, assets };
}

async function failure(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error !== undefined && !(error instanceof Failure)) throw error;
  return error?.code;
}

const gray = (data: Uint8Array, width: number, height: number) => ({
  dict: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
  data: deflateSync(data),
});
const pageWith = (place: string) => ({
  content: `q ${place} cm /Im Do Q`,
  resources: `/XObject << /Im ${FIRST_OBJECT} 0 R >>`,
});

describe('a PDF', () => {
  it('is counted by a probe, which tells a scan from text', async () => {
    expect(await reader.probe(await file(makeNumberedPdf(7)), 'pdf', DEFAULT_LIMITS)).toEqual({
      pages: 7,
      scanned: false,
    });
    const scan = makePdf({
      pages: [pageWith('612 0 0 792 0 0')],
      objects: [gray(new Uint8Array(100 * 130).fill(255), 100, 130)],
    });
    expect(await reader.probe(await file(scan), 'pdf', DEFAULT_LIMITS)).toEqual({ pages: 1, scanned: true });
  });

  it('gives the same pages whole and in ranges', async () => {
    const bytes = makeNumberedPdf(9);
    const whole = await read(bytes);
    const parts = [
      await read(bytes, { start: 1, end: 4 }),
      await read(bytes, { start: 5, end: 5 }),
      await read(bytes, { start: 6, end: 9 }),
    ];
    expect(JSON.stringify(parts.flatMap((part) => part.pages))).toBe(JSON.stringify(whole.pages));
  });

  it('is opened anew from time to time and gives every page once', async () => {
    const { pages, summary } = await read(makeNumberedPdf(70));
    expect(pages.map((page) => page.page)).toEqual(Array.from({ length: 70 }, (_, i) => i + 1));
    expect(summary).toMatchObject({ pages: 70, ocrPages: 0, warnings: [] });
  });

  it('is cut at its end when a range goes beyond, and refuses one that starts there', async () => {
    expect((await read(makeNumberedPdf(3), { start: 2, end: 10 })).summary).toMatchObject({
      range: { start: 2, end: 3 },
    });
    expect(await failure(read(makeNumberedPdf(3), { start: 4, end: 5 }))).toBe('start_page_out_of_range');
  });

  it('opens with an empty user password, and is protected by any other', async () => {
    const pages = [{ content: line('No secret at all here', 72, 700) }];
    const open = await read(makePdf({ pages, password: '' }));
    expect(JSON.stringify(open.pages)).toContain('No secret at all');
    expect(await failure(read(makePdf({ pages, password: 'secret' })))).toBe('password_protected');
  });

  it('opens with any password where it needs none, as most of a folder that shares one', async () => {
    const pages = [{ content: line('No secret at all here', 72, 700) }];
    for (const bytes of [makePdf({ pages, password: '' }), makePdf({ pages })]) {
      const pdf = await openPdf(bytes, 'of another file');
      await expect(pdf.page(1)).resolves.toBeDefined();
      pdf.close();
    }
    expect(await failure(openPdf(makePdf({ pages, password: 'secret' }), 'of another file'))).toBe('wrong_password');
  });

  it('is recovered when its cross-reference table is gone', async () => {
    const whole = Buffer.from(makeNumberedPdf(2)).toString('latin1');
    const { pages, summary } = await read(Buffer.from(whole.slice(0, whole.indexOf('xref\n0')), 'latin1'));
    expect(JSON.stringify(pages[1])).toContain('page number 2');
    expect(summary).toMatchObject({ warnings: [{ kind: 'document-repaired', count: 1 }] });
  });

  it('that is empty, cut to its head or no PDF at all is corrupt', async () => {
    for (const bytes of [new Uint8Array(), Buffer.from('%PDF-1.7\n'), Buffer.from('<html>no</html>')])
      expect(await failure(read(bytes))).toBe('corrupt_document');
  });

  it('keeps the pages that can be found, and says when some cannot', async () => {
    const text = Buffer.from(makeNumberedPdf(3)).toString('latin1');
    const kids = /\/Kids \[(\d+ 0 R) (\d+ 0 R)/.exec(text)!;
    const broken = Buffer.from(text.replace(kids[0], `/Kids [${kids[1]} 4 0 R`), 'latin1');
    const { pages, summary } = await read(broken);
    expect(JSON.stringify(pages)).toContain('page number 1');
    expect(summary).toMatchObject({ warnings: [{ kind: 'document-repaired' }, { kind: 'page-unreadable', page: 2 }] });
  });
});

describe('a scanned page', () => {
  it('asks for a process that may read it', async () => {
    const scan = makePdf({
      pages: [pageWith('612 0 0 792 0 0')],
      objects: [gray(new Uint8Array(100 * 130).fill(255), 100, 130)],
    });
    expect((await read(scan)).summary).toBe('needs-native');
  });

  it('with a good hidden text layer needs no OCR', async () => {
    const hidden = `BT 3 Tr /F1 12 Tf 72 700 Td (The text that a scanner has put under its picture) Tj ET`;
    const page = pageWith('612 0 0 792 0 0');
    const scan = makePdf({
      pages: [{ ...page, content: `${hidden} ${page.content}` }],
      objects: [gray(new Uint8Array(100 * 130).fill(255), 100, 130)],
    });
    const { summary, pages } = await read(scan);
    expect(summary).toMatchObject({ ocrPages: 0 });
    expect(JSON.stringify(pages)).toContain('scanner has put');
  });
});

describe('images', () => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } });

  it('that are JPEGs leave as they are', async () => {
    const jpeg = await picture.clone().jpeg().toBuffer();
    const bytes = makePdf({
      pages: [pageWith('300 0 0 200 100 400')],
      objects: [
        {
          dict: '/Type /XObject /Subtype /Image /Width 60 /Height 40 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
          data: jpeg,
        },
      ],
    });
    const { assets } = await read(bytes, undefined, { includeImages: true });
    expect(assets.map((asset) => [asset.name, asset.contentType, Buffer.compare(asset.bytes, jpeg)])).toEqual([
      [`image-${FIRST_OBJECT}.jpg`, 'image/jpeg', 0],
    ]);
  });

  it('of other kinds leave as PNG with the same pixels, once for all pages', async () => {
    const pixels = Uint8Array.from({ length: 60 * 40 }, (_, i) => i & 0xff);
    const page = pageWith('200 0 0 150 100 400');
    const withText = { ...page, content: `${page.content} ${line('A page with a picture and some words', 72, 700)}` };
    const { assets } = await read(
      makePdf({ pages: [withText, withText], objects: [gray(pixels, 60, 40)] }),
      undefined,
      { includeImages: true },
    );
    expect(assets.map((asset) => asset.name)).toEqual([`image-${FIRST_OBJECT}.png`]);
    const { data } = await sharp(assets[0]!.bytes).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    expect(Buffer.compare(data, Buffer.from(pixels))).toBe(0);
  });

  it('of one bit a pixel weigh an eighth of others against the limit', async () => {
    const bits = {
      dict: '/Type /XObject /Subtype /Image /Width 64 /Height 40 /ColorSpace /DeviceGray /BitsPerComponent 1',
      data: new Uint8Array(8 * 40).fill(0x0f),
    };
    const bytes = makePdf({ pages: [{ ...pageWith('200 0 0 150 100 400') }], objects: [bits] });
    const { assets } = await read(bytes, undefined, {
      includeImages: true,
      limits: { ...DEFAULT_LIMITS, imagePixels: 1000 },
    });
    const { data } = await sharp(assets[0]!.bytes).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 8)]).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
  });

  it('that are drawn with lines are stored as they look, with their caption', async () => {
    const petals = Array.from(
      { length: 12 },
      (_, i) =>
        `${200 + 8 * i} 450 m ${210 + 8 * i} ${520 + 3 * i} ${230 + 8 * i} ${500 - 3 * i} ${250 + 8 * i} 460 c S`,
    ).join(' ');
    const bytes = makePdf({
      pages: [
        {
          content: `0 0 1 RG ${petals} ${line('Figure 1. Twelve blue curves', 200, 430)} ${line('Text about the figure, long enough to be a paragraph.', 72, 700)}`,
        },
      ],
    });
    expect((await read(bytes, undefined, { includeImages: true })).summary).toBe('needs-native');
    const { assets, pages } = await read(bytes, undefined, { includeImages: true, native: 'allow' });
    expect(assets.map((asset) => asset.name)).toEqual(['page-1-figure-1.png']);
    const { channels } = await sharp(assets[0]!.bytes).stats();
    expect(channels[0]!.min).toBeLessThan(100);
    expect(channels[2]!.min).toBeGreaterThan(200);
    expect(JSON.stringify(pages)).toContain('"asset":"page-1-figure-1.png","alt":"Figure 1. Twelve blue curves"');
  });

  it('with more pixels than the limit are left out with a warning', async () => {
    const bytes = makePdf({
      pages: [pageWith('200 0 0 150 100 400')],
      objects: [gray(new Uint8Array(60 * 40), 60, 40)],
    });
    const { assets, summary } = await read(bytes, undefined, {
      includeImages: true,
      limits: { ...DEFAULT_LIMITS, imagePixels: 1000 },
    });
    expect(assets).toEqual([]);
    expect(summary).toMatchObject({ warnings: [{ kind: 'image-skipped', page: 1 }] });
  });
});
