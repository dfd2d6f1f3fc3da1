import type { Core, CoreCommand, CoreLexer, CoreName, QuickTokens } from './types.ts';

/** White space is 1, delimiters are 2 (ISO 32000-1, 7.2.2), as in the core. */
const SPECIAL = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) SPECIAL[code] = 1;
for (const sign of '%()/<>[]{}') SPECIAL[sign.charCodeAt(0)] = 2;

const HEX = new Int8Array(256).fill(-1);
for (let digit = 0; digit < 16; digit++) {
  HEX[digit.toString(16).charCodeAt(0)] = digit;
  HEX[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** Names that are remembered, by their hash; a new one replaces the name with the same hash. A power of 2. */
const NAMES = 4096;
/** Bytes of a string that are read here. */
const LONGEST = 1024;
/** Most commands that are remembered: there are 73 operators, and damaged content must not fill the memory. */
const COMMANDS = 256;
/** Bytes of a command that are put into one number. */
const COMMAND_BYTES = 3;

const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39];
const [NUMBER_SIGN, OPEN, CLOSE, GREATER, BACKSLASH] = [0x23, 0x28, 0x29, 0x3e, 0x5c];

/** Where the codes of the current token are put together. */
const codes = Array.from({ length: LONGEST }, () => 0);

const textOfCodes = (count: number): string =>
  count === 1 ? String.fromCharCode(codes[0]!) : String.fromCharCode(...codes.slice(0, count));

/** Reads most tokens faster than the core does. Undefined leaves a token to the core, and the lexer where it was. */
export const quickTokens = ({ Cmd, Name, Stream }: Pick<Core, 'Cmd' | 'Name' | 'Stream'>): QuickTokens => ({
  name: nameReader(Name, Stream),
  number: numberReader(Stream),
  string: stringReader(Stream),
  hexString: hexStringReader(Stream),
  command: commandReader(Cmd, Stream),
});

function nameReader(Name: Core['Name'], Stream: Core['Stream']): QuickTokens['name'] {
  const names: (CoreName | undefined)[] = Array.from({ length: NAMES }, () => undefined);
  return (lexer) => {
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
  };
}

const numberReader =
  (Stream: Core['Stream']): QuickTokens['number'] =>
  (lexer) => {
    const { stream, currentChar } = lexer;
    if (stream.constructor !== Stream) return undefined;
    if (currentChar !== MINUS) return plainNumber(lexer, currentChar, stream.pos, 1);
    return stream.pos < stream.end ? plainNumber(lexer, stream.bytes[stream.pos]!, stream.pos + 1, -1) : undefined;
  };

const stringReader =
  (Stream: Core['Stream']): QuickTokens['string'] =>
  (lexer) => {
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
  };

const hexStringReader =
  (Stream: Core['Stream']): QuickTokens['hexString'] =>
  (lexer) => {
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
  };

function commandReader(Cmd: Core['Cmd'], Stream: Core['Stream']): QuickTokens['command'] {
  const operators = new Map<number, CoreCommand>();
  const words = new Map<number, CoreCommand>();
  return (lexer) => {
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
      command = Cmd.get(text);
      if (table.size < COMMANDS) table.set(key, command);
    }
    moveTo(lexer, at);
    return command;
  };
}

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= ZERO && code <= NINE;

const beginsNumber = (first: number, { bytes, end }: CoreLexer['stream'], next: number): boolean =>
  isDigit(first) || (first === POINT && next < end && isDigit(bytes[next]));

/** Digits with at most one point. As the core computes it, to the last bit. */
function plainNumber(lexer: CoreLexer, first: number, start: number, sign: number): number | undefined {
  const { bytes, end } = lexer.stream;
  if (!beginsNumber(first, lexer.stream, start)) return undefined;
  let value = first === POINT ? 0 : first - ZERO;
  let divisor = first === POINT ? 1 : 0;
  let at = start;
  for (; at < end; at++) {
    const code = bytes[at]!;
    if (isDigit(code)) {
      divisor *= 10;
      value = value * 10 + (code - ZERO);
    } else if (code === POINT && divisor === 0) divisor = 1;
    else if (code === MINUS) return undefined;
    else break;
  }
  moveTo(lexer, at);
  return sign * (divisor === 0 ? value : value / divisor);
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
