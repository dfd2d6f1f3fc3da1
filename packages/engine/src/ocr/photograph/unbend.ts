import type { Picture } from '../picture.ts';
import type { Bend } from './bend.ts';

/** Pixels between two points whose place is computed; those between them are interpolated. */
const STEP = 16;
const ROUNDS = 8;

/** Moves each column of pixels up and down, so that bent lines of text become level. */
export function unbend(picture: Picture, bend: Bend, paper: number): Picture {
  const { data, width, height } = picture;
  const columns = Math.ceil(width / STEP) + 1;
  const flat = new Uint8Array(width * height).fill(paper);
  let upper = sourceRows(bend, columns, 0);
  for (let top = 0; top < height; top += STEP) {
    const lower = sourceRows(bend, columns, top + STEP);
    for (let y = top; y < Math.min(height, top + STEP); y++) {
      const down = (y - top) / STEP;
      for (let x = 0; x < width; x++) {
        const column = Math.floor(x / STEP);
        const across = (x % STEP) / STEP;
        const above = upper[column]! + (upper[column + 1]! - upper[column]!) * across;
        const below = lower[column]! + (lower[column + 1]! - lower[column]!) * across;
        const from = above + (below - above) * down;
        const row = Math.floor(from);
        if (row < 0 || row + 1 >= height) continue;
        const grey = data[row * width + x]!;
        flat[y * width + x] = grey + (data[(row + 1) * width + x]! - grey) * (from - row) + 0.5;
      }
    }
    upper = lower;
  }
  return { data: flat, width, height };
}

/** Where the points of a row of the result lie in the source: the bend is known there, so it is found in rounds. */
function sourceRows(bend: Bend, columns: number, row: number): Float64Array {
  return Float64Array.from({ length: columns }, (_, column) => {
    const x = column * STEP;
    let y = row;
    for (let round = 0; round < ROUNDS; round++) y = row - bend.at(x, y);
    return y;
  });
}
