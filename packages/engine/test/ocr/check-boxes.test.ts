import { afterAll, describe, expect, it, vi } from 'vitest';
import { findCheckBoxes } from '../../src/ocr/check-boxes.ts';
import { Engine } from '../../src/ocr/engine.ts';
import { languageData } from '../../src/ocr/languages.ts';
import { prepare } from '../../src/ocr/prepare.ts';
import { readPicture } from '../../src/ocr/read-picture.ts';
import { drawPicture, LETTER, TABLE } from '../../../../test/make/picture.ts';
import type { Drawing } from '../../../../test/make/picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

const engine = new Engine(languageData({ languages: ['eng'] }));
afterAll(() => engine.close());

type Ends = readonly [number, number, number, number];

const strokes = (ends: readonly Ends[]): NonNullable<Drawing['lines']> =>
  ends.map(([x0, y0, x1, y1]) => ({ x0, y0, x1, y1, width: 0.8 }));

const frame = (x: number, y: number): NonNullable<Drawing['lines']> =>
  strokes([
    [x, y, x + 9, y],
    [x, y + 9, x + 9, y + 9],
    [x, y, x, y + 9],
    [x + 9, y, x + 9, y + 9],
  ]);

const cross = (x: number, y: number): NonNullable<Drawing['lines']> =>
  strokes([
    [x, y, x + 9, y + 9],
    [x, y + 9, x + 9, y],
  ]);

const QUESTION = [
  { text: 'Where is the ship now?', x: 40, y: 50, size: 14, bold: true as const },
  { text: 'In the harbour', x: 58, y: 80, size: 10 },
  { text: 'At the northern quay', x: 58, y: 98, size: 10 },
  { text: 'On the way to the sea', x: 58, y: 116, size: 10 },
  { text: 'Not paid', x: 300, y: 80, size: 10 },
];

const FORM: Drawing = {
  width: 420,
  height: 180,
  texts: QUESTION,
  lines: [...frame(43, 72), ...frame(43, 90), ...cross(43, 90), ...frame(43, 108), ...frame(286, 72)],
};

describe('findCheckBoxes', () => {
  it.each([100, 150, 200, 300])('finds empty and crossed boxes at %i dpi', async (dpi) => {
    const boxes = findCheckBoxes(await prepare(drawPicture(FORM, dpi)));
    expect(boxes).toHaveLength(4);
    expect(boxes.filter(({ checked }) => checked)).toHaveLength(1);
  });

  it('takes no letters, cells of tables, boxes with a digit or boxes without a label for check boxes', async () => {
    const digits = [43, 63, 83].map((x) => ({ text: '4', x: x + 2, y: 150, size: 8 }));
    const comb = { ...FORM, texts: [...QUESTION, ...digits], lines: [43, 63, 83].flatMap((x) => frame(x, 143)) };
    const alone = { ...FORM, lines: [...frame(200, 130), ...frame(260, 130)] };
    for (const drawing of [LETTER, TABLE, comb, alone]) {
      expect(findCheckBoxes(await prepare(drawPicture(drawing, 200)))).toEqual([]);
    }
  });
});

describe('readPicture', () => {
  it('reads check boxes with the words beside them', async () => {
    const { runs } = await readPicture(drawPicture(FORM, 150), engine);
    const lines = runs.map((run) => `${run.space ? ' ' : '\n'}${run.text}`).join('');
    expect(lines.trim().split('\n').slice(1)).toEqual([
      '☐ In the harbour ☐ Not paid',
      '☒ At the northern quay',
      '☐ On the way to the sea',
    ]);
  });
});
