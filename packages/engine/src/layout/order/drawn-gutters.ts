import { segmentsOf, type Element } from '../model/element.ts';
import { boundsOf, median } from '../model/geometry.ts';
import { lettersOf } from '../model/glyph-run.ts';
import { textRows } from '../text/text-rows.ts';
import type { Ruling } from '../tables/rulings/rulings.ts';
import { splitAt, type Span, type StripRegion } from '../whitespace/strips.ts';

/** An upright ruling between columns of text. Set by hand. */
const DRAWN = {
  /** Fewest rows at either side, and letters of a usual one: names and numbers of a table have fewer. */
  rows: 8,
  letters: 20,
  /** Rows of the shorter side in relation to the longer one: entries of a glossary have more than their names. */
  even: 0.5,
  /** Em by which text of both sides may stand beyond the ends of the ruling. */
  beyondEm: 2,
};

const lettersByRow = (elements: readonly Element[]): number[] =>
  textRows(segmentsOf(elements)).map(({ segments }) => lettersOf(segments.flatMap(({ runs }) => runs)));

/** The space around an upright ruling that parts all of a region into two columns of text. */
export function drawnGutter({ elements, size }: StripRegion, upright: readonly Ruling[]): Span | undefined {
  for (const { at, from, to } of upright) {
    if (elements.some(({ x0, x1 }) => x0 < at && x1 > at)) continue;
    const sides = splitAt(elements, at);
    const rows = sides.map(lettersByRow);
    const [few, many] = rows.map(({ length }) => length).sort((a, b) => a - b) as [number, number];
    if (few < DRAWN.rows || few < DRAWN.even * many || rows.some((row) => median(row) < DRAWN.letters)) continue;
    const [left, right] = [boundsOf(sides[0]), boundsOf(sides[1])];
    const beyond = DRAWN.beyondEm * size;
    if (from < Math.max(left.y0, right.y0) + beyond && to > Math.min(left.y1, right.y1) - beyond)
      return { x0: left.x1, x1: right.x0 };
  }
  return undefined;
}
