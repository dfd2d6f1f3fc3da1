import type { CellFormat, RowFormat } from './table.ts';

/**
 * Collects the formats of rows, which stand before or behind their cells: at level 0 those of tables, at 1 those of
 * tables within cells.
 */
export interface RowReader {
  /** False for a word that does not format rows. */
  word(level: 0 | 1, name: string, parameter: number | undefined): boolean;
  /** The format in force at the end of a row. */
  take(level: 0 | 1): RowFormat;
}

/** Cells of one row at most: Word allows 63. */
const CELLS = 1000;

export function createRowReader(): RowReader {
  const formats: [RowFormat, RowFormat] = [emptyRow(), emptyRow()];
  const cells: [Omit<CellFormat, 'right'>, Omit<CellFormat, 'right'>] = [PLAIN, PLAIN];
  return {
    word(level, name, parameter) {
      const format = formats[level];
      switch (name) {
        case 'trowd':
          formats[level] = emptyRow();
          cells[level] = PLAIN;
          return true;
        case 'trleft':
          format.left = parameter ?? 0;
          return true;
        case 'trhdr':
          format.isHeader = true;
          return true;
        case 'clmrg':
          cells[level] = { ...cells[level], merge: 'continue' };
          return true;
        case 'clvmgf':
          cells[level] = { ...cells[level], mergeDown: 'start' };
          return true;
        case 'clvmrg':
          cells[level] = { ...cells[level], mergeDown: 'continue' };
          return true;
        case 'cellx':
          if (format.cells.length < CELLS) format.cells.push({ ...cells[level], right: parameter ?? 0 });
          cells[level] = PLAIN;
          return true;
        default:
          return false;
      }
    },
    take: (level) => ({ ...formats[level], cells: [...formats[level].cells] }),
  };
}

const PLAIN: Omit<CellFormat, 'right'> = { merge: 'none', mergeDown: 'none' };

function emptyRow(): RowFormat {
  return { left: 0, isHeader: false, cells: [] };
}
