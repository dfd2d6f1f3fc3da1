import { centerX, centerY, holdsPoint, overlapX, overlapY } from '../layout/model/geometry.ts';
import type { OcrLine, OcrWord, Recognized, Recognizer } from './engine.ts';
import { withDarkLetters, type Bar } from './light-bars.ts';
import { meanConfidence } from './mean-confidence.ts';
import type { Picture } from './picture.ts';
import { cut, moved } from './second-look.ts';

/** Bars that are read again, at most: more of them are a drawing. */
const MAX_BARS = 24;
/** Confidence above which a word counts, the mean of a bar that is writing, and how many more letters are better. */
const SURE = 60;
const WRITING = 75;
const BETTER = 0.5;
/** Pixels: a word this near to the end of a bar goes on beside it. */
const EDGE = 1;

/**
 * Reads the light letters on dark bars again, as dark ones on white: Tesseract reads most bars as they are, but loses
 * words on some, sure as it is of the others. Where the other reading has more letters that it is sure of, this is
 * taken, and of the first one the words in other places.
 */
export async function readDarkBars(
  recognized: Recognized,
  engine: Recognizer,
  { picture, bars, dpi }: { readonly picture: Picture; readonly bars: readonly Bar[]; readonly dpi: number },
): Promise<Recognized> {
  if (bars.length > MAX_BARS) return recognized;
  let { lines } = recognized;
  for (const bar of bars) {
    const again = await engine.recognize(asDarkLetters(picture, bar), dpi, 'block');
    const block = Math.max(0, ...lines.map((line) => line.block)) + 1;
    const found = again.lines
      .map((line) => moved(line, bar.x0, bar.y0, block))
      .flatMap((line) => without(line, (word) => word.x0 <= bar.x0 + EDGE || word.x1 >= bar.x1 - EDGE));
    if (meanConfidence({ ...again, lines: found }) < WRITING) continue;
    const others = lines.flatMap((line) => without(line, (word) => isReplaced(word, bar, wordsOf(found))));
    if (sureLetters([...others, ...found]) > sureLetters(lines) + BETTER) lines = [...others, ...found];
  }
  return { ...recognized, lines };
}

function asDarkLetters(picture: Picture, bar: Bar): Picture {
  const part = cut(picture, bar, 0);
  return withDarkLetters(part, [{ x0: 0, y0: 0, x1: part.width, y1: part.height, grey: bar.grey }]);
}

const isReplaced = (word: OcrWord, bar: Bar, found: readonly OcrWord[]): boolean =>
  holdsPoint(bar, centerX(word), centerY(word)) &&
  (word.confidence < SURE || found.some((other) => overlapX(word, other) > 0 && overlapY(word, other) > 0));

const wordsOf = (lines: readonly OcrLine[]): OcrWord[] => lines.flatMap((line) => line.words);

function without(line: OcrLine, isOut: (word: OcrWord) => boolean): OcrLine[] {
  const words = line.words.filter((word) => !isOut(word));
  return words.length === 0 ? [] : [{ ...line, words }];
}

/** Letters of the words that Tesseract is sure of, each by how sure it is. */
const sureLetters = (lines: readonly OcrLine[]): number =>
  wordsOf(lines).reduce((sum, { text, confidence }) => sum + text.length * Math.max(0, confidence - SURE), 0) /
  (100 - SURE);
