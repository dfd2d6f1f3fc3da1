import { RUN } from '../../layout/model/raw-page.ts';
import type { RawRun } from '../../layout/model/raw-page.ts';
import { isAscii } from './letter-pairs.ts';

/** Hundredths of an em: the mean of DejaVu Sans and DejaVu Serif, whose proportions are those of most text faces. */
const WIDTHS: readonly (readonly [letters: string, widths: string])[] = [
  ['abcdefghijklmnopqrstuvwxyz', '60 64 56 64 60 36 64 64 30 30 60 30 96 64 60 64 64 44 52 40 64 58 84 58 58 52'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', '70 71 74 78 68 64 78 81 34 34 70 61 94 82 80 64 80 72 66 64 78 70 101 70 64 69'],
  [
    'абвгдежзийклмнопрстуфхцчшщъыьэюя',
    '60 61 58 52 66 60 91 54 66 66 61 64 76 66 60 66 64 56 56 59 82 58 66 62 92 94 68 80 56 56 86 62',
  ],
  [
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
    '70 71 71 64 80 68 110 63 81 81 74 79 94 81 80 81 64 74 64 66 84 70 82 73 110 112 81 93 68 74 114 75',
  ],
  ['αβγδεζηθικλμνξοπρστυφχψω', '67 61 60 60 53 54 62 60 36 60 61 64 58 56 60 63 61 66 58 60 68 60 72 83'],
  ['ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', '70 71 62 70 68 69 81 80 34 70 70 94 82 66 80 81 62 65 64 64 80 70 84 80'],
];

const WIDTH_OF = new Map(
  WIDTHS.flatMap(([letters, widths]) => {
    const each = widths.split(' ');
    return Array.from(letters, (letter, index) => [letter, Number(each[index])] as const);
  }),
);

/** The same of ASCII by code; 0 for those that are not known. */
const ASCII_WIDTHS = Float64Array.from({ length: 128 }, (_, code) => WIDTH_OF.get(String.fromCharCode(code)) ?? 0);

/** Words of fewer letters are mostly kerning; a coefficient needs different words to mean anything. */
const LEAST = { letters: 2, words: 12 };
/** Fonts whose letters differ by less than this share of their mean width are as good as of one width. */
const EQUAL = 0.06;

interface Word {
  readonly weight: number;
  readonly shown: number;
  readonly usual: number;
}

interface Letters {
  readonly count: number;
  /** Sum of their widths. */
  readonly usual: number;
}

/** Undefined where a letter is not known. */
function lettersOf(text: string): Letters | undefined {
  let usual = 0;
  if (isAscii(text)) {
    for (let index = 0; index < text.length; index++) {
      const width = ASCII_WIDTHS[text.charCodeAt(index)]!;
      if (width === 0) return undefined;
      usual += width;
    }
    return { count: text.length, usual };
  }
  let count = 0;
  for (const letter of text.normalize('NFD').replaceAll(/\p{M}/gu, '')) {
    const width = WIDTH_OF.get(letter);
    if (width === undefined) return undefined;
    usual += width;
    count += 1;
  }
  return { count, usual };
}

/** Mean width of the letters of a word, as shown and as usual; undefined where a letter or its width is not known. */
function wordOf(run: RawRun): Word | undefined {
  const letters = lettersOf(run.text);
  const length = lengthOf(run);
  if (!letters || letters.count < LEAST.letters || length === undefined || run.size <= 0) return undefined;
  const { count, usual } = letters;
  return { weight: count, shown: length / run.size / count, usual: usual / count };
}

/** How long a run is in its direction of reading; undefined where its box does not say it. */
function lengthOf({ x0, y0, x1, y1, angle = 0, flags }: RawRun): number | undefined {
  if (angle % 180 === 0) return x1 - x0;
  return angle % 90 === 0 && (flags & RUN.vertical) === 0 ? y1 - y0 : undefined;
}

/**
 * Whether words are as wide as their letters are in other fonts: the correlation over words of the mean width of a
 * letter, 1 to -1. Text whose letters were exchanged has none, whatever the language. Undefined for too few words and
 * for fonts of one width.
 */
export function widthCorrelation(runs: readonly RawRun[]): number | undefined {
  const words = new Map<string, Word>();
  for (const run of runs) {
    if (words.has(run.text)) continue;
    const word = wordOf(run);
    if (word) words.set(run.text, word);
  }
  if (words.size < LEAST.words) return undefined;
  const all = [...words.values()];
  const weight = all.reduce((sum, word) => sum + word.weight, 0);
  const mean = (of: (word: Word) => number): number =>
    all.reduce((sum, word) => sum + word.weight * of(word), 0) / weight;
  const shown = mean((word) => word.shown);
  const usual = mean((word) => word.usual);
  const shownSpread = Math.sqrt(mean((word) => (word.shown - shown) ** 2));
  const usualSpread = Math.sqrt(mean((word) => (word.usual - usual) ** 2));
  if (shownSpread < EQUAL * shown || usualSpread === 0) return undefined;
  return mean((word) => (word.shown - shown) * (word.usual - usual)) / (shownSpread * usualSpread);
}
