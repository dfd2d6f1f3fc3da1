import { StringDecoder } from 'node:string_decoder';
import type { XmlElement } from '../../xml/element.ts';
import { createXmlPush } from '../../xml/parse.ts';
import type { XmlHandler } from '../../xml/parse.ts';
import { numberIn, pendingFormula } from './formula.ts';
import type { Area, SheetCell } from '../source.ts';
import { isNeverShown, textOfValue } from './cell-value.ts';

type Attributes = Readonly<Record<string, string>>;

const ROWS = 1_048_576;
const COLUMNS = 16_384;
/**
 * Cells up to which one row may be repeated. Beyond, it is written once, and so is each of its cells that is repeated
 * very often: whole columns of one value tell no more.
 */
const REPEATED_CELLS = 200_000;
const OFTEN = 1000;

/** A table of a spreadsheet (ODF 1.3 part 3, 9.1.2), with what it repeats written once. */
export interface OdsTable {
  readonly name: string;
  readonly style: string | undefined;
  readonly rows: OdsRow[];
  readonly merges: Area[];
  /** Frames and shapes with the row of their cell, or beyond all rows for those of the page. */
  readonly shapes: { readonly row: number; readonly element: XmlElement }[];
  /** The forms of the table. */
  readonly forms: XmlElement[];
  hasComments: boolean;
  /** Whether repetitions are left out. */
  isCut: boolean;
}

/** Rows that are alike, from `row` on. */
export interface OdsRow {
  readonly row: number;
  readonly count: number;
  readonly cells: readonly OdsCell[];
}

/** Cells that are alike, from the column of the first on. */
export interface OdsCell extends SheetCell {
  readonly count: number;
}

/** Reads all tables of a spreadsheet; throws like `createXmlPush`. */
export async function readTables(content: AsyncIterable<Buffer>, depth: number): Promise<OdsTable[]> {
  const handler = new TableHandler();
  const push = createXmlPush(handler, depth);
  let decoder: StringDecoder | undefined;
  for await (const chunk of content) {
    decoder ??= new StringDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf16le' : 'utf8');
    push.write(decoder.write(chunk));
  }
  push.end();
  return handler.tables;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: (XmlElement | string)[];
}

/** Collects tables from the elements of a spreadsheet. */
class TableHandler implements XmlHandler {
  readonly tables: OdsTable[] = [];
  #table: OdsTable | undefined;
  #row = 0;
  #rowCount = 1;
  #cells: OdsCell[] = [];
  #column = 0;
  #cell: OpenCell | undefined;
  /** Frames, shapes and forms that are open, which are read as trees. */
  readonly #captured: OpenElement[] = [];
  /** Elements that are open within one that is skipped, and this one. */
  #skipped = 0;

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0) this.#skipped++;
    else if (this.#captured.length > 0 || (this.#table && isCaptured(name)))
      this.#captured.push({ name, attributes, children: [] });
    else if (!this.#table) {
      if (name === 'table:table') this.#openTable(attributes);
    } else if (!this.#openPart(this.#table, name, attributes)) this.#cell?.open(name, attributes);
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    const captured = this.#captured.at(-1);
    if (captured) captured.children.push(text);
    else this.#cell?.text(text);
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped--;
    else if (this.#table && !this.#closeCaptured(this.#table, name)) this.#closePart(this.#table, name);
  }

  #openTable(attributes: Attributes): void {
    this.#table = makeTable(attributes);
    this.tables.push(this.#table);
    this.#row = 0;
  }

  /** Opens a row, a cell, or what is skipped; false for any other element. */
  #openPart(table: OdsTable, name: string, attributes: Attributes): boolean {
    switch (name) {
      case 'table:table-row':
        this.#rowCount = readCount(attributes['table:number-rows-repeated'], ROWS - this.#row);
        this.#column = 0;
        this.#cells = [];
        return true;
      case 'table:table-cell':
        this.#cell = new OpenCell(attributes);
        return true;
      case 'table:covered-table-cell':
        this.#column += readCount(attributes['table:number-columns-repeated'], COLUMNS - this.#column);
        return true;
      case 'office:annotation':
        table.hasComments = true;
        this.#skipped = 1;
        return true;
      case 'text:ruby-text':
      // A table within a cell, which no program writes.
      case 'table:table':
        this.#skipped = 1;
        return true;
      default:
        return false;
    }
  }

  #closePart(table: OdsTable, name: string): void {
    switch (name) {
      case 'text:p':
        return this.#cell?.closeParagraph();
      case 'table:table-cell':
        if (this.#cell) this.#closeCell(this.#cell, table);
        this.#cell = undefined;
        return;
      case 'table:table-row':
        if (this.#cells.length > 0 && this.#row < ROWS) this.#closeRow(table);
        this.#row += this.#rowCount;
        return;
      case 'table:table':
        this.#table = undefined;
        return;
      default:
    }
  }

  #closeRow(table: OdsTable): void {
    const [row, count, cells] = [this.#row, this.#rowCount, this.#cells];
    const isCut = cells.reduce((sum, cell) => sum + cell.count, 0) * count > REPEATED_CELLS;
    table.isCut ||= isCut;
    table.rows.push({
      row,
      count: isCut ? 1 : count,
      cells: isCut ? cells.map((cell) => ({ ...cell, count: cell.count > OFTEN ? 1 : cell.count })) : cells,
    });
  }

  #closeCell({ attributes, href, lines }: OpenCell, table: OdsTable): void {
    const [row, column] = [this.#row, this.#column];
    const count = readCount(attributes['table:number-columns-repeated'], COLUMNS - column);
    const shown = lines.join('\n');
    const text = lines.length === 0 || (shown === '' && isNeverShown(attributes)) ? textOfValue(attributes) : shown;
    const formula = text.trim() === '' ? pendingFormula(attributes) : undefined;
    if (formula) this.#cells.push({ column, text: '', count: 1, formula });
    else if (text.trim() !== '')
      this.#cells.push({ column, text, count, ...numberIn(attributes), ...(href === undefined ? {} : { href }) });
    const down = readCount(attributes['table:number-rows-spanned'], ROWS - row);
    const across = readCount(attributes['table:number-columns-spanned'], COLUMNS - column);
    if (down > 1 || across > 1)
      table.merges.push({ top: row, left: column, bottom: row + down - 1, right: column + across - 1 });
    this.#column += count;
  }

  /** Closes an element that is read as a tree; false where none is open. */
  #closeCaptured(table: OdsTable, name: string): boolean {
    const element = this.#captured.pop();
    if (!element) return false;
    const outer = this.#captured.at(-1);
    if (outer) outer.children.push(element);
    else if (name === 'office:forms') table.forms.push(element);
    else table.shapes.push({ row: this.#cell ? this.#row : ROWS, element });
    return true;
  }
}

/** A cell whose text is still coming. */
class OpenCell {
  readonly attributes: Attributes;
  readonly lines: string[] = [];
  href: string | undefined;
  #paragraphs = 0;

  constructor(attributes: Attributes) {
    this.attributes = attributes;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'text:p') {
      if (this.#paragraphs++ === 0) this.lines.push('');
    } else if (name === 'text:s') this.#write(' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1) || 1)));
    else if (name === 'text:tab') this.#write(' ');
    else if (name === 'text:line-break') this.#write('\n');
    else if (name === 'text:a' && /^(?:https?|mailto):/i.test(attributes['xlink:href'] ?? ''))
      this.href ??= attributes['xlink:href'];
  }

  text(text: string): void {
    if (this.#paragraphs > 0) this.#write(text.replaceAll(/[ \t\n\r]+/g, ' '));
  }

  closeParagraph(): void {
    this.#paragraphs = Math.max(0, this.#paragraphs - 1);
  }

  #write(text: string): void {
    const last = this.lines.length - 1;
    if (last >= 0) this.lines[last] += text;
  }
}

/** Frames, shapes and forms are read as trees. */
function isCaptured(name: string): boolean {
  return name.startsWith('draw:') || name === 'office:forms';
}

function makeTable(attributes: Attributes): OdsTable {
  return {
    name: attributes['table:name'] ?? '',
    style: attributes['table:style-name'],
    rows: [],
    merges: [],
    shapes: [],
    forms: [],
    hasComments: false,
    isCut: false,
  };
}

function readCount(text: string | undefined, most: number): number {
  return Math.max(1, Math.min(most, Number(text ?? 1) || 1));
}
