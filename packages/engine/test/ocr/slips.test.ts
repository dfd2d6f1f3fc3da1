import { describe, expect, it } from 'vitest';
import { withLabels } from '../../src/ocr/labels.ts';
import { withoutSlips } from '../../src/ocr/slips.ts';
import type { PlacedWord } from '../../src/ocr/words.ts';

/** Lines of words of letters that are 10 pixels wide, 30 below each other. */
const wordsOf = (...lines: readonly string[]): PlacedWord[] =>
  lines.flatMap((text, line) => {
    let x = 0;
    return text.split(' ').map((word, index): PlacedWord => {
      const x0 = x;
      x += 10 * word.length + 6;
      const y0 = 30 * line;
      const box = { x0, x1: x - 6, y0, y1: y0 + 15 };
      return { text: word, confidence: 90, ...box, baseline: y0 + 15, size: 20, space: index > 0, line };
    });
  });

const textsOf = (words: readonly PlacedWord[]): string[] =>
  [...Map.groupBy(words, ({ line }) => line).values()].map((line) => line.map(({ text }) => text).join(' '));

const mended = (lines: readonly string[], language = 'eng'): string[] =>
  textsOf(withoutSlips(wordsOf(...lines), language));

describe('withoutSlips', () => {
  it('reads a bar among English words as I', () => {
    expect(mended(['| hereby agree that | must', 'ALL CLAIMS | MAY HAVE'])).toEqual([
      'I hereby agree that I must',
      'ALL CLAIMS I MAY HAVE',
    ]);
  });

  it('reads an l that OCR doubts as I, but none after a number', () => {
    const doubted = (line: string): PlacedWord[] => wordsOf(line).map((word) => ({ ...word, confidence: 70 }));
    expect(textsOf(withoutSlips(doubted('l intend to go'), 'eng'))).toEqual(['I intend to go']);
    expect(textsOf(withoutSlips(doubted('about 5 l of milk'), 'eng'))).toEqual(['about 5 l of milk']);
    expect(mended(['where l is the length'])).toEqual(['where l is the length']);
  });

  it('leaves a bar between numbers, at the end of a line, and in other languages', () => {
    const lines = ['12 | 40', 'so it goes |', '| Total'];
    expect(mended(lines)).toEqual(lines);
    expect(mended(['| membri della'], 'ita')).toEqual(['| membri della']);
  });

  it('leaves a bar that is as high as a ruling', () => {
    const [bar, ...others] = wordsOf('| hereby agree');
    expect(textsOf(withoutSlips([{ ...bar!, y1: 30 }, ...others], 'eng'))).toEqual(['| hereby agree']);
  });

  it('closes a quotation whose closing mark was read as a trade mark', () => {
    expect(mended(['(the “Association™), or', 'a Widget™ of ours'])).toEqual([
      '(the “Association”), or',
      'a Widget™ of ours',
    ]);
  });
});

describe('withLabels', () => {
  const labelled = (...lines: readonly string[]): string[] => textsOf(withLabels(wordsOf(...lines)));

  it('reads letters that were taken for signs', () => {
    expect(labelled('¢. GOOD STANDING', '©) Annual report', '€) Accounts', '5 ¢ each')).toEqual([
      'c. GOOD STANDING',
      'c) Annual report',
      'e) Accounts',
      '5 ¢ each',
    ]);
  });

  it('reads the colon of a number as a point beside the numbers before and after it', () => {
    expect(labelled('1. Terry Ott', '2: Scott Waddell', '3: Daniel Noland', '4. Brad Woodfin')).toEqual([
      '1. Terry Ott',
      '2. Scott Waddell',
      '3. Daniel Noland',
      '4. Brad Woodfin',
    ]);
  });

  it('leaves numbers with colons among themselves, or apart from the others', () => {
    const steps = ['1: Open the valve', '2: Wait', '7. See above'];
    expect(labelled(...steps)).toEqual(steps);
  });
});
