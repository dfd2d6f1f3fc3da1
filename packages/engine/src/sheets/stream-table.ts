import type { Flow } from '../flow/flow.ts';
import type { SheetRow } from './source.ts';
import { createTableSink } from './table-sink.ts';

/** A table whose rows come one by one. */
export interface TableStream {
  row(row: SheetRow): Promise<void>;
  end(): Promise<void>;
}

/**
 * One table as wide as its first rows, and a new one where a later row is wider: the columns of what is written cannot
 * change.
 */
export function streamTable(first: readonly SheetRow[], flow: Flow): TableStream {
  let { left, right } = findExtent(first);
  let sink = createTableSink(flow);
  return {
    async row(row) {
      const own = findExtent([row]);
      if (own.left < left || own.right > right) {
        await sink.end();
        sink = createTableSink(flow);
        left = Math.min(left, own.left);
        right = Math.max(right, own.right);
      }
      await sink.row(row.cells, left, right);
    },
    end: () => sink.end(),
  };
}

/** The first and last column that rows fill. */
function findExtent(rows: readonly SheetRow[]): { left: number; right: number } {
  let left = Number.MAX_SAFE_INTEGER;
  let right = 0;
  for (const { cells } of rows) {
    left = Math.min(left, cells[0]?.column ?? left);
    right = Math.max(right, cells.at(-1)?.column ?? 0);
  }
  return { left, right };
}
