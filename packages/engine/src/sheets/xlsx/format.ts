import type { Flow } from '../../flow/flow.ts';
import { childOf, childrenOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { general, isGeneral } from '../general-number.ts';

/** Turns a stored number or text into what the cell shows. */
export interface CellFormats {
  number(stored: string, style: number): string;
  text(text: string, style: number): string;
}

/** Built-in formats whose dates and times depend on the reader's locale are written as ISO 8601 (18.8.30). */
const LOCAL = new Map<number, string>([
  ...[14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'] as const),
  [22, 'yyyy-mm-dd hh:mm'],
  [32, 'hh:mm'],
  [33, 'hh:mm:ss'],
]);

/** Built-in formats that are dates in one language and times in another. */
const MIXED = new Set([34, 35, 55, 56]);

/**
 * Number formats of a workbook by cell style (ECMA-376 part 1, 18.8.30). The library is loaded only where a format
 * needs it. A number whose format cannot be applied is written as General with a warning, and so is told what a
 * format hides.
 */
export async function readCellFormats(
  styles: XmlElement | undefined,
  date1904: boolean,
  warn: Flow['warn'],
): Promise<CellFormats> {
  const custom = new Map(
    childrenOf(childOf(styles, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? 'General',
    ]),
  );
  const ids = childrenOf(childOf(styles, 'x:cellXfs'), 'x:xf').map(({ attributes }) =>
    Number(attributes['numFmtId'] ?? 0),
  );
  const isPlain = ids.every((id) => isGeneral(custom.get(id) ?? (id === 0 ? 'General' : 'other')));
  const formats = isPlain ? undefined : (await import('../number-format.ts')).createNumberFormats(date1904, warn);
  const builtIn = isPlain ? undefined : (await import('numfmt')).getFormatFromId;
  const codes = ids.map((id) => custom.get(id) ?? LOCAL.get(id) ?? builtIn?.(id) ?? 'General');
  return {
    number(stored, style) {
      const code = codes[style] ?? 'General';
      const value = Number(stored);
      if (!Number.isFinite(value)) return stored;
      if (!formats || isGeneral(code))
        return stored.length <= 12 && /^-?\d+(?:\.\d*[1-9])?$/.test(stored) ? stored : general(value);
      const own = MIXED.has(ids[style]!) && !custom.has(ids[style]!) ? (value < 1 ? 'hh:mm' : 'yyyy-mm-dd') : code;
      return formats.show(own, value);
    },
    text: (text, style) => formats?.show(codes[style] ?? 'General', text) ?? text,
  };
}
