import { betweenLines, centerX, isNear, mean, widthOf } from '../../model/geometry.ts';
import { isBold, type GlyphRun } from '../../model/glyph-run.ts';
import { joinSegments, type Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments } from '../../text/segments.ts';
import { textRows, type TextRow } from '../../text/text-rows.ts';
import { isNumeric } from '../model/numeric.ts';
import type { LineCell, TableLine, TableLines } from '../rows/line-facts.ts';
import { settleNames } from '../rows/middle-names.ts';
import { continuationOdds, goOn } from '../rows/row-starts.ts';
import { bandsOf, latticeCells, withHorizontals, withVerticals, type Lattice } from '../rulings/lattice.ts';
import type { Ruling } from '../rulings/rulings.ts';

/**
 * Points: what begins within this distance of a cell's text tells its column, and what sticks out by more spans the
 * next.
 */
const START_PT = 20;
const SPAN_PT = 2;

/** Em: the letters of the upper row end this far below their baseline. */
const DEPTH_EM = 0.22;

/** Fewest lines of the grid across: a table with one column has no rows to tell. */
const LEAST_LINES = 3;
/** Fewest ruled rows beside a tall cell of names. */
const LEAST_NAMES = 3;
/** Points: how far apart rulings that meet may be. */
const EDGE_PT = 3;
/** Most lines of a ruled row that is a header. */
const HEADER_LINES = 4;
/** Em: most white space at both sides of a cell and between two words: lines that leave more are no broken text. */
const PADDING_EM = 1.6;
/** Em: the middle of a text that spans rows lies this near to theirs. */
const MIDDLE_EM = 0.7;

/** Lines of text, each cut at walls. */
function cutAtWalls(runs: readonly GlyphRun[], walls: readonly number[]): Segment[][] {
  const isParted = (left: GlyphRun, right: GlyphRun): boolean => walls.some((x) => x > left.x1 - 1 && x < right.x0 + 1);
  return baselineRows(runs, BASELINE_SLACK.cell).map((row) => cutIntoSegments(row, { isParted }));
}

/** Lines of text across a lattice. */
function linesAcross(rows: readonly (readonly Segment[])[], xs: readonly number[]): TableLine[] {
  return rows.map((row) => {
    const cells: LineCell[] = [];
    for (const segment of row) {
      const start = (segment.x0 + Math.min(segment.x1, segment.x0 + START_PT)) / 2;
      let column = 0;
      while (column < xs.length - 2 && start >= xs[column + 1]!) column += 1;
      let last = column;
      while (last < xs.length - 2 && segment.x1 > xs[last + 1]! + SPAN_PT) last += 1;
      const { x0, x1 } = segment;
      const span = last - column + 1;
      const bold = isBold(segment.runs);
      const text = lineText(joinSegments([segment]));
      const previous = cells.at(-1);
      if (previous && previous.column === column)
        cells[cells.length - 1] = {
          ...previous,
          text: `${previous.text} ${text}`,
          span: Math.max(previous.span, span),
          x1,
          bold: previous.bold && bold,
        };
      else cells.push({ column, span, text, x0, x1, bold });
    }
    const runs = row.flatMap((segment) => segment.runs);
    return { baseline: mean(runs.map(({ baseline }) => baseline)), size: runs[0]!.size, cells };
  });
}

/** The text of the ruled rows of a lattice, line by line. */
interface RowText {
  readonly lines: readonly TableLine[];
  readonly segments: readonly Segment[];
  /** No upright ruling parts it. */
  readonly isOpen: boolean;
  /** Whether each column is part of a cell over several ruled rows. */
  readonly isTall: readonly boolean[];
}

/** Text of cells over several ruled rows stands in none of them. */
function textOfRows(lattice: Lattice, runs: readonly GlyphRun[]): RowText[] {
  const { xs } = lattice;
  const all = latticeCells(lattice);
  const byRow = Map.groupBy(all, ({ row }) => row);
  const tall = all.filter(({ rowSpan }) => rowSpan > 1);
  return bandsOf(lattice, runs).map((band, row) => {
    const cells = byRow.get(row) ?? [];
    const isOpen = cells.length === 1 && cells[0]!.rowSpan === 1;
    const single = cells.filter(({ rowSpan }) => rowSpan === 1);
    const isTall = xs
      .slice(1)
      .map((_, at) =>
        tall.some(
          ({ row: from, rowSpan, column, colSpan }) =>
            from <= row && row < from + rowSpan && column <= at && at < column + colSpan,
        ),
      );
    const isIn = (run: GlyphRun): boolean =>
      single.some(({ column, colSpan }) => centerX(run) > xs[column]! && centerX(run) < xs[column + colSpan]!);
    const inside = band.runs.filter(isIn);
    const walls = isOpen ? xs : xs.filter((_, at) => cells.some(({ column }) => column === at));
    const cut = inside.length === 0 ? [] : cutAtWalls(inside, walls);
    return { lines: linesAcross(cut, xs), segments: cut.flat(), isOpen, isTall };
  });
}

/** The lines of a lattice with more than one column, and where rulings part its rows. */
function linesOfLattice(
  lattice: Lattice,
  runs: readonly GlyphRun[],
): TableLines & { readonly byRow: readonly RowText[] } {
  const byRow = textOfRows(lattice, runs);
  return {
    byRow,
    lines: byRow.flatMap(({ lines }) => lines),
    columns: lattice.xs.length - 1,
    rulings: lattice.ys.slice(1, -1),
    isLattice: true,
  };
}

/**
 * The columns over which a new row of a ruled row goes. The text of the others spans all of its rows: it stands in
 * their middle, or goes on from one to the next; so do names left of it that stand in one of them.
 */
function partedColumns({ lines, isTall }: RowText, starts: readonly number[], xs: readonly number[]): boolean[] {
  const columns = xs.length - 1;
  const middle = (lines[0]!.baseline + lines.at(-1)!.baseline) / 2;
  const isParted = Array.from({ length: columns }, (_, column) => {
    const own = lines.flatMap((line, index) =>
      line.cells.filter((cell) => cell.column === column).map((cell) => ({ cell, index, line })),
    );
    const [first] = own;
    if (isTall[column]) return false;
    if (!first || own.length > starts.length || own.some(({ cell }) => isNumeric(cell.text))) return true;
    const center = (first.line.baseline + own.at(-1)!.line.baseline) / 2;
    const isCentred =
      first.index > 0 && own.length <= starts.length && isNear(center, middle, MIDDLE_EM * first.line.size);
    const lower = own.flatMap(({ cell, index }, at) =>
      at > 0 && starts.includes(index) && /^[\p{Ll}(]/u.test(cell.text) ? [[own[at - 1]!.cell, cell] as const] : [],
    );
    const room = xs[column + 1]! - xs[column]! - PADDING_EM * first.line.size;
    return !isCentred && (lower.length === 0 || lower.some(([above, cell]) => widthOf(above) + widthOf(cell) < room));
  });
  const spanning = isParted.findLastIndex((parted, column) => !parted && !isTall[column]);
  return isParted.map((parted, column) => {
    const filled = lines.filter(({ cells }) => cells.some((cell) => cell.column === column)).length;
    return parted && !(column < spanning && filled <= 1);
  });
}

/** Rulings that are missing in tall cells of names, of which each ruled row beside them has some. */
function tallNames(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  const { xs, ys } = lattice;
  return latticeCells(lattice).flatMap(({ row, column, rowSpan, colSpan }) => {
    if (rowSpan < LEAST_NAMES) return [];
    const [from, to] = [xs[column]!, xs[column + colSpan]!];
    const own = runs.filter((run) => centerX(run) > from && centerX(run) < to);
    const inner = ys.slice(row, row + rowSpan + 1);
    const isNamed = bandsOf({ ys: inner }, own).every((band) => band.runs.length > 0);
    return isNamed ? inner.slice(1, -1).map((at) => ({ at, from, to })) : [];
  });
}

/**
 * Rulings that are missing below titles over several columns, where upright ones begin below a line of text, as those
 * of a header in LaTeX do.
 */
function belowTitles(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  const { xs, vertical } = lattice;
  return bandsOf(lattice, runs).flatMap(({ from: top, to: bottom, runs: inside }) => {
    const begun = vertical.filter(
      ({ from, to }) => from >= top + EDGE_PT && from <= bottom - EDGE_PT && to >= bottom - EDGE_PT,
    );
    if (begun.length === 0) return [];
    if (baselineRows(inside, BASELINE_SLACK.cell).length > HEADER_LINES) return [];
    const isWhole = (x: number): boolean =>
      vertical.some(({ at, from, to }) => isNear(at, x, EDGE_PT) && from < top + EDGE_PT && to > bottom - EDGE_PT);
    const walls = xs.filter((x, index) => index === 0 || index === xs.length - 1 || isWhole(x));
    return begun.flatMap(({ at, from }) => {
      const [left, right] = [walls.findLast((x) => x < at - EDGE_PT)!, walls.find((x) => x > at + EDGE_PT)!];
      const isAbove = inside.some((run) => centerX(run) > left && centerX(run) < right && run.baseline < from);
      return isAbove ? [{ at: from, from: left, to: right }] : [];
    });
  });
}

/** Rulings that are missing in a ruled row between rows of numbers that names in the middle of several of them part. */
function besideNames(segments: readonly Segment[], xs: readonly number[]): Ruling[] {
  const { rows, names } = settleNames(textRows(segments));
  const several = rows.filter((row) => row.segments.length > 1);
  const hasNumber = (row: TextRow): boolean => row.segments.some((segment) => isNumeric(lineText(segment)));
  if (names.length < 2 || !names.every(({ columns }) => columns === 1) || !several.every(hasNumber)) return [];
  return rows.flatMap((row, index) => {
    if (index === 0 || !several.includes(row)) return [];
    const from = xs[names.some(({ first }) => first === index) ? 0 : 1]!;
    return [{ at: betweenLines(rows[index - 1]!, row, DEPTH_EM), from, to: xs.at(-1)! }];
  });
}

/** The lattice with the rows that its rulings leave out, each with its columns. */
export function withRowsOfText(given: Lattice, runs: readonly GlyphRun[]): Lattice {
  if (given.xs.length < LEAST_LINES) return given;
  const lattice = withHorizontals(given, [...tallNames(given, runs), ...belowTitles(given, runs)]);
  const { xs, ys } = lattice;
  const text = linesOfLattice(lattice, runs);
  if (text.byRow.every(({ lines }) => lines.length < 2)) return lattice;
  const goesOn = goOn(continuationOdds(text));
  const horizontal: Ruling[] = [];
  const vertical: Ruling[] = [];
  let first = 0;
  text.byRow.forEach((row, at) => {
    const { lines, segments, isOpen } = row;
    const starts = lines.flatMap((_, index) => (index > 0 && !goesOn[first + index] ? [index] : []));
    first += lines.length;
    const named = besideNames(segments, xs);
    horizontal.push(...named);
    if (starts.length === 0 || named.length > 0) return;
    const isParted = partedColumns(row, starts, xs);
    for (const start of starts) {
      const y = betweenLines(lines[start - 1]!, lines[start]!, DEPTH_EM);
      isParted.forEach((parted, column) => {
        if (parted || isOpen) horizontal.push({ at: y, from: xs[column]!, to: xs[column + 1]! });
      });
    }
    if (isOpen) vertical.push(...xs.slice(1, -1).map((x) => ({ at: x, from: ys[at]!, to: ys[at + 1]! })));
  });
  return withVerticals(withHorizontals(lattice, horizontal), vertical);
}
