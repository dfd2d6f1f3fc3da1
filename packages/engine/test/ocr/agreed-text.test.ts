import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeAgreed } from '../../src/ocr/agreed-text.ts';
import type { PlacedWord } from '../../src/ocr/words.ts';

/** Lines of words of letters that are 10 pixels wide. OCR doubts a word after `?`, and has lost one after `-`. */
const readLines = (...lines: readonly string[]): PlacedWord[] =>
  lines.flatMap((text, line) => {
    let x = 0;
    return text.split(' ').flatMap((marked, index): PlacedWord[] => {
      const word = marked.replace(/^[?-]/, '');
      const x0 = x;
      x += 10 * word.length + 10;
      const box = { x0, x1: x - 10, y0: 30 * line, y1: 30 * line + 15 };
      const confidence = marked.startsWith('?') ? 40 : 93;
      const placed = { text: word, confidence, ...box, baseline: box.y1, size: 20, space: index > 0, line };
      return marked.startsWith('-') ? [] : [placed];
    });
  });

const textsOf = (words: readonly PlacedWord[]): string[] =>
  [...Map.groupBy(words, ({ line }) => line).values()].map((line) => line.map(({ text }) => text).join(' '));
const taken = (reading: string, ...lines: readonly string[]): string[] =>
  textsOf(takeAgreed(readLines(...lines), reading).words);

describe('takeAgreed', () => {
  it('takes what stands between certain words for words that OCR doubts, cut in two or joined', () => {
    const reading = 'The harbour office\npays the invoice number 4711 today.';
    expect(taken(reading, 'The ?harb0ur office', 'pays ?tbe ?inv ?oice number ?47l1 today.')).toEqual([
      'The harbour office',
      'pays the invoice number 4711 today.',
    ]);
  });

  it('adds words that OCR lost between two certain ones, if they fit there', () => {
    expect(taken('The new harbour office', 'The -new harbour office')).toEqual(['The new harbour office']);
    expect(taken('The magnificently decorated harbour office', 'The -new harbour office')).toEqual([
      'The harbour office',
    ]);
    expect(taken('The new harbour office', 'The harbour office')).toEqual(['The harbour office']);
  });

  it('takes words like those that OCR doubts beside a certain one, but not how the reading goes on', () => {
    expect(taken('Dear John Smith, we write to', 'Dear ?Jchn ?Smlth,')).toEqual(['Dear John Smith,']);
    expect(taken('Dear friends of the harbour', 'Dear ?Jchn ?Smlth,')).toEqual(['Dear Jchn Smlth,']);
  });

  it('reads the marks of Markdown and tables as none', () => {
    expect(taken('| **Total** | 12 harbour | `office` |', 'Total 12 ?harb0ur office')).toEqual([
      'Total 12 harbour office',
    ]);
  });

  it.each([
    ['has no certain word', 'John Smith', ['?Jchn ?Smlth']],
    ['lacks a certain word of the line', 'The harbour bureau', ['The ?harb0ur office']],
    ['has them in another order', 'office harbour The', ['The ?harb0ur office']],
    ['has the line twice', 'The harbour office. The harvest office', ['The ?harb0ur office']],
    ['has words unlike those that OCR doubts', 'The payment of 900 office', ['The ?harb0ur office']],
    ['is nothing', '', ['The ?harb0ur office']],
  ])('takes nothing of a reading that %s', (_name, reading, lines) => {
    const words = readLines(...lines);
    expect(takeAgreed(words, reading)).toEqual({ words, taken: 0 });
  });

  it('gives the words that it takes the place of those that OCR doubts', () => {
    const { words } = takeAgreed(readLines('The ?harb0ur office'), 'The harbour office');
    const [, word] = words;
    expect(word).toMatchObject({ text: 'harbour', x0: 40, x1: 110, baseline: 15, size: 20, space: true, line: 0 });
    expect(word!.confidence).toBeLessThan(90);
  });

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), minLength: 1, maxLength: 9 });
  const word = fc.record({ text: letters, doubted: fc.boolean() });
  const lines = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 });
  const marked = (line: readonly { readonly text: string; readonly doubted: boolean }[]): string =>
    line.map(({ text, doubted }) => (doubted ? `?${text}` : text)).join(' ');
  const certain = (words: readonly PlacedWord[]): readonly PlacedWord[] =>
    words.filter(({ confidence }) => confidence >= 90).map((one) => ({ ...one, space: true }));

  it('keeps every certain word in its place, whatever the reading says', () => {
    const reading = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.array(letters, { maxLength: 60 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(lines, reading, (page, said) => {
        const words = readLines(...page.map(marked));
        expect(certain(takeAgreed(words, said).words)).toEqual(certain(words));
      }),
    );
  });

  it('changes nothing by a reading that shares no word with the page', () => {
    const other = fc.string({ unit: fc.constantFrom('s', 't', 'u', 'v', 'w', ' '), maxLength: 200 });
    fc.assert(
      fc.property(lines, other, (page, said) => {
        const words = readLines(...page.map(marked));
        expect(takeAgreed(words, said)).toEqual({ words, taken: 0 });
      }),
    );
  });

  it('leaves words that OCR read right as they are when the reading says the same', () => {
    fc.assert(
      fc.property(lines, (page) => {
        const words = readLines(...page.map(marked));
        const said = page.map((line) => line.map(({ text }) => text).join(' ')).join('\n');
        expect(textsOf(takeAgreed(words, said).words).length).toBe(page.length);
        expect(certain(takeAgreed(words, said).words)).toEqual(certain(words));
      }),
    );
  });
});
