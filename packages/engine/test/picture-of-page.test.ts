import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type Limits } from '../src/limits.ts';
import { pictureOfPage } from '../src/picture-of-page.ts';
import { makePdf } from '../../../test/make/pdf.ts';
import { makeTiff } from '../../../test/make/tiff.ts';
import { makeTextPdf } from '../../../test/make/text-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scr-picture-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function draw(
  bytes: Uint8Array,
  page: number,
  limits: Partial<Limits> = {},
  password?: string,
): Promise<Uint8Array> {
  const path = join(folder, 'input');
  await writeFile(path, bytes);
  const file = { path, bytes: bytes.length, fileName: 'input', ...(password !== undefined && { password }) };
  return pictureOfPage(file, page, { ...DEFAULT_LIMITS, ...limits });
}
const blank = (width: number, height: number, grey: number) => ({
  data: new Uint8Array(width * height).fill(grey),
  width,
  height,
});
/** The grey of the pixel in the middle. */
async function middle(picture: Uint8Array): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data[(Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels]!;
}

describe('the picture of a page', () => {
  it('is the frame that was asked for', async () => {
    const tiff = makeTiff([blank(40, 60, 200), blank(90, 30, 40)]);
    for (const [page, width, height, grey] of [
      [1, 40, 60, 200],
      [2, 90, 30, 40],
    ] as const) {
      const picture = await draw(tiff, page);
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width, height });
      expect(Math.abs((await middle(picture)) - grey)).toBeLessThan(6);
    }
  });

  it('shows dark drawing without a ground on white, and light drawing on black', async () => {
    const drawing = (background: string): Promise<Buffer> =>
      sharp({ create: { width: 60, height: 60, channels: 4, background: '#00000000' } })
        .composite([{ input: { create: { width: 60, height: 10, channels: 4, background } }, top: 0, left: 0 }])
        .png()
        .toBuffer();
    expect(await middle(await draw(await drawing('#000'), 1))).toBeGreaterThan(245);
    expect(await middle(await draw(await drawing('#fff'), 1))).toBeLessThan(10);
  });

  it('has two million pixels at most, however large the page is', async () => {
    const large = Buffer.from(
      Buffer.from(makeTextPdf(['large']))
        .toString('latin1')
        .replace('/MediaBox [0 0 612 792]', '/MediaBox[0 0 9999 9999]'),
      'latin1',
    );
    const { width, height } = await sharp(await draw(large, 1)).metadata();
    expect(width * height).toBeLessThan(2_010_000);
    expect(width).toBe(height);
  });

  it('is drawn of a PDF that lost its end, as its text is read', async () => {
    const whole = Buffer.from(makePdf({ pages: [{ content: '1 0 0 rg 0 0 612 792 re f' }] })).toString('latin1');
    // Its catalog and page tree often lie there.
    const cut = whole.slice(0, whole.indexOf('1 0 obj')) + whole.slice(whole.indexOf('3 0 obj'), whole.indexOf('xref'));
    expect(await middle(await draw(Buffer.from(cut, 'latin1'), 1))).toBeLessThan(200);
  });

  it('is drawn with any password where the PDF opens without one', async () => {
    const pages = [{ content: '1 0 0 rg 0 0 612 792 re f' }];
    const picture = await draw(makePdf({ pages, password: '' }), 1, {}, 'of another file');
    expect(await middle(picture)).toBeLessThan(200);
    const locked = draw(makePdf({ pages, password: 'secret' }), 1, {}, 'of another file');
    await expect(locked).rejects.toMatchObject({ code: 'wrong_password' });
  });

  it.each([
    ['text', () => new TextEncoder().encode('Just a note.'), {}, 'unsupported_format'],
    ['a broken PDF', () => new TextEncoder().encode('%PDF-1.7\nnothing of a PDF follows'), {}, 'corrupt_document'],
    ['an image over the limit', () => makeTiff([blank(40, 60, 200)]), { imagePixels: 100 }, 'limit_exceeded'],
  ] as const)('is refused by name for %s', async (_name, make, limits, code) => {
    await expect(draw(make(), 1, limits)).rejects.toMatchObject({ code });
  });
});
