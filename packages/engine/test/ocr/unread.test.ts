import { afterAll, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../src/ocr/engine.ts';
import { languageData } from '../../src/ocr/languages.ts';
import { readPicture } from '../../src/ocr/read-picture.ts';
import { grainOf, withoutGrain } from '../../src/ocr/grain.ts';
import { prepare } from '../../src/ocr/prepare.ts';
import { findRings } from '../../src/ocr/rings.ts';
import { drawPicture, LETTER, TABLE, type Drawing } from '../../../../test/make/picture.ts';

vi.setConfig({ testTimeout: 240_000 });

const engine = new Engine(languageData({ languages: ['eng'] }));
afterAll(() => engine.close());

const wordsOf = async (drawing: Drawing, dpi = 200): Promise<string[]> =>
  (await readPicture(drawPicture(drawing, dpi), engine)).runs.map(({ text }) => text);

const SENTENCE = 'The council met on Tuesday to discuss the repair of the old bridge';
const text = (words: string, x: number, y: number, size = 10) => ({ text: words, x, y, size });

/** A table of digits below a sentence, with all of its rulings. */
function grid(rows: readonly (readonly string[])[]): Drawing {
  const [left, top, width, height] = [40, 60, 36, 18];
  const right = left + width * rows[0]!.length;
  const bottom = top + height * rows.length;
  return {
    width: 420,
    height: 240,
    texts: [
      text(SENTENCE, 40, 40),
      ...rows.flatMap((row, at) => row.map((word, i) => text(word, left + width * i + 12, top + height * at + 13))),
    ],
    lines: [
      ...Array.from({ length: rows.length + 1 }, (_, at) => ({
        x0: left,
        x1: right,
        y0: top + height * at,
        y1: top + height * at,
        width: 0.7,
      })),
      ...Array.from({ length: rows[0]!.length + 1 }, (_, i) => ({
        x0: left + width * i,
        x1: left + width * i,
        y0: top,
        y1: bottom,
        width: 0.7,
      })),
    ],
  };
}

describe('what Tesseract passes over', () => {
  it('is read alone: digits in the cells of a table', async () => {
    const rows = [
      ['1', '2', '3', '4'],
      ['5', '6', '7', '8'],
      ['9', '10', '11', '12'],
    ];
    const words = await wordsOf(grid(rows));
    expect(words.slice(SENTENCE.split(' ').length).toSorted()).toEqual(rows.flat().toSorted());
  });

  it('is read alone: short lines between paragraphs', async () => {
    const drawing: Drawing = {
      width: 420,
      height: 240,
      texts: [text(SENTENCE, 40, 40), text('x = 1', 60, 90), text('7', 60, 130), text(SENTENCE, 40, 180)],
    };
    const words = await wordsOf(drawing);
    expect(words).toContain('7');
    expect(words.join('')).toContain('x=1');
  });
});

/** With noise of a normal distribution in each pixel, the same on every machine, dark grey letters on light paper. */
function grained(deviation: number) {
  const picture = drawPicture(LETTER, 200);
  let state = 11;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state + 1) / 2_147_483_650;
  };
  const data = picture.data.map((grey) => {
    const noise = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.min(255, Math.round(60 + (grey * 170) / 255 + deviation * noise)));
  });
  return { ...picture, data };
}

describe('grain', () => {
  it('is measured by its deviation, letters or not', () => {
    expect(grainOf(drawPicture(LETTER, 200))).toBe(0);
    expect(grainOf(grained(10))).toBeCloseTo(10, -0.5);
    expect(withoutGrain(grained(2))).toBeUndefined();
  });

  it('is taken out of a page that could not be read with it', async () => {
    const read = await readPicture(grained(42), engine);
    const said = LETTER.texts!.flatMap((line) => line.text.split(' '));
    const seen = new Set(read.runs.map((run) => run.text));
    expect(said.filter((word) => seen.has(word)).length).toBeGreaterThan(0.85 * said.length);
  });
});

/** A page of text with the ring of a stamp over it. */
function stamped(dpi: number) {
  const lines = [
    SENTENCE,
    'which has been closed since the floods, and at the second one',
    'the members spoke of its cost.',
  ];
  const drawing: Drawing = {
    width: 420,
    height: 240,
    texts: [...lines, ...lines].map((words, index) => text(words, 40, 60 + 20 * index)),
  };
  const picture = drawPicture(drawing, dpi);
  const data = new Uint8Array(picture.data);
  const scale = dpi / 72;
  for (let i = 0; i < 20_000; i += 1) {
    const angle = (i * Math.PI) / 10_000;
    for (let off = -1; off <= 1; off += 0.25) {
      const x = Math.round((210 + (60 + off) * Math.cos(angle)) * scale);
      const y = Math.round((110 + (60 + off) * Math.sin(angle)) * scale);
      data[y * picture.width + x] = 60;
    }
  }
  return { picture: { ...picture, data }, said: [...lines, ...lines].join(' ').split(' ') };
}

describe('the ring of a stamp', () => {
  it('does not hide the words within it', async () => {
    const { picture, said } = stamped(200);
    const read = (await readPicture(picture, engine)).runs.map((run) => run.text);
    expect(said.filter((word) => read.includes(word)).length).toBeGreaterThan(0.8 * said.length);
  });

  it('is none where there are only letters', async () => {
    const { bitmap, components, letter } = await prepare(drawPicture(TABLE, 200));
    expect(findRings(bitmap, components!, letter!)).toEqual([]);
  });
});
