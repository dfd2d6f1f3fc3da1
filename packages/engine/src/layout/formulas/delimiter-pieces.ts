/** The LaTeX of extensible delimiters, by any of their pieces (TeX's CMEX), and how deep each hangs, in em. */
const PIECES: readonly (readonly [latex: string, ends: string, middle: string, more: string, depths: Depths])[] = [
  ['(', '⎛⎝', '', '⎜', { end: 1.76, middle: 0, more: 0.6 }],
  [')', '⎞⎠', '', '⎟', { end: 1.76, middle: 0, more: 0.6 }],
  ['[', '⎡⎣', '', '⎢', { end: 1.76, middle: 0, more: 0.6 }],
  [']', '⎤⎦', '', '⎥', { end: 1.76, middle: 0, more: 0.6 }],
  ['\\{', '⎧⎩', '⎨', '⎪', { end: 0.9, middle: 1.8, more: 0.3 }],
  ['\\}', '⎫⎭', '⎬', '⎪', { end: 0.9, middle: 1.8, more: 0.3 }],
];

interface Depths {
  readonly end: number;
  readonly middle: number;
  readonly more: number;
}

interface Piece {
  readonly latex: string;
  readonly depth: number;
}

const BY_CHAR: ReadonlyMap<string, Piece> = new Map(
  PIECES.flatMap(([latex, ends, middle, more, depths]) => [
    ...Array.from(ends, (char) => [char, { latex, depth: depths.end }] as const),
    ...Array.from(middle, (char) => [char, { latex, depth: depths.middle }] as const),
    ...Array.from(more, (char) => [char, { latex, depth: depths.more }] as const),
  ]),
);

/** The LaTeX of the delimiter that a symbol is a piece of; undefined where it is none. */
export const delimiterOfPiece = (char: string): string | undefined => BY_CHAR.get(char)?.latex;

/** How deep a piece hangs below its baseline, in em; undefined where a symbol is none. */
export const depthOfPiece = (char: string): number | undefined => BY_CHAR.get(char)?.depth;
