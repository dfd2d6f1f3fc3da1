import { median } from '../layout/model/geometry.ts';
import type { Components, Piece } from './components.ts';
import { inksOf } from './points.ts';
import type { PlacedWord } from './words.ts';

/** A lost space, as shares of the usual space of its line, and as a multiple of the usual gap between letters. */
const GAP = { least: 0.75, most: 1.6, letters: 2.2 };
/** Fewest spaces of a line to measure the usual one by, and the widest, by the font size: wider ones split columns. */
const SPACES = { least: 2, most: 0.8 };
/** Tesseract is less sure of two words that it reads as one. */
const SURE = 93;

/** A word that may be two: of Latin letters, with at least two small ones beside a digit. */
const WORDS = /^[\p{sc=Latin}\p{N}\p{P}]+$/u;
const LEFT = /[\p{L}\d][,;:.]?$/u;
const RIGHT = /^[\p{L}\d]/u;
const NUMBERED = /^(?:.*\p{Ll}{2}[,;:.]?\|\d.*|.*\d\|\p{Ll}{2}.*)$/u;
/** Words of one letter, and what `I` is taken for. */
const ALONE = /^[AaIl]$/u;

/** White between two stretches of ink of a word, and how many stretches stand before it. */
interface Gap {
  readonly x0: number;
  readonly x1: number;
  readonly before: number;
}

/**
 * Parts words that Tesseract reads as one, such as `Ifyour`, where the ink leaves as much space as between the other
 * words of the line. Nothing is changed where the ink does not have one stretch for each letter.
 */
export function withLostSpaces(words: readonly PlacedWord[], components: Components): PlacedWord[] {
  const inks = inksOf(
    words.toSorted((a, b) => a.y0 - b.y0),
    components,
  );
  const gaps = new Map(words.map((word) => [word, gapsOf(inks.get(word)!)]));
  return [...Map.groupBy(words, ({ line }) => line).values()].flatMap((line) => {
    const spaces = spacesOf(line);
    const inner = line.flatMap((word) => gaps.get(word)!).map(({ x0, x1 }) => x1 - x0);
    if (spaces.length < SPACES.least || inner.length === 0) return line;
    const space = median(spaces);
    const least = Math.max(GAP.least * space, GAP.letters * median(inner));
    return line.flatMap((word) => {
      const own = gaps.get(word)!;
      const wide = own.filter(({ x0, x1 }) => x1 - x0 >= least);
      const isOne = wide.length === 1 && wide[0]!.x1 - wide[0]!.x0 <= GAP.most * space;
      return isOne && own.length === word.text.length - 1 ? parted(word, wide[0]!) : [word];
    });
  });
}

function spacesOf(line: readonly PlacedWord[]): number[] {
  return line.slice(1).flatMap((word, i) => {
    const gap = word.x0 - line[i]!.x1;
    return gap > 0 && gap < SPACES.most * word.size ? [gap] : [];
  });
}

function gapsOf(ink: readonly Piece[]): Gap[] {
  const stretches: { x0: number; x1: number }[] = [];
  for (const { x0, x1 } of ink.toSorted((a, b) => a.x0 - b.x0)) {
    const last = stretches.at(-1);
    if (last && x0 < last.x1) last.x1 = Math.max(last.x1, x1);
    else stretches.push({ x0, x1 });
  }
  return stretches.slice(1).map(({ x0 }, i) => ({ x0: stretches[i]!.x1, x1: x0, before: i + 1 }));
}

function parted(word: PlacedWord, gap: Gap): PlacedWord[] {
  const [left, right] = [word.text.slice(0, gap.before), word.text.slice(gap.before)];
  if (word.confidence >= SURE || !WORDS.test(word.text) || !areWords(left, right)) return [word];
  return [
    { ...word, text: left, x1: gap.x0 },
    { ...word, text: right, x0: gap.x1, space: true },
  ];
}

/** Whether both parts may be words: numbers, signs and words of one letter are parted at few places. */
function areWords(left: string, right: string): boolean {
  if (!LEFT.test(left) || !RIGHT.test(right)) return false;
  if (/\d[,.]?$/u.test(left) || /^\d/u.test(right)) return NUMBERED.test(`${left}|${right}`);
  return [left, right].every((part) => part.replaceAll(/\P{L}/gu, '').length > 1 || ALONE.test(part));
}
