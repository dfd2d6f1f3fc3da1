import { findGutters, type Gutter } from './grid-columns.ts';
import { lineText } from './inlines.ts';
import { joinSegments } from './lines.ts';
import type { TableBlock } from './page-model.ts';
import { median, type Segment } from './piece.ts';
import { finishTable, type DraftCell } from './ruled-table.ts';
import type { TextRow } from './text-rows.ts';

/** What speaks for a table besides the alignment of its text. */
export interface TableEvidence {
  /** The text lies between level rules of its width, or under a caption that names it a table. */
  readonly marked: boolean;
  /** Level rules between the rows, from top to bottom. */
  readonly rules: readonly number[];
}

export type TableDraft = Omit<TableBlock, 'box' | 'column'>;

const NUMERIC = /^[-–—+−±~<>≤≥($€£¥(]*\d[\d\s.,:/%°()×x*+–−±e-]*[%)*†‡a-z]{0,3}$/i;
const EMPTY_MARK = /^[-–—−.…·*]+$|^n\/?a$/i;

interface Grid {
  readonly gutters: readonly Gutter[];
  /** `columns + 1` boundaries. */
  readonly edges: readonly number[];
}

/** First and last column that a segment touches. */
function columnsOf(segment: Segment, gutters: readonly Gutter[]): [number, number] {
  let first = 0;
  let last = 0;
  for (const gutter of gutters) {
    const middle = (gutter.x0 + gutter.x1) / 2;
    if (segment.x0 >= gutter.x0 - 1 || (segment.x0 + segment.x1) / 2 > middle + (segment.x1 - segment.x0) * 0.45) first += 1;
    if (segment.x1 > gutter.x1 + 1 || segment.x0 >= gutter.x0 - 1) last += 1;
  }
  return [Math.min(first, last), last];
}

function findGrid(rows: readonly TextRow[], marked: boolean): Grid | undefined {
  const several = rows.filter((row) => row.segments.length >= 2);
  if (several.length < 2) return undefined;
  const size = median(several.map((row) => row.size));
  const tolerance = several.length < 5 ? (marked && several.length >= 3 ? 1 : 0) : Math.max(1, Math.floor(0.15 * several.length));
  const gutters = findGutters(several.map((row) => row.segments), Math.max(2.5, 0.4 * size), tolerance);
  if (gutters.length === 0) return undefined;
  const left = Math.min(...rows.flatMap((row) => row.segments.map((segment) => segment.x0)));
  const right = Math.max(...rows.flatMap((row) => row.segments.map((segment) => segment.x1)));
  return { gutters, edges: [left, ...gutters.map((gutter) => (gutter.x0 + gutter.x1) / 2), right] };
}

interface CellText {
  readonly column: number;
  readonly span: number;
  readonly segments: Segment[];
  readonly text: string;
}

function cellsOfRow(row: TextRow, grid: Grid): CellText[] {
  const cells: { column: number; span: number; segments: Segment[] }[] = [];
  for (const segment of row.segments) {
    const [first, last] = columnsOf(segment, grid.gutters);
    const previous = cells.at(-1);
    if (previous && first <= previous.column + previous.span - 1) {
      previous.segments.push(segment);
      previous.span = Math.max(previous.span, last - previous.column + 1);
    } else {
      cells.push({ column: first, span: last - first + 1, segments: [segment] });
    }
  }
  return cells.map((cell) => ({ ...cell, text: lineText(joinSegments(cell.segments)) }));
}

const words = (text: string): number => text.split(/\s+/).length;
const isNumeric = (text: string): boolean => NUMERIC.test(text) || EMPTY_MARK.test(text);

/** Whether the grid's cells look like a table's and not like columns of prose, a table of contents, labels of a list or a form. */
function isTable(table: readonly CellText[][], columns: number, evidence: TableEvidence, widths: readonly number[]): boolean {
  const several = table.filter((row) => row.length >= 2);
  if (several.length < (evidence.marked ? 2 : 3)) return false;
  if (several.length < 0.4 * table.length) return false;
  const byColumn: CellText[][] = Array.from({ length: columns }, () => []);
  for (const row of table) for (const cell of row) if (cell.span === 1) byColumn[cell.column]!.push(cell);
  if (byColumn.filter((cells) => cells.length >= Math.max(2, 0.2 * table.length)).length < Math.max(2, 0.6 * columns)) return false;
  const cells = byColumn.flat();
  const length = cells.reduce((sum, cell) => sum + words(cell.text), 0) / Math.max(1, cells.length);
  const numeric = byColumn.map((column) => column.filter((cell) => isNumeric(cell.text)).length / Math.max(1, column.length));
  const numericColumns = numeric.filter((share) => share >= 0.5).length;
  // prose fills its column from edge to edge
  const prose = byColumn.filter((column, index) => {
    const fills = column.map((cell) => cell.segments.reduce((sum, segment) => sum + segment.x1 - segment.x0, 0) / Math.max(1, widths[index]!));
    return column.length >= 3 && median(fills) > 0.8 && median(column.map((cell) => words(cell.text))) >= 3;
  }).length;
  if (prose >= 2 && prose >= columns - 1 && !(evidence.marked && columns > 2)) return false;
  if (isContents(byColumn, columns)) return false;
  const fill = several.reduce((sum, row) => sum + row.length, 0) / (several.length * columns);
  if (fill < (evidence.marked ? 0.3 : 0.5)) return false;
  if (evidence.marked) return length <= 14;
  if (columns >= 3) return length <= 5 && (numericColumns >= 1 || several.length >= 4 || fill > 0.9);
  return numeric[1]! >= 0.7 && length <= 6 && several.length >= 3 && several.length >= 0.7 * table.length;
}

/** Titles on the left and rising page numbers on the right. */
function isContents(byColumn: readonly CellText[][], columns: number): boolean {
  const last = byColumn[columns - 1]!;
  if (columns > 3 || last.length < 3) return false;
  const pages = last.map((cell) => (/^(?:\d{1,4}|[ivxl]{1,6})$/.test(cell.text) ? Number(cell.text) : Number.NaN));
  if (pages.filter((page, index) => !Number.isNaN(page) || /^[ivxl]+$/.test(last[index]!.text)).length < 0.9 * last.length) return false;
  let rising = 0;
  for (let index = 1; index < pages.length; index += 1) if (!(pages[index]! < pages[index - 1]!)) rising += 1;
  const titles = byColumn[columns - 2]!;
  return rising >= 0.95 * (pages.length - 1) && titles.filter((cell) => /\p{L}{3}/u.test(cell.text)).length > 0.8 * titles.length;
}

/** Which rows of text go on with the row above: its cells' further lines. */
function continuations(rows: readonly TextRow[], table: readonly CellText[][], columns: number, rules: readonly number[]): boolean[] {
  const bounds = rules.filter((y) => y > rows[0]!.base && y < rows.at(-1)!.base);
  const banded = bounds.length >= 2 && rows.length / (bounds.length + 1) <= 4 && bounds.length >= 0.3 * (rows.length - 1);
  const gaps = rows.map((row, index) => (index === 0 ? 0 : row.base - rows[index - 1]!.base));
  const inner = gaps.slice(1);
  const tight = Math.min(...inner);
  const loose = inner.filter((gap) => gap > 1.22 * tight);
  const twoRhythms = inner.length >= 3 && loose.length >= 0.25 * inner.length && inner.some((gap) => gap <= 1.08 * tight);
  return rows.map((row, index) => {
    if (index === 0) return false;
    const between = bounds.some((y) => y > rows[index - 1]!.base - 1 && y < row.base - 0.3 * row.size + 1);
    if (between) return false;
    if (banded) return true;
    const cells = table[index]!;
    const above = table[index - 1]!;
    if (gaps[index]! > 1.9 * row.size) return false;
    const firstEmpty = cells[0]!.column > 0;
    if (twoRhythms && gaps[index]! <= 1.08 * tight) return firstEmpty || cells.length < columns;
    if (twoRhythms && gaps[index]! > 1.22 * tight) return false;
    if (cells.length > above.length || cells.length === columns) return false;
    if (cells.some((cell) => isNumeric(cell.text))) return false;
    if (firstEmpty) return cells.every((cell) => !above.every((other) => other.column !== cell.column)) && (cells.length === 1 || cells.every((cell) => /^[\p{Ll}(]/u.test(cell.text)));
    return cells.length === 1 && cells[0]!.span === 1 && /^\p{Ll}/u.test(cells[0]!.text) && above.some((cell) => cell.column === 0 && cell.span === 1);
  });
}

/** How many rows at the top name the columns: those above the first rule, or above the first row with numbers. */
function headerCount(drafts: readonly DraftCell[], rows: number, firstRule: number | undefined): number {
  if (firstRule !== undefined) {
    let count = 0;
    for (let row = 0; row < rows; row += 1) {
      const lines = drafts.filter((draft) => draft.row === row).flatMap((draft) => draft.lines);
      if (lines.length > 0 && lines.every((line) => line.base < firstRule)) count = row + 1;
      else break;
    }
    if (count > 0 && count < rows) return Math.min(count, 4);
  }
  const numericAt = (row: number): number => drafts.filter((draft) => draft.row === row && draft.column > 0 && draft.lines.length > 0 && isNumeric(draft.lines.map(lineText).join(' '))).length;
  if (numericAt(0) > 0 || rows < 3) return 1;
  const firstSpans = drafts.some((draft) => draft.row === 0 && draft.colSpan > 1);
  return firstSpans && numericAt(1) === 0 && rows > 2 ? 2 : 1;
}

/** Lets a cell of the header that stands alone over several columns of the next row span them. */
function spreadHeader(drafts: DraftCell[], headerRows: number, columns: number, grid: Grid): void {
  for (let row = 0; row < headerRows - 1; row += 1) {
    const cells = drafts.filter((draft) => draft.row === row && draft.lines.length > 0).sort((a, b) => a.column - b.column);
    cells.forEach((cell, index) => {
      if (cell.column === 0 && cells.length > 1) return;
      const next = cells[index + 1]?.column ?? columns;
      const x0 = Math.min(...cell.lines.map((line) => line.x0));
      const x1 = Math.max(...cell.lines.map((line) => line.x1));
      let last = cell.column + cell.colSpan - 1;
      const center = (x0 + x1) / 2;
      // a centred title stands in the middle of what it spans
      while (last + 1 < next && center - (grid.edges[cell.column]! + grid.edges[last + 1]!) / 2 > 0.25 * (grid.edges[last + 2]! - grid.edges[last + 1]!)) last += 1;
      cell.colSpan = last - cell.column + 1;
    });
  }
}

/** Reads rows of text without a lattice as a table, or finds that they are none. */
export function readStreamTable(rows: readonly TextRow[], evidence: TableEvidence): TableDraft | undefined {
  const grid = findGrid(rows, evidence.marked);
  if (!grid) return undefined;
  const columns = grid.edges.length - 1;
  if (columns < 2 || columns > 40) return undefined;
  const table = rows.map((row) => cellsOfRow(row, grid));
  const widths = Array.from({ length: columns }, (_, column) => {
    let widest = 0;
    for (const row of table) for (const cell of row) if (cell.column === column && cell.span === 1) widest = Math.max(widest, cell.segments.at(-1)!.x1 - cell.segments[0]!.x0);
    return widest;
  });
  if (!isTable(table, columns, evidence, widths)) return undefined;
  const goesOn = continuations(rows, table, columns, evidence.rules);
  const drafts: DraftCell[] = [];
  let row = -1;
  table.forEach((cells, index) => {
    if (!goesOn[index]) row += 1;
    for (const cell of cells) {
      const line = joinSegments(cell.segments);
      const above = goesOn[index] ? drafts.find((draft) => draft.row === row && draft.column <= cell.column && cell.column < draft.column + draft.colSpan) : undefined;
      if (above) above.lines.push(line);
      else drafts.push({ row, column: cell.column, rowSpan: 1, colSpan: cell.span, lines: [line] });
    }
  });
  const count = row + 1;
  if (count < 2) return undefined;
  const firstRule = evidence.rules.find((y) => y > rows[0]!.base && y < rows.at(-1)!.base);
  const headerRows = headerCount(drafts, count, firstRule);
  spreadHeader(drafts, headerRows, columns, grid);
  fillHoles(drafts, count, columns);
  return finishTable(drafts, count, grid.edges, 'stream', headerRows);
}

/** Gives each field of the grid a cell. */
function fillHoles(drafts: DraftCell[], rows: number, columns: number): void {
  for (let row = 0; row < rows; row += 1) {
    const taken = Array.from({ length: columns }, () => false);
    const inRow = drafts.filter((draft) => draft.row === row).sort((a, b) => a.column - b.column);
    for (const draft of inRow) {
      for (let column = draft.column; column < draft.column + draft.colSpan; column += 1) {
        if (taken[column]) {
          draft.colSpan = Math.max(1, column - draft.column);
          break;
        }
        taken[column] = true;
      }
    }
    taken.forEach((used, column) => {
      if (!used) drafts.push({ row, column, rowSpan: 1, colSpan: 1, lines: [] });
    });
  }
}
