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
  /** The character before a quote that does not end its field; without it, quotes are doubled. */
  readonly escape?: string;
}

/**
 * A push parser of delimited text (RFC 4180, with what others write: any line end, blank lines, quotes within bare
 * fields).
 */
export class RecordParser {
  readonly #delimiter: string;
  readonly #quote: string;
  readonly #escape: string | undefined;
  #records: string[][] = [];
  /** The open record, and its open field. */
  #record: string[] = [];
  #field = '';
  /** Something other than spaces stands in the field, so that a quote does not quote it. */
  #hasStarted = false;
  #isQuoted = false;
  /** A quote was seen inside a quoted field: the next character says whether it ends the field. */
  #afterQuote = false;
  #afterEscape = false;
  /** A line feed is a part of the line end before it. */
  #afterReturn = false;

  constructor({ delimiter, quote, escape }: Dialect) {
    this.#delimiter = delimiter;
    this.#quote = quote;
    this.#escape = escape;
  }

  /** Takes more text; returns the records that it completes. A blank line is a record without fields. */
  write(text: string): string[][] {
    for (let i = 0; i < text.length; i++) {
      const char = text[i]!;
      if (!this.#isQuoted || !this.#readQuoted(char)) this.#readBare(char);
    }
    return this.#take();
  }

  end(): string[][] {
    if (this.#field !== '' || this.#record.length > 0) this.#endRecord();
    return this.#take();
  }

  /** Reads a character within quotes; false for the one behind them. */
  #readQuoted(char: string): boolean {
    if (this.#afterQuote) {
      this.#afterQuote = false;
      this.#isQuoted = char === this.#quote;
      if (this.#isQuoted) this.#field += this.#quote;
      return this.#isQuoted;
    }
    if (this.#afterEscape) {
      this.#afterEscape = false;
      if (char !== this.#quote && char !== this.#escape) this.#append(this.#escape!);
      this.#append(char);
    } else if (char === this.#escape) this.#afterEscape = true;
    else if (char === this.#quote) this.#afterQuote = true;
    else this.#append(char);
    return true;
  }

  #readBare(char: string): void {
    if (char === '\n' && this.#afterReturn) {
      this.#afterReturn = false;
      return;
    }
    this.#afterReturn = char === '\r';
    if (char === this.#delimiter) this.#endField();
    else if (char === '\n' || char === '\r') this.#endRecord();
    else if (char === this.#quote && !this.#hasStarted) this.#isQuoted = this.#hasStarted = true;
    else {
      this.#hasStarted ||= char !== ' ';
      this.#append(char);
    }
  }

  #append(char: string): void {
    if (this.#field.length < FIELD) this.#field += char;
  }

  #endField(): void {
    this.#record.push(this.#field);
    this.#field = '';
    this.#isQuoted = this.#afterQuote = this.#hasStarted = this.#afterEscape = false;
  }

  #endRecord(): void {
    this.#endField();
    const record = this.#record;
    this.#records.push(record.length > 1 || record[0]!.trim() !== '' ? record : []);
    this.#record = [];
  }

  #take(): string[][] {
    const taken = this.#records;
    this.#records = [];
    return taken;
  }
}
