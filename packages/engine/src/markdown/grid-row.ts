import { writeCellText } from './cell.ts';
import type { WriteOptions } from './options.ts';
import { writeRow } from './table.ts';
import type { Slot } from './table.ts';

/** Characters from which the text of a merged cell is written once: text that long does not head columns. */
const REPEATED_CHARACTERS = 80;
/** Columns of a table whose merged cells may as well head both. */
const PAIR = 2;

/** A row of a table. A cell over the whole row, such as a section's title, is written once, as is a long text. */
export function writeGridRow(row: readonly (Slot | undefined)[], columns: number, options: WriteOptions): string {
  const isOneCell = columns > PAIR && row[0] !== undefined && row[0].cell === row[columns - 1]?.cell;
  let text = '';
  return writeRow(
    Array.from({ length: columns }, (_, x) => {
      const slot = row[x];
      if (slot && x > 0 && row[x - 1]?.cell === slot.cell)
        return isOneCell || text.length > REPEATED_CHARACTERS ? '' : text;
      text = slot ? writeCellText(slot.cell.blocks, options) : '';
      return text;
    }),
  );
}
