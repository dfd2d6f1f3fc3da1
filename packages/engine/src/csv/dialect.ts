import { RecordParser } from './records.ts';
import type { Dialect } from './records.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** A first line that states the delimiter for Excel. */
export const STATED_DELIMITER = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/iu;

/** Records that are compared. */
const RECORDS = 200;

/**
 * The delimiter that the first line states, or under which the sample's records agree best on their number of fields,
 * and how the sample quotes. A comma if no delimiter separates anything; none if commas are only those of sentences.
 */
export function sniffDialect(sample: string): Dialect {
  const quoting = sniffQuoting(sample);
  const stated = STATED_DELIMITER.exec(sample)?.[1];
  if (stated !== undefined) return withPlainQuotes(sample, withEscape(sample, { delimiter: stated, ...quoting }));
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const score = agreement(sample, withEscape(sample, { delimiter, ...quoting })) * weightOf(delimiter, sample);
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  if (bestScore === 0 && isProse(sample)) return { delimiter: '', ...quoting };
  return withPlainQuotes(sample, withEscape(sample, { delimiter: best, ...quoting }));
}

/** Commas that all stand before spaces may be those of dates and sentences between other delimiters. */
function weightOf(delimiter: string, sample: string): number {
  return delimiter === ',' && !/,[^\s]/u.test(sample) ? 0.5 : 1;
}

const isFilled = (record: readonly string[]): boolean => record.length > 0;

/** A score of how well the records of a sample agree on their number of fields. */
function agreement(sample: string, dialect: Dialect): number {
  const parser = new RecordParser(dialect);
  const records = parser.write(sample).filter(isFilled).slice(0, RECORDS);
  if (records.length === 0) records.push(...parser.end().filter(isFilled));
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [fields, agreeing] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  return fields < 2 ? 0 : (agreeing / records.length) * (1 + Math.log10(fields));
}

/** Single quotes where fields begin and end with them on each line, and none with double ones. */
function sniffQuoting(sample: string): Pick<Dialect, 'quote'> {
  const lines = sample
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '')
    .slice(0, RECORDS);
  if (/(?:^|[,;\t|])\s*"/m.test(sample) || lines.length < 2) return { quote: '"' };
  const isQuoted = (line: string): boolean => /(?:^|[,;\t|])\s*'[^']*(?:''[^']*)*'\s*(?:$|[,;\t|])/.test(line);
  return { quote: lines.filter(isQuoted).length > lines.length * 0.9 ? "'" : '"' };
}

/**
 * A backslash escapes quotes where records agree better that way, or as well where a quote stands in the middle of a
 * field: RFC 4180 doubles it.
 */
function withEscape(sample: string, dialect: Dialect): Dialect {
  const { quote } = dialect;
  if (!sample.includes(`\\${quote}`)) return dialect;
  const escaping = { ...dialect, escape: '\\' };
  const [plain, escaped] = [agreement(sample, dialect), agreement(sample, escaping)];
  const isInside = new RegExp(String.raw`[^\\${quote}]\\${quote} *[^\s,;|${quote}]`).test(sample);
  return escaped > plain || (escaped === plain && isInside) ? escaping : dialect;
}

/**
 * Quotes are those of inches and names where they would make single fields of lines that all have the same number of
 * fields without them. Of two fields, or over one line end, that may be by chance.
 */
function withPlainQuotes(sample: string, dialect: Dialect): Dialect {
  const plain: Dialect = { delimiter: dialect.delimiter, quote: '' };
  const lines = new RecordParser(plain).write(sample).filter(isFilled);
  const fields = lines[0]?.length ?? 0;
  if (fields < 3 || lines.some(({ length }) => length !== fields)) return dialect;
  return lines.length - new RecordParser(dialect).write(sample).filter(isFilled).length > 1 ? plain : dialect;
}

/** One column of sentences: none of its commas stands in the first line or before anything but a space. */
const isProse = (sample: string): boolean => !/,\S/u.test(sample) && !/^[^\r\n]*,/u.test(sample.trimStart());
