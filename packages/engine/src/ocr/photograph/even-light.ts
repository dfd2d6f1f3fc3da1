import type { Rect } from '../../layout/model/raw-page.ts';
import type { Picture } from '../picture.ts';
import { blur, closeDark, shrink } from './filters.ts';
import type { GreyMap } from './filters.ts';

/** Pixels of a square whose light is measured as one. */
const SIDE = 8;
/** Squares; letters are narrower than twice this, shadows wider. */
const LETTER = 5;
/** Light is uneven if the dark parts of the paper have less than this share of the light of its bright parts. */
const EVEN = 0.82;
/** Grey of the paper afterwards. */
const PAPER = 245;
/** Darker parts than this allows are figures or the table under the page; they stay darker than the paper. */
const MOST_GAIN = 4;

/**
 * Takes shadows from a page: each pixel is compared with the paper around it. A page whose paper is evenly lit is
 * returned as it is, and so is what lies outside of it.
 */
export function evenLight(picture: Picture, page: Rect = wholeOf(picture)): Picture {
  const { width, height } = picture;
  const x0 = Math.max(0, Math.round(page.x0));
  const x1 = Math.min(width, Math.round(page.x1));
  const y0 = Math.max(0, Math.round(page.y0));
  const y1 = Math.min(height, Math.round(page.y1));
  if (x1 - x0 < 8 * SIDE || y1 - y0 < 8 * SIDE) return picture;
  const light = blur(closeDark(shrink(picture, SIDE), LETTER), 1);
  if (isEven(light, { x0: x0 / SIDE + 1, y0: y0 / SIDE + 1, x1: x1 / SIDE - 1, y1: y1 / SIDE - 1 })) return picture;
  const data = picture.data.slice(0, width * height);
  const gains = new Float32Array(width);
  for (let y = y0; y < y1; y++) {
    if (y % 2 === 0 || y === y0) gainsOfRow(light, y, gains);
    const start = y * width;
    for (let x = x0; x < x1; x++) data[start + x] = Math.min(255, data[start + x]! * gains[x]! + 0.5);
  }
  return { data, width, height };
}

function wholeOf({ width, height }: Picture): Rect {
  return { x0: 0, y0: 0, x1: width, y1: height };
}

function isEven({ data, width, height }: GreyMap, { x0, y0, x1, y1 }: Rect): boolean {
  const inside: number[] = [];
  for (let y = Math.ceil(y0); y < Math.min(height, y1); y++)
    for (let x = Math.ceil(x0); x < Math.min(width, x1); x++) inside.push(data[y * width + x]!);
  const sorted = inside.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return at(0.04) >= EVEN * at(0.9);
}

/** How much lighter each pixel of a row becomes, interpolated between the middles of the squares. */
function gainsOfRow({ data, width, height }: GreyMap, y: number, gains: Float32Array): void {
  const place = Math.min(height - 1, Math.max(0, (y + 0.5) / SIDE - 0.5));
  const upper = Math.floor(place);
  const lower = Math.min(height - 1, upper + 1);
  const down = place - upper;
  for (let x = 0; x < gains.length; x++) {
    const along = Math.min(width - 1, Math.max(0, (x + 0.5) / SIDE - 0.5));
    const left = Math.floor(along);
    const right = Math.min(width - 1, left + 1);
    const across = along - left;
    const above = data[upper * width + left]! * (1 - across) + data[upper * width + right]! * across;
    const below = data[lower * width + left]! * (1 - across) + data[lower * width + right]! * across;
    gains[x] = Math.min(MOST_GAIN, Math.max(1, PAPER / Math.max(1, above * (1 - down) + below * down)));
  }
}
