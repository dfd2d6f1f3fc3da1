import type { Rect, RawRun } from '../../layout/model/raw-page.ts';
import { fold } from './letter-pairs.ts';

/** A word that OCR read, in points of the page. */
export interface SeenWord extends Rect {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
}

export interface Agreement {
  /** Share of the letters that OCR saw that the text layer has too, at the same place. */
  readonly share: number;
  /** Letters that were compared. */
  readonly letters: number;
}

/** Words that OCR doubts and those of a letter or two prove nothing. */
const CERTAIN = { confidence: 70, letters: 3 };

/** Small letters and digits without accents, with those that OCR mistakes for each other in clean print as one. */
const bare = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll(/[|1]/gu, 'l')
    .replaceAll('0', 'o');

/** Compares what OCR read with the text that stands at the same places. */
export function agreementOf(seen: readonly SeenWord[], runs: readonly RawRun[]): Agreement {
  let letters = 0;
  let equal = 0;
  for (const word of seen) {
    const shown = bare(word.text);
    if (word.confidence < CERTAIN.confidence || shown.length < CERTAIN.letters) continue;
    const stated = runs.filter((run) => isAt(run, word)).toSorted((a, b) => a.x0 - b.x0);
    if (stated.length === 0) continue;
    const text = bare(stated.map((run) => run.text).join(''));
    letters += shown.length;
    equal += Math.max(0, shown.length - distance(shown, text));
  }
  return { share: letters === 0 ? 0 : equal / letters, letters };
}

/** The share of the letters of some words that OCR saw at their places, however sure it was. */
export function confirmedShare(seen: readonly SeenWord[], runs: readonly RawRun[]): number {
  let letters = 0;
  let confirmed = 0;
  for (const run of runs) {
    const text = bare(run.text);
    letters += text.length;
    if (seen.some((word) => isAt(run, word) && bare(word.text).includes(text))) confirmed += text.length;
  }
  return letters === 0 ? 1 : confirmed / letters;
}

/** Whether most of a run stands where a word was seen, or most of the word where the run stands. */
export function isAt(run: Rect, word: Rect): boolean {
  const middle = (run.y0 + run.y1) / 2;
  if (middle < word.y0 - 0.3 * (word.y1 - word.y0) || middle > word.y1 + 0.3 * (word.y1 - word.y0)) return false;
  const common = Math.min(run.x1, word.x1) - Math.max(run.x0, word.x0);
  return common > 0.5 * Math.min(run.x1 - run.x0, word.x1 - word.x0);
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    above = row;
  }
  return above[b.length]!;
}
