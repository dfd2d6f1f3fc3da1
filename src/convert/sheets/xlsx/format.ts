import type { SSF } from 'xlsx';
import { childOf, childrenOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

/** Turns a stored number into what the cell shows. */
export type NumberFormat = (stored: string, style: number) => string;

/**
 * Number formats of a workbook by cell style (ECMA-376 part 1, 18.8.30). The built-in formats 14 and 22 depend on the
 * reader's locale, so their dates are written as ISO 8601; all others as the workbook says. The library is loaded only
 * where a format needs it.
 */
export async function readNumberFormats(styles: XmlElement | undefined, date1904: boolean): Promise<NumberFormat> {
  const custom = new Map(
    childrenOf(childOf(styles, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? 'General',
    ]),
  );
  const formats = childrenOf(childOf(styles, 'x:cellXfs'), 'x:xf').map(({ attributes }): string | number => {
    const id = Number(attributes['numFmtId'] ?? 0);
    return custom.get(id) ?? (id === 14 ? 'yyyy-mm-dd' : id === 22 ? 'yyyy-mm-dd hh:mm' : id);
  });
  const ssf = formats.every(isGeneral) ? undefined : (await import('xlsx')).SSF;
  return (stored, style) => {
    const format = formats[style] ?? 0;
    const value = Number(stored);
    if (!Number.isFinite(value)) return stored;
    if (!ssf || isGeneral(format))
      return stored.length <= 12 && /^-?\d+(?:\.\d*[1-9])?$/.test(stored) ? stored : general(value);
    return showNumber(ssf, format, value, date1904);
  };
}

/** The formats of numbers of the library. */
export type Formatter = Pick<typeof SSF, 'format'>;

const LIFT = 1 + 2 * Number.EPSILON;

/** So many decimals would show what a number is lifted by. */
const isLong = (format: string | number): boolean => typeof format === 'string' && /[.,][0#?]{12}/.test(format);

/** A number such as 1.005 is stored as a little less, and rounds as what it stands for: a little more does. */
function lifted(value: number): number {
  if (Number.isInteger(value)) return value;
  return /^-?[\d.]{1,14}5(?:e|$)/.test(String(Number(value.toPrecision(15)))) ? value * LIFT : value;
}

/** A number in a format, by its code or the number of a built-in one. */
export function showNumber(ssf: Formatter, format: string | number, value: number, date1904: boolean): string {
  if (isGeneral(format)) return general(value);
  try {
    return String(ssf.format(format, isLong(format) ? value : lifted(value), { date1904 })).trim();
  } catch {
    return general(value);
  }
}

/** An empty code hides nothing, as `;;;` does: some programs write it for General. */
function isGeneral(format: string | number): boolean {
  return format === 0 || format === 'General' || format === '';
}

/** Excel shows 11 characters of a General number in a cell; 15 digits are what it stores. */
function general(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(15))).replace(
    /e([+-])(\d+)$/,
    (_, sign: string, power: string) => `E${sign}${power.padStart(2, '0')}`,
  );
}
