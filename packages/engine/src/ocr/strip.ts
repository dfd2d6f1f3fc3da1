import type { Picture } from './picture.ts';
import type { Prepared } from './prepare.ts';
import { turnQuarters } from './turn.ts';

/** Small letters' heights that a strip is high: some five lines. */
const HEIGHT = 18;

/**
 * The strip across the page that has the most ink in the way that writing has it: many changes between ink and paper.
 */
export function stripOf({ picture, bitmap }: Pick<Prepared, 'picture' | 'bitmap'>, letter: number): Picture {
  const { width, height } = picture;
  const strip = Math.min(height, Math.round(HEIGHT * letter));
  const changes = new Float64Array(height + 1);
  for (let y = 0; y < height; y++) {
    let count = 0;
    const row = y * width;
    for (let x = 1; x < width; x++) if (bitmap.bits[row + x] !== bitmap.bits[row + x - 1]) count++;
    changes[y + 1] = changes[y]! + count;
  }
  let best = 0;
  for (let top = 0; top + strip <= height; top++) {
    if (changes[top + strip]! - changes[top]! > changes[best + strip]! - changes[best]!) best = top;
  }
  return { data: picture.data.subarray(best * width, (best + strip) * width), width, height: strip };
}

/** The same from top to bottom, for writing in columns. */
export function columnStripOf({ picture, bitmap }: Prepared, letter: number): Picture {
  const { width, height } = bitmap;
  const turned = turnQuarters({ data: bitmap.bits, width, height }, 1);
  const bits = { ...bitmap, bits: turned.data, width: turned.width, height: turned.height };
  return turnQuarters(stripOf({ picture: turnQuarters(picture, 1), bitmap: bits }, letter), 3);
}
