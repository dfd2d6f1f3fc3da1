import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../src/ocr/engine.ts';
import { languageData } from '../../src/ocr/languages.ts';
import { measureBend } from '../../src/ocr/photograph/bend.ts';
import type { Bend } from '../../src/ocr/photograph/bend.ts';
import { evenLight } from '../../src/ocr/photograph/even-light.ts';
import { cornersOfPage } from '../../src/ocr/photograph/page-corners.ts';
import { straighten } from '../../src/ocr/photograph/straighten.ts';
import type { TextLine } from '../../src/ocr/photograph/text-lines.ts';
import type { Picture } from '../../src/ocr/picture.ts';
import { prepare } from '../../src/ocr/prepare.ts';
import { readPicture } from '../../src/ocr/read-picture.ts';
import { photograph } from '../../../../test/make/photograph.ts';
import type { Shot } from '../../../../test/make/photograph.ts';
import { drawPicture, LETTER, TABLE } from '../../../../test/make/picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

const engine = new Engine(languageData({ languages: ['eng'] }));
afterAll(() => engine.close());

const PAGE = drawPicture({ ...LETTER, height: 594 }, 150);
const WIDTH = 900;
const HEIGHT = 1200;
const CAMERA = { noise: 5, blur: 0.7, jpeg: 80 } as const;

const CORNERS: Readonly<Record<string, Shot['corners']>> = {
  'straight from above': [
    [0.1, 0.08],
    [0.91, 0.08],
    [0.91, 0.94],
    [0.1, 0.94],
  ],
  'tilted away': [
    [0.2, 0.12],
    [0.8, 0.1],
    [0.95, 0.93],
    [0.05, 0.91],
  ],
  'from the side': [
    [0.09, 0.17],
    [0.88, 0.06],
    [0.93, 0.88],
    [0.1, 0.96],
  ],
  'turned by 11 degrees': [
    [0.24, 0.05],
    [0.95, 0.19],
    [0.77, 0.95],
    [0.06, 0.8],
  ],
};

describe('cornersOfPage', () => {
  it.each(Object.keys(CORNERS))('finds the corners of a page %s, in the shadow of a hand', async (name) => {
    const corners = CORNERS[name]!;
    const picture = await photograph(PAGE, WIDTH, HEIGHT, { corners, ...CAMERA, hand: 0.55 });
    const found = cornersOfPage(picture);
    for (const [i, [x, y]] of corners.entries())
      expect(Math.hypot(found![i]!.x - x * WIDTH, found![i]!.y - y * HEIGHT)).toBeLessThan(5);
  });

  it.each([
    ['a scan', PAGE],
    ['a ruled table', drawPicture(TABLE, 150)],
    ['a blank page', flat(255)],
    ['a black page', flat(0)],
    ['a single pixel', { data: new Uint8Array(1), width: 1, height: 1 }],
    ['a strip', { data: new Uint8Array(3000), width: 3000, height: 1 }],
  ])('finds none in %s', (_what, picture) => {
    expect(cornersOfPage(picture)).toBeUndefined();
  });
});

describe('straighten', () => {
  it('makes a rectangle of the page, with the proportions of the paper', async () => {
    for (const name of ['tilted away', 'from the side', 'turned by 11 degrees']) {
      const { width, height } = straighten(
        await photograph(PAGE, WIDTH, HEIGHT, { corners: CORNERS[name]!, ...CAMERA }),
      );
      expect(height / width, name).toBeGreaterThan(1.2);
      expect(height / width, name).toBeLessThan(1.6);
    }
  });

  it('leaves a scan as it is, to the byte', () => {
    expect(straighten(PAGE)).toBe(PAGE);
  });

  it('keeps a dark page with light lines whole, which stand together like a sheet', () => {
    const lines = [
      'The committee met on Monday to look at the budget of the coming',
      'year, and agreed on the figures that are shown in the table. The',
      'treasurer will send the final version to all members by Friday.',
      'Questions about the travel costs were put off until the meeting',
      'in November, since two invoices from the hotel are still missing.',
    ];
    const texts = lines.map((text, i) => ({ text, x: 40, y: 80 + 20.8 * i, size: 16 }));
    const page = drawPicture({ width: 595, height: 336, texts }, 150);
    const dark = { ...page, data: page.data.map((grey) => 255 - grey) };
    expect(cornersOfPage(dark)).toBeDefined();
    expect(straighten(dark)).toMatchObject({ width: page.width, height: page.height });
  });

  it('cuts nothing off around a bright box that lies straight, since that may be a slide', () => {
    const { data, width, height } = flat(60);
    for (let y = 200; y < 500; y++) data.fill(250, y * width + 100, y * width + 700);
    const picture = { data, width, height };
    expect(straighten(picture)).toBe(picture);
  });

  it.each([
    ['turned by 11 degrees', {}],
    ['from the side', { hand: 0.55 }],
    ['straight from above', { dusk: 0.7 }],
  ] as const)('makes a page readable that lies %s, with %o', async (name, light) => {
    const page = drawPicture({ ...LETTER, height: 594 }, 200);
    const shot = { corners: CORNERS[name]!, ...CAMERA, ...light };
    const { runs } = await readPicture(await photograph(page, 1500, 2000, shot), engine);
    const text = runs.map((run) => run.text).join(' ');
    for (const { text: line } of LETTER.texts!) expect(text).toContain(line);
  });
});

describe('measureBend', () => {
  /** Lines of 40 letters of 10 pixels, whose feet are where `course` moves them to; each fifth has a descender. */
  const lines = (course: (x: number, y: number) => number): TextLine[] =>
    Array.from({ length: 20 }, (_, row) =>
      Array.from({ length: 40 }, (_, i) => {
        const x = 100 + 20 * i;
        const y = 100 + 40 * row;
        return { x, y: y + course(x, y) + (i % 5 === 0 ? 4 : 0) };
      }),
    );
  const unevenness = (all: readonly TextLine[], bend: Bend): number =>
    Math.max(
      ...all.map((line) => {
        const feet = line.filter((_, i) => i % 5 !== 0).map(({ x, y }) => y + bend.at(x, y));
        return Math.max(...feet) - Math.min(...feet);
      }),
    );

  it('levels lines that bend and converge in any smooth way', () => {
    const size = fc.double({ min: -25, max: 25, noNaN: true });
    fc.assert(
      fc.property(size, size, size, size, (turn, converge, arch, fan) => {
        const bent = lines((x, y) => {
          const u = (x - 490) / 400;
          const v = (y - 480) / 400;
          return turn * u + converge * u * v + arch * u * u + fan * u * u * v;
        });
        const bend = measureBend(bent, 10);
        if (Math.abs(converge) + Math.abs(arch) + Math.abs(fan) > 30) expect(bend).toBeDefined();
        if (bend) expect(unevenness(bent, bend)).toBeLessThan(2.5);
      }),
    );
  });

  it.each([
    ['level', () => 0],
    ['only slanted', (x: number) => x / 20],
    ['in no order', (x: number, y: number) => 12 * Math.sin(x / 17 + y)],
  ])('finds nothing in lines that are %s', (_, course) => {
    expect(measureBend(lines(course), 10)).toBeUndefined();
  });

  it('finds nothing in few lines', () => {
    expect(measureBend(lines((x) => (x / 100) ** 2).slice(0, 4), 10)).toBeUndefined();
  });
});

describe('a page without visible edges', () => {
  const SAID = Array.from({ length: 24 }, (_, i) => `Line ${i + 1} of this page goes from one side to the other side`);
  const texts = SAID.map((text, i) => ({ text, x: 50, y: 60 + 22 * i, size: 12 }));
  const page = drawPicture({ width: 440, height: 620, texts }, 200);

  it.each([
    [
      'cut by the edge of the picture',
      {
        corners: [
          [0.03, -0.02],
          [1.03, -0.08],
          [1.02, 1.1],
          [0.02, 1.02],
        ],
      },
    ],
    [
      'in an open book',
      {
        corners: [
          [0.06, 0.08],
          [1.05, 0.02],
          [1.06, 0.98],
          [0.05, 0.92],
        ],
        curl: 0.14,
      },
    ],
  ] as const)('is read line by line when it lies %s', async (_, shot) => {
    const { runs } = await readPicture(await photograph(page, 1350, 1800, { ...CAMERA, ...shot }), engine);
    const text = runs.map((run) => run.text).join(' ');
    for (const line of SAID) expect(text).toContain(line);
  });

  it('is not made smaller than capitals need, where there are no small letters', async () => {
    const receipt = ['FRESH HERRING', 'ICE FOR BOATS', 'ROPES AND NETS', 'HARBOUR FEES', 'TOTAL TO BE PAID'];
    const heights = await Promise.all(
      [receipt, receipt.map((line) => line.toLowerCase())].map(async (said) => {
        const lines = said.map((text, i) => ({ text, x: 20, y: 40 + 30 * i, size: 16 }));
        return (await prepare(drawPicture({ width: 240, height: 220, texts: lines }, 220))).letter!;
      }),
    );
    expect(heights[0]).toBeGreaterThan(19);
    expect(heights[1]).toBeLessThan(17);
  });

  it('is a scan, to the byte, where its lines are straight', async () => {
    const { picture } = await prepare(page);
    expect(picture).toBe(page);
  });
});

describe('evenLight', () => {
  it('makes the paper in a shadow as light as beside it', async () => {
    const corners: Shot['corners'] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const shadowed = await photograph(flat(255), WIDTH, HEIGHT, { corners, hand: 0.6 });
    const even = evenLight(shadowed);
    const darkest = ({ data }: Picture): number => data.toSorted()[Math.floor(data.length / 100)]!;
    expect(darkest(shadowed)).toBeLessThan(110);
    expect(darkest(even)).toBeGreaterThan(225);
  });
});

function flat(grey: number): Picture {
  return { data: new Uint8Array(800 * 1000).fill(grey), width: 800, height: 1000 };
}
