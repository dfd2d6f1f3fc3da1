import { describe, expect, it } from 'vitest';
import type { OcrLine, Recognized } from '../../../src/convert/ocr/engine.ts';
import { placeWords } from '../../../src/convert/ocr/words.ts';

/** Lines of one word or more, each below the other, with the confidence of their words. */
function recognized(...lines: readonly (readonly [text: string, confidence: number])[]): Recognized {
  return {
    confidence: 80,
    lines: lines.map(([text, confidence], row): OcrLine => {
      const words = text.split(' ').map((word, i) => {
        const x0 = 120 * i;
        return { text: word, confidence, x0, y0: 40 * row, x1: x0 + 100, y1: 40 * row + 20 };
      });
      return { block: row, rowHeight: 30, ascenders: 5, descenders: 5, words };
    }),
  };
}

const linesOf = (read: Recognized): string[] =>
  [...Map.groupBy(placeWords(read), ({ line }) => line).values()].map((line) => line.map(({ text }) => text).join(' '));

describe('placeWords', () => {
  it('leaves out lines of a few letters that OCR doubts, such as those of a border', () => {
    const read = recognized(['Pat', 48], ['The office is closed', 91], ['(3 Kk', 31], ['NAAN ()', 23]);
    expect(linesOf(read)).toEqual(['The office is closed']);
  });

  it('keeps short lines that it is sure of, numbers, and longer lines', () => {
    const lines = [
      ['Yes', 82],
      ['17', 44],
      ['$ 4.30', 51],
      ['合計', 52],
      ['harbour', 48],
    ] as const;
    expect(linesOf(recognized(...lines))).toEqual(lines.map(([text]) => text));
  });
});
