import type { RawFont } from '../../layout/raw-page.ts';
import type { CoreColorSpace, CoreFont } from '../core/types.ts';
import type { Matrix } from '../matrix.ts';

/** A font as the walker uses it: the core's font, its look and its key in the raw page. */
export interface WalkFont {
  readonly key: string;
  readonly core: CoreFont;
  readonly look: RawFont;
  /** From glyph space to text space: 0.001, or what a Type 3 font says. */
  readonly scale: number;
  /** Height of the em for a font size of 1: 1, or what the boxes of a Type 3 font imply. */
  readonly em: number;
  /** What the program of the font says that a code means, where the document does not. */
  readonly byProgram?: (code: number) => string | undefined;
  /** The same font with its program read, on demand. */
  readonly withProgram?: () => Promise<WalkFont>;
}

export type Clip = readonly [x0: number, y0: number, x1: number, y1: number];

/** The graphics state as far as it matters (PDF 32000-1, 8.4). */
export interface GraphicsState {
  ctm: Matrix;
  clip: Clip;
  fillSpace: CoreColorSpace | null;
  strokeSpace: CoreColorSpace | null;
  /** 0xrrggbb */
  fill: number;
  stroke: number;
  fillAlpha: number;
  strokeAlpha: number;
  lineWidth: number;
  dashed: boolean;
  font: WalkFont | null;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  hScale: number;
  leading: number;
  rise: number;
  renderMode: number;
}

export function initialState(ctm: Matrix, clip: Clip): GraphicsState {
  return {
    ctm,
    clip,
    fillSpace: null,
    strokeSpace: null,
    fill: 0,
    stroke: 0,
    fillAlpha: 1,
    strokeAlpha: 1,
    lineWidth: 1,
    dashed: false,
    font: null,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    hScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
  };
}

export function intersect(a: Clip, x0: number, y0: number, x1: number, y1: number): Clip {
  return [Math.max(a[0], x0), Math.max(a[1], y0), Math.min(a[2], x1), Math.min(a[3], y1)];
}
