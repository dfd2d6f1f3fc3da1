import type { Block } from '../document.ts';
import type { FlowImage } from '../flow/flow.ts';

/**
 * A row that holds something: texts as the sheet shows them, by 0-based column, ascending. Blank cells are left out.
 */
export interface SheetRow {
  /** 0-based. */
  readonly row: number;
  readonly cells: readonly SheetCell[];
}

export interface SheetCell {
  readonly column: number;
  readonly text: string;
  readonly href?: string;
  /** The stored value, if the text only shows it. */
  readonly value?: number | boolean;
  /** A formula without a stored result; the text is empty. */
  readonly formula?: PendingFormula;
}

export interface PendingFormula {
  /** In the notation of Excel, without the equals sign. */
  readonly text: string;
  /** Shown if the formula cannot be computed: a result that was never updated, such as 0. */
  readonly stored?: string;
  /** A result in the cell's format. */
  show(value: number | string | boolean): string;
}

/** A merged area, 0-based and inclusive. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Properties of cells that a sheet keeps outside of them. */
export interface SheetFrame {
  readonly merges: readonly Area[];
  /** Link destinations by `row column`, 0-based, where the cells do not carry them themselves. */
  readonly links: ReadonlyMap<string, string>;
  /** Whether cells have comments, which are left out. */
  readonly comments: boolean;
  /** Where pivot tables are shown. */
  readonly pivotTables?: readonly Area[];
}

/** One sheet of a workbook, whatever the file format. */
export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Properties that are known before the rows. */
  frame(): Promise<SheetFrame>;
  /** Rows in order, ascending. May be asked for again. */
  rows(): AsyncIterable<SheetRow>;
  /** Charts, images and text boxes, by ascending row. */
  floating(): Promise<readonly Floating[]>;
}

/** A chart, an image or a text box, with the 0-based row where it begins. */
export interface Floating {
  readonly block: Block;
  readonly images: readonly FlowImage[];
  readonly row: number;
}

/** A table within a sheet, whose columns formulas refer to by name. */
export interface SheetTable {
  readonly name: string;
  readonly sheet: string;
  readonly area: Area;
  /** Rows at its top and bottom that are no data. */
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  tables?(): Promise<readonly SheetTable[]>;
  /** Formulas of defined names, by the name in lower case. */
  readonly names: ReadonlyMap<string, string>;
}
