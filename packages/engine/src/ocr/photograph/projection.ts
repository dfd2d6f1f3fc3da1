import type { Picture } from '../picture.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Corners of a page: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Coefficients of a projection: `x' = (a x + b y + c) / (g x + h y + 1)`, and `y'` with d, e and f. */
type Projection = readonly [number, number, number, number, number, number, number, number];

/** The projection that takes the corners of a rectangle of this size to the given ones. */
function projectionTo([p0, p1, p2, p3]: Corners, width: number, height: number): Projection {
  // Heckbert's solution for the unit square.
  const sx = p0.x - p1.x + p2.x - p3.x;
  const sy = p0.y - p1.y + p2.y - p3.y;
  const dx1 = p1.x - p2.x;
  const dy1 = p1.y - p2.y;
  const dx2 = p3.x - p2.x;
  const dy2 = p3.y - p2.y;
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  return [
    (p1.x - p0.x + g * p1.x) / width,
    (p3.x - p0.x + h * p3.x) / height,
    p0.x,
    (p1.y - p0.y + g * p1.y) / width,
    (p3.y - p0.y + h * p3.y) / height,
    p0.y,
    g / width,
    h / height,
  ];
}

/** The area between the corners as a rectangle of this size. */
export function flatten(picture: Picture, corners: Corners, width: number, height: number): Picture {
  const [a, b, c, d, e, f, g, h] = projectionTo(corners, width, height);
  const { data } = picture;
  const right = picture.width - 1.001;
  const bottom = picture.height - 1.001;
  const flat = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    let across = b * (y + 0.5) + c + a / 2;
    let down = e * (y + 0.5) + f + d / 2;
    let depth = h * (y + 0.5) + 1 + g / 2;
    for (let x = 0; x < width; x++, to++, across += a, down += d, depth += g) {
      const fromX = Math.min(right, Math.max(0, across / depth - 0.5));
      const fromY = Math.min(bottom, Math.max(0, down / depth - 0.5));
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      const at = top * picture.width + left;
      const part = fromX - left;
      const upper = data[at]! + (data[at + 1]! - data[at]!) * part;
      const lower = data[at + picture.width]! + (data[at + picture.width + 1]! - data[at + picture.width]!) * part;
      flat[to] = upper + (lower - upper) * (fromY - top) + 0.5;
    }
  }
  return { data: flat, width, height };
}
