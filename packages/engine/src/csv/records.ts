/**
 * Characters that are kept of a field: a quote that is never closed takes the rest of the file. Cells are cut far
 * below, with a warning.
 */
const FIELD = 1_000_000;

/** How fields are delimited and quoted. */
export interface Dialect {
  /** Empty for none. */
  readonly delimiter: string;
  readonly quote: string;
  /** What stands before a quote that does not end its field; without it, quotes are doubled. */
  readonly escape?: string;
}

/**
 * A push parser of delimited text (RFC 4180, with what others write: any line end, blank lines, quotes within bare
 * fields).
 */
export interface RecordParser {
  /** Takes more text; returns the records that it completes. A blank line is a record without fields. */
  write(text: string): string[][];
  end(): string[][];
}

export function createRecordParser({ delimiter, quote, escape }: Dialect): RecordParser {
  let record: string[] = [];
  let field = '';
  let quoted = false;
  /** A quote was seen inside a quoted field: the next character says whether it ends the field. */
  let pending = false;
  let started = false;
  let escaped = false;
  let afterReturn = false;
  let records: string[][] = [];
  const append = (char: string): void => {
    if (field.length < FIELD) field += char;
  };
  const endField = (): void => {
    record.push(field);
    field = '';
    quoted = pending = started = escaped = false;
  };
  const endRecord = (): void => {
    endField();
    records.push(record.length > 1 || record[0]!.trim() !== '' ? record : []);
    record = [];
  };
  const take = (): string[][] => {
    const taken = records;
    records = [];
    return taken;
  };
  /** Takes a character within quotes; false for the one behind them. */
  const takeQuoted = (char: string): boolean => {
    if (pending) {
      pending = false;
      quoted = char === quote;
      if (quoted) field += quote;
      return quoted;
    }
    if (escaped) {
      escaped = false;
      if (char !== quote && char !== escape) append(escape!);
      append(char);
    } else if (char === escape) escaped = true;
    else if (char === quote) pending = true;
    else append(char);
    return true;
  };
  const takePlain = (char: string): void => {
    if (char === '\n' && afterReturn) {
      afterReturn = false;
      return;
    }
    afterReturn = char === '\r';
    if (char === delimiter) endField();
    else if (char === '\n' || char === '\r') endRecord();
    else if (char === quote && !started) quoted = started = true;
    else {
      started ||= char !== ' ';
      append(char);
    }
  };
  return {
    write(text) {
      for (let i = 0; i < text.length; i++) {
        const char = text[i]!;
        if (!quoted || !takeQuoted(char)) takePlain(char);
      }
      return take();
    },
    end() {
      if (field !== '' || record.length > 0) endRecord();
      return take();
    },
  };
}
