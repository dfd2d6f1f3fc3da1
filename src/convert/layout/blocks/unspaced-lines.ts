import { STOP, type LineLook } from './line-look.ts';

/** In em. Set by hand on the tuning half of the corpus. */
const EM = {
  /**
   * Room that a line leaves beside the next letter only on purpose: a stop may take the letter before it with it to the
   * next line.
   */
  room: 1.5,
  /** How far from the line above an item starts at least, if that does not end a sentence. */
  inset: 0.8,
};

/** Labels that stand right before their text in Chinese and Japanese: `(1)`, `（一）`, `①`, `1、`, `イ．`. */
const NUMBER = '\\p{Nd}{1,2}|[一二三四五六七八九十]{1,3}';
const LETTER = '\\p{sc=Katakana}';
const LABEL = new RegExp(`^(?:[(（](?:${NUMBER}|${LETTER}|[a-z注])[)）]|[①-⑳]|(?:${NUMBER})、|${LETTER}[．.])`, 'u');

/** A line and the one above it. */
interface Pair {
  readonly above: LineLook;
  readonly look: LineLook;
  readonly size: number;
}

/** Whether a line with such a label is an item, and the label no part of a sentence that was broken before it. */
export const isUnspacedItem = ({ above, look, size }: Pair): boolean =>
  LABEL.test(look.text) && (STOP.test(above.text) || Math.abs(look.line.x0 - above.line.x0) > EM.inset * size);

/**
 * Whether the line above is the last of a paragraph in Chinese or Japanese: it ends well before the line below it,
 * though any letter could have followed. `room`: what is left beside it.
 */
export function endsUnspaced({ above, look, size }: Pair, room: number): boolean {
  const least = look.firstWord + EM.room * size;
  const areUnspaced = above.isUnspaced && look.isUnspaced && !/[，、]$/u.test(above.text);
  return areUnspaced && room > least && look.line.x1 - above.line.x1 > least;
}
