import { StringDecoder } from 'node:string_decoder';
import type { XmlElement } from '../../xml/element.ts';
import { createXmlPush } from '../../xml/parse.ts';
import { numberIn, pendingFormula } from './formula.ts';
import type { Area, SheetCell } from '../source.ts';
import { textOfValue } from './cell-value.ts';

type Attributes = Readonly<Record<string, string>>;

const ROWS = 1_048_576;
const COLUMNS = 16_384;

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

interface OpenElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: (XmlElement | string)[];
}

interface OpenCell {
  readonly attributes: Attributes;
  lines: string[];
  href: string | undefined;
}

/** Reads all tables of a spreadsheet; throws like `createXmlPush`. */
export async function readTables(content: AsyncIterable<Buffer>, depth: number): Promise<OdsTable[]> {
  const tables: OdsTable[] = [];
  let table: OdsTable | undefined;
  let row = 0;
  let column = 0;
  let rowCount = 1;
  let cells: OdsCell[] = [];
  let cell: OpenCell | undefined;
  /** Frames, shapes and forms, which are read as trees. */
  const captured: OpenElement[] = [];
  let skipped = 0;
  let paragraphs = 0;

  const endCell = ({ attributes, lines, href }: OpenCell): void => {
    const count = countOf(attributes['table:number-columns-repeated'], COLUMNS - column);
    const text = lines.length > 0 ? lines.join('\n') : textOfValue(attributes);
    const formula = text.trim() === '' ? pendingFormula(attributes) : undefined;
    if (formula) cells.push({ column, text: '', count: 1, formula });
    else if (text.trim() !== '')
      cells.push({ column, text, count, ...numberIn(attributes), ...(href === undefined ? {} : { href }) });
    const down = countOf(attributes['table:number-rows-spanned'], ROWS - row);
    const across = countOf(attributes['table:number-columns-spanned'], COLUMNS - column);
    if (down > 1 || across > 1)
      table!.merges.push({ top: row, left: column, bottom: row + down - 1, right: column + across - 1 });
    column += count;
  };
  const openInCell = (name: string, attributes: Attributes): void => {
    if (name === 'text:p' && paragraphs++ === 0) cell!.lines.push('');
    else if (name === 'text:s') write(' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1) || 1)));
    else if (name === 'text:tab') write(' ');
    else if (name === 'text:line-break') write('\n');
    else if (name === 'text:a' && /^(?:https?|mailto):/i.test(attributes['xlink:href'] ?? ''))
      cell!.href ??= attributes['xlink:href'];
  };
  const write = (text: string): void => {
    const last = cell!.lines.length - 1;
    if (last >= 0) cell!.lines[last] += text;
  };

  const openers: Readonly<Record<string, (attributes: Attributes) => void>> = {
    'table:table-row': (attributes) => {
      rowCount = countOf(attributes['table:number-rows-repeated'], ROWS - row);
      column = 0;
      cells = [];
    },
    'table:table-cell': (attributes) => void (cell = { attributes, lines: [], href: undefined }),
    'table:covered-table-cell': (attributes) =>
      void (column += countOf(attributes['table:number-columns-repeated'], COLUMNS - column)),
    'office:annotation': () => {
      table!.hasComments = true;
      skipped = 1;
    },
    'text:ruby-text': () => void (skipped = 1),
    // A table within a cell, which no program writes.
    'table:table': () => void (skipped = 1),
  };
  const closers: Readonly<Record<string, () => void>> = {
    'text:p': () => void (paragraphs = Math.max(0, paragraphs - 1)),
    'table:table-cell': () => {
      if (cell) endCell(cell);
      cell = undefined;
      paragraphs = 0;
    },
    'table:table-row': () => {
      if (cells.length > 0 && row < ROWS) table!.rows.push({ row, count: rowCount, cells });
      row += rowCount;
    },
    'table:table': () => void (table = undefined),
  };
  /** Ends what is read as a tree; false where nothing is. */
  const closeCaptured = (name: string): boolean => {
    const element = captured.pop();
    if (!element) return false;
    const outer = captured.at(-1);
    if (outer) outer.children.push(element);
    else if (name === 'office:forms') table!.forms.push(element);
    else table!.shapes.push({ row: cell ? row : ROWS, element });
    return true;
  };
  const push = createXmlPush(
    {
      open(name, attributes) {
        if (skipped > 0) skipped++;
        else if (captured.length > 0 || (table && isCaptured(name))) captured.push({ name, attributes, children: [] });
        else if (!table && name === 'table:table') {
          table = tableOf(attributes);
          tables.push(table);
          row = 0;
        } else if (table && openers[name]) openers[name](attributes);
        else if (cell) openInCell(name, attributes);
      },
      text(text) {
        const open = captured.at(-1);
        if (skipped > 0) return;
        if (open) open.children.push(text);
        else if (cell && paragraphs > 0) write(text.replaceAll(/[ \t\n\r]+/g, ' '));
      },
      close(name) {
        if (skipped > 0) skipped--;
        else if (!closeCaptured(name) && table) closers[name]?.();
      },
    },
    depth,
  );
  let decoder: StringDecoder | undefined;
  for await (const chunk of content) {
    decoder ??= new StringDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf16le' : 'utf8');
    push.write(decoder.write(chunk));
  }
  push.end();
  return tables;
}

/** Frames, shapes and forms are read as trees. */
function isCaptured(name: string): boolean {
  return name.startsWith('draw:') || name === 'office:forms';
}

function tableOf(attributes: Attributes): OdsTable {
  return {
    name: attributes['table:name'] ?? '',
    style: attributes['table:style-name'],
    rows: [],
    merges: [],
    shapes: [],
    forms: [],
    hasComments: false,
  };
}

function countOf(text: string | undefined, most: number): number {
  return Math.max(1, Math.min(most, Number(text ?? 1) || 1));
}
