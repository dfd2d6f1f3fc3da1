import { isNear } from '../model/geometry.ts';
import { STOP, type LineLook } from './line-look.ts';

/** In em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** How far from the line above an item starts at least, if that does not end a sentence. */
  inset: 0.8,
  /** By how much the labels of two items differ at most in where they start. */
  aligned: 0.2,
};

/** Labels that stand right before their text in Chinese and Japanese: `(1)`, `（一）`, `①`, `1、`, `イ．`. */
const NUMBER = '\\p{Nd}{1,2}|[一二三四五六七八九十]{1,3}';
const LETTER = '\\p{sc=Katakana}';
const LABEL = new RegExp(`^(?:[(（](?:${NUMBER}|${LETTER}|[a-z注])[)）]|[①-⑳]|(?:${NUMBER})、|${LETTER}[．.])`, 'u');

/** Digits of Chinese and Japanese in their order, as in `三、`. */
const DIGITS = '〇一二三四五六七八九十';
const ENUMERATED = /^(?:(\p{Nd}{1,2})|([一二三四五六七八九十]))、/u;

/** A line and the one above it. */
interface Pair {
  /** The first line of the paragraph. */
  readonly first: LineLook;
  readonly above: LineLook;
  readonly look: LineLook;
  readonly size: number;
}

const numberOf = ({ text }: LineLook): number => {
  const [, figures, digit] = ENUMERATED.exec(text) ?? [];
  return digit === undefined ? Number(figures) : DIGITS.indexOf(digit);
};

/** The number after that with which the paragraph began, at the same place: what is between ends without a stop. */
const isNextNumber = ({ first, look, size }: Pair): boolean =>
  isNear(look.line.x0, first.line.x0, EM.aligned * size) && numberOf(look) === numberOf(first) + 1;

/** Whether a line with such a label is an item, and the label no part of a sentence that was broken before it. */
export const isUnspacedItem = (pair: Pair): boolean => {
  const { above, look, size } = pair;
  if (!LABEL.test(look.text)) return false;
  const isInset = Math.abs(look.line.x0 - above.line.x0) > EM.inset * size;
  return STOP.test(above.text) || isInset || isNextNumber(pair);
};
