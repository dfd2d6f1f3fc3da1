import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Inline } from '../../src/document.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import type { RawPage } from '../../src/layout/model/raw-page.ts';
import type { OcrMode } from '../../src/options.ts';
import type { PageModel } from '../../src/page-model.ts';
import { createExtraction } from '../../src/pdf/extract.ts';
import { openPdf } from '../../src/pdf/open.ts';
import { reader } from '../../src/pdf/reader.ts';
import { findSuspicion } from '../../src/pdf/trust/suspicion.ts';
import { cipherOf, makeLyingPdf, PROSE } from '../../../../test/make/lying-pdf.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';
import { drawPicture } from '../../../../test/make/picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'trust-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const textOf = (content: readonly Inline[]): string =>
  content.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');

async function read(pdf: Uint8Array, mode: OcrMode = 'auto', native: 'allow' | 'refuse' = 'allow') {
  const path = join(folder, 'document.pdf');
  await writeFile(path, pdf);
  const pages: PageModel[] = [];
  const summary = await reader.read(
    { file: { path, bytes: pdf.length }, format: 'pdf', range: undefined },
    {
      includeImages: false,
      native,
      ocr: { mode, languages: ['eng'] },
      emphasis: true,
      limits: DEFAULT_LIMITS,
      scratch: folder,
    },
    { page: async (page) => void pages.push(page), asset: async () => {} },
  );
  if (summary === 'needs-native') return { text: '', ocrPages: 0, warnings: ['needs-native'] };
  const blocks = pages.flatMap((page) => (page.kind === 'layout' ? page.blocks : []));
  const text = blocks
    .map((block) => (block.kind === 'text' ? textOf(block.content) : block.kind === 'code' ? block.text : ''))
    .join(' ');
  return { text, ocrPages: summary.ocrPages, warnings: summary.warnings.map(({ kind }) => kind) };
}

const honest = new Map<string, string>();
const english = PROSE.english.join(' ');

async function rawOf(lines: readonly string[], font = 'Helvetica'): Promise<RawPage> {
  const pdf = await openPdf(makeLyingPdf({ font, letters: honest, lines }));
  try {
    return (await createExtraction(pdf).page(1)).raw;
  } finally {
    pdf.close();
  }
}

/** The page with its text running from top to bottom. */
const turned = (raw: RawPage): RawPage => ({
  ...raw,
  runs: raw.runs.map((run) => ({ ...run, x0: -run.y1, x1: -run.y0, y0: run.x0, y1: run.x1, angle: 90 })),
});

describe('letter statistics', () => {
  const FONTS = ['Helvetica', 'Times-Roman', 'Times-BoldItalic', 'Courier'];

  it.each(Object.keys(PROSE) as (keyof typeof PROSE)[])('suspect no honest text: %s', async (language) => {
    for (const font of FONTS) {
      const raw = await rawOf(PROSE[language], font);
      expect(findSuspicion(raw, false), font).toBeUndefined();
      expect(findSuspicion(turned(raw), false), `${font}, from top to bottom`).toBeUndefined();
    }
  });

  it.each(FONTS)('suspect letters that were exchanged, however they were: %s', async (font) => {
    const raws = await Promise.all(Object.values(PROSE).map((lines) => rawOf(lines, font)));
    const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');
    const permutation = fc
      .shuffledSubarray(alphabet, { minLength: 26, maxLength: 26 })
      .filter((order) => order.filter((letter, index) => letter === alphabet[index]).length <= 3);
    let missed = 0;
    fc.assert(
      fc.property(permutation, fc.constantFrom(...raws), (order, raw) => {
        const exchange = (text: string): string =>
          text.replaceAll(/[a-z]/g, (letter) => order[alphabet.indexOf(letter)] ?? letter);
        const lying = { ...raw, runs: raw.runs.map((run) => ({ ...run, text: exchange(run.text) })) };
        if (!findSuspicion(lying, false) || !findSuspicion(turned(lying), false)) missed++;
      }),
      { numRuns: 400 },
    );
    expect(missed).toBeLessThan(12);
  });
});

describe('a text layer that says something else than the page shows', () => {
  it.each([
    ['Helvetica', 7],
    ['Times-Roman', 11],
    ['Courier', 5],
  ])('is replaced by what OCR reads: %s', async (font, places) => {
    const lines = PROSE.english;
    const { text, ocrPages, warnings } = await read(makeLyingPdf({ font, letters: cipherOf(places), lines }));
    expect(text).toContain('waited for their cargo');
    expect(text).toContain('old crane when the quay is widened');
    expect(ocrPages).toBe(1);
    expect(warnings).toContain('text-layer-replaced');
  });

  it('is replaced only in the fonts that lie', async () => {
    const { text, warnings } = await read(
      makeLyingPdf({
        font: 'Times-Roman',
        letters: cipherOf(3),
        lines: PROSE.english,
        honest: ['Xyzzy-4711 is what this line says', 'in a font that tells the truth.'],
      }),
    );
    expect(text).toContain('Xyzzy-4711 is what this line says');
    expect(text).toContain('Dredging of the northern channel began');
    expect(warnings).toContain('text-layer-replaced');
  });

  it('is kept with a warning when OCR is off', async () => {
    const letters = cipherOf(7);
    const { text, ocrPages, warnings } = await read(
      makeLyingPdf({ font: 'Helvetica', letters, lines: PROSE.english }),
      'off',
    );
    expect(text).toContain(Array.from('harbour', (letter) => letters.get(letter)).join(''));
    expect(ocrPages).toBe(0);
    expect(warnings).toContain('doubtful-text');
  });

  it('is left to a process that may load native code', async () => {
    const pdf = makeLyingPdf({ font: 'Helvetica', letters: cipherOf(7), lines: PROSE.english });
    expect((await read(pdf, 'auto', 'refuse')).warnings).toEqual(['needs-native']);
  });
});

describe('a text layer of codes that the document does not explain', () => {
  const codes = (count: number): string =>
    `BT /F2 10 Tf 60 700 Td <${Array.from({ length: count }, (_, i) => (i + 3).toString(16).padStart(4, '0')).join('')}> Tj ET`;
  const pdfOf = (content: string): Uint8Array =>
    makePdf({
      pages: [{ content, font: `/F2 ${FIRST_OBJECT} 0 R` }],
      objects: [
        `<< /Type /Font /Subtype /Type0 /BaseFont /Nothing /Encoding /Identity-H /DescendantFonts [${FIRST_OBJECT + 1} 0 R] >>`,
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Nothing /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
      ],
    });

  it('is not used, and the warning says so', async () => {
    const { ocrPages, warnings } = await read(pdfOf(codes(60)));
    expect(ocrPages).toBe(1);
    expect(warnings).toContain('text-layer-unmapped');
  });

  it('is used where OCR sees less than the document explains, as of writing in another script', async () => {
    const unseen = `1 g ${line('a1 b2 c3 d4 e5 f6 g7 h8 i9 j1 k2 l3 m4 n5 o6 p7 q8 r9 s1 t2 u3 v4', 60, 600, 10)}`;
    const { text, warnings } = await read(pdfOf(`${codes(12)} ${unseen}`));
    expect(text).toContain('a1 b2 c3');
    expect(warnings).toContain('unmapped-glyphs');
    expect(warnings).not.toContain('text-layer-unmapped');
  });
});

describe('a text layer that says what the page shows', () => {
  it('is read as it is, and by OCR only where all pages are to be', async () => {
    const pdf = makeLyingPdf({ font: 'Helvetica', letters: honest, lines: PROSE.english });
    expect(await read(pdf)).toMatchObject({ ocrPages: 0, warnings: [], text: english });
    expect(await read(pdf, 'force')).toMatchObject({ ocrPages: 1 });
  });
});

describe('the text under a scan', () => {
  const drawn = drawPicture(
    { width: 612, height: 792, texts: PROSE.english.map((text, i) => ({ text, x: 72, y: 72 + 18 * i, size: 12 })) },
    150,
  );
  const scan = async (layer: string): Promise<Uint8Array> => {
    const picture = sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 1 } });
    return makePdf({
      pages: [
        { content: `q 612 0 0 792 0 0 cm /Im Do Q 3 Tr ${layer}`, resources: `/XObject << /Im ${FIRST_OBJECT} 0 R >>` },
      ],
      objects: [
        {
          dict: `/Type /XObject /Subtype /Image /Width ${drawn.width} /Height ${drawn.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
          data: await picture.toColourspace('b-w').jpeg({ quality: 80 }).toBuffer(),
        },
      ],
    });
  };
  const layerOf = (say: (text: string) => string): string =>
    PROSE.english.map((text, i) => line(say(text), 72, 720 - 18 * i)).join('');

  it('stays when it is good', async () => {
    const { text, ocrPages, warnings } = await read(await scan(layerOf((said) => said)));
    expect(text).toBe(english);
    expect(ocrPages).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('is replaced when it was misread', async () => {
    const misread = (text: string): string =>
      text
        .replaceAll('e', 'c')
        .replaceAll('h', 'b')
        .replaceAll(/i(?=\w)/g, '1');
    const { text, ocrPages, warnings } = await read(await scan(layerOf(misread)));
    expect(text).toContain('Dredging of the northern channel');
    expect(ocrPages).toBe(1);
    expect(warnings).toContain('text-layer-replaced');
  });

  it('is replaced when only some of its words were misread', async () => {
    const slips: readonly (readonly [string, string])[] = [
      ['harbour', 'haibonr'],
      ['channel', 'cbaMnel'],
      ['office', 'oiTice'],
      ['cargo', 'ca;go'],
      ['widened', 'w~dened'],
    ];
    const misread = (text: string): string => slips.reduce((said, [word, slip]) => said.replace(word, slip), text);
    const { text, warnings } = await read(await scan(layerOf(misread)));
    expect(text).toContain('Dredging of the northern channel');
    expect(warnings).toContain('text-layer-replaced');
  });

  it('is replaced when it is single letters', async () => {
    const { text, ocrPages } = await read(await scan(layerOf((said) => said.replaceAll(/\w+/g, 'I'))));
    expect(text).toContain('Dredging of the northern channel');
    expect(ocrPages).toBe(1);
  });

  it('is replaced when it lies sideways', async () => {
    const sideways = PROSE.english
      .map((text, i) => `BT /F1 12 Tf 0 1 -1 0 ${72 + 18 * i} 72 Tm (${text}) Tj ET `)
      .join('');
    const { text, ocrPages, warnings } = await read(await scan(sideways));
    expect(text).toContain('The harbour office counted more arrivals');
    expect(ocrPages).toBe(1);
    expect(warnings).toContain('text-layer-replaced');
  });
});
