/** Receives the tokens of RTF, in order (Rich Text Format Specification 1.9.1, Conventions of an RTF Reader). */
export interface RtfHandler {
  open(): void;
  close(): void;
  /** A control word; without a number its parameter is undefined. */
  word(name: string, parameter: number | undefined): void;
  /** A control symbol other than an escaped brace or backslash, or a byte in hexadecimal. */
  symbol(char: string): void;
  /** Bytes of text, as Latin-1; `escaped` is a single one that was written in hexadecimal. */
  text(bytes: string, escaped: boolean): void;
  binary(bytes: Buffer): void;
}

export interface RtfPush {
  write(chunk: Buffer): void;
  end(): void;
}

const TOKEN =
  /([^\\{}\r\n\0]+)|\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'([\da-fA-F]{2})|'|(\r\n|[^a-zA-Z']))|([{}])|[\r\n\0]+/y;
/** A control word with its number, or an escape, is no longer than this: less may be the beginning of one. */
const LONGEST = 48;

/** Makes a push tokenizer: a document in any pieces gives the same calls, but for where text is cut. */
export function createRtfPush(handler: RtfHandler): RtfPush {
  let rest = '';
  /** Bytes of `\bin` that are still to come. */
  let binary = 0;
  const read = (text: string, last: boolean): void => {
    let at = 0;
    while (at < text.length) {
      if (binary > 0) {
        const bytes = text.slice(at, at + binary);
        handler.binary(Buffer.from(bytes, 'latin1'));
        binary -= bytes.length;
        at += bytes.length;
        continue;
      }
      if (!last && text[at] === '\\' && text.length - at < LONGEST) break;
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(text);
      // A backslash at the very end.
      if (!match) break;
      at = TOKEN.lastIndex;
      if (match[2] === 'bin') binary = Math.max(0, Number(match[3] ?? 0));
      else emit(match, handler);
    }
    rest = text.slice(at);
  };
  return {
    write: (chunk) => read(rest + chunk.toString('latin1'), false),
    end: () => read(rest, true),
  };
}

function emit([, run, word, number, hex, symbol, brace]: RegExpExecArray, handler: RtfHandler): void {
  if (run !== undefined) handler.text(run, false);
  else if (word !== undefined) handler.word(word, number === undefined ? undefined : Number(number));
  else if (hex !== undefined) handler.text(String.fromCharCode(Number.parseInt(hex, 16)), true);
  else if (symbol === '\\' || symbol === '{' || symbol === '}') handler.text(symbol, false);
  else if (symbol !== undefined) handler.symbol(symbol);
  else if (brace === '{') handler.open();
  else if (brace === '}') handler.close();
}
