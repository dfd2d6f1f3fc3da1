/** Fields that say which cell a record is of, what it contains, and its number format. */
const READ: Readonly<Record<string, string>> = { C: 'XYK', F: 'XYP' };
/** An escaped character may be written with a semicolon, as may one in a text. */
const FIELD = /;((?:\p{Cc}[ -/][0-?]|;;|[^;])*)/gu;

/**
 * Multiplan's symbolic link files (SYLK) with the records and fields of values only. The library refuses shared
 * formulas and whatever else it does not know, and then takes the file for CSV.
 */
export function withValuesOnly(text: string): string {
  return text
    .split(/[\r\n]+/)
    .flatMap((line) => {
      const record = /^\s*([A-Z]+)/.exec(line)?.[1] ?? '';
      const fields = READ[record];
      if (fields === undefined) return /^(?:ID|O|P|E)$/.test(record) ? [line] : [];
      const kept = [...line.matchAll(FIELD)].filter(([, field = '']) => fields.includes(field.charAt(0) || ' '));
      return [[record, ...kept.map(([, field]) => field)].join(';')];
    })
    .join('\n');
}

export const isSylk = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'ID;P';
