import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Where a shape stands on a slide, in centimetres. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/** Half a line of a title: shapes whose tops differ by less stand in one row. */
const ROW = 0.7;

/**
 * Reading order: rows by their tops, within a row from left to right. A shape without a place, as rotated ones are,
 * follows the one before it in the file.
 */
export function inReadingOrder(frames: readonly XmlElement[]): XmlElement[] {
  const placed: (Place & { readonly frame: XmlElement })[] = [];
  for (const frame of frames) {
    const { left, top } = placeOf(frame) ?? placed.at(-1) ?? { left: 0, top: 0 };
    placed.push({ frame, left, top });
  }
  placed.sort((a, b) => a.top - b.top || a.left - b.left);
  const rows: (typeof placed)[] = [];
  for (const entry of placed) {
    const row = rows.at(-1);
    if (row && entry.top - row[0]!.top < ROW) row.push(entry);
    else rows.push([entry]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.left - b.left).map(({ frame }) => frame));
}

/** The place of a shape (ODF 1.3 part 3, 10.3): its corner, the ends of its line, or what its group spans. */
function placeOf(shape: XmlElement): Place | undefined {
  if (shape.name === 'draw:g') return cornerOf(elementsOf(shape).flatMap((child) => placeOf(child) ?? []));
  const { attributes } = shape;
  const points = [
    [attributes['svg:x'], attributes['svg:y']],
    [attributes['svg:x1'], attributes['svg:y1']],
    [attributes['svg:x2'], attributes['svg:y2']],
  ] as const;
  return cornerOf(
    points.flatMap(([x, y]) => (x === undefined || y === undefined ? [] : [{ left: lengthOf(x), top: lengthOf(y) }])),
  );
}

function cornerOf(points: readonly Place[]): Place | undefined {
  if (points.length === 0) return undefined;
  return { left: Math.min(...points.map(({ left }) => left)), top: Math.min(...points.map(({ top }) => top)) };
}

const UNITS: Readonly<Record<string, number>> = {
  cm: 1,
  mm: 0.1,
  in: 2.54,
  pt: 2.54 / 72,
  pc: 2.54 / 6,
  px: 2.54 / 96,
};

/** A length in centimetres. */
function lengthOf(text: string): number {
  const [, value, unit] = /^(-?[\d.]+)([a-z]+)$/.exec(text) ?? [];
  return value === undefined ? 0 : Number(value) * (UNITS[unit ?? ''] ?? 1);
}
