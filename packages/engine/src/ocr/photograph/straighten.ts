import type { Rect } from '../../layout/model/raw-page.ts';
import type { Picture } from '../picture.ts';
import { evenLight } from './even-light.ts';
import { cornersOfPage, sidesOf } from './page-corners.ts';
import { flatten } from './projection.ts';
import type { Corners, Point } from './projection.ts';

/** Tangent of the angle by which the sides of a page must be off before it is straightened: half a degree. */
const STRAIGHT = 0.009;
/** Share of a side that is left out at the edges of the page: their shadow, and what is not quite straight. */
const TRIMMED = 0.004;

/** Greys of what is no paper. */
const DARK = 96;

/**
 * Makes a scan of a photograph: the page that is seen on it becomes a rectangle, without what it lies on, and evenly
 * lit. A picture without a page that lies slanted in it keeps its shape, and one without shadows its light.
 */
export function straighten(picture: Picture): Picture {
  const corners = cornersOfPage(picture);
  if (!corners) return evenLight(picture);
  if (isStraight(corners)) return evenLight(picture, boxOf(corners));
  const page = flattenPage(picture, corners);
  return evenLight(isMostlyDark(page) ? picture : page);
}

/** Light letters on dark stand together as a sheet lies on a table, but half of a sheet is not dark. */
function isMostlyDark({ data }: Picture): boolean {
  let dark = 0;
  for (const grey of data) if (grey < DARK) dark += 1;
  return 2 * dark > data.length;
}

/**
 * The surroundings of a page that lies straight are left as they are: it may be a window or a slide rather than a page.
 */
function boxOf(corners: Corners): Rect {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

function flattenPage(picture: Picture, corners: Corners): Picture {
  const [top, right, bottom, left] = sidesOf(corners);
  const width = Math.max(top, bottom);
  const ratio = ratioOf(corners, { x: picture.width / 2, y: picture.height / 2 }) ?? (left + right) / (top + bottom);
  const pixels = picture.width * picture.height;
  const scale = Math.min(1, Math.sqrt(pixels / (width * width * ratio)));
  return flatten(picture, trimmed(corners), Math.round(width * scale), Math.round(width * ratio * scale));
}

function isStraight([topLeft, topRight, bottomRight, bottomLeft]: Corners): boolean {
  const rise = (a: Point, b: Point): number => Math.abs((b.y - a.y) / (b.x - a.x));
  const lean = (a: Point, b: Point): number => Math.abs((b.x - a.x) / (b.y - a.y));
  return (
    Math.max(
      rise(topLeft, topRight),
      rise(bottomLeft, bottomRight),
      lean(topLeft, bottomLeft),
      lean(topRight, bottomRight),
    ) < STRAIGHT
  );
}

function trimmed(corners: Corners): Corners {
  return corners.map((corner, i) => {
    const opposite = corners[(i + 2) % 4]!;
    return { x: corner.x + TRIMMED * (opposite.x - corner.x), y: corner.y + TRIMMED * (opposite.y - corner.y) };
  }) as unknown as Corners;
}

/**
 * Height of the page by its width (Zhang and He, “Whiteboard scanning and image enhancement”, 2003), for a camera whose
 * optical axis meets the middle of the picture. Undefined when two sides are nearly parallel, or the result is not
 * credible.
 */
function ratioOf(corners: Corners, middle: Point): number | undefined {
  const [m1, m2, m4, m3] = corners.map(({ x, y }) => [x - middle.x, y - middle.y, 1] as const) as [V, V, V, V];
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3);
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2);
  const across = [k2 * m2[0] - m1[0], k2 * m2[1] - m1[1], k2 - 1] as const;
  const down = [k3 * m3[0] - m1[0], k3 * m3[1] - m1[1], k3 - 1] as const;
  if (Math.abs(across[2]) < 0.02 || Math.abs(down[2]) < 0.02) return undefined;
  const focal = -(across[0] * down[0] + across[1] * down[1]) / (across[2] * down[2]);
  if (!(focal > 0)) return undefined;
  const length = ([x, y, z]: V): number => Math.sqrt((x * x + y * y) / focal + z * z);
  const ratio = length(down) / length(across);
  const [top, right, bottom, left] = sidesOf(corners);
  const seen = (left + right) / (top + bottom);
  return ratio > 0.7 * seen && ratio < 1.8 * seen ? ratio : undefined;
}

type V = readonly [number, number, number];

function cross([a, b, c]: V, [d, e, f]: V): V {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}

function dot([a, b, c]: V, [d, e, f]: V): number {
  return a * d + b * e + c * f;
}
