import type { Picture } from './picture.ts';

/** How light the paper is, tile by tile, and how dark the ink is. */
export interface Background {
  readonly tile: number;
  readonly columns: number;
  readonly rows: number;
  /** Grey of the paper in each tile. */
  readonly paper: Float32Array;
  /** Grey of the ink, for the whole picture. */
  readonly ink: number;
}

/**
 * Share of a tile's pixels that may be lighter than what is taken for its paper (noise), so that dense text does not
 * darken it.
 */
const LIGHTER = 0.12;
/** Share of all pixels that may be darker than what is taken for ink. */
const DARKER = 0.003;

/**
 * Measures the background of a picture in one pass. `tile` in pixels: larger than the letters, smaller than a shadow.
 */
export function measureBackground(picture: Picture, tile: number): Background {
  const columns = Math.max(1, Math.ceil(picture.width / tile));
  const rows = Math.max(1, Math.ceil(picture.height / tile));
  const histograms = new Uint32Array(columns * 256);
  const total = new Uint32Array(256);
  const raw = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    histograms.fill(0);
    const end = Math.min(picture.height, (row + 1) * tile);
    for (let y = row * tile; y < end; y++) countRow(picture, y, tile, histograms);
    for (let column = 0; column < columns; column++) {
      const histogram = histograms.subarray(column * 256, column * 256 + 256);
      for (let grey = 0; grey < 256; grey++) total[grey]! += histogram[grey]!;
      raw[row * columns + column] = fromTop(histogram, LIGHTER);
    }
  }
  return { tile, columns, rows, paper: smooth(raw, columns, rows), ink: fromBottom(total, DARKER) };
}

/** The paper's grey in the tile of a pixel. */
export function paperAt({ tile, columns, rows, paper }: Background, x: number, y: number): number {
  const column = Math.min(columns - 1, Math.max(0, Math.floor(x / tile)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y / tile)));
  return paper[row * columns + column]!;
}

/** The paper's grey at each pixel of row `y`, interpolated between the middles of the tiles, written to `out`. */
export function paperOfRow(background: Background, y: number, out: Float32Array): void {
  const { tile, columns, rows, paper } = background;
  const place = Math.min(rows - 1, Math.max(0, y / tile - 0.5));
  const upper = Math.floor(place);
  const lower = Math.min(rows - 1, upper + 1);
  const down = place - upper;
  const at = (column: number): number =>
    paper[upper * columns + column]! * (1 - down) + paper[lower * columns + column]! * down;
  const half = tile / 2;
  let x = 0;
  for (; x < half && x < out.length; x++) out[x] = at(0);
  for (let column = 0; column + 1 < columns; column++) {
    const from = at(column);
    const step = (at(column + 1) - from) / tile;
    for (let i = 0; i < tile && x < out.length; i++, x++) out[x] = from + step * i;
  }
  const last = at(columns - 1);
  for (; x < out.length; x++) out[x] = last;
}

function countRow({ data, width }: Picture, y: number, tile: number, histograms: Uint32Array): void {
  const start = y * width;
  for (let x = 0, base = 0; x < width; base += 256) {
    const end = Math.min(width, x + tile);
    for (; x < end; x++) histograms[base + data[start + x]!]!++;
  }
}

function fromTop(histogram: Uint32Array, share: number): number {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let grey = 255; grey >= 0; grey--) {
    seen += histogram[grey]!;
    if (seen > all * share) return grey;
  }
  return 0;
}

function fromBottom(histogram: Uint32Array, share: number): number {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let grey = 0; grey < 256; grey++) {
    seen += histogram[grey]!;
    if (seen > all * share) return grey;
  }
  return 255;
}

/** Median of each tile and its neighbours: a tile that a letter or a line fills takes the paper of those around it. */
function smooth(raw: Float32Array, columns: number, rows: number): Float32Array {
  const smoothed = new Float32Array(raw.length);
  const around: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      around.length = 0;
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++)
          around.push(raw[r * columns + c]!);
      }
      around.sort((a, b) => a - b);
      smoothed[row * columns + column] = around[Math.floor(around.length / 2)]!;
    }
  }
  return smoothed;
}
