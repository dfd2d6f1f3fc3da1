import type { Block, Cell } from '../document.ts';

/** A cell of plain text; an empty one has no paragraph. */
export const textCell = (text: string): Cell => ({
  blocks: text === '' ? [] : [{ kind: 'paragraph', content: [{ kind: 'text', text }] }],
});

/** Names and their values as a table without a header. Those without a value are left out, and so is an empty table. */
export function fieldTable(fields: readonly (readonly [name: string, value: string])[]): Block[] {
  const rows = fields.filter(([, value]) => value !== '');
  return rows.length === 0 ? [] : [{ kind: 'table', headerRows: 0, rows: rows.map((row) => row.map(textCell)) }];
}
