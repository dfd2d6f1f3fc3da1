import type { PendingFormula, Sheet, SheetCell, SheetRow } from '../source.ts';
import { evaluateFormula } from './evaluate.ts';
import type { CellRange } from './evaluate.ts';
import { isMatrix, NotComputed } from './values.ts';
import type { Scalar, Value } from './values.ts';

/** Cells that are held of a workbook, cells that all its formulas may read, and how deep they may depend on others. */
const CELLS = 500_000;
const READS = 20_000_000;
const DEPTH = 400;

const COLUMNS = 16_384;

/** Computes the formulas of which a workbook holds no result. */
export interface Calculator {
  /** What a formula shows; undefined where it is not computed. */
  show(sheet: string, row: number, column: number, formula: PendingFormula): string | undefined;
}

interface Held {
  readonly cells: Map<number, SheetCell>;
  bottom: number;
  right: number;
}

/** Reads all sheets of a workbook. `names` are its defined names with their formulas. */
export async function createCalculator(
  sheets: readonly Sheet[],
  names: ReadonlyMap<string, string>,
): Promise<Calculator> {
  const held = new Map<string, Held>();
  let count = 0;
  for (const sheet of sheets) {
    const own: Held = { cells: new Map(), bottom: 0, right: 0 };
    held.set(sheet.name.toLowerCase(), own);
    for await (const { row, cells } of sheet.rows()) {
      if ((count += cells.length) > CELLS) return { show: () => undefined };
      for (const cell of cells) {
        own.cells.set(row * COLUMNS + cell.column, cell);
        own.right = Math.max(own.right, cell.column);
      }
      own.bottom = Math.max(own.bottom, row);
    }
  }
  const known = new Map<SheetCell, Scalar | NotComputed>();
  let reads = READS;
  let depth = 0;

  const valueAt = (sheet: string, row: number, column: number): Scalar => {
    if (reads-- <= 0) throw new NotComputed('reads');
    const cell = held.get(sheet)?.cells.get(row * COLUMNS + column);
    if (!cell) return null;
    if (!cell.formula) return cell.value ?? cell.text;
    const before = known.get(cell);
    if (before instanceof NotComputed) throw before;
    if (before !== undefined) return before;
    return compute(cell, cell.formula.text, sheet, row);
  };
  const compute = (cell: SheetCell, formula: string, sheet: string, row: number): Scalar => {
    // A formula that depends on itself finds this.
    known.set(cell, new NotComputed('circle'));
    if (++depth > DEPTH) {
      depth--;
      known.delete(cell);
      throw new NotComputed('depth');
    }
    try {
      const value = evaluateFormula(formula, {
        row,
        column: cell.column,
        named: (name) => names.get(name.toLowerCase()),
        read: (range) => readRange(range, sheet),
      });
      known.set(cell, value);
      return value;
    } catch (error) {
      const failure = error instanceof NotComputed ? error : new NotComputed('failed');
      if (failure.message !== 'depth') known.set(cell, failure);
      else known.delete(cell);
      throw failure;
    } finally {
      depth--;
    }
  };
  const readRange = (range: CellRange, own: string): Value => {
    const sheet = (range.sheet ?? own).toLowerCase();
    const at = held.get(sheet);
    if (!at) throw new NotComputed('sheet');
    const { top = 0, left = 0 } = range;
    const bottom = Math.min(range.bottom ?? at.bottom, Math.max(at.bottom, top));
    const right = Math.min(range.right ?? at.right, Math.max(at.right, left));
    if (range.top !== undefined && range.top === range.bottom && range.left !== undefined && range.left === range.right)
      return valueAt(sheet, top, left);
    return Array.from({ length: bottom - top + 1 }, (_, row) =>
      Array.from({ length: right - left + 1 }, (_each, column) => valueAt(sheet, top + row, left + column)),
    );
  };
  return {
    show(sheet, row, column, formula) {
      const cell = held.get(sheet.toLowerCase())?.cells.get(row * COLUMNS + column);
      if (!cell) return undefined;
      try {
        const value = valueAt(sheet.toLowerCase(), row, column);
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

/** Cells that a warning names of a sheet. */
const NAMED = 50;

/** Puts what formulas show in the rows of a sheet; one that is not computed stands for itself. */
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
