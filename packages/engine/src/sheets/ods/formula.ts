import { general } from '../general-number.ts';
import type { PendingFormula, SheetCell } from '../source.ts';

type Attributes = Readonly<Record<string, string>>;

/** The formula of a cell without a value, in the notation of Excel (ODF 1.3 part 4, 5.8). */
export function pendingFormula(attributes: Attributes): PendingFormula | undefined {
  const source = attributes['table:formula'];
  if (source === undefined || attributes['office:value-type'] !== undefined) return undefined;
  const text = source
    .replace(/^(?:of|oooc|msoxl):/, '')
    .replace(/^=/, '')
    .replaceAll(/"[^"]*"|\[([^\]]*)\]|;/g, (part, reference: string | undefined) =>
      reference === undefined ? (part === ';' ? ',' : part) : referenceOf(reference),
    );
  return {
    text,
    show: (value) =>
      typeof value === 'number'
        ? general(value)
        : String(value).toUpperCase() === 'TRUE' || value === false
          ? String(value).toUpperCase()
          : String(value),
  };
}

/** `.B2:.C3` is B2:C3, and `$Sheet2.A1` is Sheet2!A1. */
function referenceOf(reference: string): string {
  const [first = '', last] = reference.split(':');
  const [, sheet = '', cell = ''] = /^\$?('(?:[^']|'')*'|[^.]*)\.(.*)$/.exec(first) ?? [];
  const prefix = sheet === '' ? '' : `${/^[\w]+$|^'/.test(sheet) ? sheet : `'${sheet}'`}!`;
  return `${prefix}${cell}${last === undefined ? '' : `:${last.slice(last.lastIndexOf('.') + 1)}`}`;
}

/** The number that a cell stands for; nothing for texts. */
export function numberIn({ 'office:value': value }: Attributes): Pick<SheetCell, 'value'> {
  return value === undefined || !Number.isFinite(Number(value)) ? {} : { value: Number(value) };
}
