import { commonSizes } from '../layout/model/common-sizes.ts';
import type { OcrLine, OcrWord, Recognized } from './engine.ts';
import type { Leader } from './leaders.ts';
import { joinSpaceless } from './spaceless.ts';

/** A word with what is known from its line, in pixels of the picture that was read. */
export interface PlacedWord extends OcrWord {
  /** y of the baseline below the middle of the word. */
  readonly baseline: number;
  /** Font size in pixels. */
  readonly size: number;
  /** True for all but the first word of a line. */
  readonly space: boolean;
  /** Counts the lines. */
  readonly line: number;
}

/** Heights above the baseline as shares of the font size, usual for text faces. */
const TALL = 0.715;
const SMALL = 0.51;
/** Sizes of lines that differ by less than this share are one size. */
const ONE_SIZE = 0.07;
/** Font size of square letters (Han, kana, Hangul) as share of the height of their row. */
const SQUARE = 0.88;

const TALL_LETTERS = /[A-Z0-9bdfhklßÀ-ÖØ-Þ€$£%&!?()[\]/|]/;
const SQUARE_LETTERS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const SMALL_LETTERS = /^[acegmnopqrsuvwxyz]+$/;

/** Gives each word of a page its baseline and its size. */
export function placeWords({ lines }: Recognized): PlacedWord[] {
  const sizes = commonSizes(
    lines.map((line) => ({ size: sizeOf(line), letters: lettersIn(line) })),
    ONE_SIZE,
  );
  return lines.flatMap((line, index) =>
    joinSpaceless(line.words).map((word, i) => ({
      ...word,
      baseline: baselineAt(line, (word.x0 + word.x1) / 2),
      size: sizes[index]!,
      space: i > 0,
      line: index,
    })),
  );
}

/**
 * Adds leaders to the lines that they stand in, as dots from the text before them on. One without such text is
 * decoration.
 */
export function withLeaders(words: readonly PlacedWord[], leaders: readonly Leader[]): PlacedWord[] {
  const result = [...words];
  for (const leader of leaders) {
    const before = words
      .filter((word) => word.x1 <= leader.x0 + word.size && Math.abs(word.baseline - leader.y1) < 0.35 * word.size)
      .reduce<PlacedWord | undefined>((nearest, word) => (nearest && nearest.x1 > word.x1 ? nearest : word), undefined);
    if (!before) continue;
    const { y0, x1, y1, dots } = leader;
    const { baseline, size, line } = before;
    result.push({
      text: '.'.repeat(Math.min(dots, MAX_DOTS)),
      confidence: 95,
      x0: before.x1 + 0.3 * before.size,
      y0,
      x1,
      y1,
      baseline,
      size,
      line,
      space: true,
    });
  }
  return result;
}

const MAX_DOTS = 40;

function lettersIn(line: OcrLine): number {
  return line.words.reduce((sum, word) => sum + word.text.length, 0);
}

function baselineAt(line: OcrLine, x: number): number {
  if (!line.baseline) return Math.max(...line.words.map((word) => word.y1));
  const [x0, y0, x1, y1] = line.baseline;
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/**
 * Size of a line from the heights of its words over the baseline: of those with tall letters if there are any, else of
 * those with only small ones.
 */
function sizeOf(line: OcrLine): number {
  // Tesseract gives many of them the height of the row rather than their own.
  if (line.words.some(({ text }) => SQUARE_LETTERS.test(text))) return SQUARE * line.rowHeight;
  const tall: number[] = [];
  const small: number[] = [];
  for (const word of line.words) {
    const height = baselineAt(line, (word.x0 + word.x1) / 2) - word.y0;
    if (height < 3) continue;
    const weight = Math.min(12, word.text.length);
    if (TALL_LETTERS.test(word.text)) for (let i = 0; i < weight; i++) tall.push(height / TALL);
    else if (SMALL_LETTERS.test(word.text)) for (let i = 0; i < weight; i++) small.push(height / SMALL);
  }
  const found = tall.length >= 3 || small.length === 0 ? tall : small;
  return found.length > 0 ? middle(found) : line.rowHeight;
}

function middle(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)]!;
}
