import type { Picture } from './picture.ts';

/** Grain is measured at the pixels of a grid, this far apart. */
const STEP = 4;
/** Grain, in greys, from which a speckled picture is smoothed, and what is left of it that is good enough. */
const GRAIN = { least: 8, good: 7 };
/** Times that a picture is smoothed at most: letters lose their serifs. */
const MOST_TIMES = 3;
/** Median of the absolute value of a normal distribution, by its deviation. */
const MEDIAN_OF_NORMAL = 0.6745;
/** Noise of the mask below by that of its pixels. */
const MASK = 6;

/**
 * Estimates the noise of single pixels as the standard deviation of their grey, by a mask that edges and slopes leave
 * at zero (Immerkær 1996), and by its median, which letters do not change.
 */
export function grainOf({ data, width, height }: Picture): number {
  const histogram = new Uint32Array(4096);
  let count = 0;
  for (let y = 1; y < height - 1; y += STEP) {
    for (let x = 1; x < width - 1; x += STEP) {
      const at = y * width + x;
      const [up, down] = [at - width, at + width];
      const mask =
        data[up - 1]! -
        2 * data[up]! +
        data[up + 1]! -
        2 * data[at - 1]! +
        4 * data[at]! -
        2 * data[at + 1]! +
        data[down - 1]! -
        2 * data[down]! +
        data[down + 1]!;
      histogram[Math.min(4095, Math.abs(mask))]! += 1;
      count += 1;
    }
  }
  let seen = 0;
  let middle = 0;
  while (middle < 4095 && (seen += histogram[middle]!) * 2 < count) middle += 1;
  return middle / MEDIAN_OF_NORMAL / MASK;
}

/**
 * The picture without the grain of film and of cheap sensors, with which Tesseract finds no lines of text. Undefined
 * for a picture without grain.
 */
export function withoutGrain(picture: Picture): Picture | undefined {
  if (grainOf(picture) < GRAIN.least) return undefined;
  let smooth = picture;
  for (let times = 0; times < MOST_TIMES; times += 1) {
    smooth = { ...smooth, data: medianOfNine(smooth) };
    if (grainOf(smooth) < GRAIN.good) break;
  }
  return smooth;
}

/** The median of each pixel and those around it. Those at the border stay. */
function medianOfNine({ data, width, height }: Picture): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(data);
  const nine = new Uint8Array(9);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      for (let i = 0, row = at - width - 1; i < 9; row += width) {
        nine[i++] = data[row]!;
        nine[i++] = data[row + 1]!;
        nine[i++] = data[row + 2]!;
      }
      out[at] = middleOf(nine);
    }
  }
  return out;
}

/** The fifth of nine values, which are put in order as far as it takes. */
function middleOf(nine: Uint8Array): number {
  for (let i = 0; i <= 4; i += 1) {
    let least = i;
    for (let j = i + 1; j < 9; j += 1) if (nine[j]! < nine[least]!) least = j;
    const value = nine[least]!;
    nine[least] = nine[i]!;
    nine[i] = value;
  }
  return nine[4]!;
}
