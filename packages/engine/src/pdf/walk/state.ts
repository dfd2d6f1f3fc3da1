import type { RawFont } from '../../layout/model/raw-page.ts';
import type { CoreColorSpace } from '../../../../pdf-core/src/types.ts';
import type { NamedFont } from '../glyphs.ts';
import type { Box, Matrix } from '../matrix.ts';

/** A font as the walker uses it: the core's font, its look and its key in the raw page. */
export interface WalkFont extends NamedFont {
  readonly key: string;
  readonly look: RawFont;
  /** From glyph space to text space: 0.001, or what a Type 3 font says. */
  readonly scale: number;
  /** Height of the em for a font size of 1: 1, or what the boxes of a Type 3 font imply. */
  readonly em: number;
  /** The same font with its program read, on demand. */
  readonly withProgram?: () => Promise<WalkFont>;
}

/** The graphics state as far as it matters (ISO 32000-1, 8.4). */
export interface GraphicsState {
  ctm: Matrix;
  clip: Box;
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

export function initialState(ctm: Matrix, clip: Box): GraphicsState {
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

export function intersect(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
