import { describe, expect, it } from 'vitest';
import type { Components } from '../../../src/convert/ocr/components.ts';
import { withPoints } from '../../../src/convert/ocr/points.ts';
import type { PlacedWord } from '../../../src/convert/ocr/words.ts';

/** Places of the ink of a number, with digits of 12 × 20 pixels: `.` and `,` take up 8, a speck nothing. */
function inkOf(shown: string): { boxes: number[][]; width: number } {
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

function componentsOf(boxes: readonly number[][]): Components {
  const column = (i: number): Int32Array => Int32Array.from(boxes, (box) => box[i]!);
  return { count: boxes.length, x0: column(0), y0: column(1), x1: column(2), y1: column(3), area: column(4) };
}

/** What a word that was read as `text` becomes where the picture shows something else. */
function read(text: string, shown: string): string {
  const { boxes, width } = inkOf(shown);
  const box = { x0: 100, y0: 30, x1: 100 + width, y1: 53 };
  const word: PlacedWord = { text, confidence: 90, ...box, baseline: 50, size: 28, space: true, line: 0 };
  return withPoints([word], componentsOf(boxes))[0]!.text;
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
