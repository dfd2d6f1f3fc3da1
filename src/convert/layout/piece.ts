import type { Rect } from './raw-page.ts';

/** A run as layout works with it: at most one word in one style, reading from left to right (or right to left) on a level line. */
export interface Piece extends Rect {
  text: string;
  base: number;
  size: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  family: string;
  color: number;
  /** White space was written before it. */
  space: boolean;
  script: 'sup' | 'sub' | undefined;
  rtl: boolean;
  symbolic: boolean;
  artifact: boolean;
  /** The structure tree says that it is a label. */
  label?: true;
  href: string | undefined;
  mcid: number | undefined;
}

/** Pieces beside each other on one baseline, with no gap that could be a gutter. `y0`, `y1` are tight, so lines of one paragraph never overlap. */
export interface Segment extends Rect {
  pieces: Piece[];
  /** The first piece is a label that stood apart from the text: in a table it is a cell. */
  labelled?: true;
  base: number;
  size: number;
}

export const isCjk = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xff00 && code <= 0xffef) ||
  code >= 0x20000;

export const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7af;

/** The size of most letters among the pieces. */
export function mainSize(pieces: readonly Piece[]): number {
  if (pieces.length === 1) return pieces[0]!.size;
  const counts = new Map<number, number>();
  let best = pieces[0]?.size ?? 10;
  let most = 0;
  for (const piece of pieces) {
    const count = (counts.get(piece.size) ?? 0) + piece.text.length * (piece.script ? 0.2 : 1);
    counts.set(piece.size, count);
    if (count > most) {
      most = count;
      best = piece.size;
    }
  }
  return best;
}

/** The baseline of the pieces that are not raised or lowered. */
function mainBase(pieces: readonly Piece[]): number {
  let widest: Piece | undefined;
  for (const piece of pieces) {
    if (!piece.script && (widest === undefined || piece.size * piece.text.length > widest.size * widest.text.length))
      widest = piece;
  }
  return (widest ?? pieces[0]!).base;
}

export function makeSegment(pieces: Piece[]): Segment {
  const size = mainSize(pieces);
  const base = mainBase(pieces);
  let x0 = Infinity;
  let x1 = -Infinity;
  for (const piece of pieces) {
    x0 = Math.min(x0, piece.x0);
    x1 = Math.max(x1, piece.x1);
  }
  return { pieces, base, size, x0, x1, y0: base - 0.72 * size, y1: base + 0.2 * size };
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
