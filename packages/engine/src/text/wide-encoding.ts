import iconv from 'iconv-lite';

/** Bytes of a text that are looked at where it has no mark. */
const SAMPLE = 512;
/** Fewest characters that tell UTF-32 without a mark. */
const FEWEST = 8;

export type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/**
 * Which UTF-16 or UTF-32 a text is in, undefined where it is in none: by its byte order mark or, without one, by the
 * zeros that letters of ASCII have in one half of each pair of bytes, and all characters in the upper bytes of four.
 * Other files of zeros have some in both halves. Text of another script has zeros at the ends of its lines; read as
 * UTF-16 in the right order, it is of few scripts, and the end of a line is no unassigned character (U+0A00).
 */
export function findWideEncoding(bytes: Buffer): WideEncoding | undefined {
  const four = findUtf32(bytes);
  if (four !== undefined) return four;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const [first, second] = halvesOf(sample);
  if (first.length < 8) return undefined;
  if (isMostlyZeros(first) && isText(second)) return 'utf-16be';
  if (isMostlyZeros(second) && isText(first)) return 'utf-16le';
  return sample.includes(0) ? (['utf-16le', 'utf-16be'] as const).find((each) => isWriting(sample, each)) : undefined;
}

/** The text of whole characters, without its mark. */
export function decodeWide(bytes: Buffer, encoding: WideEncoding): string {
  const unit = encoding.startsWith('utf-32') ? 4 : 2;
  return iconv.decode(bytes.subarray(0, bytes.length - (bytes.length % unit)), encoding);
}

function findUtf32(bytes: Buffer): WideEncoding | undefined {
  const count = Math.min(bytes.length, SAMPLE) >> 2;
  const numbers = (read: (at: number) => number): number[] => Array.from({ length: count }, (_, n) => read(n * 4));
  for (const [encoding, codes] of [
    ['utf-32le', numbers((at) => bytes.readUInt32LE(at))],
    ['utf-32be', numbers((at) => bytes.readUInt32BE(at))],
  ] as const) {
    const isMarked = codes[0] === 0xfeff;
    if ((isMarked || count >= FEWEST) && codes.every((code) => isCharacter(code))) return encoding;
  }
  return undefined;
}

/** A character of a text: a Unicode scalar value that is no control but those of spaces. */
const isCharacter = (code: number): boolean =>
  code >= 32 ? code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) : code >= 9 && code <= 13;

/** Scripts that most letters of a text are of. */
const SCRIPTS = [
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  ...[
    'Hangul',
    'Latin',
    'Cyrillic',
    'Greek',
    'Arabic',
    'Hebrew',
    'Thai',
    'Devanagari',
    'Bengali',
    'Tamil',
    'Georgian',
  ].map((script) => new RegExp(`\\p{sc=${script}}`, 'u')),
];
/** Share of the characters that may be no text, as in test files, and of the letters that one script has at least. */
const FLAWED = 0.05;
const OF_ONE_SCRIPT = 0.75;

function isWriting(bytes: Buffer, encoding: WideEncoding): boolean {
  const characters = Array.from(decodeWide(bytes, encoding));
  // The sample may end within a character.
  if (/\p{Cs}/u.test(characters.at(-1) ?? '')) characters.pop();
  if (characters.some((each) => /\p{Cc}/u.test(each) && !/[\t\n\f\r]/.test(each))) return false;
  if (!/\s/.test(characters.join(''))) return false;
  const flawed = characters.filter((each) => /[\p{Cn}\p{Co}\p{Cs}]/u.test(each)).length;
  const letters = characters.filter((each) => /\p{L}/u.test(each));
  const most = Math.max(...SCRIPTS.map((script) => letters.filter((each) => script.test(each)).length));
  return flawed <= characters.length * FLAWED && letters.length > 0 && most >= letters.length * OF_ONE_SCRIPT;
}

/** The first and the second bytes of all pairs. */
function halvesOf(bytes: Buffer): [Buffer, Buffer] {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const half = (rest: number): Buffer => Buffer.from(whole.filter((_, at) => at % 2 === rest));
  return [half(0), half(1)];
}

const isMostlyZeros = (half: Buffer): boolean =>
  half.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0) >= half.length * 0.7;

/** Letters have no control bytes but tab, line feed, form feed and carriage return. */
const isText = (half: Buffer): boolean => half.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
