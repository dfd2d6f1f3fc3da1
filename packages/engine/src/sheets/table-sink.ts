import { textInFont } from '../docx/symbols.ts';
import type { Block, Cell, TextInline } from '../document.ts';
import { PAGE_CHARACTERS } from '../flow/page-counter.ts';
import type { Flow } from '../flow/flow.ts';
import type { SheetCell } from './source.ts';

/**
 * Rows of a table as they come; what they fill beyond a page goes on as a continuing table, so that no table is ever
 * whole in memory.
 */
export interface TableSink {
  row(cells: readonly SheetCell[], left: number, right: number): Promise<void>;
  end(): Promise<void>;
}

export function createTableSink(flow: Flow): TableSink {
  let rows: Cell[][] = [];
  let characters = 0;
  let continues = false;
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return;
    const block: Block = { kind: 'table', rows, headerRows: continues ? 0 : 1, ...(continues ? { continues } : {}) };
    rows = [];
    characters = 0;
    continues = true;
    await flow.add(block);
  };
  return {
    async row(cells, left, right) {
      const row: Cell[] = [];
      let next = 0;
      for (let column = left; column <= right; column++) {
        while (next < cells.length && cells[next]!.column < column) next++;
        const cell = cells[next]?.column === column ? cells[next] : undefined;
        row.push(cell ? makeCell(cell, flow) : EMPTY);
        characters += cell?.text.length ?? 0;
      }
      rows.push(row);
      if (characters >= PAGE_CHARACTERS || rows.length >= 1000) await flush();
    },
    end: flush,
  };
}

export const EMPTY: Cell = { blocks: [] };

/** A cell with a paragraph a line; what is longer than `limits.cellCharacters` is cut with a warning. */
export function makeCell(cell: SheetCell, flow: Flow): Cell {
  const cut = cell.text.length > flow.limits.cellCharacters;
  if (cut) flow.warn('cell-truncated');
  const lines = (cut ? `${cell.text.slice(0, flow.limits.cellCharacters)}…` : cell.text)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const style: Partial<TextInline> = cell.href === undefined ? {} : { href: cell.href };
  return {
    blocks: lines.map((text) => ({
      kind: 'paragraph',
      content: [{ kind: 'text', text: textInFont(text, undefined), ...style }],
    })),
  };
}
