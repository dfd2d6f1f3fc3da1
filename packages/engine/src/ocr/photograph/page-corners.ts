import type { Picture } from '../picture.ts';
import { closeDark, shrink } from './filters.ts';
import type { GreyMap } from './filters.ts';
import { edgesOf } from './page-edges.ts';
import type { Edge } from './page-edges.ts';
import type { Corners, Point } from './projection.ts';

/** Pixels of the longer side in which the page is looked for. */
const SEARCHED = 440;
/** Half the height of the largest letters there. */
const LETTER = 5;
/** Share of the picture that a page covers at least. */
const SMALLEST = 0.2;
/** Share of the points of a side that must lie on a step from dark to bright, of each side and of all. */
const SIDE = 0.6;
const ALL = 0.8;
/** Difference in grey between the page and what is beside it. */
const STEP = 9;

/** The corners of the page in a photograph; undefined when no bright quadrilateral on something darker is seen. */
export function cornersOfPage(picture: Picture): Corners | undefined {
  const side = Math.max(1, Math.round(Math.max(picture.width, picture.height) / SEARCHED));
  if (Math.min(picture.width, picture.height) / side < 60) return undefined;
  const map = closeDark(shrink(picture, side), LETTER);
  if (isFlat(map)) return undefined;
  const [lefts, tops, rights, bottoms] = edgesOf(map);
  let best: { corners: Corners; score: number } | undefined;
  for (const left of lefts) {
    for (const right of rights) {
      for (const top of tops) {
        for (const bottom of bottoms) {
          const corners = cornersBetween([left, top, right, bottom], map);
          if (!corners) continue;
          const score = scoreOf(corners, map);
          if (score > (best?.score ?? 0)) best = { corners, score };
        }
      }
    }
  }
  if (!best) return undefined;
  const refined = refine(best.corners, map);
  return refined.map(({ x, y }) => ({ x: (x + 0.5) * side, y: (y + 0.5) * side })) as unknown as Corners;
}

/** Nowhere is a step that could be the side of a page, as on most scans. */
function isFlat({ data }: GreyMap): boolean {
  let [darkest, brightest] = [Infinity, -Infinity];
  for (const grey of data) {
    if (grey < darkest) darkest = grey;
    if (grey > brightest) brightest = grey;
  }
  return brightest - darkest < STEP;
}

function cornersBetween([left, top, right, bottom]: readonly Edge[], map: GreyMap): Corners | undefined {
  const corners = [meet(top!, left!), meet(top!, right!), meet(bottom!, right!), meet(bottom!, left!)];
  const margin = 0.04 * Math.max(map.width, map.height);
  const inside = (point: Point | undefined): point is Point =>
    point !== undefined &&
    point.x > -margin &&
    point.y > -margin &&
    point.x < map.width + margin &&
    point.y < map.height + margin;
  if (!corners.every(inside)) return undefined;
  const found = corners as unknown as Corners;
  return isPage(found, map) ? found : undefined;
}

function meet(a: Edge, b: Edge): Point | undefined {
  const det = a.nx * b.ny - a.ny * b.nx;
  if (Math.abs(det) < 0.5) return undefined;
  return { x: (a.distance * b.ny - b.distance * a.ny) / det, y: (b.distance * a.nx - a.distance * b.nx) / det };
}

/** Large enough, and no more distorted than a page that somebody wants to be read. */
function isPage(corners: Corners, map: GreyMap): boolean {
  let area = 0;
  for (const [i, { x, y }] of corners.entries()) {
    const next = corners[(i + 1) % 4]!;
    const before = corners[(i + 3) % 4]!;
    area += (x * next.y - next.x * y) / 2;
    const turn = Math.atan2(next.y - y, next.x - x) - Math.atan2(y - before.y, x - before.x);
    const degrees = ((turn * 180) / Math.PI + 720) % 360;
    if (degrees < 50 || degrees > 130) return false;
  }
  const [top, right, bottom, left] = sidesOf(corners);
  const alike = (a: number, b: number): boolean => a < 2.2 * b && b < 2.2 * a;
  return area > SMALLEST * map.width * map.height && alike(top, bottom) && alike(left, right);
}

/** Lengths of the top, right, bottom and left side. */
export function sidesOf(corners: Corners): [number, number, number, number] {
  return corners.map(({ x, y }, i) => {
    const next = corners[(i + 1) % 4]!;
    return Math.hypot(next.x - x, next.y - y);
  }) as [number, number, number, number];
}

/** How much of the outline is a step from dark to bright, the more the larger; 0 for too little. */
function scoreOf(corners: Corners, map: GreyMap): number {
  let sum = 0;
  const lengths = sidesOf(corners);
  for (const [i, from] of corners.entries()) {
    const share = stepsAlong(from, corners[(i + 1) % 4]!, map);
    if (share < SIDE) return 0;
    sum += share * lengths[i]!;
  }
  const all = lengths.reduce((total, length) => total + length, 0);
  return sum / all < ALL ? 0 : sum * (sum / all) ** 2;
}

/** Moves each side to where the brightness changes most around it, and the corners to where the sides meet then. */
function refine(corners: Corners, map: GreyMap): Corners {
  const sides = corners.map((from, i) => fitEdge(from, corners[(i + 1) % 4]!, map));
  const moved = corners.map((corner, i) => meet(sides[(i + 3) % 4]!, sides[i]!) ?? corner);
  return moved as unknown as Corners;
}

/** Pixels beside a side in which its true place is looked for. */
const REACH = 6;

function fitEdge(from: Point, to: Point, map: GreyMap): Edge {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const nx = -(to.y - from.y) / length;
  const ny = (to.x - from.x) / length;
  let places: { along: number; off: number }[] = [];
  for (let along = 0.05 * length; along < 0.95 * length; along++) {
    const x = from.x + ny * along;
    const y = from.y - nx * along;
    const off = steepest((distance) => greyAt(map, x + nx * distance, y + ny * distance));
    if (off !== undefined) places.push({ along, off });
  }
  let line = fitLine(places);
  for (const limit of [2.5, 1.2]) {
    const near = places.filter(({ along, off }) => Math.abs(off - line.at - line.slope * along) < limit);
    if (near.length < 0.3 * length) break;
    places = near;
    line = fitLine(places);
  }
  const a = { x: from.x + nx * line.at, y: from.y + ny * line.at };
  const end = line.at + line.slope * length;
  const b = { x: to.x + nx * end, y: to.y + ny * end };
  const size = Math.hypot(b.x - a.x, b.y - a.y);
  const normal = { nx: -(b.y - a.y) / size, ny: (b.x - a.x) / size };
  return { ...normal, distance: a.x * normal.nx + a.y * normal.ny };
}

/** Where, from outside to inside, it becomes bright most quickly. */
function steepest(grey: (distance: number) => number | undefined): number | undefined {
  let best: number | undefined;
  let most = STEP;
  for (let off = -REACH; off <= REACH; off++) {
    const outside = grey(off - 1);
    const inside = grey(off + 1);
    if (outside === undefined || inside === undefined || inside - outside <= most) continue;
    most = inside - outside;
    best = off;
  }
  return best;
}

function fitLine(places: readonly { along: number; off: number }[]): { at: number; slope: number } {
  const n = places.length;
  if (n < 2) return { at: 0, slope: 0 };
  const along = places.reduce((sum, place) => sum + place.along, 0) / n;
  const off = places.reduce((sum, place) => sum + place.off, 0) / n;
  const spread = places.reduce((sum, place) => sum + (place.along - along) ** 2, 0);
  const slope = places.reduce((sum, place) => sum + (place.along - along) * (place.off - off), 0) / spread;
  return { at: off - slope * along, slope };
}

function greyAt({ data, width, height }: GreyMap, x: number, y: number): number | undefined {
  const column = Math.round(x);
  const row = Math.round(y);
  return column < 0 || row < 0 || column >= width || row >= height ? undefined : data[row * width + column]!;
}

/** The page lies to the right of a side that is walked clockwise. */
function stepsAlong(from: Point, to: Point, map: GreyMap): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const nx = -(to.y - from.y) / length;
  const ny = (to.x - from.x) / length;
  let seen = 0;
  let steps = 0;
  for (let place = 0.03 * length; place < 0.97 * length; place += 2) {
    const x = from.x + ((to.x - from.x) * place) / length;
    const y = from.y + ((to.y - from.y) * place) / length;
    const inside = greyAt(map, x + 3 * nx, y + 3 * ny);
    const outside = greyAt(map, x - 3 * nx, y - 3 * ny);
    seen++;
    if (inside !== undefined && outside !== undefined && inside - outside >= STEP) steps++;
  }
  return seen === 0 ? 0 : steps / seen;
}
