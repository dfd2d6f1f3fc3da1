import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { merge } from '../../src/merge.ts';
import { Engine } from '../../src/ocr/engine.ts';
import type { PageModel } from '../../src/page-model.ts';
import { heldPart } from '../../src/part.ts';
import { reader } from '../../src/pdf/reader.ts';
import type { Warning } from '../../src/warning.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';
import type { PdfPage } from '../../../../test/make/pdf.ts';
import { drawPicture, LETTER, TABLE } from '../../../../test/make/picture.ts';
import { SCRATCH } from '../../../../test/make/source.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scan-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OPTIONS = {
  includeImages: false,
  native: 'allow',
  emphasis: true,
  scratch: SCRATCH,
  ocr: { mode: 'auto', languages: ['eng'] },
  limits: DEFAULT_LIMITS,
} as const;
const engineIn = Engine.prototype.in;

async function markdownOf(
  pdf: Uint8Array,
  limits = DEFAULT_LIMITS,
): Promise<{ markdown: string; ocrPages: number; warnings: readonly Warning[] }> {
  const path = join(folder, 'scan.pdf');
  await writeFile(path, pdf);
  const pages: PageModel[] = [];
  const source = { file: { path, bytes: pdf.length }, format: 'pdf', range: undefined } as const;
  const summary = await reader.read(
    source,
    { ...OPTIONS, limits },
    {
      page: async (page) => void pages.push(page),
      asset: async () => {},
    },
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
  return { markdown, ocrPages: summary.ocrPages, warnings: summary.warnings };
}

const drawn = drawPicture(
  {
    ...LETTER,
    width: 612,
    height: 792,
    lines: TABLE.lines!.map((rule) => ({ ...rule, y0: rule.y0 + 240, y1: rule.y1 + 240 })),
    texts: [...LETTER.texts!, ...TABLE.texts!.map((text) => ({ ...text, y: text.y + 240 }))],
  },
  150,
);
const picture = sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 1 } }).toColourspace(
  'b-w',
);
const image = (filter: string) =>
  `/Type /XObject /Subtype /Image /Width ${drawn.width} /Height ${drawn.height} /ColorSpace /DeviceGray /BitsPerComponent 8${filter}`;
const page = (content: string): PdfPage => ({ content, resources: `/XObject << /Im ${FIRST_OBJECT} 0 R >>` });

describe('a scan in a PDF', () => {
  it('is read from its image, as a picture of the same page is', async () => {
    const { markdown, ocrPages } = await markdownOf(
      makePdf({
        pages: [page('q 612 0 0 792 0 0 cm /Im Do Q')],
        objects: [{ dict: image(' /Filter /DCTDecode'), data: await picture.clone().jpeg({ quality: 80 }).toBuffer() }],
      }),
    );
    expect(ocrPages).toBe(1);
    expect(markdown).toMatch(/^# Report of the harbour office$/m);
    expect(markdown).toMatch(/^- Quay Beta was lighted with lamps$/m);
    expect(markdown).toContain('| February | 298 | 117,002 |');
  });

  it('that bears a stamp at its foot is read all the same, and the stamp too', async () => {
    const stamp = line('Downloaded by the reading room of the archive on 3 May', 150, 20, 8);
    const { markdown, ocrPages } = await markdownOf(
      makePdf({
        pages: [page(`q 612 0 0 792 0 0 cm /Im Do Q ${stamp}`)],
        objects: [{ dict: image(''), data: drawn.data }],
      }),
    );
    expect(ocrPages).toBe(1);
    expect(markdown).toContain('Most ships stayed');
    expect(markdown).toContain('Downloaded by the reading room');
  });

  it('in layers whose stencil is too large to be drawn is read from the stencil, and the rest is kept', async () => {
    const rowBytes = (drawn.width + 7) >> 3;
    const bits = new Uint8Array(rowBytes * drawn.height);
    for (const [i, grey] of drawn.data.entries()) {
      const [x, y] = [i % drawn.width, Math.floor(i / drawn.width)];
      if (grey > 128) bits[y * rowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
    }
    const stencil = `/Type /XObject /Subtype /Image /Width ${drawn.width} /Height ${drawn.height} /ImageMask true /BitsPerComponent 1`;
    const color = `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    const layers = (mask: string): Uint8Array =>
      makePdf({
        pages: [
          page('q 612 0 0 792 0 0 cm /Im Do Q'),
          { content: line('The appendix has a text layer of its own.', 72, 700) },
        ],
        objects: [
          { dict: `${color} /Mask ${FIRST_OBJECT + 1} 0 R`, data: Buffer.from([0, 0, 0]) },
          { dict: mask, data: bits },
        ],
      });
    const limits = { ...DEFAULT_LIMITS, imagePixels: (drawn.width * drawn.height) / 2 };
    const read = await markdownOf(layers(stencil), limits);
    expect(read.markdown).toContain('Most ships stayed');
    expect(read.markdown).toContain('The appendix has a text layer of its own.');
    expect(read.warnings).toContainEqual(expect.objectContaining({ kind: 'image-skipped', page: 1 }));
    const huge = await markdownOf(layers(stencil.replace('/ImageMask true', '')), { ...limits, imagePixels: 1000 });
    expect(huge.markdown.trim()).toBe('The appendix has a text layer of its own.');
    expect(huge.warnings).toContainEqual(expect.objectContaining({ kind: 'image-skipped', page: 1 }));
  });

  it('that is painted upside down is read upright', async () => {
    const { markdown } = await markdownOf(
      makePdf({
        pages: [page('q -612 0 0 -792 612 792 cm /Im Do Q')],
        objects: [{ dict: image(''), data: drawn.data.toReversed() }],
      }),
    );
    expect(markdown).toContain('Most ships stayed');
  });

  it('whose image lies on its side in the page is read upright', async () => {
    const lying = await picture.clone().rotate(90).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    const dict = `/Type /XObject /Subtype /Image /Width ${lying.info.width} /Height ${lying.info.height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    const { markdown } = await markdownOf(
      makePdf({ pages: [page('q 612 0 0 792 0 0 cm /Im Do Q')], objects: [{ dict, data: lying.data }] }),
    );
    expect(markdown).toContain('| January | 311 | 120,440 |');
  });

  it('of several pages has the next page handed to OCR before one is finished, and keeps their order', async () => {
    const words = ['Amsterdam harbour', 'Bergen harbour', 'Cadiz harbour'];
    const pictures = words.map((text) =>
      drawPicture({ width: 612, height: 792, texts: [{ text, x: 72, y: 120, size: 24 }] }, 100),
    );
    const [{ width, height }] = pictures as [(typeof pictures)[number]];
    const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    const scan = (i: number): PdfPage => ({
      content: 'q 612 0 0 792 0 0 cm /Im Do Q',
      resources: `/XObject << /Im ${FIRST_OBJECT + i} 0 R >>`,
    });
    const pdf = makePdf({
      pages: [scan(0), scan(1), { content: line('Dieppe has a text layer', 72, 700, 24) }, scan(2)],
      objects: pictures.map(({ data }) => ({ dict, data })),
    });
    const path = join(folder, 'scans.pdf');
    await writeFile(path, pdf);
    const second = Promise.withResolvers<void>();
    let asked = 0;
    const recognize = vi.spyOn(Engine.prototype, 'in').mockImplementation(function (this: Engine, language) {
      if (++asked === 2) second.resolve();
      return engineIn.call(this, language);
    });
    const read: { page: number; text: string }[] = [];
    const summary = await reader.read({ file: { path, bytes: pdf.length }, format: 'pdf', range: undefined }, OPTIONS, {
      page: async (model) => {
        if (model.page === 1) await second.promise;
        read.push({ page: model.page, text: JSON.stringify(model) });
      },
      asset: async () => {},
    });
    recognize.mockRestore();
    expect(summary).toMatchObject({
      ocrPages: 3,
      warnings: [1, 2, 4].map((number) => ({ kind: 'read-by-ocr', page: number })),
    });
    expect(read.map(({ page: number }) => number)).toEqual([1, 2, 3, 4]);
    for (const [i, word] of ['Amsterdam', 'Bergen', 'Dieppe', 'Cadiz'].entries()) expect(read[i]!.text).toContain(word);
  });
});
