import { lowerBound } from './lower-bound.ts';
import { pieceAt } from './components.ts';
import type { Components, Piece } from './components.ts';
import type { PlacedWord } from './words.ts';

/** Digits with nothing but signs around them, some of which may have their points. */
const NUMBER = /^([^\p{L}\p{N}]{0,2})(\d(?:[.,]?\d){1,11})([^\p{L}\p{N}]{0,2})$/u;

/** Shares of the height of the digits. */
const SHARE = {
  /** Height of a digit, which is the tallest ink of its word. */
  digit: 0.8,
  /** Sides of a point; the tail makes a comma higher. */
  least: 0.08,
  width: 0.26,
  height: 0.42,
  /** How far the lower edge of a point may be from that of the digits. */
  level: 0.1,
  /** How much higher than wide a comma is. */
  comma: 1.35,
};
/** The digits on both sides of a point are this many times its width apart. */
const ROOM = 1.5;
/** Share of its box that a point fills. */
const FILLED = 0.6;

/**
 * Gives numbers the points and commas that stand between their digits on the picture: Tesseract reads `4.30` as `430`
 * now and then, as sure as ever. Nothing is changed where the ink does not have one piece for each digit.
 */
export function withPoints(words: readonly PlacedWord[], components: Components): PlacedWord[] {
  const numbers = words.filter(({ text }) => NUMBER.test(text)).toSorted((a, b) => a.y0 - b.y0);
  const inks = inksOf(numbers, components);
  return words.map((word) => {
    const ink = inks.get(word);
    return ink ? { ...word, text: pointed(word.text, ink) } : word;
  });
}

/** The pieces of ink within each word. */
export function inksOf(words: readonly PlacedWord[], components: Components): Map<PlacedWord, Piece[]> {
  const { count, x0, y0, x1, y1 } = components;
  const inks = new Map<PlacedWord, Piece[]>(words.map((word) => [word, []]));
  const tops = words.map((word) => word.y0);
  const tallest = Math.max(0, ...words.map((word) => word.y1 - word.y0));
  for (let i = 0; i < count; i++) {
    const x = (x0[i]! + x1[i]!) / 2;
    const y = (y0[i]! + y1[i]!) / 2;
    for (let w = lowerBound(tops, y - tallest); w < words.length && words[w]!.y0 <= y; w++) {
      const word = words[w]!;
      if (x < word.x0 || x > word.x1 || y > word.y1) continue;
      inks.get(word)!.push(pieceAt(components, i));
    }
  }
  return inks;
}

function pointed(text: string, ink: readonly Piece[]): string {
  const [, before = '', number = '', after = ''] = NUMBER.exec(text) ?? [];
  const digits = number.match(/\d[.,]?/g) ?? [];
  const height = Math.max(...ink.map((piece) => piece.y1 - piece.y0));
  const tall = ink.filter((piece) => piece.y1 - piece.y0 >= SHARE.digit * height).sort((a, b) => a.x0 - b.x0);
  if (tall.length !== digits.length) return text;
  const small = ink.filter((piece) => !tall.includes(piece));
  const marks = tall.map((digit, i) => {
    const next = tall[i + 1];
    const between = next && small.filter((piece) => piece.x0 >= digit.x1 && piece.x1 <= next.x0);
    return between?.length === 1 ? markOf(between[0]!, digit, next!) : '';
  });
  return before + digits.map((digit, i) => (digit.length > 1 ? digit : digit + marks[i]!)).join('') + after;
}

/** The point or comma that a piece of ink between two digits is, if it is one. */
function markOf({ x0, y0, x1, y1, area }: Piece, left: Piece, right: Piece): '.' | ',' | '' {
  const size = Math.min(left.y1 - left.y0, right.y1 - right.y0);
  const width = x1 - x0;
  const height = y1 - y0;
  if (Math.min(width, height) < SHARE.least * size || width > SHARE.width * size) return '';
  if (height > SHARE.height * size || right.x0 - left.x1 < ROOM * width) return '';
  const below = (y1 - Math.max(left.y1, right.y1)) / size;
  if (height >= SHARE.comma * width && below > 0) return ',';
  return Math.abs(below) <= SHARE.level && area >= FILLED * width * height ? '.' : '';
}
