import type { Core, CoreCommand, CoreLexer, CoreName } from './types.ts';

/**
 * The tokens of which documents have most, read from bytes in memory. The core's lexer calls a function for each byte
 * and puts each letter into an array. Here, a name or a command that was seen before is found by its bytes. What is not
 * plain (escapes, odd numbers, inline images, documents that are only partly here) answers undefined, with nothing
 * read: then the core reads it.
 */
export interface QuickTokens {
  name(lexer: CoreLexer): CoreName | undefined;
  number(lexer: CoreLexer): number | undefined;
  string(lexer: CoreLexer): string | undefined;
  hexString(lexer: CoreLexer): string | undefined;
  command(lexer: CoreLexer): CoreCommand | undefined;
}

/** White space is 1, delimiters are 2 (ISO 32000-1, 7.2.2), as in the core. */
const SPECIAL = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) SPECIAL[code] = 1;
for (const sign of '%()/<>[]{}') SPECIAL[sign.charCodeAt(0)] = 2;

const HEX = new Int8Array(256).fill(-1);
for (const [at, digit] of [...'0123456789abcdef'].entries()) {
  HEX[digit.charCodeAt(0)] = at;
  HEX[digit.toUpperCase().charCodeAt(0)] = at;
}

/** Names that are remembered; one that falls on the place of another takes it. A power of 2. */
const NAMES = 4096;
/** Bytes of a string that are read here. */
const LONGEST = 1024;
/** Bytes of a command that are put into one number. */
const COMMAND_BYTES = 3;

const [PLUS, MINUS, POINT, ZERO, NINE] = [0x2b, 0x2d, 0x2e, 0x30, 0x39];
const [NUMBER_SIGN, OPEN, CLOSE, GREATER, BACKSLASH] = [0x23, 0x28, 0x29, 0x3e, 0x5c];

export function quickTokens({ Cmd, Name, Stream }: Pick<Core, 'Cmd' | 'Name' | 'Stream'>): QuickTokens {
  const names: (CoreName | undefined)[] = Array.from({ length: NAMES }, () => undefined);
  const operators = new Map<number, CoreCommand>();
  const words = new Map<number, CoreCommand>();
  const codes = Array.from({ length: LONGEST }, () => 0);
  const textOfCodes = (count: number): string =>
    count === 1 ? String.fromCharCode(codes[0]!) : String.fromCharCode(...codes.slice(0, count));

  return {
    name(lexer) {
      const { stream } = lexer;
      if (stream.constructor !== Stream) return undefined;
      const { bytes, pos: start, end } = stream;
      let hash = 0;
      let at = start;
      for (; at < end; at++) {
        const code = bytes[at]!;
        if (SPECIAL[code] !== 0) break;
        if (code === NUMBER_SIGN) return undefined;
        hash = (Math.imul(hash, 31) + code) | 0;
      }
      if (at - start > LONGEST) return undefined;
      moveTo(lexer, at);
      const place = (hash ^ (hash >>> 12)) & (NAMES - 1);
      const known = names[place];
      if (known !== undefined && isTextOf(known.name, bytes, start, at)) return known;
      for (let i = start; i < at; i++) codes[i - start] = bytes[i]!;
      return (names[place] = Name.get(textOfCodes(at - start)));
    },

    number(lexer) {
      const { stream } = lexer;
      if (stream.constructor !== Stream) return undefined;
      const { bytes, end } = stream;
      let at = stream.pos;
      let code = lexer.currentChar;
      const sign = code === MINUS ? -1 : 1;
      if (code === MINUS || code === PLUS) code = at < end ? bytes[at++]! : -1;
      let divisor = 0;
      if (code === POINT) {
        divisor = 10;
        code = at < end ? bytes[at++]! : -1;
      }
      if (code < ZERO || code > NINE) return undefined;
      let value = code - ZERO;
      while (true) {
        code = at < end ? bytes[at++]! : -1;
        if (code >= ZERO && code <= NINE) {
          if (divisor !== 0) divisor *= 10;
          value = value * 10 + (code - ZERO);
        } else if (code === POINT && divisor === 0) divisor = 1;
        else break;
      }
      if (code === MINUS) return undefined;
      stream.pos = at;
      lexer.currentChar = code;
      // As the core computes it: 0 with a sign is -0.
      return sign * (divisor === 0 ? value : value / divisor);
    },

    string(lexer) {
      const { stream } = lexer;
      if (stream.constructor !== Stream) return undefined;
      const { bytes, pos: start, end } = stream;
      let at = start;
      for (; at < end && at - start < LONGEST; at++) {
        const code = bytes[at]!;
        if (code === CLOSE) break;
        if (code === BACKSLASH || code === OPEN) return undefined;
        codes[at - start] = code;
      }
      if (at === end || bytes[at] !== CLOSE) return undefined;
      moveTo(lexer, at + 1);
      return textOfCodes(at - start);
    },

    hexString(lexer) {
      const { stream } = lexer;
      if (stream.constructor !== Stream) return undefined;
      const { bytes, end } = stream;
      let at = stream.pos;
      let code = lexer.currentChar;
      let first = -1;
      let count = 0;
      while (code !== GREATER) {
        if (code < 0 || count === LONGEST - 1) return undefined;
        const digit = HEX[code]!;
        if (digit < 0) {
          if (SPECIAL[code] !== 1) return undefined;
        } else if (first < 0) first = digit;
        else {
          codes[count++] = (first << 4) | digit;
          first = -1;
        }
        code = at < end ? bytes[at++]! : -1;
      }
      if (first >= 0) codes[count++] = first << 4;
      moveTo(lexer, at);
      return textOfCodes(count);
    },

    command(lexer) {
      const { stream, knownCommands } = lexer;
      if (stream.constructor !== Stream) return undefined;
      const { bytes, pos, end } = stream;
      let key = lexer.currentChar;
      let at = pos;
      for (let shift = 8; at < end && SPECIAL[bytes[at]!] === 0; shift += 8) {
        if (shift === 8 * COMMAND_BYTES) return undefined;
        key |= bytes[at++]! << shift;
      }
      const table = knownCommands === null ? words : operators;
      let command = table.get(key);
      if (command === undefined) {
        const text = plainCommand(lexer.currentChar, bytes.subarray(pos, at), knownCommands);
        if (text === undefined) return undefined;
        table.set(key, (command = Cmd.get(text)));
      }
      moveTo(lexer, at);
      return command;
    },
  };
}

/** The byte at `at` is the lexer's next one. */
function moveTo(lexer: CoreLexer, at: number): void {
  const { stream } = lexer;
  const isInside = at < stream.end;
  lexer.currentChar = isInside ? stream.bytes[at]! : -1;
  stream.pos = isInside ? at + 1 : at;
}

function isTextOf(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = start; i < end; i++) if (text.charCodeAt(i - start) !== bytes[i]) return false;
  return true;
}

/**
 * The text of a command in letters of ASCII, which stands alone: among operators, one that is known ends where nothing
 * known goes on with it. The core notes where an inline image begins.
 */
function plainCommand(
  first: number,
  rest: Uint8Array,
  knownCommands: Readonly<Record<string, unknown>> | null,
): string | undefined {
  let text = '';
  for (const code of [first, ...rest]) {
    if (code <= 0x20 || code >= 0x7f) return undefined;
    const longer = text + String.fromCharCode(code);
    if (knownCommands?.[text] !== undefined && knownCommands[longer] === undefined) return undefined;
    text = longer;
  }
  return text === 'BI' ? undefined : text;
}
