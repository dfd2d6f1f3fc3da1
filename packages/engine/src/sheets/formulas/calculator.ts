import type { PendingFormula, Sheet, SheetCell, SheetRow, SheetTable } from '../source.ts';
import { evaluateFormula } from './evaluate.ts';
import type { CellRange } from './evaluate.ts';
import { rangeOfTable } from './tables.ts';
import { isMatrix, NotComputed } from './values.ts';
import type { Scalar, Value } from './values.ts';

/** Cells that are held of a workbook, cells that all its formulas may read, and how deep they may depend on others. */
const CELLS = 500_000;
const READS = 20_000_000;
const DEPTH = 400;

const COLUMNS = 16_384;

/** Computes the formulas of which a workbook holds no result. */
export interface Calculator {
  /** The text that a formula shows; undefined if it cannot be computed. */
  show(sheet: string, row: number, column: number, formula: PendingFormula): string | undefined;
}

interface HeldSheet {
  readonly cells: ReadonlyMap<number, SheetCell>;
  /** The last row and column that hold something. */
  readonly bottom: number;
  readonly right: number;
}

/** Reads all sheets of a workbook. `names` are its defined names with their formulas. */
export async function createCalculator(
  sheets: readonly Sheet[],
  names: ReadonlyMap<string, string>,
  tables: readonly SheetTable[],
): Promise<Calculator> {
  const held = await holdSheets(sheets);
  if (!held) return { show: () => undefined };
  const workbook = new WorkbookValues(held, names, tables);
  return {
    show(sheet, row, column, formula) {
      if (!workbook.has(sheet.toLowerCase(), row, column)) return undefined;
      try {
        const value = workbook.valueAt(sheet.toLowerCase(), row, column);
        if (isMatrix(value)) return undefined;
        return value instanceof Error
          ? value.message
          : formula.show(value === null ? 0 : (value as number | string | boolean));
      } catch (error) {
        if (error instanceof NotComputed) return undefined;
        throw error;
      }
    },
  };
}

/** The cells of all sheets by the sheet's name in lower case; undefined where there are too many. */
async function holdSheets(sheets: readonly Sheet[]): Promise<ReadonlyMap<string, HeldSheet> | undefined> {
  const held = new Map<string, HeldSheet>();
  let count = 0;
  for (const sheet of sheets) {
    const cells = new Map<number, SheetCell>();
    let [bottom, right] = [0, 0];
    for await (const { row, cells: inRow } of sheet.rows()) {
      if ((count += inRow.length) > CELLS) return undefined;
      for (const cell of inRow) {
        cells.set(row * COLUMNS + cell.column, cell);
        right = Math.max(right, cell.column);
      }
      bottom = Math.max(bottom, row);
    }
    held.set(sheet.name.toLowerCase(), { cells, bottom, right });
  }
  return held;
}

/** The values of a workbook's cells: those that are stored, and those of formulas, which are computed once. */
class WorkbookValues {
  readonly #sheets: ReadonlyMap<string, HeldSheet>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #tables: readonly SheetTable[];
  readonly #computed = new Map<SheetCell, Scalar | NotComputed>();
  #readsLeft = READS;
  /** Formulas that wait for the result of another. */
  #depth = 0;

  constructor(
    sheets: ReadonlyMap<string, HeldSheet>,
    names: ReadonlyMap<string, string>,
    tables: readonly SheetTable[],
  ) {
    this.#sheets = sheets;
    this.#names = names;
    this.#tables = tables;
  }

  /** Whether something is stored at a place. */
  has(sheet: string, row: number, column: number): boolean {
    return this.#sheets.get(sheet)?.cells.has(row * COLUMNS + column) ?? false;
  }

  /** The value of a cell, null for a blank one. Throws `NotComputed`. */
  valueAt(sheet: string, row: number, column: number): Scalar {
    if (this.#readsLeft-- <= 0) throw new NotComputed('reads');
    const cell = this.#sheets.get(sheet)?.cells.get(row * COLUMNS + column);
    if (!cell) return null;
    if (!cell.formula) return cell.value ?? cell.text;
    const known = this.#computed.get(cell);
    if (known instanceof NotComputed) throw known;
    if (known !== undefined) return known;
    return this.#compute(cell, cell.formula.text, sheet, row);
  }

  #compute(cell: SheetCell, formula: string, sheet: string, row: number): Scalar {
    // A formula that depends on itself finds this.
    this.#computed.set(cell, new NotComputed('circle'));
    if (++this.#depth > DEPTH) {
      this.#depth--;
      this.#computed.delete(cell);
      throw new NotComputed('depth');
    }
    try {
      const value = evaluateFormula(formula, {
        row,
        column: cell.column,
        named: (name) => this.#names.get(name.toLowerCase()),
        read: (range) => this.#readRange(range, sheet),
        rangeOfTable: (reference) => rangeOfTable(reference, this.#tables, { sheet, row, column: cell.column }),
      });
      this.#computed.set(cell, value);
      return value;
    } catch (error) {
      const failure = error instanceof NotComputed ? error : new NotComputed('failed');
      if (failure.message !== 'depth') this.#computed.set(cell, failure);
      else this.#computed.delete(cell);
      throw failure;
    } finally {
      this.#depth--;
    }
  }

  #readRange(range: CellRange, own: string): Value {
    const name = (range.sheet ?? own).toLowerCase();
    const sheet = this.#sheets.get(name);
    if (!sheet) throw new NotComputed('sheet');
    const { top = 0, left = 0 } = range;
    if (isOneCell(range)) return this.valueAt(name, top, left);
    const bottom = Math.min(range.bottom ?? sheet.bottom, Math.max(sheet.bottom, top));
    const right = Math.min(range.right ?? sheet.right, Math.max(sheet.right, left));
    return Array.from({ length: bottom - top + 1 }, (_, row) =>
      Array.from({ length: right - left + 1 }, (_each, column) => this.valueAt(name, top + row, left + column)),
    );
  }
}

function isOneCell({ top, left, bottom, right }: CellRange): boolean {
  return top !== undefined && top === bottom && left !== undefined && left === right;
}

/** Cells that a warning names of a sheet. */
const NAMED = 50;

/** Puts the results of formulas into the rows of a sheet; a formula that cannot be computed is shown itself. */
export function fillFormulas(
  sheet: Sheet,
  calculator: Calculator,
  warn: (cell: string) => void,
): (row: SheetRow) => SheetRow {
  let named = 0;
  return ({ row, cells }) => ({
    row,
    cells: cells.flatMap((cell): SheetCell[] => {
      const { column, formula } = cell;
      if (!formula) return [cell];
      const shown = calculator.show(sheet.name, row, column, formula);
      if (shown === undefined && named++ < NAMED) warn(`${sheet.name}!${columnName(column)}${row + 1}`);
      const text = shown ?? formula.stored ?? `=${formula.text}`;
      return text.trim() === '' ? [] : [{ column, text }];
    }),
  });
}

function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
