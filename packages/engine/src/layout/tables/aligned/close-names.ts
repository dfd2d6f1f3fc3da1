import { isNear } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { makeLine, type Segment } from '../../model/line.ts';
import type { TextRow } from '../../text/text-rows.ts';
import type { Gutter } from '../../whitespace/gutters.ts';

/** Names of two columns with no more than a space between them. Set by hand on invoices of several programs. */
const CLOSE = {
  /** Fewest rows with text below both names. */
  rows: 2,
  /** Points by which text may start or end elsewhere than its name. */
  alignedPt: 1,
  /** Least space between the columns below the names, in points and em; in em where one name alone is aligned. */
  leastPt: 2.5,
  leastEm: 0.4,
  wideEm: 1.5,
};

const startOf = (runs: readonly GlyphRun[]): number => Math.min(...runs.map((run) => run.x0));
const endOf = (runs: readonly GlyphRun[]): number => Math.max(...runs.map((run) => run.x1));

/** Whether the text below a name starts where the name starts, or ends where it ends, in all rows that have any. */
function isAligned(name: readonly GlyphRun[], below: readonly (readonly GlyphRun[])[]): boolean {
  const [x0, x1] = [startOf(name), endOf(name)];
  const texts = below.map((runs) => runs.filter((run) => run.x0 < x1 && run.x1 > x0)).filter((runs) => runs.length > 0);
  return (
    texts.length >= CLOSE.rows &&
    (texts.every((runs) => isNear(startOf(runs), x0, CLOSE.alignedPt)) ||
      texts.every((runs) => isNear(endOf(runs), x1, CLOSE.alignedPt)))
  );
}

/** Whether words are two names, and no unit: the second begins with a capital letter as the first does. */
const areNames = ([first, ...more]: readonly GlyphRun[], right: readonly GlyphRun[]): boolean =>
  /^\p{Lu}/u.test(first!.text) &&
  /^\p{Lu}/u.test(right[0]!.text) &&
  [[first!, ...more], right].every((name) => name.some((run) => /\p{L}{2}/u.test(run.text)));

/** The space below the place where some words of the header meet, or nothing where they are one name. */
function gapBelow(
  left: readonly GlyphRun[],
  right: readonly GlyphRun[],
  body: readonly (readonly GlyphRun[])[],
  size: number,
): Gutter | undefined {
  if (!areNames(left, right)) return undefined;
  const [end, start] = [endOf(left), startOf(right)];
  const isLeft = (run: GlyphRun): boolean => run.x0 + run.x1 < end + start;
  const sides = body.map((runs) => [runs.filter(isLeft), runs.filter((run) => !isLeft(run))] as const);
  const gap = {
    x0: endOf(sides.flatMap(([runs]) => runs)),
    x1: startOf(sides.flatMap(([, runs]) => runs)),
  };
  const width = gap.x1 - gap.x0;
  if (width < Math.max(CLOSE.leastPt, CLOSE.leastEm * size) || gap.x0 > start || gap.x1 < end) return undefined;
  const isBelow = (name: readonly GlyphRun[], runs: readonly GlyphRun[]): boolean =>
    runs.some((run) => run.x0 < endOf(name) && run.x1 > startOf(name));
  const both = sides.filter(([before, after]) => isBelow(left, before) && isBelow(right, after));
  if (both.length < CLOSE.rows) return undefined;
  const aligned = [
    isAligned(
      left,
      both.map(([runs]) => runs),
    ),
    isAligned(
      right,
      both.map(([, runs]) => runs),
    ),
  ];
  return aligned.every(Boolean) || (aligned.some(Boolean) && width > CLOSE.wideEm * size)
    ? { x0: Math.max(gap.x0, end), x1: Math.min(gap.x1, start) }
    : undefined;
}

/** Cuts segments between words whose middles lie at the two sides of a gap. */
function cutAtGaps(segments: readonly Segment[], gaps: readonly Gutter[]): Segment[] {
  return segments.flatMap((segment) => {
    const sideOf = ({ x0, x1 }: GlyphRun): number => gaps.filter((gap) => x0 + x1 > gap.x0 + gap.x1).length;
    const groups = Map.groupBy(segment.runs, sideOf);
    return groups.size === 1 ? [segment] : [...groups.values()].map((runs) => makeLine(runs));
  });
}

/** Rows in which the names of columns are apart, and the gutters below names that were not. */
interface PartedRows {
  readonly rows: readonly TextRow[];
  readonly gutters: readonly Gutter[];
}

/**
 * Rows cut where two names of columns stand beside each other with no more than a space between them: the text below
 * leaves more, and starts or ends as the names do, as amounts that end below one name and words that start below the
 * next.
 */
export function partCloseNames(rows: readonly TextRow[]): PartedRows {
  const [header, ...others] = rows;
  if (!header || header.segments.length < 2 || others.length < CLOSE.rows) return { rows, gutters: [] };
  const body = others.map(({ segments }) => segments.flatMap(({ runs }) => runs));
  const gutters = header.segments.flatMap(({ runs, size }) =>
    runs.slice(1).flatMap((_, index) => gapBelow(runs.slice(0, index + 1), runs.slice(index + 1), body, size) ?? []),
  );
  if (gutters.length === 0) return { rows, gutters };
  return { rows: rows.map((row) => ({ ...row, segments: cutAtGaps(row.segments, gutters) })), gutters };
}
