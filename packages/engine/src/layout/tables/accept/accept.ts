import { explain, objectionTo, type Objection } from '../../model/decisions.ts';
import { median } from '../../model/geometry.ts';
import { lettersOf } from '../../model/glyph-run.ts';
import type { Rect } from '../../model/raw-page.ts';
import { lineText } from '../../text/inlines.ts';
import { isBullet } from '../../text/labels.ts';
import { isFilled, type DraftCell } from '../model/draft-table.ts';
import { isAmount, isBrokenNumber, isNumeric } from '../model/numeric.ts';
import { boundsOfLattice, type Lattice } from '../rulings/lattice.ts';
import { isSureTable, objectionToTable, type TableCandidate } from './objections.ts';
import { looksLikeTable } from './table-odds.ts';

/**
 * Whether cells are a table, whatever showed them: named objections first, then the trees, which weigh what the cells
 * look like together.
 */

/** What lattices hold that are tables. Set by hand on the tuning half of the corpus. */
const RULED = {
  /** Fewest cells with text, and their share of all. */
  filled: 2,
  filledShare: 0.15,
  /** Fewest rows of a table with one column. */
  rowsOfOne: 3,
};

/**
 * Boxes and bars of a drawing: shares of the cells with text that span several fields, of all cells that span rows, and
 * most cells with text. Set by hand on the tuning half of the corpus.
 */
const DRAWING = { spanning: 0.7, spanningRows: 0.2, filled: 0.86 };

/** Fewest lines of amounts in a frame around a column, such columns side by side, and ruled rows. Set by hand. */
const FRAME = { lines: 3, columns: 2, rows: 3 };

/** A frame around text: shares of the width and of all letters, fewest lines of such a cell, and most rows. */
const PAGE = { width: 0.85, letters: 0.7, lines: 8, rows: 4 };

/** Cells that rulings draw. */
interface RuledShape {
  readonly cells: readonly DraftCell[];
  readonly rows: number;
  /** Left edges of the columns and the right edge of the last one. */
  readonly grid: readonly number[];
  readonly lattice: Lattice;
  /** How many cells the lattice has, those without text too. */
  readonly fields: number;
}

const NO_RULED_TABLE: readonly Objection<RuledShape>[] = [
  [
    'too little text',
    ({ cells, fields }) => {
      const filled = cells.filter(isFilled).length;
      return filled < RULED.filled || filled < RULED.filledShare * fields;
    },
  ],
  ['one cell', ({ rows, grid }) => rows * (grid.length - 1) < 2],
  [
    'boxes below each other',
    ({ cells, rows, grid }) => grid.length === 2 && (rows < RULED.rowsOfOne || areBoxes(cells)),
  ],
  ['a frame around text', isFrameOfText],
  ['a drawing', ({ cells }) => isDrawing(cells)],
  ['frames around columns of amounts', ({ cells, rows }) => rows >= FRAME.rows && areFrames(cells)],
];

/** What rulings draw: a table, boxes that look like the fields of a form or diagram, or neither. */
export function acceptRuled(shape: RuledShape): 'table' | 'fields' | 'none' {
  const box = (): Rect => boundsOfLattice(shape.lattice);
  const objection = objectionTo(NO_RULED_TABLE, shape);
  if (objection) {
    explain('cells of rulings', 'no', objection, box);
    return 'none';
  }
  return looksLikeTable({ ...shape, isUnmarked: false }, box) ? 'table' : 'fields';
}

/**
 * Text in boxes below each other, as beside an article: most boxes of a list or of facts have one line. Or nothing but
 * bullets and check boxes.
 */
function areBoxes(cells: readonly DraftCell[]): boolean {
  const filled = cells.filter(isFilled);
  const isLabel = ({ lines }: DraftCell): boolean => lines.every(({ runs }) => runs.length === 1 && isBullet(runs[0]!));
  return median(filled.map(({ lines }) => lines.length)) > 1 || filled.every(isLabel);
}

/** A frame around the text of a page, in which other rulings stand: most of it is in cells from edge to edge. */
function isFrameOfText({ cells, rows, grid }: RuledShape): boolean {
  const lettersIn = (some: readonly DraftCell[]): number =>
    lettersOf(some.flatMap(({ lines }) => lines.flatMap(({ runs }) => runs)));
  const width = grid.at(-1)! - grid[0]!;
  const wide = cells.filter(
    ({ column, colSpan, lines }) =>
      lines.length >= PAGE.lines && grid[column + colSpan]! - grid[column]! >= PAGE.width * width,
  );
  return rows <= PAGE.rows && wide.length > 0 && lettersIn(wide) >= PAGE.letters * lettersIn(cells);
}

/** The boxes of a diagram or the bars of a chart: they stand where they like, so nearly all of them span fields. */
function isDrawing(cells: readonly DraftCell[]): boolean {
  const filled = cells.filter(isFilled);
  const spanning = filled.filter(({ rowSpan, colSpan }) => rowSpan > 1 || colSpan > 1);
  const spanningRows = cells.filter(({ rowSpan }) => rowSpan > 1);
  return (
    spanning.length > DRAWING.spanning * filled.length &&
    spanningRows.length > DRAWING.spanningRows * cells.length &&
    filled.length < DRAWING.filled * cells.length
  );
}

/** Frames around the columns of a statement: cells beside each other hold the amounts of several rows. */
function areFrames(cells: readonly DraftCell[]): boolean {
  const columns = cells.filter(({ lines }) => {
    const texts = lines.map(lineText);
    return texts.length >= FRAME.lines && texts.every(isNumeric) && texts.some(isAmount) && !isBrokenNumber(texts);
  });
  return columns.some(({ row }) => columns.filter((cell) => cell.row === row).length >= FRAME.columns);
}

/** Why cells that their alignment or marks show are no table; nothing when they are one. `grid`: edges of columns. */
export function objectionToAligned(
  candidate: TableCandidate,
  grid: readonly number[],
  box: () => Rect,
): string | undefined {
  const { cells, rows, evidence } = candidate;
  const objection = objectionToTable(candidate);
  if (objection || isSureTable(candidate)) return objection;
  return looksLikeTable({ cells, rows, grid, isUnmarked: !evidence.marked }, box) ? undefined : 'looks unlike tables';
}
