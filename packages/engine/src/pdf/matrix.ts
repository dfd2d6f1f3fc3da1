import type { CorePage } from '../../../pdf-core/src/types.ts';

/** `[a, b, c, d, e, f]`: x' = a·x + c·y + e, y' = b·x + d·y + f (PDF 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** A matrix from a document; undefined for any other value. */
export function asMatrix(value: unknown): Matrix | undefined {
  if (!Array.isArray(value) || value.length < 6) return undefined;
  const six = value.slice(0, 6) as unknown[];
  return six.every((n) => typeof n === 'number' && Number.isFinite(n)) ? (six as unknown as Matrix) : undefined;
}

/** `[x0, y0, x1, y1]` */
export type Box = readonly [number, number, number, number];

/** A rectangle from a document; undefined for any other value. */
export function asBox(value: unknown): Box | undefined {
  if (!Array.isArray(value) || value.length < 4 || !value.every((side) => typeof side === 'number')) return undefined;
  return value.slice(0, 4) as unknown as Box;
}

/** The bounding box of a box under a matrix. */
export function transformBox(matrix: Matrix, [x0, y0, x1, y1]: Box): Box {
  const [a, b, c, d, e, f] = matrix;
  const xs = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1];
  const ys = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
}

/** Where a page's default user space lies in the raw page's coordinates, and the page's size as shown, in points. */
export function pageSpace(page: CorePage): { matrix: Matrix; width: number; height: number } {
  const [x0, y0, x1, y1] = page.view;
  const u = page.userUnit;
  const width = (x1 - x0) * u;
  const height = (y1 - y0) * u;
  switch (page.rotate) {
    case 90:
      return { matrix: [0, u, u, 0, -y0 * u, -x0 * u], width: height, height: width };
    case 180:
      return { matrix: [-u, 0, 0, u, x1 * u, -y0 * u], width, height };
    case 270:
      return { matrix: [0, -u, -u, 0, y1 * u, x1 * u], width: height, height: width };
    default:
      return { matrix: [u, 0, 0, -u, -x0 * u, y1 * u], width, height };
  }
}

/** `Math.hypot`, which is slow, and seldom needed: most text stands upright. */
export function lengthOf(x: number, y: number): number {
  if (y === 0) return Math.abs(x);
  return x === 0 ? Math.abs(y) : Math.hypot(x, y);
}

/** Hundredths of a point: what is stated must not depend on the last bits of a float. */
export function quantise(value: number): number {
  return Math.round(value * 100) / 100;
}
