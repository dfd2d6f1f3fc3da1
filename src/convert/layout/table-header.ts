import { lineText } from './inlines.ts';
import { isNumeric } from './row-starts.ts';
import type { DraftCell } from './ruled-table.ts';
import type { Stroke } from './rules.ts';

/** How many rows at the top name the columns: those above the first rule, or above the first row with numbers. */
export function columnHeaderRows(drafts: readonly DraftCell[], rows: number, firstRule: number | undefined): number {
  const numericAt = (row: number): number =>
    drafts.filter(
      (draft) =>
        draft.row === row &&
        draft.column > 0 &&
        draft.lines.length > 0 &&
        isNumeric(draft.lines.map(lineText).join(' ')),
    ).length;
  if (firstRule !== undefined) {
    let count = 0;
    for (let row = 0; row < rows; row += 1) {
      const lines = drafts.filter((draft) => draft.row === row).flatMap((draft) => draft.lines);
      if (lines.length === 0 || !lines.every((line) => line.base < firstRule)) break;
      count = row + 1;
    }
    if (count > 0 && count < rows) return Math.min(count, 3);
  }
  if (numericAt(0) > 0 || rows < 3) return 1;
  const firstSpans = drafts.some((draft) => draft.row === 0 && draft.colSpan > 1);
  return firstSpans && numericAt(1) === 0 && rows > 2 ? 2 : 1;
}

/**
 * Rows of a header whose first names every column are further lines of these names, or their units: they become one row. Returns how many rows went.
 */
export function joinHeader(drafts: DraftCell[], headerRows: number, columns: number): number {
  const inHeader = drafts.filter((draft) => draft.row < headerRows && draft.lines.length > 0);
  const first = inHeader.filter((draft) => draft.row === 0);
  const more = inHeader.filter((draft) => draft.row > 0);
  if (more.length === 0 || first.length < columns || inHeader.some((draft) => draft.colSpan > 1 || draft.rowSpan > 1))
    return 0;
  if (new Set(more.filter((draft) => draft.row === 1).map((draft) => draft.column)).size >= columns) return 0;
  for (const draft of more) {
    const above = first.find((other) => other.column === draft.column)!;
    const gap = Math.min(...draft.lines.map((line) => line.base)) - Math.max(...above.lines.map((line) => line.base));
    if (gap > 1.5 * above.lines[0]!.size * draft.row) return 0;
  }
  const gone = headerRows - 1;
  for (const draft of more.sort((a, b) => a.row - b.row))
    first.find((other) => other.column === draft.column)!.lines.push(...draft.lines);
  for (let index = drafts.length - 1; index >= 0; index -= 1) {
    const draft = drafts[index]!;
    if (draft.row >= headerRows) draft.row -= gone;
    else if (draft.row > 0) drafts.splice(index, 1);
  }
  return gone;
}

/** Lets a cell of the header that stands alone over several columns of the next row span them. */
export function spreadHeader(drafts: DraftCell[], headerRows: number, columns: number, edges: readonly number[]): void {
  for (let row = 0; row < headerRows - 1; row += 1) {
    const cells = drafts
      .filter((draft) => draft.row === row && draft.lines.length > 0)
      .sort((a, b) => a.column - b.column);
    cells.forEach((cell, index) => {
      if (cell.column === 0 && cells.length > 1) return;
      const next = cells[index + 1]?.column ?? columns;
      const x0 = Math.min(...cell.lines.map((line) => line.x0));
      const x1 = Math.max(...cell.lines.map((line) => line.x1));
      let last = cell.column + cell.colSpan - 1;
      const center = (x0 + x1) / 2;
      // a centred title stands in the middle of what it spans
      while (
        last + 1 < next &&
        center - (edges[cell.column]! + edges[last + 1]!) / 2 > 0.25 * (edges[last + 2]! - edges[last + 1]!)
      )
        last += 1;
      cell.colSpan = last - cell.column + 1;
    });
  }
}

/** `Subtotal` at the foot stands in a column of numbers because it spans all columns up to the sum. */
export function spanTotals(drafts: DraftCell[], rows: number, columns: number): void {
  if (columns < 4) return;
  const text = (draft: DraftCell): string => draft.lines.map(lineText).join(' ');
  for (let row = rows - 1; row > 1; row -= 1) {
    const cells = drafts.filter((draft) => draft.row === row).sort((a, b) => a.column - b.column);
    const filled = cells.filter((draft) => draft.lines.length > 0);
    const [label, sum] = filled;
    if (
      filled.length !== 2 ||
      !label ||
      !sum ||
      sum.column !== columns - 1 ||
      label.column + label.colSpan !== sum.column ||
      label.column < 2
    )
      return;
    if (isNumeric(text(label)) || !isNumeric(text(sum))) return;
    const others = drafts.filter(
      (draft) => draft.column === label.column && draft.row > 0 && draft.row < row && draft.lines.length > 0,
    );
    const above = others.filter((draft) =>
      drafts.some((other) => other.row === draft.row && other.column === 0 && other.lines.length > 0),
    );
    if (above.length < 2 || above.filter((draft) => isNumeric(text(draft))).length < 0.6 * above.length) return;
    for (const empty of cells)
      if (empty.lines.length === 0 && empty.column < label.column) drafts.splice(drafts.indexOf(empty), 1);
    label.colSpan += label.column;
    label.column = 0;
  }
}

/** Lets a cell span the rows below where a rule parts them in other columns only. */
export function spanRows(drafts: DraftCell[], strokes: readonly Stroke[], edges: readonly number[]): void {
  const rows = Math.max(...drafts.map((draft) => draft.row)) + 1;
  const extents = Array.from({ length: rows }, (_, row) => {
    const lines = drafts.filter((draft) => draft.row === row).flatMap((draft) => draft.lines);
    return { first: Math.min(...lines.map((line) => line.y0)), last: Math.max(...lines.map((line) => line.base)) };
  });
  for (let row = 0; row < rows - 1; row += 1) {
    const between = strokes.filter(
      (stroke) => stroke.at > extents[row]!.last - 1 && stroke.at < extents[row + 1]!.first + 3,
    );
    const open = (column: number): boolean =>
      between.every(
        (stroke) =>
          Math.min(stroke.to, edges[column + 1]!) - Math.max(stroke.from, edges[column]!) <
          0.3 * (edges[column + 1]! - edges[column]!),
      );
    if (between.length === 0 || !edges.slice(1).some((_, column) => !open(column))) continue;
    for (let column = 0; column < edges.length - 1; column += 1) {
      if (!open(column)) continue;
      const below = drafts.findIndex(
        (draft) => draft.row === row + 1 && draft.column === column && draft.lines.length === 0 && draft.colSpan === 1,
      );
      const above = drafts.find(
        (draft) => draft.column === column && draft.colSpan === 1 && draft.row + draft.rowSpan === row + 1,
      );
      if (below < 0 || !above || above.lines.length === 0) continue;
      above.rowSpan += 1;
      drafts.splice(below, 1);
    }
  }
}

/** Gives each field of the grid a cell. */
export function fillHoles(drafts: DraftCell[], rows: number, columns: number): void {
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
