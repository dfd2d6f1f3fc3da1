import type { Rect } from '../layout/model/raw-page.ts';
import type { Bitmap } from './bitmap.ts';
import { findComponents, piecesOf } from './components.ts';
import type { Picture } from './picture.ts';

/** Greys of bars on which white letters are lost, and of darker ones, on which Tesseract reads most of them. */
const LIGHT: Greys = { least: 145, most: 225, width: 5, letters: 4 };
/** A box of black may hold a single number. */
const DARK: Greys = { least: 0, most: 144, width: 3, letters: 2 };
/** Greys beside that of a bar which are the same paint, and how much lighter letters and darker ones are. */
const SAME = 10;
const LIGHTER = 22;
const DARKER = 40;
/** Share of the pixels of a page that have the grey of a bar. */
const PAINTED = 0.002;
/** Height of a bar by that of small letters, and shares: of the page's height, and of its box that is painted. */
const BAR = { height: 1.4, ofPage: 0.4, filled: 0.5 };
/**
 * Share of the bar that light letters cover, dark pixels by light ones, and the share of light pixels that belong to no
 * letter, such as paper around a shape that is no bar.
 */
const LETTERS = { least: 0.02, most: 0.45, dark: 0.2, others: 0.3 };
/** Blocks of pixels in the height of a small letter. */
const LETTER_IN_BLOCKS = 6;
/** Kinds of paint that are looked at: photographs have many. */
const MOST_PAINTS = 3;
/** Bits that count the pixels of one paint in a block, and the sides of a block that they can count. */
const COUNT_BITS = 10;
const MOST = 2 ** COUNT_BITS - 1;
const MOST_IN_BLOCK = Math.floor(Math.sqrt(MOST));

interface Greys {
  readonly least: number;
  readonly most: number;
  /** Width of a bar by the height of small letters. */
  readonly width: number;
  /** Letters that make what is light a text. */
  readonly letters: number;
}

/** A bar of one paint with light letters, in pixels with ends exclusive. */
export interface Bar extends Rect {
  readonly grey: number;
}

/** A bar, or what has its paint. */
export interface Box extends Bar {
  readonly hasLetters: boolean;
}

/** Where one grey is, in blocks of pixels. */
interface Painted {
  readonly grey: number;
  readonly blocks: Bitmap;
  /** Pixels of a side of a block. */
  readonly side: number;
}

/**
 * The picture with dark letters instead of white ones on bars of a light colour, as headers of tables have them:
 * Tesseract takes both for paper. What is darker than the bar stays dark. Undefined without such bars. `letter` is the
 * height of a small letter.
 */
export function withReadableBars(picture: Picture, letter: number): Picture | undefined {
  const found = boxesOfPaint(picture, letter, LIGHT).filter(({ hasLetters }) => hasLetters);
  return found.length === 0 ? undefined : withDarkLetters(picture, found);
}

/** Bars of a dark colour with light letters, and boxes of the same without, such as empty cells. */
export const findDarkBoxes = (picture: Picture, letter: number): Box[] => boxesOfPaint(picture, letter, DARK);

/** The picture with dark letters on bars that are white. */
export function withDarkLetters(picture: Picture, bars: readonly Bar[]): Picture {
  const data = new Uint8Array(picture.data);
  for (const { x0, y0, x1, y1, grey } of bars) {
    for (let y = y0; y < y1; y++) {
      for (let at = y * picture.width + x0; at < y * picture.width + x1; at++) {
        const value = picture.data[at]!;
        data[at] = 255 * (1 - (value >= grey ? (value - grey) / (255 - grey) : (grey - value) / grey));
      }
    }
  }
  return { ...picture, data };
}

/** The boxes of each paint of which one has letters. */
function boxesOfPaint(picture: Picture, letter: number, greys: Greys): Box[] {
  const paints = paintsOf(picture, greys);
  if (paints.length === 0) return [];
  const side = Math.min(MOST_IN_BLOCK, Math.max(1, Math.floor(letter / LETTER_IN_BLOCKS)));
  return blocksOf(picture, paints, side).flatMap((blocks, i) => {
    const grey = paints[i]!;
    const boxes = boxesOf(picture, { grey, blocks, side }, letter, greys.width).map((box) => ({
      ...box,
      grey,
      hasLetters: hasLightLetters(picture, { ...box, grey }, letter, greys.letters),
    }));
    return boxes.some(({ hasLetters }) => hasLetters) ? boxes : [];
  });
}

/** Greys of which much of the page is painted: the highest peaks of its histogram. */
function paintsOf({ data }: Picture, { least, most }: Greys): number[] {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) counts[data[at]!]! += 1;
  const greys = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const peaks: number[] = [];
  for (const grey of greys.sort((a, b) => counts[b]! - counts[a]!)) {
    const paint = counts
      .subarray(Math.max(0, grey - SAME / 2), grey + SAME / 2 + 1)
      .reduce((sum, count) => sum + count, 0);
    if (paint >= PAINTED * data.length && !peaks.some((peak) => Math.abs(peak - grey) <= SAME)) peaks.push(grey);
    if (peaks.length === MOST_PAINTS) break;
  }
  return peaks;
}

/**
 * Blocks of pixels that are mostly painted, for each paint: noise has too many pieces pixel by pixel. One scan counts
 * the pixels of all paints, each in bits of its own of one number.
 */
function blocksOf(picture: Picture, paints: readonly number[], side: number): Bitmap[] {
  const width = Math.floor(picture.width / side);
  const height = Math.floor(picture.height / side);
  const half = Math.ceil((side * side) / 2);
  const ones = Uint32Array.from({ length: 256 }, (_, value) =>
    paints.reduce((sum, grey, i) => sum + (Math.abs(value - grey) <= SAME ? 1 << (COUNT_BITS * i) : 0), 0),
  );
  const maps = paints.map(() => new Uint8Array(width * height));
  const counts = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    counts.fill(0);
    for (let row = y * side; row < (y + 1) * side; row++) {
      let at = row * picture.width;
      for (let x = 0; x < width; x++) {
        let count = counts[x]!;
        for (const end = at + side; at < end; at++) count += ones[picture.data[at]!]!;
        counts[x] = count;
      }
    }
    for (const [i, bits] of maps.entries()) {
      for (let x = 0; x < width; x++) bits[y * width + x] = ((counts[x]! >> (COUNT_BITS * i)) & MOST) >= half ? 1 : 0;
    }
  }
  return maps.map((bits) => ({ bits, width, height }));
}

/** Boxes of one paint, in pixels. */
function boxesOf(picture: Picture, { grey, blocks, side }: Painted, letter: number, width: number): Rect[] {
  const pieces = findComponents(blocks);
  if (!pieces) return [];
  return piecesOf(pieces)
    .filter(
      ({ x0, y0, x1, y1, area }) =>
        (x1 - x0) * side >= width * letter &&
        (y1 - y0) * side >= BAR.height * letter &&
        y1 - y0 <= BAR.ofPage * blocks.height &&
        area >= BAR.filled * (x1 - x0) * (y1 - y0),
    )
    .map(({ x0, y0, x1, y1 }) =>
      withinPaint(picture, { x0: x0 * side, y0: y0 * side, x1: x1 * side, y1: y1 * side }, grey),
    );
}

function painted({ data, width }: Picture, { x0, y0, x1, y1 }: Rect, grey: number): number {
  let count = 0;
  for (let y = y0; y < y1; y++) {
    for (let at = y * width + x0; at < y * width + x1; at++) {
      if (Math.abs(data[at]! - grey) <= SAME) count++;
    }
  }
  return count;
}

/** The box without rows and columns at its sides that are mostly paper, which would become dark. */
function withinPaint(picture: Picture, box: Rect, grey: number): Rect {
  const isPaper = (part: Rect): boolean =>
    painted(picture, part, grey) < (part.x1 - part.x0) * (part.y1 - part.y0) * BAR.filled;
  let { x0, y0, x1, y1 } = box;
  while (y0 < y1 && isPaper({ x0, x1, y0, y1: y0 + 1 })) y0++;
  while (y0 < y1 && isPaper({ x0, x1, y0: y1 - 1, y1 })) y1--;
  while (x0 < x1 && isPaper({ y0, y1, x0, x1: x0 + 1 })) x0++;
  while (x0 < x1 && isPaper({ y0, y1, x0: x1 - 1, x1 })) x1--;
  return { x0, y0, x1, y1 };
}

function hasLightLetters(picture: Picture, { x0, y0, x1, y1, grey }: Bar, letter: number, least: number): boolean {
  const width = x1 - x0;
  const height = y1 - y0;
  const bits = new Uint8Array(width * height);
  let light = 0;
  let dark = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = picture.data[(y0 + y) * picture.width + x0 + x]!;
      if (value < grey - DARKER) dark++;
      if (value < grey + LIGHTER) continue;
      bits[y * width + x] = 1;
      light++;
    }
  }
  const area = width * height;
  if (light < LETTERS.least * area || light > LETTERS.most * area || dark > LETTERS.dark * light) return false;
  const pieces = findComponents({ bits, width, height });
  const isLetter = ({ y0: top, y1: bottom, x0: left, x1: right }: Rect): boolean =>
    bottom - top >= 0.6 * letter && bottom - top <= 4 * letter && right - left <= 4 * letter && bottom - top < height;
  if (!pieces) return false;
  const all = piecesOf(pieces);
  const [letters, others] = [all.filter(isLetter), all.filter((piece) => !isLetter(piece))];
  return letters.length >= least && others.reduce((sum, piece) => sum + piece.area, 0) < LETTERS.others * light;
}
