import { describe, expect, it } from 'vitest';
import type { OcrLine, Recognized } from '../../src/ocr/engine.ts';
import { legiblePart } from '../../src/ocr/legible.ts';

/** Lines with the confidence of their words. */
function recognized(...lines: readonly (readonly [text: string, confidence: number])[]): Recognized {
  return {
    confidence: 0,
    lines: lines.map(([text, confidence], row): OcrLine => {
      const words = text.split(' ').map((word, i) => ({
        text: word,
        confidence,
        x0: 120 * i,
        y0: 40 * row,
        x1: 120 * i + 100,
        y1: 40 * row + 20,
      }));
      return { block: row, rowHeight: 30, ascenders: 5, descenders: 5, words };
    }),
  };
}

const textOf = (read: Recognized): string[] => read.lines.map(({ words }) => words.map(({ text }) => text).join(' '));

describe('legiblePart', () => {
  it('is nothing of a page in a script without language data', () => {
    const read = recognized(['HAE afk BEA A mE Fo REM FIRE', 27], ['2008', 91], ['RAFAL BEE H 1. # M', 36]);
    expect(legiblePart(read)).toMatchObject({ recognized: { lines: [] }, isUnreadable: true, leftOut: 0 });
  });

  it('is all of a page that is read badly, but as words', () => {
    const read = recognized(['Come and joie us for a fun might', 62], ['of Comedy and of rnusic', 55]);
    const { recognized: left, isUnreadable } = legiblePart(read);
    expect(textOf(left)).toEqual(textOf(read));
    expect(isUnreadable).toBe(false);
  });

  it('is not a line of a good page that is a signature or a stamp', () => {
    const read = recognized(['The board met on the second of May', 95], ['Vo aweny ET psm', 13], ['Secretary', 92]);
    const { recognized: left, leftOut } = legiblePart(read);
    expect(textOf(left)).toEqual(['The board met on the second of May', 'Secretary']);
    expect(leftOut).toBe(1);
  });

  it('is not a line of a few letters that OCR doubts, such as those of a border', () => {
    const read = recognized(['Pat', 48], ['The office is closed', 91], ['(3 Kk', 31], ['NAAN ()', 23]);
    expect(legiblePart(read)).toMatchObject({ leftOut: 0 });
    expect(textOf(legiblePart(read).recognized)).toEqual(['The office is closed']);
  });

  it('is short lines that it is sure of, numbers, and longer lines', () => {
    const read = recognized(['Yes', 82], ['17', 44], ['$ 4.30', 51], ['合計', 52], ['harbour', 48]);
    expect(textOf(legiblePart(read).recognized)).toEqual(textOf(read));
  });

  it('is a long address in a good line, and one that stands alone, though Tesseract is never sure of them', () => {
    const good = recognized(['The policy is available at once', 96]);
    const [line] = good.lines as [OcrLine];
    const halves = ['http://www', '.harbourfoundation.org/antitrust-policy-of-2019.'];
    const doubtful = halves.map((text) => ({ ...line.words[0]!, text, confidence: 0 }));
    const read = { ...good, lines: [{ ...line, words: [...line.words, ...doubtful] }] };
    expect(textOf(legiblePart(read).recognized)).toEqual(textOf(read));
    const alone = recognized(['The board met on the second of May', 95], ['www.harbourfoundation.org', 0]);
    expect(textOf(legiblePart(alone).recognized)).toEqual(textOf(alone));
  });

  it('is a few letters, however doubtful they are', () => {
    expect(legiblePart(recognized(['Yes', 40], ['No', 40])).isUnreadable).toBe(false);
  });
});
