import { describe, expect, it } from 'vitest';
import { findDarkBoxes, withReadableBars } from '../../src/ocr/light-bars.ts';
import type { Picture } from '../../src/ocr/picture.ts';
import { prepare } from '../../src/ocr/prepare.ts';
import type { Prepared } from '../../src/ocr/prepare.ts';
import { drawPicture, TABLE } from '../../../../test/make/picture.ts';

const drawn = drawPicture(
  {
    width: 300,
    height: 120,
    texts: [
      { text: 'Arrivals of the year', x: 30, y: 32, size: 12, bold: true },
      { text: 'Most ships stayed for less than two days.', x: 30, y: 70, size: 10 },
    ],
  },
  150,
);
const BAR = { top: 38, bottom: 84, left: 40, right: 580 };

/** The page with other greys between the edges of a bar, from 0 (ink) to 1 (paper). */
function painted(greyOf: (paper: number) => number): Picture {
  const data = new Uint8Array(drawn.data);
  for (let y = BAR.top; y < BAR.bottom; y++) {
    for (let x = BAR.left; x < BAR.right; x++)
      data[y * drawn.width + x] = greyOf(drawn.data[y * drawn.width + x]! / 255);
  }
  return { ...drawn, data };
}

const LETTER = 11;

describe('withReadableBars', () => {
  it.each([155, 180, 210])('makes the white letters on a bar of grey %i dark, and the bar white', (grey) => {
    const mended = withReadableBars(
      painted((paper) => grey + (255 - grey) * (1 - paper)),
      LETTER,
    )!;
    const worst = mended.data.reduce((most, value, i) => Math.max(most, Math.abs(value - drawn.data[i]!)), 0);
    expect(worst).toBeLessThan(8);
  });

  it('tells bars of three colours on one page apart', () => {
    const height = drawn.height * 3;
    const page = { width: drawn.width, height, data: new Uint8Array(drawn.data.length * 3) };
    const plain = { ...page, data: new Uint8Array(page.data.length) };
    for (const [i, grey] of [155, 180, 210].entries()) {
      page.data.set(painted((paper) => grey + (255 - grey) * (1 - paper)).data, i * drawn.data.length);
      plain.data.set(drawn.data, i * drawn.data.length);
    }
    const { data } = withReadableBars(page, LETTER)!;
    expect(data.reduce((most, value, i) => Math.max(most, Math.abs(value - plain.data[i]!)), 0)).toBeLessThan(8);
  });

  it('leaves dark letters on a bar, an empty bar, and a page without bars', () => {
    expect(
      withReadableBars(
        painted((paper) => 180 * paper),
        LETTER,
      ),
    ).toBeUndefined();
    expect(
      withReadableBars(
        painted(() => 180),
        LETTER,
      ),
    ).toBeUndefined();
    expect(withReadableBars(drawn, LETTER)).toBeUndefined();
  });
});

describe('findDarkBoxes', () => {
  const page = drawPicture(
    {
      width: 200,
      height: 100,
      texts: [
        { text: 'Potassium', x: 20, y: 40, size: 10 },
        { text: '6.8', x: 102, y: 40, size: 10 },
      ],
    },
    150,
  );

  /** The page with everything in a box as its negative. */
  function inverted({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): Picture {
    const data = new Uint8Array(page.data);
    for (let y = y0; y < y1; y++)
      for (let at = y * page.width + x0; at < y * page.width + x1; at++) data[at] = 255 - data[at]!;
    return { ...page, data };
  }

  it('finds a number of two digits on a box of black', () => {
    const box = { x0: 205, y0: 62, x1: 250, y1: 92 };
    expect(findDarkBoxes(inverted(box), LETTER)).toMatchObject([{ ...box, grey: 0, hasLetters: true }]);
  });

  it('leaves a black box without letters, and letters on none', () => {
    expect(findDarkBoxes(inverted({ x0: 205, y0: 130, x1: 260, y1: 160 }), LETTER)).toEqual([]);
    expect(findDarkBoxes(page, LETTER)).toEqual([]);
  });
});

describe('a ruled table with rows of a dark colour', () => {
  const table = drawPicture(TABLE, 150);
  const { width } = table;

  /** The table with the rows between its lines in white on a dark grey, and the lines as they are. */
  function darkened(rows: readonly (readonly [from: number, to: number])[]): typeof table {
    const data = new Uint8Array(table.data);
    const isLine = (x: number): boolean => data[Math.round((80 * 150) / 72) * width + x]! < 128;
    const columns = Array.from({ length: width }, (_, x) => isLine(x));
    const [left, right] = [columns.indexOf(true), columns.lastIndexOf(true)];
    for (const [from, to] of rows)
      for (let y = from; y < to; y++)
        for (let x = left; x < right; x++)
          if (!columns[x]) data[y * width + x] = 255 - (table.data[y * width + x]! * 200) / 255;
    return { ...table, data };
  }

  it('has the vertical lines that it has in white', async () => {
    const upright = ({ lines }: Prepared): number[] =>
      lines.flatMap(({ kind, x0 }) => (kind === 'vertical' ? Math.round(x0 / 5) : [])).sort((a, b) => a - b);
    const white = await prepare(table);
    const [first, second] = white.lines.filter(({ kind }) => kind === 'horizontal');
    const dark = await prepare(darkened([[first!.y1, second!.y0]]));
    expect(dark.darkBars.length).toBeGreaterThan(0);
    expect(upright(dark)).toEqual(upright(white));
  });
});
