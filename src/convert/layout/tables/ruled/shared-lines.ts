import { betweenLines, centerX, isNear, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { Line } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { cellLines } from '../model/draft-table.ts';
import { isBrokenNumber, isNumeric } from '../model/numeric.ts';
import { latticeCells, type Lattice, type LatticeCell } from '../rulings/lattice.ts';
import type { Ruling } from '../rulings/rulings.ts';
import { DEPTH_EM } from './missing-rows.ts';

/** Cells of one ruled row whose lines stand at the same heights. Set by hand on data sheets and price lists. */
const SHARED = {
  /** Fewest cells with the same lines; cells of numbers among them where they have two lines. */
  cells: 2,
  numbersOfTwo: 3,
  /** Share of the row's cells with text that have them. */
  share: 0.4,
  /** Em by which baselines of one line differ. */
  baselineEm: 0.25,
  /** Letters of a unit, which begins with a small letter as text that goes on does. */
  unit: 8,
};

interface Cell extends LatticeCell {
  readonly lines: readonly Line[];
}

const PLAIN = /^[-–—−]?\s?[\d.,]*$/u;

/** The cells with text of the row between two lines of the lattice, those over several rows left out. */
function cellsOf(lattice: Lattice, runs: readonly GlyphRun[]): Cell[] {
  const { xs, ys } = lattice;
  const byRow = Map.groupBy(runs, (run) => ys.findLastIndex((y) => y < middleOfLetters(run)));
  return latticeCells(lattice).flatMap((cell) => {
    if (cell.rowSpan > 1) return [];
    const [x0, x1] = [xs[cell.column]!, xs[cell.column + cell.colSpan]!];
    const own = (byRow.get(cell.row) ?? []).filter((run) => centerX(run) > x0 && centerX(run) < x1);
    return own.length > 0 ? [{ ...cell, lines: cellLines(own) }] : [];
  });
}

const isAt = (line: Line, other: Line): boolean => isNear(line.baseline, other.baseline, SHARED.baselineEm * line.size);

const haveSameLines = (lines: readonly Line[], others: readonly Line[]): boolean =>
  lines.length === others.length && lines.every((line, index) => isAt(line, others[index]!));

/** Whether lines are those of text that goes on from one to the next. */
function areWrapped(lines: readonly Line[]): boolean {
  const texts = lines.map(lineText);
  return texts.slice(1).some((text) => /^[\p{Ll}(]/u.test(text)) && texts.some((text) => text.length > SHARED.unit);
}

function areNumbers(lines: readonly Line[]): boolean {
  const texts = lines.map(lineText);
  const isNumber = lines.length > 2 ? isNumeric : (text: string): boolean => PLAIN.test(text);
  return texts.every(isNumber) && texts.filter((text) => /\d/.test(text)).length > 1 && !isBrokenNumber(texts);
}

/**
 * Most cells with the same lines in a row: numbers among them, no text that wraps, and no cell with more lines, which
 * would be names of rows.
 */
function withSharedLines(cells: readonly Cell[]): readonly Cell[] {
  const several = cells.filter(({ lines }) => lines.length > 1 && !areWrapped(lines));
  const groups = several.map(({ lines }) => several.filter((other) => haveSameLines(lines, other.lines)));
  const [most = []] = groups.toSorted((a, b) => b.length - a.length);
  const count = most[0]?.lines.length ?? 0;
  const numbers = most.filter(({ lines }) => areNumbers(lines)).length;
  const isNumbered = count > 2 && most.some(({ column, lines }) => column === 0 && areNumbers(lines));
  const isSure =
    most.length >= (isNumbered ? SHARED.cells : Math.max(SHARED.cells, SHARED.share * cells.length)) &&
    numbers >= (count === 2 ? SHARED.numbersOfTwo : 1);
  return isSure && cells.every(({ lines }) => lines.length <= count) ? most : [];
}

/**
 * Rulings that are missing below lines which several cells of a ruled row share, as the values of one quantity under
 * several conditions do. What stands beside them in other lines spans their rows, unless each of them has a name.
 */
export function sharedLines(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  const byRow = Map.groupBy(cellsOf(lattice, runs), ({ row }) => row);
  return [...byRow.values()].flatMap((cells) => {
    const shared = withSharedLines(cells);
    const [first] = shared;
    if (!first) return [];
    const isOn = (line: Line): boolean => first.lines.some((other) => isAt(line, other));
    const isNamed = shared.some(({ column }) => column === 0);
    const parted = isNamed
      ? [{ column: 0, colSpan: lattice.xs.length - 1 }]
      : cells.filter(({ lines }) => lines.every(isOn) && isPart(lines, first.lines));
    return first.lines.slice(1).flatMap((line, index) => {
      const at = betweenLines(first.lines[index]!, line, DEPTH_EM);
      return parted.map(({ column, colSpan }) => ({
        at,
        from: lattice.xs[column]!,
        to: lattice.xs[column + colSpan]!,
      }));
    });
  });
}

/** Whether lines of a cell are in the same rows as the shared ones: as many, or some numbers. */
const isPart = (lines: readonly Line[], shared: readonly Line[]): boolean =>
  (lines.length === shared.length && !areWrapped(lines)) || (lines.length > 1 && lines.map(lineText).every(isNumeric));
