import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Format } from '../../src/format.ts';
import { detect } from '../../src/detect.ts';
import { decodeFrame, openImage } from '../../src/image/decode.ts';
import { reader } from '../../src/image/reader.ts';
import type { LayoutPage } from '../../src/layout/model/page-model.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { merge } from '../../src/merge.ts';
import type { ConvertOptions } from '../../src/options.ts';
import type { PageModel } from '../../src/page-model.ts';
import { heldPart, type Asset, type PartSummary } from '../../src/part.ts';
import type { PageRange } from '../../src/source.ts';
import { makeBitmap } from '../../../../test/make/bitmap.ts';
import { drawPicture, LETTER, TABLE } from '../../../../test/make/picture.ts';
import { makeTiff } from '../../../../test/make/tiff.ts';
import { SCRATCH, makeSource } from '../../../../test/make/source.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OPTIONS: ConvertOptions = {
  includeImages: false,
  native: 'allow',
  emphasis: true,
  scratch: SCRATCH,
  ocr: { mode: 'auto', languages: ['eng'] },
  limits: DEFAULT_LIMITS,
};

interface Read {
  readonly summary: PartSummary;
  readonly pages: PageModel[];
  readonly assets: Asset[];
  readonly markdown: string;
}

async function read(
  bytes: Uint8Array,
  format: Format,
  options: Partial<ConvertOptions> = {},
  range?: PageRange,
): Promise<Read> {
  const path = join(folder, `picture.${format}`);
  await writeFile(path, bytes);
  const pages: PageModel[] = [];
  const assets: Asset[] = [];
  const sink = {
    page: async (page: PageModel) => void pages.push(page),
    asset: async (asset: Asset) => void assets.push(asset),
  };
  const summary = await reader.read(
    { file: { path, bytes: (await stat(path)).size }, format, range },
    { ...OPTIONS, ...options },
    sink,
  );
  if (summary === 'needs-native') throw new Error('native code was allowed');
  let markdown = '';
  await merge(
    [heldPart(summary, pages)],
    async (text) => {
      markdown += text;
    },
    { outputBytes: 1_000_000, emphasis: true },
  );
  return { summary, pages, assets, markdown };
}

const letter = drawPicture(LETTER, 150);
const table = drawPicture(TABLE, 150);
const raw = ({ width, height, data }: typeof letter) =>
  sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w');

const byOcr = (page: number) => ({
  kind: 'read-by-ocr',
  page,
  count: 1,
  detail: expect.stringMatching(/^mean confidence (?:8|9)\d of 100$/) as string,
});

describe('the reader of images', () => {
  it('turns a PNG into a heading, paragraphs and a list', async () => {
    const { summary, markdown } = await read(await raw(letter).withMetadata({ density: 150 }).png().toBuffer(), 'png');
    expect(summary).toMatchObject({
      format: 'png',
      range: { start: 1, end: 1 },
      pages: 1,
      ocrPages: 1,
      warnings: [byOcr(1)],
    });
    expect(markdown).toMatch(/^# Report of the harbour office$/m);
    expect(markdown).toMatch(/^- Quay Alpha was given new fenders$/m);
    expect(markdown).toContain('in the year before. Most ships stayed');
  });

  it('turns a ruled table of a JPEG into a table', async () => {
    const { markdown } = await read(await raw(table).jpeg({ quality: 60 }).toBuffer(), 'jpeg');
    expect(markdown).toContain('| Month | Ships | Tonnes |');
    expect(markdown).toContain('| February | 298 | 117,002 |');
  });

  it('reads every frame of a TIFF as a page, and a range of them the same', async () => {
    const frames = ['First', 'Second', 'Third'].map((word) =>
      drawPicture(
        { width: 250, height: 80, texts: [{ text: `${word} frame of this file`, x: 20, y: 40, size: 14 }] },
        150,
      ),
    );
    const tiff = makeTiff(frames);
    const whole = await read(tiff, 'tiff');
    expect(whole.summary).toMatchObject({ range: { start: 1, end: 3 }, pages: 3, ocrPages: 3 });
    expect(whole.markdown.trim().split('\n\n')).toEqual(
      ['First frame of this file', 'Second frame of this file', 'Third frame of this file'].map((text) =>
        expect.stringContaining(text),
      ),
    );
    const part = await read(tiff, 'tiff', {}, { start: 2, end: 9 });
    expect(part.summary.range).toEqual({ start: 2, end: 3 });
    expect(part.pages).toEqual(whole.pages.slice(1));
    await expect(read(tiff, 'tiff', {}, { start: 4, end: 4 })).rejects.toMatchObject({
      code: 'start_page_out_of_range',
    });
  });

  it('turns a picture as its EXIF orientation says', async () => {
    const lying = await raw(letter).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { markdown, pages } = await read(lying, 'jpeg');
    expect(markdown).toContain('Most ships stayed');
    const [page] = pages as LayoutPage[];
    expect(page!.width).toBeGreaterThan(page!.height);
  });

  it('puts transparent pictures on the ground on which their letters can be seen', async () => {
    const { data, width, height } = letter;
    const of = (grey: number) => {
      const rgba = new Uint8Array(width * height * 4).fill(grey);
      for (let i = 0; i < data.length; i++) rgba[i * 4 + 3] = 255 - data[i]!;
      return sharp(rgba, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer();
    };
    for (const grey of [0, 255]) expect((await read(await of(grey), 'png')).markdown).toContain('Most ships stayed');
  });

  it('reads the first frame of an animated WebP and says that there were others', async () => {
    const frame = await raw(letter).toColourspace('srgb').png().toBuffer();
    const animated = await sharp([frame, await raw(letter).negate().toColourspace('srgb').png().toBuffer()], {
      join: { animated: true },
    })
      .webp({ lossless: true })
      .toBuffer();
    const { summary, markdown } = await read(animated, 'webp');
    expect(summary).toMatchObject({ pages: 1, warnings: [{ kind: 'frames-skipped', page: 1, count: 1 }, byOcr(1)] });
    expect(markdown).toContain('Most ships stayed');
  });

  it('reads GIF, AVIF and bitmaps', async () => {
    const colour = raw(letter).toColourspace('srgb');
    const files = [
      ['gif', await colour.clone().gif().toBuffer()],
      ['avif', await colour.clone().avif({ quality: 60 }).toBuffer()],
      ['bmp', makeBitmap(letter, 8)],
    ] as const;
    for (const [format, bytes] of files) {
      expect(await detect(makeSource(bytes))).toBe(format);
      const { markdown, assets } = await read(bytes, format, { includeImages: true });
      expect(markdown).toContain('Most ships stayed');
      expect(assets.map(({ name }) => name)).toEqual([`image.${format}`]);
    }
  });

  it('draws SVG large enough to be read, and nothing that it refers to', async () => {
    const text = (y: number, words: string): string =>
      `<rect x="10" y="${y}" width="2" height="2"/><text x="20" y="${y}" font-size="8" font-family="sans-serif">${words}</text>`;
    const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="60"><rect width="200" height="60" fill="#fff"/>${text(20, 'Depth of the harbour')}<image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>`;
    const source = makeSource(drawing);
    expect(await detect(source)).toBe('svg');
    const image = await openImage(source.path, 'svg', DEFAULT_LIMITS);
    const { picture } = await decodeFrame(image, 1, DEFAULT_LIMITS);
    expect(picture.width).toBe(1600);
    const page = makeSource(drawing.replace('width="200" height="60"', 'width="504pt" height="360pt"'));
    const drawn = await decodeFrame(await openImage(page.path, 'svg', DEFAULT_LIMITS), 1, DEFAULT_LIMITS);
    expect(drawn.picture.width).toBeGreaterThan(3000);
    expect(drawn.picture.width).toBeLessThan(4000);
    const huge = makeSource('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"></svg>');
    await expect(openImage(huge.path, 'svg', DEFAULT_LIMITS)).rejects.toMatchObject({ name: 'Failure' });
    await expect(openImage(makeSource('<svg>').path, 'svg', DEFAULT_LIMITS)).rejects.toMatchObject({
      code: 'corrupt_document',
    });
  });

  it('says what is wrong with a file without saying where it lies', async () => {
    const whole = await raw(letter).avif().toBuffer();
    for (const bytes of [whole.subarray(0, 185), whole.subarray(0, 400), whole.subarray(0, whole.length / 2)]) {
      const { path } = makeSource(bytes);
      const opened = openImage(path, 'avif', DEFAULT_LIMITS).then((image) => decodeFrame(image, 1, DEFAULT_LIMITS));
      await expect(opened).rejects.toSatisfy((error: Error) => !error.message.includes(path));
    }
  });

  it('stores the picture itself, untouched, only when images are wanted', async () => {
    const jpeg = await raw(letter).jpeg().toBuffer();
    expect((await read(jpeg, 'jpeg')).assets).toEqual([]);
    const { assets, markdown } = await read(jpeg, 'jpeg', { includeImages: true });
    expect(assets).toEqual([{ name: 'image.jpg', contentType: 'image/jpeg', bytes: jpeg, page: 1 }]);
    expect(markdown).toMatch(/^!\[.*\]\(image\.jpg\)$/m);
    const [frame] = (await read(makeTiff([table]), 'tiff', { includeImages: true })).assets;
    expect([frame?.name, frame?.contentType, (await sharp(frame?.bytes).metadata()).width]).toEqual([
      'page-1.png',
      'image/png',
      table.width,
    ]);
  });

  it('warns when nothing is to be read, and when what was read is doubtful', async () => {
    const blank = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();
    expect((await read(blank, 'png')).summary.warnings).toEqual([{ kind: 'no-text-found', page: 1, count: 1 }]);
    const blurred = await raw(letter).blur(4.2).png().toBuffer();
    const { warnings } = (await read(blurred, 'png')).summary;
    expect(warnings.map(({ kind }) => kind)).toEqual([
      expect.stringMatching(/^(?:low-ocr-confidence|ocr-unreadable|no-text-found)$/),
    ]);
  });

  it('fails by name on a picture of too many pixels, before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(read(bomb, 'png')).rejects.toMatchObject({ code: 'limit_exceeded' });
    const frames = makeTiff([table, { ...drawPicture({ width: 100, height: 100 }, 144) }]);
    await expect(read(frames, 'tiff', { limits: { ...DEFAULT_LIMITS, imagePixels: 30_000 } })).rejects.toMatchObject({
      code: 'limit_exceeded',
    });
  });

  it('fails by name on what is no picture', async () => {
    const png = await raw(letter).png().toBuffer();
    for (const bytes of [new Uint8Array(), png.subarray(0, 30), Buffer.from('GIF89a, or so it says')]) {
      await expect(read(bytes, 'png')).rejects.toMatchObject({ code: 'corrupt_document' });
    }
  });

  it('reads what is there of a picture that was cut off', async () => {
    const jpeg = await raw(letter).jpeg().toBuffer();
    const { markdown, summary } = await read(jpeg.subarray(0, Math.round(jpeg.length * 0.6)), 'jpeg');
    expect(markdown).toContain('harbour office');
    expect(summary.warnings).toContainEqual({ kind: 'image-damaged', page: 1, count: 1 });
  });

  it('leaves a broken frame of a TIFF empty, with a warning, and reads the others', async () => {
    const tiff = makeTiff([table, letter, table]);
    const view = new DataView(tiff.buffer);
    const second = view.getUint32(8 + 2 + view.getUint16(8, true) * 12, true);
    // Bits a sample, the third entry of the directory: no picture has 77.
    view.setUint16(second + 2 + 2 * 12 + 8, 77, true);
    const { summary, markdown } = await read(tiff, 'tiff');
    expect(summary.warnings).toEqual([byOcr(1), { kind: 'page-unreadable', page: 2, count: 1 }, byOcr(3)]);
    expect(markdown.match(/\| January \| 311 \| 120,440 \|/g)).toHaveLength(2);
  });
});
