import { explain } from '../../model/decisions.ts';
import { boundsOf } from '../../model/geometry.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Rect } from '../../model/raw-page.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { dropUnused, finishTable, isFilled, type DraftCell, type TableContent } from '../model/draft-table.ts';
import { cellsOfRow, cutAtEdges, type CellLine } from '../grid/grid-cells.ts';
import { cutNarrowColumns } from '../grid/narrow-columns.ts';
import { findGrid, type Grid, type TableEvidence } from '../grid/grid.ts';
import { isBelowTitle, type TableLines } from '../rows/line-facts.ts';
import { settleNames, type MiddleName } from '../rows/middle-names.ts';
import { continuationOdds, goOn, goOnSurely } from '../rows/row-starts.ts';
import { lengthOf } from '../rulings/rulings.ts';
import { fillHoles, spanRows, spanTotals } from '../grid/spans.ts';
import { objectionToAligned } from '../accept/accept.ts';
import { joinBelowTitles, joinHeader } from '../header/header-lines.ts';
import { columnHeaderRows, spanByRulings, spreadHeader } from '../header/header-rows.ts';

/** More columns than this are no table. */
const MAX_COLUMNS = 40;

/**
 * Share of the table's width that a ruling between rows covers, and one below the header. Set by hand on the tuning
 * half.
 */
const RULING_SHARE = { row: 0.35, header: 0.9 };

/** y of the rulings between rows that cover a share of the grid's width. */
function rulingsOver(share: number, rows: readonly TextRow[], { edges }: Grid, { rulings }: TableEvidence): number[] {
  const width = edges.at(-1)! - edges[0]!;
  const [first, last] = [rows[0]!, rows.at(-1)!];
  return rulings
    .filter((ruling) => lengthOf(ruling) >= share * width && ruling.at > first.baseline && ruling.at < last.baseline)
    .map((ruling) => ruling.at);
}

/** Lines of text cut into cells. */
function linesOf(
  rows: readonly TextRow[],
  cells: readonly (readonly CellLine[])[],
  grid: Grid,
  evidence: TableEvidence,
): TableLines {
  return {
    lines: rows.map(({ baseline, size }, index) => ({
      baseline,
      size,
      cells: cells[index]!.map(({ column, span, text, line: { x0, x1, runs } }) => ({
        column,
        span,
        text,
        x0,
        x1,
        bold: isBold(runs),
      })),
    })),
    columns: grid.edges.length - 1,
    rulings: rulingsOver(RULING_SHARE.row, rows, grid, evidence),
    isLattice: false,
  };
}

/** Which lines go on with the row above, where all rows lie between rulings; titles stand above names of columns. */
const betweenRulings = ({ lines }: TableLines, { rulings: [first, ...more] }: TableEvidence): boolean[] =>
  lines.map((line, index) => {
    const above = lines[index - 1]?.baseline ?? 0;
    const isParted = [first, ...more].some((ruling) => ruling && ruling.at > above && ruling.at < line.baseline);
    const isInHeader = first !== undefined && line.baseline < first.at;
    return index > 0 && !isParted && !(isInHeader && isBelowTitle(lines, index));
  });

/** Cells of all rows, from lines of text some of which go on with the row above. */
function gatherCells(
  lines: readonly (readonly CellLine[])[],
  goesOn: readonly boolean[],
  names: readonly MiddleName[],
): { cells: DraftCell[]; rows: number } {
  const cells: DraftCell[] = [];
  let row = -1;
  const rows: number[] = [];
  lines.forEach((line, index) => {
    if (!goesOn[index]) row += 1;
    rows.push(row);
    for (const cell of line) {
      const above = goesOn[index]
        ? cells.find(
            (other) => other.row === row && other.column <= cell.column && cell.column < other.column + other.colSpan,
          )
        : undefined;
      if (above) above.lines.push(cell.line);
      else cells.push({ row, column: cell.column, rowSpan: 1, colSpan: cell.span, lines: [cell.line] });
    }
  });
  for (const { first, last, further, columns } of names) {
    const own = cells.filter((cell) => cell.row === rows[first] && cell.column < columns);
    for (const cell of own) cell.rowSpan = rows[last]! - cell.row + 1;
    own[0]?.lines.push(...further);
  }
  return { cells, rows: row + 1 };
}

/** Cells in their rows, and with none but those lines joined that are surely of one row. */
function rowsOf(
  text: TableLines,
  lines: readonly (readonly CellLine[])[],
  names: readonly MiddleName[],
  evidence: TableEvidence,
): Record<'draft' | 'sure', ReturnType<typeof gatherCells>> {
  if (evidence.ruledRows) {
    const draft = gatherCells(lines, betweenRulings(text, evidence), names);
    return { draft, sure: draft };
  }
  const odds = continuationOdds(text);
  return {
    draft: gatherCells(lines, goOn(odds), names),
    sure: gatherCells(lines, goOnSurely(odds, text.rulings), names),
  };
}

/** Reads rows of text without a lattice as a table, or finds that they are none. */
export function readAlignedTable(given: readonly TextRow[], evidence: TableEvidence): TableContent | undefined {
  const { rows: cut, narrow } = evidence.edges
    ? { rows: cutAtEdges(given, evidence.edges), narrow: [] }
    : cutNarrowColumns(given);
  const { rows, names } = settleNames(cut);
  const grid = findGrid(rows, evidence, narrow);
  if (!grid) return undefined;
  const columns = grid.edges.length - 1;
  if (columns < 2 || columns > MAX_COLUMNS) return undefined;
  const lines = rows.map((row) => cellsOfRow(row, grid));
  const { draft, sure } = rowsOf(linesOf(rows, lines, grid, evidence), lines, names, evidence);
  const [firstRuling] = rulingsOver(RULING_SHARE.header, rows, grid, evidence);
  const named = columnHeaderRows(draft.cells, draft.rows, firstRuling);
  const box = (): Rect => boundsOf(given.flatMap((row) => row.segments));
  const objection = objectionToAligned({ lines, ...sure, columns, evidence }, grid.edges, box);
  explain('aligned table', objection ? 'no' : 'yes', objection ?? evidenceName(evidence), box);
  if (objection) return undefined;
  const { cells, rows: count } = draft;
  const joined = joinHeader(cells, named, columns);
  spanByRulings(cells, named - joined, grid.edges, evidence.rulings);
  spreadHeader(cells, named - joined, columns, grid.edges);
  const below = joinBelowTitles(cells, named - joined, grid.edges);
  const headerRows = named - joined - below;
  const rowsLeft = count - joined - below;
  fillHoles(cells, rowsLeft, columns);
  spanTotals(cells, rowsLeft, columns);
  spanRows(cells, evidence.rulings, grid.edges);
  const edgesLeft = dropEmptyColumns(cells, grid.edges);
  return finishTable({ cells, rows: rowsLeft, grid: edgesLeft, source: 'stream', headerRows });
}

/** Takes out columns without text, such as a space between fillings. Returns the grid without them. */
function dropEmptyColumns(cells: DraftCell[], edges: readonly number[]): readonly number[] {
  const used = edges.slice(1).map((_, column) => cells.some((cell) => isFilled(cell) && cell.column === column));
  dropUnused(cells, used, 'column', 'colSpan');
  return edges.filter((_, index) => index === edges.length - 1 || used[index]);
}

function evidenceName({ marked, headed }: TableEvidence): string {
  if (marked) return 'rulings, filled rows or a caption mark it';
  return headed ? 'a bold header' : 'its text is aligned';
}
