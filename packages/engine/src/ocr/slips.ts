import type { PlacedWord } from './words.ts';

/** Shares of the font size. */
const SIZE = {
  /** Height of a capital `I`; a ruling is higher. */
  least: 0.4,
  most: 1.1,
  /** A space between words. */
  gap: 0.6,
};

/** Confidence of an `l` that may be another letter. */
const DOUBTED = 80;

/**
 * Mends what Tesseract's models for Latin letters often take for something else, where the line shows it: a bar or an
 * `l` for `I` among English words, and `™` for a closing quotation mark.
 */
export function withoutSlips(words: readonly PlacedWord[], language: string): PlacedWord[] {
  let line = -1;
  let isQuoted = false;
  return words.map((word, index) => {
    if (word.line !== line) isQuoted = false;
    const isFirst = word.line !== line;
    ({ line } = word);
    const next = words[index + 1]?.line === line ? words[index + 1] : undefined;
    const before = isFirst ? undefined : words[index - 1];
    let { text } = word;
    if (language === 'eng' && mayBeI(word, before) && isPronoun(word, before, next)) text = 'I';
    text = Array.from(text, (letter) => {
      const isClosing = letter === '™' && isQuoted;
      if (letter === '“') isQuoted = true;
      else if (letter === '”' || isClosing) isQuoted = false;
      return isClosing ? '”' : letter;
    }).join('');
    return text === word.text ? word : { ...word, text };
  });
}

/** A bar, or an `l` that Tesseract doubts and that is no unit of a number before it. */
const mayBeI = ({ text, confidence }: PlacedWord, before: PlacedWord | undefined): boolean =>
  text === '|' || (text === 'l' && confidence < DOUBTED && !/\d$/u.test(before?.text ?? ''));

/** Whether a bar stands as a word between others, and is as high as a capital. */
function isPronoun(bar: PlacedWord, before: PlacedWord | undefined, next: PlacedWord | undefined): boolean {
  const { size, y0, y1 } = bar;
  const isNear = (left: PlacedWord, right: PlacedWord): boolean => right.x0 - left.x1 < SIZE.gap * size;
  const height = y1 - y0;
  if (height < SIZE.least * size || height > SIZE.most * size || !next || !isNear(bar, next)) return false;
  const follows = before !== undefined && isNear(before, bar) && /\p{L}[,;]?$/u.test(before.text);
  return /^\p{Ll}{2}/u.test(next.text) || (follows && /^\p{L}{2}/u.test(next.text));
}
