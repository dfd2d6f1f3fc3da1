import type { RawImage } from '../../layout/model/raw-page.ts';
import type { Core, CoreDict, CoreStream } from '../../../../pdf-core/src/types.ts';
import { quantise, transformBox } from '../matrix.ts';
import type { Box } from '../matrix.ts';
import type { Marked } from './marked.ts';
import { intersect } from './state.ts';
import type { GraphicsState } from './state.ts';

/** An image fills the unit square of its own space (ISO 32000-1, 8.9.3). */
const UNIT_SQUARE: Box = [0, 0, 1, 1];

/** A painted image: what is stated of it, and what its pixels can be read from. */
export interface WalkImage {
  readonly image: RawImage;
  readonly order: number;
  readonly stream: CoreStream;
  readonly resources: CoreDict;
  readonly inline: boolean;
  /** Whether it hides what was painted before it. */
  readonly opaque: boolean;
  /** How far it is turned clockwise on the page, in degrees; `other` when it is not by a multiple of 90. */
  readonly turn: 0 | 90 | 180 | 270 | 'other';
  readonly mirrored: boolean;
}

/** The kind of image that an operator paints. */
export interface ImageSource {
  readonly stream: CoreStream;
  readonly id: string;
  readonly inline: boolean;
  readonly resources: CoreDict;
}

/** Where an image was painted, or undefined when it is not to be seen. */
export function placeImage(
  core: Core,
  { stream, id, inline, resources }: ImageSource,
  state: GraphicsState,
  marked: Marked,
): Omit<WalkImage, 'order'> | undefined {
  const dict = stream.dict;
  if (dict === null || state.fillAlpha < 0.02) return undefined;
  const [cx0, cy0, cx1, cy1] = intersect(state.clip, transformBox(state.ctm, UNIT_SQUARE));
  if (!(cx1 > cx0 && cy1 > cy0)) return undefined;
  const mask = dict.get('IM', 'ImageMask') === true;
  const size = (short: string, long: string): number => {
    const value = dict.get(short, long);
    return typeof value === 'number' && value > 0 ? Math.round(value) : 0;
  };
  const [a, b, c, d] = state.ctm;
  return {
    image: {
      id,
      x0: quantise(cx0),
      y0: quantise(cy0),
      x1: quantise(cx1),
      y1: quantise(cy1),
      pixelWidth: size('W', 'Width'),
      pixelHeight: size('H', 'Height'),
      ...(mask ? { mask: true as const } : {}),
      ...(marked.mcid === undefined ? {} : { mcid: marked.mcid }),
    },
    stream,
    resources,
    inline,
    opaque:
      !mask &&
      state.fillAlpha > 0.98 &&
      !(dict.get('SMask') instanceof core.BaseStream) &&
      dict.get('Mask') === undefined,
    turn: quarterTurn(a, b, c, d),
    // an image's own space has y up, the page's has y down: upright images have a negative determinant
    mirrored: a * d - b * c > 0,
  };
}

function quarterTurn(a: number, b: number, c: number, d: number): WalkImage['turn'] {
  if (Math.abs(b) < Math.abs(a) * 0.02 && Math.abs(c) < Math.abs(d) * 0.02) return d < 0 ? 0 : 180;
  if (Math.abs(a) < Math.abs(b) * 0.02 && Math.abs(d) < Math.abs(c) * 0.02) return b > 0 ? 90 : 270;
  return 'other';
}
