import type { OcrWord } from './engine.ts';

/** Letters and marks that are written without spaces between words. */
const SPACELESS =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\u3001-\\u303f\\u30fb\\u30fc\\uff00-\\uff9f]';
const ENDS = new RegExp(`${SPACELESS}$`, 'u');
const STARTS = new RegExp(`^${SPACELESS}`, 'u');
/** Marks that leave half of their square empty. */
const NARROW_END = /[、。，．：；！？）」』】》〉”’]$/u;
const NARROW_START = /^[（「『【《〈“‘]/u;
/** Widest gap within a line, by the height of its letters: to a neighbour of the same kind, and to a word or number. */
const GAP = { spaceless: 1.6, mark: 1.8, other: 0.45 } as const;

/**
 * Joins what belongs together in scripts without spaces: Tesseract returns nearly each of their letters as a word.
 * Wider gaps, between columns or cells, stay.
 */
export function joinSpaceless(words: readonly OcrWord[]): OcrWord[] {
  if (!words.some(({ text }) => ENDS.test(text))) return [...words];
  const height = heightOf(words);
  const joined: OcrWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && word.x0 >= last.x0 && word.x0 - last.x1 < height * allowed(last.text, word.text))
      joined[joined.length - 1] = join(last, word);
    else joined.push(word);
  }
  return joined;
}

function heightOf(words: readonly OcrWord[]): number {
  const heights = words
    .filter(({ text }) => ENDS.test(text))
    .map(({ y0, y1 }) => y1 - y0)
    .sort((a, b) => a - b);
  return heights[Math.floor(0.75 * heights.length)]!;
}

function allowed(before: string, after: string): number {
  const left = ENDS.test(before);
  const right = STARTS.test(after);
  if (!left && !right) return 0;
  if (NARROW_END.test(before) || NARROW_START.test(after)) return GAP.mark;
  return left && right ? GAP.spaceless : GAP.other;
}

function join(a: OcrWord, b: OcrWord): OcrWord {
  const letters = a.text.length + b.text.length;
  return {
    text: a.text + b.text,
    confidence: (a.confidence * a.text.length + b.confidence * b.text.length) / letters,
    x0: a.x0,
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}
