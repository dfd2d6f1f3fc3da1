import type { Flow } from '../flow/flow.ts';
import type { SheetRow } from '../sheets/source.ts';
import { streamTable } from '../sheets/stream-table.ts';
import type { FlatRecord } from './records.ts';

/** Adds records as one table: a column for each key, in the order in which keys first occur. */
export async function addRecords(records: readonly FlatRecord[], flow: Flow): Promise<void> {
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows: SheetRow[] = [
    { row: 0, cells: keys.map((text, column) => ({ column, text })) },
    ...records.map((record, n) => ({
      row: n + 1,
      cells: keys.map((key, column) => ({ column, text: record[key] ?? '' })),
    })),
  ];
  const stream = streamTable(rows.slice(0, 1000), flow);
  for (const row of rows) await stream.row(row);
  await stream.end();
}
