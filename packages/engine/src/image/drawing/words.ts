import { apply, type Matrix } from './matrix.ts';
import type { Style } from './style.ts';

/** Text in one style from a point on, in user units. */
export interface Piece {
  readonly text: string;
  readonly style: Style;
}

/** A word in the units of the drawing: where it begins on its baseline, its width and its direction. */
export interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Degrees clockwise. */
  readonly angle: number;
  /** White space stands before it in the same line. */
  readonly space: boolean;
}

/** Widths of letters as in common sans-serif fonts, in em: a drawing does not say which font shows it. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!]|\p{M}/u, 0.26],
  [/[ftr()[\]{}/\\ "`-]/, 0.34],
  [/[mwMW@%]/, 0.86],
  [/[A-Z&#]/, 0.69],
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/, 1],
];
const USUAL = 0.55;

export const widthOf = ({ text, style }: Piece): number =>
  Array.from(text).reduce((sum, letter) => sum + (WIDTHS.find(([of]) => of.test(letter))?.[1] ?? USUAL), 0) *
  style.size;

/** The words of one line that is anchored at a point. */
export function readWords(
  pieces: readonly Piece[],
  at: { readonly x: number; readonly y: number },
  matrix: Matrix,
): Word[] {
  const [a, b, c, d] = matrix;
  const scale = Math.hypot(a, b) || 1;
  const angle = (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
  const total = pieces.reduce((sum, piece) => sum + widthOf(piece), 0);
  const anchor = pieces[0]?.style.anchor ?? 'start';
  let x = at.x - (anchor === 'middle' ? total / 2 : anchor === 'end' ? total : 0);
  const words: Word[] = [];
  let space = false;
  for (const { text, style } of pieces)
    for (const part of text.split(/(\s+)/)) {
      const width = widthOf({ text: part, style });
      if (part.trim() !== '') {
        const size = style.size * (Math.hypot(c, d) || scale);
        words.push({ ...apply(matrix, x, at.y), ...style, text: part, width: width * scale, size, angle, space });
        space = false;
      } else if (part !== '') space = true;
      x += width;
    }
  return words;
}
