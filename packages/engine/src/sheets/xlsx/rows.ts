import { StringDecoder } from 'node:string_decoder';
import type { Archive } from '../../archive/open-archive.ts';
import { createXmlPush } from '../../xml/parse.ts';
import type { XmlHandler } from '../../xml/parse.ts';
import type { Area, PendingFormula, SheetCell, SheetRow } from '../source.ts';
import type { CellFormats } from './format.ts';
import { createSharedFormulas } from './shared-formulas.ts';
import { unescapeString } from './strings.ts';

export const ROWS = 1_048_576;
export const COLUMNS = 16_384;

export interface RowReading {
  readonly archive: Archive;
  readonly part: string;
  readonly strings: readonly string[];
  readonly formats: CellFormats;
  /** True where the program that wrote the workbook left its formulas to be computed: a result of 0 does not count. */
  readonly isStale: boolean;
  readonly depth: number;
}

/**
 * Streams the rows of a worksheet part (ECMA-376 part 1, 18.3.1.73): at no time more than a piece of it is in memory.
 */
export async function* readRows(reading: RowReading): AsyncGenerator<SheetRow> {
  const handler = new RowHandler(reading);
  const push = createXmlPush(handler, reading.depth);
  const decoder = new StringDecoder('utf8');
  for await (const piece of reading.archive.stream(reading.part)) {
    push.write(decoder.write(piece));
    yield* handler.take();
  }
  push.end();
  yield* handler.take();
}

/** Collects rows from the elements of a worksheet. */
class RowHandler implements XmlHandler {
  readonly #strings: readonly string[];
  readonly #formats: CellFormats;
  readonly #isStale: boolean;
  readonly #expandShared = createSharedFormulas();
  #ready: SheetRow[] = [];
  #row = -1;
  #cells: SheetCell[] = [];
  /** The open cell: its place, type, style and stored value. */
  #column = -1;
  #type = '';
  #style = 0;
  #value = '';
  #formula: { readonly shared: string | undefined; text: string } | undefined;
  /** Text belongs to the value, or to the formula. */
  #inValue = false;
  #inFormula = false;
  /** Phonetic runs that are open. */
  #phonetic = 0;

  constructor({ strings, formats, isStale }: RowReading) {
    this.#strings = strings;
    this.#formats = formats;
    this.#isStale = isStale;
  }

  /** The rows that are complete since the last call. */
  take(): readonly SheetRow[] {
    const taken = this.#ready;
    this.#ready = [];
    return taken;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'x:row':
        return this.#openRow(attributes['r']);
      case 'x:c':
        return this.#openCell(attributes);
      case 'x:f':
        this.#formula = { shared: attributes['t'] === 'shared' ? attributes['si'] : undefined, text: '' };
        this.#inFormula = true;
        return;
      case 'x:v':
        this.#inValue = true;
        this.#value = '';
        return;
      case 'x:t':
        this.#inValue = this.#type === 'inlineStr' && this.#phonetic === 0;
        return;
      case 'x:rPh':
        this.#phonetic++;
        return;
      default:
    }
  }

  text(text: string): void {
    if (this.#inValue) this.#value += text;
    else if (this.#inFormula) this.#formula!.text += text;
  }

  close(name: string): void {
    switch (name) {
      case 'x:v':
      case 'x:t':
        this.#inValue = false;
        return;
      case 'x:f':
        this.#inFormula = false;
        return;
      case 'x:rPh':
        this.#phonetic--;
        return;
      case 'x:c':
        return this.#closeCell();
      case 'x:row':
        return this.#closeRow();
      default:
    }
  }

  #openRow(number: string | undefined): void {
    this.#row = number === undefined ? this.#row + 1 : Number(number) - 1;
    this.#column = -1;
    this.#cells = [];
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    this.#column = columnOf(attributes['r']) ?? this.#column + 1;
    this.#type = attributes['t'] ?? 'n';
    this.#style = Number(attributes['s'] ?? 0);
    this.#value = '';
    this.#formula = undefined;
  }

  #closeCell(): void {
    const cell = this.#readCell();
    if (cell && this.#column < COLUMNS) this.#cells.push(cell);
  }

  #closeRow(): void {
    const [row, cells] = [this.#row, this.#cells];
    if (cells.length === 0 || row < 0 || row >= ROWS) return;
    this.#ready.push({ row, cells: isSorted(cells) ? cells : cells.sort((a, b) => a.column - b.column) });
  }

  #readCell(): SheetCell | undefined {
    const [column, formula] = [this.#column, this.#formula];
    const source = formula && this.#expandShared(formula.text, formula.shared, this.#row, column);
    const text = this.#shownText();
    if (source !== undefined && source !== '' && this.#hasNoResult())
      return { column, text: '', formula: this.#pendingFormula(source, text) };
    if (text.trim() === '') return undefined;
    return { column, text, ...typedValue(this.#type, this.#value) };
  }

  #hasNoResult(): boolean {
    return this.#value === '' || (this.#isStale && this.#value === '0');
  }

  #pendingFormula(source: string, stored: string): PendingFormula {
    const [formats, style] = [this.#formats, this.#style];
    return {
      text: source,
      ...(stored === '' ? {} : { stored }),
      show: (result) =>
        typeof result === 'number'
          ? formats.number(String(result), style)
          : typeof result === 'boolean'
            ? String(result).toUpperCase()
            : formats.text(result, style),
    };
  }

  #shownText(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return value === '' ? '' : this.#formats.text(this.#strings[Number(value)] ?? '', this.#style);
      case 'b':
        return value === '1' ? 'TRUE' : value === '' ? '' : 'FALSE';
      case 'd':
        // Workbooks of the strict variant hold dates in ISO 8601 (18.18.11).
        return value.replace('T', ' ').replace(/ 00:00(?::00(?:\.0+)?)?Z?$/, '');
      case 'n':
        return value === '' ? '' : this.#formats.number(value, this.#style);
      default:
        return this.#formats.text(unescapeString(value), this.#style);
    }
  }
}

function typedValue(type: string, value: string): Pick<SheetCell, 'value'> {
  if (type === 'b') return { value: value === '1' };
  return type === 'n' ? { value: Number(value) } : {};
}

function isSorted(cells: readonly SheetCell[]): boolean {
  return cells.every((cell, n) => n === 0 || cells[n - 1]!.column < cell.column);
}

/** What small letters have beside capital ones. */
const SMALL = 0x20;

/** 0-based column of a reference such as `AB12`, or `$ab$12`, as some programs write it. */
export function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let column = 0;
  for (let at = reference.startsWith('$') ? 1 : 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~SMALL;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column === 0 ? undefined : column - 1;
}

/** 0-based area of a reference such as `A1:B2`, or of one cell. */
export function areaOf(reference = ''): Area | undefined {
  const [, left, top, right = left, bottom = top] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference) ?? [];
  if (left === undefined) return undefined;
  return { left: columnOf(left)!, top: Number(top) - 1, right: columnOf(right)!, bottom: Number(bottom) - 1 };
}
