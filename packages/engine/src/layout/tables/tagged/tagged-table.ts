import type { Atom } from '../../model/element.ts';
import { boundsOf, median } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { RawTag, Rect } from '../../model/raw-page.ts';
import { explain, objectionTo, type Objection } from '../../model/decisions.ts';
import type { StructureTree } from '../../text/structure-tree.ts';
import { cellLines, finishTable, isFilled } from '../model/draft-table.ts';
import type { DraftCell } from '../model/draft-table.ts';
import { settleCells, type TaggedCell } from './settled-cells.ts';
import { tableAtom } from '../model/table-atom.ts';

/** When a table of the structure tree is followed. Set by hand on the tuning half of the corpus. */
const TABLE = {
  /** Fewest rows, columns and cells with text, and the share of cells with text. */
  rows: 2,
  columns: 2,
  filled: 3,
  filledShare: 0.3,
  /** A layout, and no table: columns at least, and the share of all fields of its rows that have text at most. */
  layoutColumns: 5,
  layoutShare: 0.3,
  /** Share of neighbouring cells that may stand in another order than the tree's, and points by which they may. */
  wrongOrder: 0.05,
  orderPt: 2,
  /** Runs within the table's box, its own among them: at most so many times its own and so many more. */
  runs: 1.2,
  moreRuns: 4,
};

/** More columns than this are an error of the producer. */
const MAX_SPAN = 100;

const ROW_GROUPS = new Set(['THead', 'TBody', 'TFoot', 'NonStruct', 'Div']);
const CELL_GROUPS = new Set(['NonStruct', 'Div']);

/** Rows of a table, whether or not they stand in a head, body or foot. */
function rowTags(table: RawTag): RawTag[] {
  return table.kids.flatMap((kid) => (kid.role === 'TR' ? [kid] : ROW_GROUPS.has(kid.role) ? rowTags(kid) : []));
}

function cellTags(row: RawTag): RawTag[] {
  return row.kids.flatMap((kid) =>
    kid.role === 'TD' || kid.role === 'TH' ? [kid] : CELL_GROUPS.has(kid.role) ? cellTags(kid) : [],
  );
}

/** A table of the tree as it stands on the page. */
interface TaggedTable {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly TaggedCell[];
  readonly runs: readonly GlyphRun[];
  readonly box: Rect;
  /** All text of the page that no other table has. */
  readonly free: readonly GlyphRun[];
}

/** Runs of the page by their marked content. */
type RunsByContent = ReadonlyMap<number, readonly GlyphRun[]>;

function byMarkedContent(runs: readonly GlyphRun[]): RunsByContent {
  const byContent = new Map<number, GlyphRun[]>();
  for (const run of runs) {
    if (run.mcid === undefined) continue;
    const list = byContent.get(run.mcid);
    if (list) list.push(run);
    else byContent.set(run.mcid, [run]);
  }
  return byContent;
}

/** Cells on their grid, as HTML places them. */
function placeCells(
  rows: readonly RawTag[],
  tags: StructureTree,
  runs: RunsByContent,
): { cells: TaggedCell[]; columns: number } {
  const taken = new Set<string>();
  const cells: TaggedCell[] = [];
  let columns = 0;
  rows.forEach((row, y) => {
    let x = 0;
    for (const tag of cellTags(row)) {
      while (taken.has(`${y},${x}`)) x += 1;
      const colSpan = Math.max(1, Math.min(tag.colSpan ?? 1, MAX_SPAN));
      const rowSpan = Math.max(1, Math.min(tag.rowSpan ?? 1, rows.length - y));
      for (let dy = 0; dy < rowSpan; dy += 1) for (let dx = 0; dx < colSpan; dx += 1) taken.add(`${y + dy},${x + dx}`);
      const own = tags.contentOf(tag).flatMap((mcid) => runs.get(mcid) ?? []);
      cells.push({ row: y, column: x, rowSpan, colSpan, lines: cellLines(own), head: tag.role === 'TH' });
      x += colSpan;
      columns = Math.max(columns, x);
    }
  });
  return { cells, columns };
}

/** A cell for each field of the grid that no cell covers. */
function emptyCells({ cells, rows, columns }: TaggedTable): DraftCell[] {
  const taken = new Set<number>();
  for (const cell of cells)
    for (let y = cell.row; y < cell.row + cell.rowSpan; y += 1)
      for (let x = cell.column; x < cell.column + cell.colSpan; x += 1) taken.add(y * columns + x);
  return Array.from({ length: rows * columns }, (_, field) => field)
    .filter((field) => !taken.has(field))
    .map((field) => ({ row: Math.floor(field / columns), column: field % columns, rowSpan: 1, colSpan: 1, lines: [] }));
}

/** Whether two cells that follow each other in the tree stand the other way round on the page. */
function isReversed(before: DraftCell, after: DraftCell): boolean {
  const [first, second] = [before.lines[0]!, after.lines[0]!];
  if (before.row === after.row) return second.x0 < first.x0 - TABLE.orderPt;
  return (
    after.row > before.row &&
    after.rowSpan === 1 &&
    before.rowSpan === 1 &&
    second.baseline < first.baseline - TABLE.orderPt
  );
}

/**
 * Rows from top to bottom and cells from left to right, as the tree has them: otherwise the tags are not to be
 * trusted.
 */
function isInOrder(cells: readonly DraftCell[]): boolean {
  const filled = cells.filter(isFilled);
  const wrong = filled.slice(1).filter((cell, index) => isReversed(filled[index]!, cell));
  return wrong.length <= TABLE.wrongOrder * Math.max(0, filled.length - 1);
}

const NO_TABLE: readonly Objection<TaggedTable>[] = [
  ['has one column', ({ columns }) => columns < TABLE.columns],
  [
    'hardly any cell has text',
    ({ cells }) => {
      const filled = cells.filter(isFilled).length;
      return filled < TABLE.filled || filled < TABLE.filledShare * cells.length;
    },
  ],
  [
    'most columns are left out of its rows',
    ({ cells, rows, columns }) => {
      const fields = cells.filter(isFilled).reduce((sum, { rowSpan, colSpan }) => sum + rowSpan * colSpan, 0);
      return columns >= TABLE.layoutColumns && fields < TABLE.layoutShare * rows * columns;
    },
  ],
  ['cells stand in another order than the tags', ({ cells }) => !isInOrder(cells)],
  [
    'much other text stands in its box',
    ({ runs, box, free }) => {
      const inside = free.filter(
        (run) => run.x0 > box.x0 && run.x1 < box.x1 && run.baseline > box.y0 && run.baseline < box.y1,
      );
      return inside.length > TABLE.runs * runs.length + TABLE.moreRuns;
    },
  ],
];

/** Tables of the structure tree, and the runs that are left. */
export function takeTaggedTables(
  all: readonly GlyphRun[],
  tags: StructureTree,
): { tables: Atom[]; runs: readonly GlyphRun[] } {
  const tables: Atom[] = [];
  if (tags.tables.length === 0) return { tables, runs: all };
  const byContent = byMarkedContent(all);
  const used = new Set<GlyphRun>();
  for (const tag of tags.tables) {
    const rows = rowTags(tag).filter((row) =>
      cellTags(row).some((cell) => tags.contentOf(cell).some((mcid) => byContent.has(mcid))),
    );
    if (rows.length < TABLE.rows) continue;
    const free = used.size === 0 ? all : all.filter((run) => !used.has(run));
    const table = readTable(rows, tags, byContent, free);
    const objection = objectionTo(NO_TABLE, table);
    explain('tagged table', objection ? 'no' : 'yes', objection ?? 'the tags are sound', () => table.box);
    if (objection) continue;
    for (const run of table.runs) used.add(run);
    tables.push(atomOf(table));
  }
  return { tables, runs: used.size === 0 ? all : all.filter((run) => !used.has(run)) };
}

function readTable(
  rows: readonly RawTag[],
  tags: StructureTree,
  byContent: RunsByContent,
  free: readonly GlyphRun[],
): TaggedTable {
  const { cells: stated, columns: statedColumns } = placeCells(rows, tags, byContent);
  const { cells, columns } = settleCells(stated, rows.length, statedColumns);
  const runs = rows
    .flatMap(cellTags)
    .flatMap((cell) => tags.contentOf(cell))
    .flatMap((mcid) => byContent.get(mcid) ?? []);
  const box = boundsOf(cells.flatMap((cell) => cell.lines));
  return { rows: rows.length, columns, cells, runs, box, free };
}

function atomOf(table: TaggedTable): Atom {
  const { cells, rows, columns, box } = table;
  let headerRows = 0;
  const isHeader = (row: number): boolean => {
    const inRow = cells.filter((cell) => cell.row === row);
    return inRow.length > 0 && inRow.every((cell) => cell.head);
  };
  while (headerRows < rows - 1 && isHeader(headerRows)) headerRows += 1;
  const content = finishTable({
    cells: [...cells, ...emptyCells(table)],
    rows,
    grid: gridOf(cells, columns, box.x1),
    source: 'tag',
    headerRows: Math.max(1, headerRows),
  });
  return tableAtom(content, box, [box.x0, box.x1]);
}

/** Left edges of the columns, from the text in them. */
function gridOf(cells: readonly DraftCell[], columns: number, right: number): number[] {
  const edges = Array.from({ length: columns }, (_, column) => {
    const starts = cells
      .filter((cell) => cell.column === column && isFilled(cell))
      .map((cell) => Math.min(...cell.lines.map((line) => line.x0)));
    return starts.length > 0 ? median(starts) : Number.NaN;
  });
  for (let column = 0; column < columns; column += 1)
    if (Number.isNaN(edges[column]!))
      edges[column] = column > 0 ? edges[column - 1]! : (edges.find((edge) => !Number.isNaN(edge)) ?? 0);
  return [...edges, right];
}
