import { median } from '../layout/model/geometry.ts';
import { paperAt } from './background.ts';
import type { Background } from './background.ts';
import type { Bitmap } from './bitmap.ts';
import { piecesOf } from './components.ts';
import type { Components, Piece } from './components.ts';
import type { Picture } from './picture.ts';

/** Set by hand on pages with stamps of one and two rings, circles and ovals, at 100 to 300 dpi. */
const RING = {
  /** Sides of a piece of ink that may hold a ring, by the height of small letters, and how much of its box is ink. */
  leastSide: 5,
  mostInk: 0.3,
  /** Pieces that are looked at, and points of each. */
  pieces: 6,
  points: 1500,
  /** Ellipses that are tried, and how far a point may lie off one, by the height of small letters. */
  tries: 1200,
  near: 0.16,
  /** Share of sectors in which a ring has ink, and how much longer it is than wide at most. */
  sectors: 36,
  covered: 0.8,
  elongation: 2.5,
  /** How much more ink is on the ring than beside it. */
  clear: 1.6,
};

/** An ellipse whose axes are level. */
interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A ring, and the thickness of its stroke. */
export interface Ring extends Ellipse {
  readonly thickness: number;
}

/**
 * The rings of stamps: Tesseract takes what they enclose for a picture, and the words that they cross are lost. What is
 * looked for are ellipses in large pieces of ink that are mostly white.
 */
export function findRings(bitmap: Bitmap, components: Components, letter: number): Ring[] {
  const large = piecesOf(components)
    .filter((piece) => isLarge(piece, letter))
    .sort((a, b) => b.area - a.area)
    .slice(0, RING.pieces);
  return large.flatMap((piece) => {
    const ellipse = ellipseIn(pointsOf(bitmap, piece), letter);
    return ellipse ? [{ ...ellipse, thickness: thicknessOf(bitmap, ellipse, letter) }] : [];
  });
}

function isLarge({ x0, y0, x1, y1, area }: Piece, letter: number): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  return Math.min(width, height) >= RING.leastSide * letter && area <= RING.mostInk * width * height;
}

/** Ink within the box of a piece, of others in it too, evenly thinned out. */
function pointsOf({ bits, width }: Bitmap, { x0, y0, x1, y1, area }: Piece): Point[] {
  const step = Math.max(1, Math.round((2 * area) / RING.points));
  const points: Point[] = [];
  let count = 0;
  for (let y = y0; y < y1; y += 1)
    for (let x = x0; x < x1; x += 1) if (bits[y * width + x] === 1 && count++ % step === 0) points.push({ x, y });
  return points;
}

/** How far a point lies from an ellipse, in pixels, about. */
function distance({ x, y, a, b }: Ellipse, point: Point): number {
  const [dx, dy] = [(point.x - x) / a, (point.y - y) / b];
  const radius = Math.sqrt(dx * dx + dy * dy);
  return radius === 0 ? Infinity : ((radius - 1) * Math.hypot(point.x - x, point.y - y)) / radius;
}

/** Tries ellipses through some of the points, the same ones each time. */
function ellipseIn(points: readonly Point[], letter: number): Ellipse | undefined {
  if (points.length < RING.sectors) return undefined;
  const near = Math.max(2, RING.near * letter);
  let state = 5;
  const random = (): Point => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return points[Math.floor((state / 2_147_483_648) * points.length)]!;
  };
  let best: Ellipse | undefined;
  let most = 0;
  for (let i = 0; i < RING.tries; i += 1) {
    const ellipse = through([random(), random(), random(), random()]);
    if (!ellipse || !isRing(ellipse, letter)) continue;
    const on = shareOn(ellipse, points, near);
    if (on > most) [best, most] = [ellipse, on];
  }
  if (!best || coveredSectors(best, points, near) < RING.covered * RING.sectors) return undefined;
  const beside = shareOn(best, points, 3 * near) - most;
  return most >= RING.clear * beside ? best : undefined;
}

const shareOn = (ellipse: Ellipse, points: readonly Point[], near: number): number =>
  points.filter((point) => Math.abs(distance(ellipse, point)) <= near).length;

function isRing({ a, b }: Ellipse, letter: number): boolean {
  const [least, most] = [Math.min(a, b), Math.max(a, b)];
  return 2 * least >= RING.leastSide * letter && most <= RING.elongation * least;
}

/** How thick the stroke of a ring is: the middle of how much ink is met across it. */
function thicknessOf({ bits, width, height }: Bitmap, { x, y, a, b }: Ellipse, letter: number): number {
  const most = Math.ceil(2 * RING.near * letter);
  const found: number[] = [];
  for (let i = 0; i < 4 * RING.sectors; i += 1) {
    const angle = (i * Math.PI) / (2 * RING.sectors);
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let ink = 0;
    for (let by = -most; by <= most; by += 1) {
      const [px, py] = [Math.round(x + a * dx + by * dx), Math.round(y + b * dy + by * dy)];
      if (px >= 0 && py >= 0 && px < width && py < height && bits[py * width + px] === 1) ink += 1;
    }
    if (ink > 0) found.push(ink);
  }
  return found.length === 0 ? most : median(found);
}

/** Sectors in which the ring has ink. */
function coveredSectors(ellipse: Ellipse, points: readonly Point[], near: number): number {
  const on = new Uint16Array(RING.sectors);
  for (const point of points) {
    if (Math.abs(distance(ellipse, point)) > near) continue;
    const angle = Math.atan2((point.y - ellipse.y) / ellipse.b, (point.x - ellipse.x) / ellipse.a);
    on[Math.min(RING.sectors - 1, Math.floor(((angle + Math.PI) / (2 * Math.PI)) * RING.sectors))]! += 1;
  }
  return on.filter((count) => count > 0).length;
}

/** The ellipse with level axes through four points: `px² + qy² + rx + sy = 1`, by Gauss. */
function through(four: readonly Point[]): Ellipse | undefined {
  const [ox, oy] = [four[0]!.x, four[0]!.y];
  const scale = 100;
  // shifted by a point off all four, so that no point is the origin
  const rows = four.map(({ x, y }) => {
    const [u, v] = [(x - ox) / scale + 7.3, (y - oy) / scale + 5.1];
    return [u * u, v * v, u, v, 1];
  });
  const solved = solve(rows);
  if (!solved) return undefined;
  const [p, q, r, s] = solved;
  if (p! * q! <= 0) return undefined;
  const [x, y] = [-r! / (2 * p!), -s! / (2 * q!)];
  const size = 1 + p! * x * x + q! * y * y;
  if (size / p! <= 0) return undefined;
  return {
    x: (x - 7.3) * scale + ox,
    y: (y - 5.1) * scale + oy,
    a: Math.sqrt(size / p!) * scale,
    b: Math.sqrt(size / q!) * scale,
  };
}

function solve(rows: readonly (readonly number[])[]): number[] | undefined {
  const m = rows.map((row) => [...row]);
  const n = m.length;
  for (let column = 0; column < n; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < n; row += 1)
      if (Math.abs(m[row]![column]!) > Math.abs(m[pivot]![column]!)) pivot = row;
    if (Math.abs(m[pivot]![column]!) < 1e-9) return undefined;
    [m[column], m[pivot]] = [m[pivot]!, m[column]!];
    for (let row = 0; row < n; row += 1) {
      if (row === column) continue;
      const factor = m[row]![column]! / m[column]![column]!;
      for (let k = column; k <= n; k += 1) m[row]![k]! -= factor * m[column]![k]!;
    }
  }
  return m.map((row, i) => row[n]! / row[i]!);
}

/** The picture without rings; where a letter crosses one, it stays whole. */
export function withoutRings(
  picture: Picture,
  bitmap: Bitmap,
  background: Background,
  rings: readonly Ring[],
): Picture {
  const data = new Uint8Array(picture.data);
  const { width, height } = picture;
  const isInk = (x: number, y: number): boolean => bitmap.bits[Math.round(y) * width + Math.round(x)] === 1;
  for (const ring of rings) {
    const reach = ring.thickness / 2 + 3;
    const [top, bottom] = [
      Math.max(0, Math.floor(ring.y - ring.b - reach)),
      Math.min(height - 1, Math.ceil(ring.y + ring.b + reach)),
    ];
    const [left, right] = [
      Math.max(0, Math.floor(ring.x - ring.a - reach)),
      Math.min(width - 1, Math.ceil(ring.x + ring.a + reach)),
    ];
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const off = distance(ring, { x, y });
        if (Math.abs(off) > reach) continue;
        const radius = Math.hypot(x - ring.x, y - ring.y);
        const beyond = (by: number): boolean => {
          const share = (radius - off + by) / radius;
          return isInk(ring.x + (x - ring.x) * share, ring.y + (y - ring.y) * share);
        };
        if (beyond(reach + 1) && beyond(-reach - 1)) continue;
        data[y * width + x] = paperAt(background, x, y);
      }
    }
  }
  return { ...picture, data };
}
