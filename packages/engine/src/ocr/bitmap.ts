import { paperOfRow } from './background.ts';
import type { Background } from './background.ts';
import type { Picture } from './picture.ts';

/** Ink or no ink: one byte a pixel, 1 is ink. */
export interface Bitmap {
  readonly bits: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Share of the way from paper to ink at which a pixel counts as ink. */
const SHARE = 0.45;
/** Less contrast than this is no writing. */
const CONTRAST = 24;

/**
 * The ink of a picture: pixels that are darker than the paper around them by more than a `share` of the contrast. A
 * shadow over the page or a dark figure is neither.
 */
export function binarize(picture: Picture, background: Background, share = SHARE): Bitmap {
  const { data, width, height } = picture;
  const bits = new Uint8Array(width * height);
  const paper = new Float32Array(width);
  const threshold = new Uint8Array(width);
  const { ink, tile } = background;
  for (let y = 0; y < height; y++) {
    if (y % 4 === 0 || tile < 8) {
      paperOfRow(background, y, paper);
      for (let x = 0; x < width; x++) {
        const contrast = paper[x]! - ink;
        threshold[x] = contrast < CONTRAST ? 0 : paper[x]! - share * contrast;
      }
    }
    const start = y * width;
    for (let x = 0; x < width; x++) bits[start + x] = data[start + x]! < threshold[x]! ? 1 : 0;
  }
  return { bits, width, height };
}
