import { afterAll, describe, expect, it, vi } from 'vitest';
import { RUN } from '../../src/layout/model/raw-page.ts';
import type { RawRun } from '../../src/layout/model/raw-page.ts';
import { Engine } from '../../src/ocr/engine.ts';
import { languageData } from '../../src/ocr/languages.ts';
import type { SourcePicture } from '../../src/ocr/picture.ts';
import { readPicture } from '../../src/ocr/read-picture.ts';
import type { ReadPicture } from '../../src/ocr/read-picture.ts';
import { turnQuarters } from '../../src/ocr/turn.ts';
import { CONTENTS, drawPicture, LETTER, TABLE } from '../../../../test/make/picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

const engine = new Engine(languageData({ languages: ['eng'] }));
afterAll(() => engine.close());

function textOf({ runs }: ReadPicture): string {
  return runs.map((run, i) => `${run.space ? ' ' : i > 0 ? '\n' : ''}${run.text}`).join('');
}

const SAID = LETTER.texts!.map(({ text }) => text);

function find(runs: readonly RawRun[], text: string): RawRun {
  const run = runs.find((other) => other.text === text);
  if (!run) throw new Error(`"${text}" is not among: ${runs.map((other) => other.text).join(' ')}`);
  return run;
}

/** With black squares of one or two pixels a side, at the same places on every machine. */
function strewn<T extends SourcePicture>(picture: T, specks: number): T {
  const data = new Uint8Array(picture.data);
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let i = 0; i < specks; i++) {
    const side = 1 + random(2);
    const at = random(picture.height - side) * picture.width + random(picture.width - side);
    for (let row = 0; row < side; row++) data.fill(0, at + row * picture.width, at + row * picture.width + side);
  }
  return { ...picture, data };
}

describe('readPicture', () => {
  it('reads words with their boxes, baselines and sizes in points', async () => {
    const read = await readPicture(drawPicture(LETTER, 200), engine);
    expect(textOf(read).replaceAll('• ', '').split('\n')).toEqual(SAID);
    expect([read.width, read.height, read.turned]).toEqual([420.12, 320.04, 0]);
    expect(read.confidence).toBeGreaterThan(85);
    const word = find(read.runs, 'Dredging');
    expect(word.baseline).toBeCloseTo(128, -0.3);
    expect(Math.abs(word.x0 - 40)).toBeLessThan(2);
    expect(Math.abs(word.size - 10)).toBeLessThan(0.7);
    expect(Math.abs(find(read.runs, 'harbour').size - 20)).toBeLessThan(1.2);
  });

  it('finds bold words and bullets by their looks', async () => {
    const { runs } = await readPicture(drawPicture(LETTER, 200), engine);
    expect(runs.filter(({ flags }) => (flags & RUN.bold) !== 0).map(({ text }) => text)).toEqual([
      'Report',
      'of',
      'the',
      'harbour',
      'office',
    ]);
    const bullets = runs.filter(({ text }) => text === '•');
    expect(bullets.map(({ x0 }) => Math.round(x0))).toEqual([46, 46]);
  });

  it('reads a bad copy that is strewn with specks', async () => {
    const read = await readPicture(strewn(drawPicture(LETTER, 200), 8_000), engine);
    const words = SAID.flatMap((text) => text.replaceAll(/[^\p{L} ]/gu, '').split(' ')).filter(
      (word) => word.length > 3,
    );
    const seen = new Set(textOf(read).match(/\p{L}+/gu));
    expect(words.filter((word) => seen.has(word)).length).toBeGreaterThan(0.85 * words.length);
  });

  it.each([1, 2, 3] as const)('stands a picture upright that lies %i quarter turns the wrong way', async (quarters) => {
    const read = await readPicture({ ...turnQuarters(drawPicture(LETTER, 150), quarters), dpi: 150 }, engine);
    expect(read.turned).toBe(360 - quarters * 90);
    expect(textOf(read)).toContain(SAID[3]);
    expect(Math.abs(find(read.runs, 'Dredging').baseline - 128)).toBeLessThan(2);
  });

  it('levels lines that slant', async () => {
    const { runs } = await readPicture(drawPicture({ ...LETTER, slant: 2.5 }, 150), engine);
    const line = [find(runs, 'Dredging'), find(runs, 'northern'), find(runs, 'costly.')];
    expect(
      Math.max(...line.map(({ baseline }) => baseline)) - Math.min(...line.map(({ baseline }) => baseline)),
    ).toBeLessThan(1.5);
  });

  it('finds ruled lines and reads the cells between them', async () => {
    const read = await readPicture(drawPicture(TABLE, 150), engine);
    const at = (kind: 'horizontal' | 'vertical') =>
      read.rules
        .filter((rule) => rule.kind === kind)
        .map((rule) => Math.round((kind === 'horizontal' ? rule.y0 : rule.x0) / 4))
        .sort((a, b) => a - b);
    expect(at('horizontal')).toEqual([15, 21, 27, 33]);
    expect(at('vertical')).toEqual([10, 35, 60, 85]);
    expect(textOf(read).split('\n').slice(0, 3)).toEqual([
      'Month Ships Tonnes',
      'January 311 120,440',
      'February 298 117,002',
    ]);
  });

  it('reads a dark slide with a lighter area, which looks like a photograph of a page', async () => {
    const drawn = drawPicture(LETTER, 150);
    const [width, height, edge] = [drawn.width + 200, drawn.height + 200, 100];
    const data = new Uint8Array(width * height).fill(16);
    for (let y = 0; y < drawn.height; y++) {
      const row = drawn.data.subarray(y * drawn.width, (y + 1) * drawn.width);
      data.set(
        row.map((grey) => 255 - (205 * grey) / 255),
        (y + edge) * width + edge,
      );
    }
    const { runs } = await readPicture({ data, width, height, dpi: 150 }, engine);
    expect(runs.map((run) => run.text)).toEqual(expect.arrayContaining(['arrivals,', 'Dredging', 'fenders']));
  });

  it.each([100, 150, 300])('reads a table of contents at %i dpi with its leaders and page numbers', async (dpi) => {
    const { runs } = await readPicture(drawPicture(CONTENTS, dpi), engine);
    const rows = [80, 94, 108, 122].map((y) =>
      runs.filter(({ baseline }) => Math.abs(baseline - y) < 4).sort((a, b) => a.x0 - b.x0),
    );
    expect(
      rows.map((row) =>
        row
          .map(({ text }) => text)
          .join(' ')
          .replaceAll(/\.{6,}/g, '…'),
      ),
    ).toEqual([
      'Adverse events … 4',
      'Study design in the district … 6',
      'Limitations … 11',
      'Follow-up of the patients … 13',
    ]);
    for (const row of rows) expect(Math.abs(row.at(-1)!.x0 - 366)).toBeLessThan(3);
  });

  it.each([100, 150])('reads all words of light letters on a dark bar at %i dpi', async (dpi) => {
    const bar = 'PLEASE DO NOT WRITE BELOW THIS LINE - FOR OFFICE USE ONLY';
    const lines = ['The keeper of the harbour lights each lamp before the evening.', 'Name as it appears in the book'];
    const texts = lines.map((text, index) => ({ text, x: 20, y: 30 + 90 * index, size: 10 }));
    const drawn = drawPicture(
      { width: 520, height: 200, texts: [...texts, { text: bar, x: 30, y: 72, size: 14, bold: true }] },
      dpi,
    );
    const at = (points: number): number => Math.round((points * dpi) / 72);
    const data = drawn.data.map((grey, i) => {
      const [x, y] = [i % drawn.width, Math.floor(i / drawn.width)];
      return x > at(14) && x < at(506) && y > at(54) && y < at(80) ? 255 - (168 * grey) / 255 : grey;
    });
    const read = await readPicture({ ...drawn, data }, engine);
    expect(textOf(read).split('\n').toSorted()).toEqual([...lines, bar].toSorted());
  });

  it('reads light letters on a dark background', async () => {
    const drawn = drawPicture(LETTER, 150);
    const read = await readPicture({ ...drawn, data: drawn.data.map((grey) => 255 - grey) }, engine);
    expect(textOf(read)).toContain(SAID[1]);
  });

  it('scales letters up that are too small to be read as they are', async () => {
    const read = await readPicture(drawPicture(LETTER, 72), engine);
    expect(textOf(read)).toContain('Most ships stayed for less than two days');
    expect(Math.abs(find(read.runs, 'ships').x0 - 65)).toBeLessThan(4);
  });

  it('takes the size of the page from its letters when the density is not known', async () => {
    const { data, width, height } = drawPicture(LETTER, 200);
    const read = await readPicture({ data, width, height }, engine);
    expect(Math.abs(read.width - 420 * 1.05)).toBeLessThan(45);
  });

  it('reads nothing where there is nothing', async () => {
    const read = await readPicture({ data: new Uint8Array(400 * 300).fill(255), width: 400, height: 300 }, engine);
    expect([read.runs, read.rules, read.confidence]).toEqual([[], [], 0]);
  });

  it('reads noise, a single pixel and a black page without failing', async () => {
    let state = 1;
    const noise = Uint8Array.from(
      { length: 300 * 300 },
      () => ((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >> 8) & 255,
    );
    for (const picture of [
      { data: noise, width: 300, height: 300 },
      { data: new Uint8Array(1), width: 1, height: 1 },
      { data: new Uint8Array(200 * 200), width: 200, height: 200 },
      { data: new Uint8Array(3000).fill(255), width: 3000, height: 1 },
    ]) {
      await expect(readPicture(picture, engine)).resolves.toHaveProperty('confidence');
    }
  });
});
