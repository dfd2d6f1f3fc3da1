import { StringDecoder } from 'node:string_decoder';
import type { Archive } from '../../archive/open-archive.ts';
import { createXmlPush } from '../../xml/parse.ts';
import type { PendingFormula, SheetCell, SheetRow } from '../source.ts';
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
  /** True where the program that wrote the workbook left its formulas to be computed: results of 0 are none. */
  readonly isStale: boolean;
  readonly depth: number;
}

/**
 * Streams the rows of a worksheet part (ECMA-376 part 1, 18.3.1.73): at no time more than a piece of it is in memory.
 */
export async function* readRows({
  archive,
  part,
  strings,
  formats,
  isStale,
  depth,
}: RowReading): AsyncGenerator<SheetRow> {
  let ready: SheetRow[] = [];
  let row = -1;
  let column = -1;
  let cells: SheetCell[] = [];
  let type = '';
  let style = 0;
  let value = '';
  let capture = false;
  let phonetic = 0;
  let formula: { readonly shared: string | undefined; text: string } | undefined;
  let inFormula = false;
  const shared = createSharedFormulas();
  const push = createXmlPush(
    {
      open(name, attributes) {
        switch (name) {
          case 'x:c':
            column = columnOf(attributes['r']) ?? column + 1;
            type = attributes['t'] ?? 'n';
            style = Number(attributes['s'] ?? 0);
            value = '';
            formula = undefined;
            break;
          case 'x:f':
            formula = { shared: attributes['t'] === 'shared' ? attributes['si'] : undefined, text: '' };
            inFormula = true;
            break;
          case 'x:v':
            capture = true;
            value = '';
            break;
          case 'x:t':
            capture = type === 'inlineStr' && phonetic === 0;
            break;
          case 'x:rPh':
            phonetic++;
            break;
          case 'x:row':
            row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']) - 1;
            column = -1;
            cells = [];
            break;
          default:
        }
      },
      text(piece) {
        if (capture) value += piece;
        else if (inFormula) formula!.text += piece;
      },
      close(name) {
        if (name === 'x:v' || name === 'x:t') capture = false;
        else if (name === 'x:f') inFormula = false;
        else if (name === 'x:rPh') phonetic--;
        else if (name === 'x:c') {
          const cell = readCell();
          if (cell && column < COLUMNS) cells.push(cell);
        } else if (name === 'x:row' && cells.length > 0 && row >= 0 && row < ROWS) {
          ready.push({ row, cells: isSorted(cells) ? cells : cells.sort((a, b) => a.column - b.column) });
        }
      },
    },
    depth,
  );
  const readCell = (): SheetCell | undefined => {
    const source = formula && shared(formula.text, formula.shared, row, column);
    const text = textOf(type, value, style);
    const isPending = source !== undefined && source !== '' && (value === '' || (isStale && value === '0'));
    if (isPending) return { column, text: '', formula: pending(source, style, text) };
    if (text.trim() === '') return undefined;
    return { column, text, ...typedValue(type, value) };
  };
  const pending = (source: string, styleIndex: number, stored: string): PendingFormula => ({
    text: source,
    ...(stored === '' ? {} : { stored }),
    show: (result) =>
      typeof result === 'number'
        ? formats.number(String(result), styleIndex)
        : typeof result === 'boolean'
          ? String(result).toUpperCase()
          : formats.text(result, styleIndex),
  });
  const textOf = (kind: string, raw: string, styleIndex: number): string => {
    switch (kind) {
      case 's':
        return formats.text(strings[Number(raw)] ?? '', styleIndex);
      case 'b':
        return raw === '1' ? 'TRUE' : raw === '' ? '' : 'FALSE';
      case 'd':
        // Workbooks of the strict variant hold dates in ISO 8601 (18.18.11).
        return raw.replace('T', ' ').replace(/ 00:00(?::00(?:\.0+)?)?Z?$/, '');
      case 'n':
        return raw === '' ? '' : formats.number(raw, styleIndex);
      default:
        return formats.text(unescapeString(raw), styleIndex);
    }
  };
  const decoder = new StringDecoder('utf8');
  for await (const piece of archive.stream(part)) {
    push.write(decoder.write(piece));
    yield* ready;
    ready = [];
  }
  push.end();
  yield* ready;
}

function typedValue(type: string, value: string): Pick<SheetCell, 'value'> {
  if (type === 'b') return { value: value === '1' };
  return type === 'n' ? { value: Number(value) } : {};
}

function isSorted(cells: readonly SheetCell[]): boolean {
  return cells.every((cell, n) => n === 0 || cells[n - 1]!.column < cell.column);
}

/** 0-based column of a reference such as `AB12`. */
export function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let column = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return at === 0 ? undefined : column - 1;
}
