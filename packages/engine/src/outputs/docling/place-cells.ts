import type { OutputBlock } from '../output-block.ts';
import type { TableCell } from './items.ts';

/** A table whose rows come in several blocks. */
export interface Grid {
  /** The cells of the next rows, with their places. */
  add(block: OutputBlock): TableCell[];
  rows(): number;
  columns(): number;
}

/** Gives cells their places: a row lists only those that begin in it. */
export function makeGrid(): Grid {
  let rows = 0;
  let columns = 0;
  /** By column, the first row that no cell above reaches into. */
  const free: number[] = [];

  const placeRow = (row: NonNullable<OutputBlock['rows']>[number], isHeader: boolean): TableCell[] => {
    let column = 0;
    const cells = row.map(({ text, rowSpan = 1, colSpan = 1 }): TableCell => {
      while ((free[column] ?? 0) > rows) column += 1;
      const start = column;
      column += colSpan;
      for (let each = start; each < column; each += 1) free[each] = rows + rowSpan;
      return {
        row_span: rowSpan,
        col_span: colSpan,
        start_row_offset_idx: rows,
        end_row_offset_idx: rows + rowSpan,
        start_col_offset_idx: start,
        end_col_offset_idx: column,
        text,
        column_header: isHeader,
        row_header: false,
        row_section: false,
      };
    });
    rows += 1;
    columns = Math.max(columns, free.length);
    return cells;
  };

  return {
    add: ({ rows: given = [], headerRows = 0 }) => given.flatMap((row, n) => placeRow(row, n < headerRows)),
    // A cell may reach below the last row that has one of its own.
    rows: () => Math.max(rows, ...free),
    columns: () => columns,
  };
}
