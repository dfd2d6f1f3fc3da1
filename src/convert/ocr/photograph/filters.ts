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
  return extreme(extreme(map, radius, Math.max), radius, Math.min);
}

/** Largest or smallest value in the square around each. */
function extreme(map: GreyMap, radius: number, choose: (a: number, b: number) => number): GreyMap {
  return alongColumns(alongRows(map, radius, choose), radius, choose);
}

function alongRows({ data, width, height }: GreyMap, radius: number, choose: (a: number, b: number) => number) {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let value = data[y * width + x]!;
      const end = Math.min(width - 1, x + radius);
      for (let i = Math.max(0, x - radius); i <= end; i++) value = choose(value, data[y * width + i]!);
      result[y * width + x] = value;
    }
  }
  return { data: result, width, height };
}

function alongColumns({ data, width, height }: GreyMap, radius: number, choose: (a: number, b: number) => number) {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    const end = Math.min(height - 1, y + radius);
    for (let x = 0; x < width; x++) {
      let value = data[y * width + x]!;
      for (let i = Math.max(0, y - radius); i <= end; i++) value = choose(value, data[i * width + x]!);
      result[y * width + x] = value;
    }
  }
  return { data: result, width, height };
}

/** Mean of the square around each value. */
export function blur({ data, width, height }: GreyMap, radius: number): GreyMap {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      let count = 0;
      for (let j = Math.max(0, y - radius); j <= Math.min(height - 1, y + radius); j++) {
        for (let i = Math.max(0, x - radius); i <= Math.min(width - 1, x + radius); i++) {
          sum += data[j * width + i]!;
          count++;
        }
      }
      result[y * width + x] = sum / count;
    }
  }
  return { data: result, width, height };
}
