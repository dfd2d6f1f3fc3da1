import type { PlacedWord } from './words.ts';

const NUMBERED = /^(\d{1,3})[.:]$/;
/** Misreadings of the letters of labels. */
const SIGNS: Readonly<Record<string, string>> = { '¢': 'c', '©': 'c', '€': 'e' };
/** How far the left edges of the numbers of a list are from each other, by the font size: `9.` and `10.` differ. */
const EDGE = 1;

/**
 * Mends the labels of items before their text: `¢.`, `©)` and `€)` for letters, and `2:` beside `1.` or `3.`, which
 * would break the list.
 */
export function withLabels(words: readonly PlacedWord[]): PlacedWord[] {
  const mended = words.map((word, i) => {
    if (!isLabel(words, i) || !/^\p{L}/u.test(words[i + 1]!.text)) return word;
    const text = word.text.replace(/^(\(?)([¢©€])([.)])$/u, (_, open: string, sign: string, end: string) =>
      [open, SIGNS[sign], end].join(''),
    );
    return text === word.text ? word : { ...word, text };
  });
  const labels = mended.flatMap((word, i) => (isLabel(words, i) && NUMBERED.test(word.text) ? [i] : []));
  for (const i of labels) {
    const word = mended[i]!;
    if (word.text.endsWith(':') && labels.some((other) => isNeighbour(word, mended[other]!)))
      mended[i] = { ...word, text: word.text.replace(':', '.') };
  }
  return mended;
}

/** The first word of a line that has others. */
const isLabel = (words: readonly PlacedWord[], i: number): boolean =>
  words[i - 1]?.line !== words[i]!.line && words[i + 1]?.line === words[i]!.line;

function isNeighbour(label: PlacedWord, other: PlacedWord): boolean {
  if (!other.text.endsWith('.') || Math.abs(label.x0 - other.x0) > EDGE * label.size) return false;
  return Math.abs(Number.parseInt(label.text, 10) - Number.parseInt(other.text, 10)) === 1;
}
