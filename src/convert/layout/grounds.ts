import type { Segment } from './piece.ts';
import type { RawBox, RawPage } from './raw-page.ts';

/** Filled boxes in rows above each other: the grounds of a table's header, or of every other row. */
export interface Ground {
  readonly x0: number;
  readonly x1: number;
  /** Filled rows from top to bottom. */
  readonly strips: readonly { readonly y0: number; readonly y1: number }[];
  /** Edges between the boxes of one row, where rows are made of a box for each cell. */
  readonly edges: readonly number[];
}

interface Strip {
  y0: number;
  y1: number;
  x0: number;
  x1: number;
  edges: number[];
  fill: number;
}

export const isWhite = (fill: number): boolean =>
  ((fill >> 16) & 255) > 252 && ((fill >> 8) & 255) > 252 && (fill & 255) > 252;

/** Boxes of one row that touch each other, as one strip. */
function stripsOf(boxes: readonly RawBox[]): Strip[] {
  const sorted = [...boxes].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const strips: Strip[] = [];
  for (const box of sorted) {
    let strip: Strip | undefined;
    for (let index = strips.length - 1; index >= 0 && index >= strips.length - 40; index -= 1) {
      const other = strips[index]!;
      if (
        Math.abs(other.y0 - box.y0) < 1.5 &&
        Math.abs(other.y1 - box.y1) < 1.5 &&
        box.x0 <= other.x1 + 3 &&
        box.x0 >= other.x0 - 1
      ) {
        strip = other;
        break;
      }
    }
    if (strip) {
      if (box.x1 <= strip.x1 + 1) continue;
      strip.edges.push((strip.x1 + box.x0) / 2);
      strip.x1 = box.x1;
    } else {
      strips.push({ y0: box.y0, y1: box.y1, x0: box.x0, x1: box.x1, edges: [], fill: box.fill! });
    }
  }
  return strips;
}

const widestOf = (strips: readonly Strip[]): Strip =>
  strips.reduce((best, strip) => (strip.edges.length > best.edges.length ? strip : best));

/** Whether a strip fits the columns of those above it: it may leave out cells that span several rows. */
function isOn(ground: readonly Strip[], strip: Strip): boolean {
  const { x0, x1, edges } = widestOf(ground);
  const fits = (x: number): boolean =>
    Math.abs(x - x0) < 3 || Math.abs(x - x1) < 3 || edges.some((edge) => Math.abs(x - edge) < 3);
  const within = (a: Strip, low: number, high: number): boolean => a.x0 > low - 3 && a.x1 < high + 3;
  if (within(strip, x0, x1)) return fits(strip.x0) && fits(strip.x1) && strip.x1 - strip.x0 > 0.4 * (x1 - x0);
  return (
    within(ground[0]!, strip.x0, strip.x1) &&
    (Math.abs(strip.x0 - x0) < 3 || Math.abs(strip.x1 - x1) < 3) &&
    x1 - x0 > 0.4 * (strip.x1 - strip.x0)
  );
}

/** Groups of filled rows with one left and right edge, near each other. */
export function findGrounds(page: RawPage, segments: readonly Segment[]): Ground[] {
  const boxes = page.boxes.filter(
    (box) =>
      box.fill !== undefined &&
      !isWhite(box.fill) &&
      box.x1 - box.x0 >= 12 &&
      box.y1 - box.y0 >= 7 &&
      box.y1 - box.y0 < 0.3 * page.height,
  );
  if (boxes.length === 0 || boxes.length > 3000) return [];
  const strips = stripsOf(boxes)
    .filter((strip) => strip.x1 - strip.x0 > 60)
    .sort((a, b) => a.y0 - b.y0);
  const isRowBetween = (y0: number, y1: number, x0: number, x1: number, edges: readonly number[]): boolean =>
    !segments.some(
      (segment) =>
        segment.base > y0 &&
        segment.base < y1 &&
        segment.x1 > x0 &&
        segment.x0 < x1 &&
        (segment.x0 < x0 - 6 || segment.x1 > x1 + 6 || edges.some((x) => x > segment.x0 + 6 && x < segment.x1 - 6)),
    );
  const grounds: Strip[][] = [];
  for (const strip of strips) {
    const ground = grounds.find((each) => {
      const last = each.at(-1)!;
      const height = Math.max(last.y1 - last.y0, strip.y1 - strip.y0);
      return (
        isOn(each, strip) &&
        strip.y0 >= last.y1 - 2 &&
        strip.y0 - last.y1 < 2.2 * height + 4 &&
        isRowBetween(last.y1, strip.y0, each[0]!.x0, each[0]!.x1, widestOf(each).edges)
      );
    });
    if (ground) ground.push(strip);
    else grounds.push([strip]);
  }
  return grounds.map((ground) => {
    const widest = widestOf(ground);
    return {
      x0: Math.min(...ground.map((strip) => strip.x0)),
      x1: Math.max(...ground.map((strip) => strip.x1)),
      strips: ground.map(({ y0, y1 }) => ({ y0, y1 })),
      edges: widest.edges,
    };
  });
}
