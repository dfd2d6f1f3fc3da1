import type { Picture } from '../picture.ts';

/** A small grey map, in which the shape of a page or its light is looked for. */
export interface GreyMap {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Means of squares of `side` pixels. */
export function shrink({ data, width, height }: Picture, side: number): GreyMap {
  const columns = Math.max(1, Math.floor(width / side));
  const rows = Math.max(1, Math.floor(height / side));
  const small = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let y = row * side; y < (row + 1) * side; y++) {
      let from = y * width;
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (const end = from + side; from < end; from++) sum += data[from]!;
        small[row * columns + column]! += sum;
      }
    }
  }
  const pixels = side * side;
  return { data: small.map((sum) => sum / pixels), width: columns, height: rows };
}

/** Removes what is dark and thinner than `2 * radius`: writing goes, the edges of a page or a shadow stay. */
export function closeDark(map: GreyMap, radius: number): GreyMap {
  return negative(lightest(negative(lightest(map, radius)), radius));
}

function negative(map: GreyMap): GreyMap {
  return { ...map, data: map.data.map((value) => -value) };
}

/** Largest value in the square around each. */
function lightest({ data, width, height }: GreyMap, radius: number): GreyMap {
  const along = largest(data, { lines: height, every: width, length: width, step: 1, radius });
  return { data: largest(along, { lines: width, every: 1, length: height, step: width, radius }), width, height };
}

/** The lines of a map: rows or columns. */
interface Lines {
  readonly lines: number;
  /** From a line to the next, and from a value to the next. */
  readonly every: number;
  readonly step: number;
  readonly length: number;
  readonly radius: number;
}

/** Largest of `2 * radius + 1` values around each, along the lines. */
function largest(data: Float32Array, { lines, every, step, length, radius }: Lines): Float32Array {
  const result = new Float32Array(data.length);
  const span = 2 * radius + 1;
  const most = new Float32Array(length + 2 * radius);
  for (let line = 0; line < lines; line++) {
    most.fill(-Infinity);
    for (let i = 0, from = line * every; i < length; i++, from += step) most[radius + i] = data[from]!;
    // Largest of two values from each on, then of four, and so on; the last two overlap.
    for (let known = 1; known < span;) {
      const shift = Math.min(known, span - known);
      for (let i = 0; i + shift < most.length; i++) if (most[i + shift]! > most[i]!) most[i] = most[i + shift]!;
      known += shift;
    }
    for (let i = 0, to = line * every; i < length; i++, to += step) result[to] = most[i]!;
  }
  return result;
}

/** Mean of the square around each value. */
export function blur({ data, width, height }: GreyMap, radius: number): GreyMap {
  const along = new Float64Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let i = Math.max(0, x - radius); i <= Math.min(width - 1, x + radius); i++) sum += data[row + i]!;
      along[row + x] = sum;
    }
  }
  const result = new Float32Array(data.length);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height - 1, y + radius);
    sums.fill(0);
    for (let j = top; j <= bottom; j++) for (let x = 0; x < width; x++) sums[x]! += along[j * width + x]!;
    for (let x = 0; x < width; x++) {
      const columns = Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1;
      result[y * width + x] = sums[x]! / (columns * (bottom - top + 1));
    }
  }
  return { data: result, width, height };
}
