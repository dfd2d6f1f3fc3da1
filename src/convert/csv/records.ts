/**
 * Characters that are kept of a field: a quote that is never closed takes the rest of the file. Cells are cut far
 * below, with a warning.
 */
const FIELD = 1_000_000;

/**
 * A push parser of delimited text (RFC 4180, with what others write: any line end, blank lines, quotes within bare
 * fields).
 */
export interface RecordParser {
  /** Takes more text; returns the records that it completes. */
  write(text: string): string[][];
  end(): string[][];
}

export function createRecordParser(delimiter: string): RecordParser {
  let record: string[] = [];
  let field = '';
  let quoted = false;
  /** A quote was seen inside a quoted field: the next character says whether it ends the field. */
  let pending = false;
  let started = false;
  let afterReturn = false;
  let records: string[][] = [];
  const append = (char: string): void => {
    if (field.length < FIELD) field += char;
  };
  const endField = (): void => {
    record.push(field);
    field = '';
    quoted = pending = started = false;
  };
  const endRecord = (): void => {
    endField();
    if (record.length > 1 || record[0]!.trim() !== '') records.push(record);
    record = [];
  };
  const take = (): string[][] => {
    const taken = records;
    records = [];
    return taken;
  };
  return {
    write(text) {
      for (let i = 0; i < text.length; i++) {
        const char = text[i]!;
        if (quoted) {
          if (pending) {
            pending = false;
            if (char === '"') {
              field += '"';
              continue;
            }
            quoted = false;
          } else {
            if (char === '"') pending = true;
            else append(char);
            continue;
          }
        }
        if (char === '\n' && afterReturn) {
          afterReturn = false;
          continue;
        }
        afterReturn = char === '\r';
        if (char === delimiter) endField();
        else if (char === '\n' || char === '\r') endRecord();
        else if (char === '"' && !started) quoted = started = true;
        else {
          started ||= char !== ' ';
          append(char);
        }
      }
      return take();
    },
    end() {
      if (field !== '' || record.length > 0) endRecord();
      return take();
    },
  };
}

const DELIMITERS = [',', ';', '\t', '|'];

/** A first line by which Excel is told the delimiter. */
export const STATED_DELIMITER = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/iu;

/**
 * The delimiter that the first line states, or under which the sample's records agree best on their number of fields. A
 * comma when none says anything; none at all where commas are only those of sentences.
 */
export function sniffDelimiter(sample: string): string {
  const stated = STATED_DELIMITER.exec(sample)?.[1];
  if (stated !== undefined) return stated;
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const parser = createRecordParser(delimiter);
    const records = parser.write(sample).slice(0, 200);
    if (records.length === 0) records.push(...parser.end());
    const counts = new Map<number, number>();
    for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [fields, agreeing] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
    const score = fields < 2 ? 0 : (agreeing / records.length) * (1 + Math.log10(fields));
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return bestScore === 0 && isProse(sample) ? '' : best;
}

/** One column of sentences: none of its commas stands in the first line or before anything but a space. */
const isProse = (sample: string): boolean => !/,\S/u.test(sample) && !/^[^\r\n]*,/u.test(sample.trimStart());
