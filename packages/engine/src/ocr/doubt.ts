import { DOUBTFUL_CONFIDENCE } from '../layout/model/raw-page.ts';

/** Below this mean confidence about every twentieth letter is wrong, and the page is worth a look. */
const LOW = 80;
/**
 * A mean hides a part that is read badly, such as a table in small print. Of 48 pages at 100 and 150 dpi, those with
 * more than 95 % of their letters in correct words had at most 7 % in doubtful words; those with fewer than 86 % had at
 * least 11 %.
 */
const UNSURE_SHARE = 0.08;

interface Word {
  readonly text: string;
  readonly confidence?: number;
}

/** Whether OCR doubts a page on which it found words. */
export const isDoubted = (words: readonly Word[], confidence: number): boolean =>
  confidence < LOW || unsureShare(words) > UNSURE_SHARE;

/** The share of the letters that stand in words which OCR is not sure of. */
function unsureShare(words: readonly Word[]): number {
  const letters = (some: readonly Word[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  return letters(words.filter(({ confidence = 100 }) => confidence < DOUBTFUL_CONFIDENCE)) / letters(words);
}
