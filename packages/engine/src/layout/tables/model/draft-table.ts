import type { Inline } from '../../../document.ts';
import { centerX, hundredths, widthOf } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { joinSegments, type Line } from '../../model/line.ts';
import type { LayoutCell, TableBlock } from '../../model/page-model.ts';
import { appendInlines, inlinesOfLine, lineText, type TextSpan } from '../../text/inlines.ts';
import { isBullet } from '../../text/labels.ts';
import { withoutLeader } from '../../text/leaders.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments } from '../../text/segments.ts';
import { isBrokenNumber, isNumeric } from './numeric.ts';

/** A cell while its table is being made: its lines, and where it stands. */
export interface DraftCell {
  row: number;
  column: number;
  rowSpan: number;
  colSpan: number;
  lines: Line[];
}

export interface DraftTable {
  readonly cells: readonly DraftCell[];
  readonly rows: number;
  /** Left edges of the columns and the right edge of the last one. */
  readonly grid: readonly number[];
  readonly source: TableBlock['source'];
  readonly headerRows: number;
  /** Rows above this one do not tell how columns are aligned; the header rows, where this is not said. */
  readonly firstAligned?: number;
}

/** A table whose place on the page is yet to be said. */
export type TableContent = Omit<TableBlock, 'box' | 'column'>;

/** Em: lines of one cell are no further apart. Set by hand on the tuning half of the corpus. */
export const CELL_LINE_EM = 1.35;

/** Em besides its first word by which a line would have fitted at the end of the one above. Set by hand. */
const BREAK_EM = 1;
/** A line that the author began: no rest of a sentence. */
const STARTS_ANEW = /^(?:\p{Ps}(?!\p{Ll})|[\p{Lu}\p{Lo}\p{N}])/u;

/** How the cells of a column are aligned, in points. Set by hand on the tuning half of the corpus. */
const ALIGN = {
  /** Fewest lines that tell. */
  lines: 3,
  /** By how much left edges agree, and right edges and middles. */
  leftPt: 3,
  otherPt: 2.5,
  /** How far numbers of one length stand at the right of their header's start. */
  headPt: 3,
};

/** The lines of a cell: all runs of a baseline are one line. */
export function cellLines(runs: readonly GlyphRun[]): Line[] {
  return baselineRows(runs, BASELINE_SLACK.cell).map((row) => withoutLeader(joinSegments(cutIntoSegments(row))));
}

/** The text of a cell. */
export function draftText({ lines }: DraftCell): string {
  const texts = lines.map(lineText);
  return texts.join(isBrokenNumber(texts) ? '' : ' ');
}

export const isFilled = ({ lines }: DraftCell): boolean => lines.length > 0;

/** Takes rows or columns that are not used out of the grid. Returns how many are left. */
export function dropUnused(
  cells: DraftCell[],
  used: readonly boolean[],
  at: 'row' | 'column',
  span: 'rowSpan' | 'colSpan',
): number {
  const places: number[] = [];
  let count = 0;
  for (const each of used) {
    places.push(count);
    if (each) count += 1;
  }
  places.push(count);
  for (let index = cells.length - 1; index >= 0; index -= 1) {
    const cell = cells[index]!;
    const start = places[cell[at]]!;
    const end = places[cell[at] + cell[span]]!;
    if (end === start) cells.splice(index, 1);
    cell[at] = start;
    cell[span] = Math.max(1, end - start);
  }
  return count;
}

/** A dash alone on its line parts what stands above and below it, as the courses of a menu. */
const isLoneDash = ({ runs }: Line): boolean => runs.length === 1 && /^[-–—]$/u.test(runs[0]!.text);

/** Whether the first word of a line had room at the end of the one above, in a column of this width. */
function endsEarly(above: Line, line: Line, width: number): boolean {
  const first = line.runs[0]!;
  const isHyphenated = /\u00AD$|-$/u.test(above.runs.at(-1)!.text) && !isLoneDash(above);
  if (isHyphenated || !STARTS_ANEW.test(first.text)) return false;
  return widthOf(above) + widthOf(first) + BREAK_EM * line.size < width;
}

/** Whether a line of a cell stays a line: it begins an item, the line above ends early, or it is a dash between two. */
function isKept(lines: readonly Line[], index: number, width: number): boolean {
  const [line, below] = [lines[index]!, lines[index + 1]];
  if (isLoneDash(line)) return below !== undefined && endsEarly(line, below, width);
  return isBullet(line.runs[0]!) || endsEarly(lines[index - 1]!, line, width);
}

/** Lines of a cell as inline content. */
function cellInlines(lines: readonly Line[], width: number): Inline[] {
  const content: Inline[] = [];
  let current: TextSpan[] = [];
  if (lines.length > 1 && isBrokenNumber(lines.map(lineText)))
    return lines.flatMap((line) => inlinesOfLine(line, 'scripts'));
  for (const [index, line] of lines.entries()) {
    const spans = inlinesOfLine(line, 'scripts');
    if (current.length > 0 && isKept(lines, index, width)) {
      content.push(...current, { kind: 'break' });
      current = [];
    }
    appendInlines(current, spans);
  }
  content.push(...current);
  return content;
}

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/**
 * How a column's cells are aligned: their right edges or their middles agree, and the left edges do not. Numbers of one
 * length agree in everything: they are set to the right where they stand at the right of the words that head them.
 */
function alignOf(cells: readonly DraftCell[], head: readonly Line[]): LayoutCell['align'] {
  const lines = cells.filter((cell) => cell.colSpan === 1).flatMap((cell) => cell.lines);
  if (lines.length < ALIGN.lines) return undefined;
  if (spread(lines.map((line) => line.x0)) < ALIGN.leftPt) {
    const isRight = (line: Line): boolean =>
      isNumeric(lineText(line)) && head.every((each) => line.x0 > each.x0 + ALIGN.headPt && line.x1 > each.x1 - 1);
    return head.length > 0 && lines.every(isRight) ? 'right' : undefined;
  }
  if (spread(lines.map((line) => line.x1)) < ALIGN.otherPt) return 'right';
  return spread(lines.map(centerX)) < ALIGN.otherPt ? 'center' : undefined;
}

/** Width of the longest line of these cells that ends before another column begins: tags say little of merged cells. */
const longestLine = (cells: readonly DraftCell[], end: number): number =>
  Math.max(0, ...cells.flatMap(({ lines }) => lines.filter(({ x1 }) => x1 < end).map(widthOf)));

interface CellLook {
  readonly align: LayoutCell['align'];
  /** Points: lines that end before it were broken by the author. */
  readonly width: number;
}

function finishCell(cell: DraftCell, { align, width }: CellLook): LayoutCell {
  return {
    content: cellInlines(cell.lines, width),
    ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
    ...(cell.colSpan > 1 ? { colSpan: cell.colSpan } : {}),
    ...(align === undefined ? {} : { align }),
  };
}

export function finishTable(draft: DraftTable): TableContent {
  const { cells, rows, grid, source, headerRows, firstAligned = headerRows } = draft;
  const aligns = grid.slice(1).map((_, column) => {
    const inColumn = cells.filter((cell) => cell.column === column);
    return alignOf(
      inColumn.filter((cell) => cell.row >= firstAligned),
      inColumn.filter((cell) => cell.row < firstAligned && cell.colSpan === 1).flatMap((cell) => cell.lines),
    );
  });
  const body = cells.filter(({ row, colSpan }) => row >= headerRows && colSpan === 1);
  const widths = grid.slice(1).map((_, column) => {
    const next = body.filter((cell) => cell.column === column + 1).flatMap(({ lines }) => lines.map(({ x0 }) => x0));
    return longestLine(
      body.filter((cell) => cell.column === column),
      Math.min(...next),
    );
  });
  const lookOf = (cell: DraftCell): CellLook => {
    const isPart = cell.colSpan === 1;
    const width = isPart ? widths[cell.column]! : longestLine([cell], Infinity);
    return { align: isPart ? aligns[cell.column] : undefined, width: cell.row < headerRows ? 0 : width };
  };
  const lists: LayoutCell[][] = Array.from({ length: rows }, () => []);
  for (const cell of [...cells].sort((a, b) => a.row - b.row || a.column - b.column))
    lists[cell.row]!.push(finishCell(cell, lookOf(cell)));
  return { kind: 'table', source, rows: lists, headerRows, grid: grid.map(hundredths) };
}

/** The cells of each row. */
export const cellsByRow = (cells: readonly DraftCell[], rows: number): DraftCell[][] =>
  Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row));
