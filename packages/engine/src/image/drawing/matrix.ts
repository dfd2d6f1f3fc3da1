/** `[a b c d e f]`: maps (x, y) to (ax + cy + e, bx + dy + f) (SVG 2, 8.5). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `inner` first. */
const multiply = ([a, b, c, d, e, f]: Matrix, inner: Matrix): Matrix => [
  a * inner[0] + c * inner[1],
  b * inner[0] + d * inner[1],
  a * inner[2] + c * inner[3],
  b * inner[2] + d * inner[3],
  a * inner[4] + c * inner[5] + e,
  b * inner[4] + d * inner[5] + f,
];

export const apply = (
  [a, b, c, d, e, f]: Matrix,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Skewed and unknown functions are passed over: they move no text from its place. */
const FUNCTIONS: Readonly<Record<string, (n: readonly number[]) => Matrix>> = {
  matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f],
  translate: ([x = 0, y = 0]) => [1, 0, 0, 1, x, y],
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  rotate: ([degrees = 0, x = 0, y = 0]) => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    return multiply([cos, sin, -sin, cos, x, y], [1, 0, 0, 1, -x, -y]);
  },
};

/** The matrix of an element with this `transform`, within its parent's. */
export function transformed(outer: Matrix, transform = ''): Matrix {
  let matrix = outer;
  for (const [, name = '', list = ''] of transform.slice(0, 1000).matchAll(/([a-zA-Z]+)\s*\(([^()]*)\)/g)) {
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const own = FUNCTIONS[name]?.(numbers);
    if (own?.every(Number.isFinite)) matrix = multiply(matrix, own);
  }
  return matrix;
}
