import { describe, expect, it } from 'vitest';
import type { Components } from '../../src/ocr/components.ts';
import { withPointsOfColumns } from '../../src/ocr/column-points.ts';
import { withPoints } from '../../src/ocr/points.ts';
import type { PlacedWord } from '../../src/ocr/words.ts';

/** Places of the ink of a number, with digits of 12 × 20 pixels: `.` and `,` take up 8, a speck nothing. */
function binarize(shown: string): { boxes: number[][]; width: number } {
  const boxes: number[][] = [];
  let x = 100;
  for (const sign of shown) {
    if (sign === '.') boxes.push([x + 2, 47, x + 5, 50, 9]);
    else if (sign === ',') boxes.push([x + 2, 47, x + 5, 53, 14]);
    else if (sign === '·') boxes.push([x - 2, 48, x, 50, 4]);
    else if (sign === '˙') boxes.push([x + 2, 31, x + 5, 34, 9]);
    else boxes.push([x, 30, x + 12, 50, 120]);
    x += sign === '·' ? 0 : /\d/.test(sign) ? 14 : 8;
  }
  return { boxes, width: x - 102 };
}

function findComponents(boxes: readonly number[][]): Components {
  const column = (i: number): Int32Array => Int32Array.from(boxes, (box) => box[i]!);
  return { count: boxes.length, x0: column(0), y0: column(1), x1: column(2), y1: column(3), area: column(4) };
}

/** What a word that was read as `text` becomes where the picture shows something else. */
function read(text: string, shown: string): string {
  const { boxes, width } = binarize(shown);
  const box = { x0: 100, y0: 30, x1: 100 + width, y1: 53 };
  const word: PlacedWord = { text, confidence: 90, ...box, baseline: 50, size: 28, space: true, line: 0 };
  return withPoints([word], findComponents(boxes))[0]!.text;
}

describe('withPoints', () => {
  it.each([
    ['430', '4.30', '4.30'],
    ['13400', '13.400', '13.400'],
    ['2490', '2,490', '2,490'],
    ['33.2', '3.3.2', '3.3.2'],
    ['-430', '4.30', '-4.30'],
  ])('reads %s where the picture shows %s as %s', (text, shown, expected) => {
    expect(read(text, shown)).toBe(expected);
  });

  it('leaves numbers without ink between their digits, and those with a speck where no point has room', () => {
    expect(read('430', '430')).toBe('430');
    expect(read('430', '4·30')).toBe('430');
    expect(read('430', '4˙30')).toBe('430');
  });

  it('leaves numbers with another number of digits than the picture has', () => {
    expect(read('43', '4.30')).toBe('43');
  });
});

describe('withPointsOfColumns', () => {
  /** Numbers below each other, with digits of 14 pixels and points of 8, unless the width is given. */
  const column = (...numbers: readonly (string | readonly [text: string, width: number])[]): string[] => {
    const words = numbers.map((number, row): PlacedWord => {
      const [text, width] =
        typeof number === 'string'
          ? [number, Array.from(number, (sign) => (/\d/.test(sign) ? 14 : 8)).reduce((a, b) => a + b, 0)]
          : number;
      const [y0, y1] = [40 * row, 40 * row + 20];
      return { text, confidence: 90, x0: 400 - width, x1: 400, y0, y1, baseline: y1, size: 28, space: true, line: row };
    });
    return withPointsOfColumns(words).map(({ text }) => text);
  };

  it('puts a point into a number that is as wide as those of its column that have one', () => {
    expect(column('4.30', '9.10', '8.60', '7.20', '5.00', ['230', 50])).toContain('2.30');
  });

  it('takes a comma among points for a point where it parts no thousands', () => {
    expect(column('4.30', '9.10', '8.60', '7.20', '5.00', '9,20')).toContain('9.20');
    expect(column('4.300', '9.100', '8.600', '7.200', '5.000', '9,200')).toContain('9,200');
  });

  it('leaves numbers that are narrower, in a column of few others, or among as many without a point', () => {
    expect(column('4.30', '9.10', '8.60', '7.20', '5.00', '230')).toContain('230');
    expect(column('4.30', '9.10', '8.60', ['230', 50])).toContain('230');
    const mixed = ['230', '240', '250', '260', '270'].map((text) => [text, 50] as const);
    expect(column('4.30', '9.10', '8.60', '7.20', '5.00', ...mixed)).toContain('230');
  });
});
