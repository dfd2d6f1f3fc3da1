import iconv from 'iconv-lite';
import { pictureOf, SYMBOL } from '../text/symbol-fonts.ts';

/**
 * The character that a w:sym shows; `char` is hexadecimal. Unknown ones of a symbol font are left out: their code says
 * nothing.
 */
export function symbolText(font: string, char: string): string {
  const code = Number.parseInt(char, 16);
  if (!Number.isFinite(code) || code <= 0 || code > 0x10ffff) return '';
  const low = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/wingdings|webdings/i.test(font)) return pictureOf(font, low) ?? '';
  if (/symbol/i.test(font)) return SYMBOL[low] ?? printableAscii(low);
  return isPrivate(code) ? '' : String.fromCodePoint(code);
}

function printableAscii(code: number): string {
  return code < 0x80 && code >= 0x20 ? String.fromCodePoint(code) : '';
}

/** In the private use area, whose characters only their font knows. */
function isPrivate(code: number): boolean {
  return code >= 0xe000 && code <= 0xf8ff;
}

const SYMBOL_FONT = /^(?:symbol|webdings|wingdings(?: [23])?)$/i;
/** Latin text of more characters is set in a symbol font by mistake, and is read as it is typed. */
const SYMBOLS_IN_LETTERS = 3;

/**
 * A text as a symbol font shows it: characters of the private use area, and Latin ones. Unknown ones stay. Where the
 * font is not known, or another stands in for it, private characters are what Word and LibreOffice most often mean.
 */
export function textInFont(text: string, font: string | undefined): string {
  if (font === undefined || !SYMBOL_FONT.test(font)) return text.replaceAll(/[\uf020-\uf0ff]/gu, commonSymbol);
  const typed = text.trim().length <= SYMBOLS_IN_LETTERS ? TYPED : /[\uf020-\uf0ff]/gu;
  return text.replaceAll(typed, (char) => symbolText(font, codeOf(char).toString(16)) || char);
}

/** Characters that stand for a byte of a symbol font: those of Windows-1252, as Word keeps what is typed. */
const TYPED = /[\u0021-\u00ff\uf020-\uf0ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

function codeOf(char: string): number {
  const code = char.codePointAt(0)!;
  return code <= 0xff || code >= 0xf000 ? code : iconv.encode(char, 'windows-1252')[0]!;
}

/** The bullet of Symbol, and all others as in Wingdings. */
function commonSymbol(char: string): string {
  const low = char.codePointAt(0)! - 0xf000;
  return low === 0xb7 ? SYMBOL[low]! : (pictureOf('Wingdings', low) ?? char);
}
