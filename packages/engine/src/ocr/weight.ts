import type { Bitmap } from './bitmap.ts';
import type { Background } from './background.ts';
import { paperAt } from './background.ts';
import type { Picture } from './picture.ts';
import type { PlacedWord } from './words.ts';

/** A word this much thicker than the page's usual is bold. */
const BOLDER = 1.32;
/** In joined letters, the width of a stroke says nothing. */
const THICK = /^(?!.*\p{sc=Arabic}).*[\p{L}\p{N}]{2}/u;

/**
 * Tells which words are bold: the mean width of their strokes (ink by its darkness over the number of runs, so finer
 * than a pixel) as a share of the size, against the letters' median on the page.
 */
export function boldWords(
  picture: Picture,
  bitmap: Bitmap,
  background: Background,
  words: readonly PlacedWord[],
): boolean[] {
  const weights = words.map((word) => strokeWidth(picture, bitmap, background, word) / word.size);
  const known = weights
    .flatMap((weight, i) => (weight > 0 ? [{ weight, letters: words[i]!.text.length }] : []))
    .sort((a, b) => a.weight - b.weight);
  const all = known.reduce((sum, { letters }) => sum + letters, 0);
  let sum = 0;
  const usual = known.find(({ letters }) => (sum += letters) * 2 >= all)?.weight;
  if (usual === undefined) return words.map(() => false);
  const bold = words.map((word, i) => THICK.test(word.text) && weights[i]! > usual * BOLDER);
  return byLine(words, bold);
}

/**
 * A line that is mostly bold is bold, and a lone bold word of a line that is not may be an error: it has to be long.
 */
function byLine(words: readonly PlacedWord[], bold: readonly boolean[]): boolean[] {
  const letters = new Map<number, { all: number; bold: number }>();
  words.forEach((word, i) => {
    const line = letters.get(word.line) ?? { all: 0, bold: 0 };
    line.all += word.text.length;
    if (bold[i]) line.bold += word.text.length;
    letters.set(word.line, line);
  });
  return words.map((word, i) => {
    const line = letters.get(word.line)!;
    if (line.bold >= 0.6 * line.all) return true;
    return bold[i]! && word.text.length >= 3;
  });
}

function strokeWidth(picture: Picture, bitmap: Bitmap, background: Background, word: PlacedWord): number {
  const paper = paperAt(background, (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2);
  const contrast = paper - background.ink;
  if (contrast < 24) return 0;
  let ink = 0;
  let runs = 0;
  const { width } = bitmap;
  for (let y = Math.max(0, word.y0); y < Math.min(bitmap.height, word.y1); y++) {
    for (let x = Math.max(1, word.x0), at = y * width + x; x < Math.min(width, word.x1); x++, at++) {
      ink += Math.max(0, Math.min(1, (paper - picture.data[at]!) / contrast));
      if (bitmap.bits[at] === 1 && bitmap.bits[at - 1] === 0) runs++;
    }
  }
  return runs === 0 ? 0 : ink / runs;
}
