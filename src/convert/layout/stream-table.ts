import { findGutters, type Gutter } from './grid-columns.ts';
import { lineText } from './inlines.ts';
import { isBullet } from './labels.ts';
import { joinSegments } from './lines.ts';
import type { TableBlock } from './page-model.ts';
import { makeSegment, median, type Segment } from './piece.ts';
import { findContinuations, isNumeric } from './row-starts.ts';
import { finishTable, type DraftCell } from './ruled-table.ts';
import type { Stroke } from './rules.ts';
import { columnHeaderRows, fillHoles, joinHeader, spanRows, spanTotals, spreadHeader } from './table-header.ts';
import type { TextRow } from './text-rows.ts';

/** What speaks for a table besides the alignment of its text. */
export interface TableEvidence {
  /** The text lies between level rules of its width, on striped ground, or near a caption that names it a table. */
  readonly marked: boolean;
  /** Every row lies between two of the strokes, whatever its text looks like. */
  readonly banded?: true;
  /** The first row is bold, the others are not. */
  readonly headed?: boolean;
  /** Level lines between the rows (rules, edges of grounds), from top to bottom. */
  readonly strokes: readonly Stroke[];
  /** Where columns meet, when upright lines or grounds show it. */
  readonly edges?: readonly number[];
}

export type TableDraft = Omit<TableBlock, 'box' | 'column'>;

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
    if (segment.x0 >= gutter.x0 - 1 || (segment.x0 + segment.x1) / 2 > middle + (segment.x1 - segment.x0) * 0.45)
      first += 1;
    if (segment.x1 > gutter.x1 + 1 || segment.x0 >= gutter.x0 - 1) last += 1;
  }
  return [Math.min(first, last), last];
}

function findGrid(rows: readonly TextRow[], evidence: TableEvidence): Grid | undefined {
  let left = Infinity;
  let right = -Infinity;
  for (const row of rows) {
    for (const segment of row.segments) {
      left = Math.min(left, segment.x0);
      right = Math.max(right, segment.x1);
    }
  }
  const { edges } = evidence;
  if (edges && edges.length > 0) {
    const inner = edges.filter((x) => x > left + 2 && x < right - 2);
    return { gutters: inner.map((x) => ({ x0: x - 0.5, x1: x + 0.5 })), edges: [left, ...inner, right] };
  }
  const several = rows.filter((row) => row.segments.length >= 2);
  if (several.length === 0 || (several.length < 2 && !evidence.marked)) return undefined;
  const size = median(several.map((row) => row.size));
  const tolerance =
    several.length < 5
      ? evidence.marked && several.length >= 3
        ? 1
        : 0
      : Math.max(1, Math.floor(0.15 * several.length));
  const used = evidence.marked && several.length < 3 ? rows : several;
  const width = Math.max(2.5, 0.4 * size);
  const gutters = moreOf(
    findGutters(
      used.map((row) => row.segments),
      width,
      tolerance,
    ),
    fullGutters(several, width),
  );
  if (evidence.marked && gutters.length > 0 && several.length >= 5) {
    for (const tight of tightGutters(rows, size, gutters)) gutters.push(tight);
    gutters.sort((a, b) => a.x0 - b.x0);
  }
  const named = evidence.marked || evidence.headed === true ? namedColumns(rows, gutters.length + 1) : undefined;
  if (named) return { gutters: named.map((x) => ({ x0: x - 0.5, x1: x + 0.5 })), edges: [left, ...named, right] };
  if (gutters.length === 0) return undefined;
  return { gutters, edges: [left, ...gutters.map((gutter) => (gutter.x0 + gutter.x1) / 2), right] };
}

const moreOf = (a: Gutter[], b: Gutter[]): Gutter[] => (b.length > a.length ? b : a);

/** Gutters of the rows that have most cells, when they are the greater part: totals and titles of sections run over columns. */
function fullGutters(rows: readonly TextRow[], width: number): Gutter[] {
  const most = Math.max(...rows.map((row) => row.segments.length));
  const full = rows.filter((row) => row.segments.length >= 0.75 * most);
  if (most < 4 || full.length < 4 || full.length < 0.55 * rows.length) return [];
  return findGutters(
    full.map((row) => row.segments),
    width,
    full.length < 7 ? 0 : Math.floor(0.15 * full.length),
  );
}

/** Gutters no wider than a space, which every row keeps and at which nearly all words start (or end) together. */
function tightGutters(rows: readonly TextRow[], size: number, known: readonly Gutter[]): Gutter[] {
  const pieces = rows.map((row) => row.segments.flatMap((segment) => segment.pieces));
  const share = (count: number): boolean => count >= 0.85 * rows.length - 1 && count >= 5;
  return findGutters(pieces, 0.28 * size, 0).filter((gutter) => {
    if (known.some((other) => other.x0 < gutter.x1 && other.x1 > gutter.x0)) return false;
    const starts = pieces.filter((row) => row.some((piece) => Math.abs(piece.x0 - gutter.x1) < 0.8)).length;
    return (
      share(starts) &&
      pieces.filter((row) => row.some((piece) => Math.abs(piece.x1 - gutter.x0) < 1.5)).length >= 0.5 * rows.length
    );
  });
}

/** Where the names in the head start, when there are more of them than gutters and no word crosses these lines. */
function namedColumns(rows: readonly TextRow[], found: number): number[] | undefined {
  const names = rows[0]!.segments;
  if (names.length <= found || names.length < 3) return undefined;
  const lines = names.slice(1).map((name) => name.x0 - 1);
  const crossed = rows.filter((row) =>
    row.segments.some((segment) =>
      segment.pieces.some((piece) => lines.some((x) => piece.x0 < x - 0.5 && piece.x1 > x + 0.5)),
    ),
  ).length;
  return crossed <= 0.04 * rows.length ? lines : undefined;
}

interface CellText {
  readonly column: number;
  readonly span: number;
  readonly segments: Segment[];
  readonly text: string;
}

/** Cuts segments where columns are known to meet. */
function cutAt(segments: readonly Segment[], edges: readonly number[], least = 0.3): Segment[] {
  return segments.flatMap((segment) => {
    const crossed = edges.filter((x) => x > segment.x0 + 1 && x < segment.x1 - 1);
    if (crossed.length === 0) return [segment];
    const parts: Segment[] = [];
    let rest = segment.pieces;
    for (const x of crossed) {
      const before = rest.filter((piece) => (piece.x0 + piece.x1) / 2 < x);
      const after = rest.filter((piece) => (piece.x0 + piece.x1) / 2 >= x);
      const clear =
        before.length > 0 &&
        after.length > 0 &&
        Math.max(...before.map((piece) => piece.x1)) <= x + 1 &&
        Math.min(...after.map((piece) => piece.x0)) >= x - 1 &&
        Math.min(...after.map((piece) => piece.x0)) - Math.max(...before.map((piece) => piece.x1)) >
          least * segment.size;
      if (!clear) continue;
      parts.push(makeSegment(before));
      rest = after;
    }
    return [...parts, makeSegment(rest)];
  });
}

/** Cuts segments at gaps of words that lie in a gutter of most rows. */
function cutInGutters(segments: readonly Segment[], gutters: readonly Gutter[]): Segment[] {
  return segments.flatMap((segment) => {
    const cells: Segment[] = [];
    let from = 0;
    for (const gutter of gutters) {
      if (segment.x0 > gutter.x0 || segment.x1 < gutter.x1) continue;
      const at = segment.pieces.findIndex(
        (piece, index) =>
          index > from &&
          piece.x0 >= gutter.x1 - 1 &&
          segment.pieces[index - 1]!.x1 <= gutter.x1 - 0.2 * segment.size &&
          segment.pieces[index - 1]!.x0 < gutter.x0,
      );
      if (at < 0 || segment.pieces[at]!.x0 - segment.pieces[at - 1]!.x1 < 0.28 * segment.size) continue;
      cells.push(makeSegment(segment.pieces.slice(from, at)));
      from = at;
    }
    return cells.length === 0 ? [segment] : [...cells, makeSegment(segment.pieces.slice(from))];
  });
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

const textOf = (draft: DraftCell): string => draft.lines.map(lineText).join(' ');

/** Whether the cells look like a table's and not like columns of prose, a table of contents, labels of a list or a form. */
function isTable(
  table: readonly CellText[][],
  drafts: readonly DraftCell[],
  rows: number,
  columns: number,
  evidence: TableEvidence,
): boolean {
  const byRow = Array.from({ length: rows }, (_, row) => drafts.filter((draft) => draft.row === row));
  const several = byRow.filter((row) => row.length >= 2);
  if (several.length < (evidence.marked ? 2 : 3) || several.length < 0.4 * rows) return false;
  const byColumn = Array.from({ length: columns }, (_, column) =>
    drafts.filter((draft) => draft.column === column && draft.colSpan === 1),
  );
  if (
    byColumn.filter((cells) => cells.length >= Math.max(evidence.marked ? 1 : 2, 0.2 * rows)).length <
    Math.max(2, 0.6 * columns)
  )
    return false;
  const length =
    byColumn.flat().reduce((sum, draft) => sum + words(textOf(draft)), 0) / Math.max(1, byColumn.flat().length);
  const sure = evidence.marked || evidence.headed === true;
  const numeric = byColumn.map(
    (column) => column.filter((draft) => isNumeric(textOf(draft))).length / Math.max(1, column.length),
  );
  if (proseColumns(table, columns) >= Math.max(2, sure ? columns : columns - 1)) return false;
  if (isContents(byColumn, columns)) return false;
  const labels = byColumn[0]!.filter((draft) =>
    draft.lines.every((line) => line.pieces.length === 1 && isBullet(line.pieces[0]!)),
  ).length;
  if (labels >= 2 && labels >= 0.6 * byColumn[0]!.length) return false;
  const fill = several.reduce((sum, row) => sum + row.length, 0) / (several.length * columns);
  if (fill < (evidence.marked ? 0.3 : 0.5)) return false;
  if (evidence.marked) return length <= 25;
  // lists side by side
  const items = drafts.filter(
    (draft) => draft.lines.length > 0 && isBullet(draft.lines[0]!.pieces[0]!) && !isNumeric(textOf(draft)),
  ).length;
  if (items >= 3 && items >= 0.2 * drafts.length) return false;
  // a few rows without a head are more often an address, a date and a number beside each other
  const head = byRow[0]!.filter((draft) => isNumeric(textOf(draft)) || /\d{4,}|\d.*\d.*\d/.test(textOf(draft))).length;
  const worded = byColumn.flat().filter((draft) => !isNumeric(textOf(draft)));
  if (!evidence.headed && worded.filter((draft) => /^\p{Ll}/u.test(textOf(draft))).length > 0.4 * worded.length)
    return false;
  if (rows < 5 && (head > 0 || !numeric.some((share) => share >= 0.5)) && !evidence.headed) return false;
  if (evidence.headed) return length <= 25 && (columns >= 3 || numeric[1]! >= 0.5 || several.length >= 4);
  if (columns >= 3)
    return (
      length <= (rows >= 3 && rows < 0.75 * table.length ? 12 : 5) &&
      (numeric.some((share) => share >= 0.5) || several.length >= 4 || fill > 0.9)
    );
  return numeric[1]! >= 0.7 && length <= 6 && several.length >= 0.7 * rows;
}

/** How many columns look like prose: their lines fill them from edge to edge. */
function proseColumns(table: readonly CellText[][], columns: number): number {
  let count = 0;
  for (let column = 0; column < columns; column += 1) {
    const cells = table.flatMap((row) => row.filter((cell) => cell.column === column && cell.span === 1));
    if (cells.length < 4) continue;
    const widths = cells.map((cell) => cell.segments.at(-1)!.x1 - cell.segments[0]!.x0);
    const widest = Math.max(...widths);
    if (median(widths) > 0.82 * widest && median(cells.map((cell) => words(cell.text))) >= 3) count += 1;
  }
  return count;
}

/** Titles on the left and rising page numbers on the right. */
function isContents(byColumn: readonly DraftCell[][], columns: number): boolean {
  const last = byColumn[columns - 1]!.map(textOf);
  if (columns > 3 || last.length < 3) return false;
  const pages = last.map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN));
  if (last.filter((text) => /^(?:\d{1,4}|[ivxl]{1,6})$/.test(text)).length < 0.9 * last.length) return false;
  let rising = 0;
  for (let index = 1; index < pages.length; index += 1) if (!(pages[index]! < pages[index - 1]!)) rising += 1;
  const titles = byColumn[columns - 2]!.map(textOf);
  return (
    rising >= 0.95 * (pages.length - 1) && titles.filter((text) => /\p{L}{3}/u.test(text)).length > 0.8 * titles.length
  );
}

/** Reads rows of text without a lattice as a table, or finds that they are none. */
export function readStreamTable(given: readonly TextRow[], evidence: TableEvidence): TableDraft | undefined {
  const edges = evidence.edges ?? [];
  const uncut = edges.length === 0 ? given : given.map((row) => ({ ...row, segments: cutAt(row.segments, edges) }));
  const grid = findGrid(uncut, evidence);
  if (!grid) return undefined;
  const isNamed = edges.length === 0 && grid.gutters[0]!.x1 - grid.gutters[0]!.x0 <= 1.01;
  const rows = isNamed
    ? uncut.map((row) => ({ ...row, segments: cutAt(row.segments, grid.edges.slice(1, -1), 0.1) }))
    : uncut;
  const columns = grid.edges.length - 1;
  const width = grid.edges.at(-1)! - grid.edges[0]!;
  const lines = (share: number): number[] =>
    evidence.strokes.filter((stroke) => stroke.to - stroke.from >= share * width).map((stroke) => stroke.at);
  if (columns < 2 || columns > 40) return undefined;
  const cut =
    edges.length > 0 || isNamed
      ? rows
      : rows.map((row) => ({ ...row, segments: cutInGutters(row.segments, grid.gutters) }));
  const table = cut.map((row) => cellsOfRow(row, grid));
  const goesOn = evidence.banded
    ? rows.map(
        (line, index) => index > 0 && !evidence.strokes.some(({ at }) => at > rows[index - 1]!.base && at < line.base),
      )
    : findContinuations(
        rows.map((line, index) => ({ base: line.base, size: line.size, cells: table[index]! })),
        columns,
        lines(0.35),
      );
  const drafts: DraftCell[] = [];
  let row = -1;
  table.forEach((cells, index) => {
    if (!goesOn[index]) row += 1;
    for (const cell of cells) {
      const line = joinSegments(cell.segments);
      const above = goesOn[index]
        ? drafts.find(
            (draft) => draft.row === row && draft.column <= cell.column && cell.column < draft.column + draft.colSpan,
          )
        : undefined;
      if (above) above.lines.push(line);
      else drafts.push({ row, column: cell.column, rowSpan: 1, colSpan: cell.span, lines: [line] });
    }
  });
  const count = row + 1;
  if (count < 2 || !isTable(table, drafts, count, columns, evidence)) return undefined;
  const namedRows = columnHeaderRows(
    drafts,
    count,
    lines(0.9).find((y) => y > rows[0]!.base && y < rows.at(-1)!.base),
  );
  const joined = joinHeader(drafts, namedRows, columns);
  const headerRows = namedRows - joined;
  spreadHeader(drafts, headerRows, columns, grid.edges);
  fillHoles(drafts, count - joined, columns);
  spanTotals(drafts, count - joined, columns);
  spanRows(drafts, evidence.strokes, grid.edges);
  return finishTable(drafts, count - joined, grid.edges, 'stream', headerRows);
}
