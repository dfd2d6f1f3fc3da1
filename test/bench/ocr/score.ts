import { indelRatio } from '../quality/metrics/edit-distance.ts';

/** Typographic variants and Markdown's own signs do not count. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[‘’`´]/gu, "'")
    .replaceAll(/[“”„]/gu, '"')
    .replaceAll(/[–—]/gu, '-')
    .replaceAll('…', '...')
    .replaceAll(/(?:\.\s?){4,}/gu, ' ... ')
    .replaceAll(/<[^>\n]{1,40}>/gu, ' ')
    .replaceAll(/^\s*\|?[\s|:-]+\|?\s*$/gmu, ' ')
    .replaceAll(/^\s*(?:#{1,6}|[-*•▪◦>])\s+/gmu, '')
    .replaceAll(/\\(?=[^\w\s])/gu, '')
    .replaceAll('|', ' ')
    .replaceAll('**', '')
    .replaceAll(/-\s*\n\s*(?=\p{Ll})/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Share of the letters that are right and in order. */
export function letterScore(truth: string, text: string): number {
  return indelRatio(plainText(truth), plainText(text));
}

/** F1 of the words, whatever their order: what recognition alone achieved. */
export function wordScore(truth: string, text: string): number {
  const expected = wordsOf(truth);
  const found = wordsOf(text);
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let right = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      right++;
      left.set(word, count - 1);
    }
  }
  return expected.length + found.length === 0 ? 1 : (2 * right) / (expected.length + found.length);
}

function wordsOf(text: string): string[] {
  return plainText(text)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}
