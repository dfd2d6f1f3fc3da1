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
  const along = new Float32Array(data.length);
  const padded = new Float32Array(width + 2 * radius).fill(-Infinity);
  for (let y = 0; y < height; y++) {
    padded.set(data.subarray(y * width, (y + 1) * width), radius);
    for (let x = 0; x < width; x++) {
      let most = padded[x]!;
      for (let i = x + 1; i <= x + 2 * radius; i++) if (padded[i]! > most) most = padded[i]!;
      along[y * width + x] = most;
    }
  }
  const result = along.slice();
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let j = Math.max(0, y - radius); j <= Math.min(height - 1, y + radius); j++) {
      const other = j * width;
      for (let x = 0; x < width; x++) if (along[other + x]! > result[row + x]!) result[row + x] = along[other + x]!;
    }
  }
  return { data: result, width, height };
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
