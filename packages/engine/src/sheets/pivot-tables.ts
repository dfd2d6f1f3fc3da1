import type { Area, SheetRow } from './source.ts';

/** The rows as they are; `warn` is called for each area without a cell, which programs leave to Excel to fill. */
export async function* withPivotTables(
  rows: AsyncIterable<SheetRow>,
  areas: readonly Area[] | undefined,
  warn: () => void,
): AsyncGenerator<SheetRow> {
  const empty = new Set(areas);
  for await (const row of rows) {
    for (const area of empty) if (holds(area, row)) empty.delete(area);
    yield row;
  }
  for (let n = 0; n < empty.size; n++) warn();
}

const holds = ({ top, left, bottom, right }: Area, { row, cells }: SheetRow): boolean =>
  row >= top && row <= bottom && cells.some(({ column }) => column >= left && column <= right);
