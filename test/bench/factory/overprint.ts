/** A word of a page, as `pdftotext -bbox` gives it, in points from the top. */
interface Word {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** Shares of the height of a word at its top and bottom that letters seldom fill, and of the narrower one of two. */
const EDGE = 0.3;
const COVERED = 0.2;
/** Signs of formulas may touch; words have at least so many letters. */
const LETTERS = 3;
/** A page may have one such pair by kerning. */
const PAIRS = 2;

const WORD = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<\/word>/gu;

function wordsOf(page: string): Word[] {
  return [...page.matchAll(WORD)].flatMap(([, x0, y0, x1, y1, text]) => {
    if ((text!.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < LETTERS) return [];
    const edge = EDGE * (Number(y1) - Number(y0));
    return [{ x0: Number(x0), x1: Number(x1), y0: Number(y0) + edge, y1: Number(y1) - edge }];
  });
}

function pairsOver(words: readonly Word[]): number {
  const sorted = [...words].sort((a, b) => a.x0 - b.x0);
  let pairs = 0;
  for (const [index, word] of sorted.entries())
    for (let at = index + 1; at < sorted.length && sorted[at]!.x0 < word.x1; at += 1) {
      const other = sorted[at]!;
      const covered = Math.min(word.x1, other.x1) - other.x0;
      const narrower = Math.min(word.x1 - word.x0, other.x1 - other.x0);
      if (other.y0 < word.y1 && other.y1 > word.y0 && covered > COVERED * narrower) pairs += 1;
    }
  return pairs;
}

/** Whether words are printed over others, as where a table is wider than its column: nobody can read them. */
export const printsOver = (bbox: string): boolean =>
  bbox
    .split('<page ')
    .map((page) => pairsOver(wordsOf(page)))
    .reduce((sum, pairs) => sum + pairs, 0) >= PAIRS;
