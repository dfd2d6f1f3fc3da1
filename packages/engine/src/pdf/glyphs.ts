import type { Core, CoreFont, CoreGlyph } from '../../../pdf-core/src/types.ts';
import { bySymbolFont, signOf } from './symbol-fonts.ts';
import { texSymbol, type TexFont } from './tex-fonts.ts';

/** Text of a glyph that nothing names. */
export const UNKNOWN = '\uFFFD';

/** True when the document's own map misses a code, so that the font's program may tell what it means. */
export function lacksMapping(font: CoreFont, glyph: CoreGlyph): boolean {
  const map = font.includedToUnicode;
  return (
    map !== null && map !== undefined && !map.has(glyph.originalCharCode) && !isNamed(font, glyph.originalCharCode)
  );
}

function isNamed(font: CoreFont, code: number): boolean {
  return font.composite !== true && font.differences?.has(code) === true;
}

/** A font, with what else is known of it. */
export interface NamedFont {
  readonly core: CoreFont;
  readonly look: { readonly name: string };
  /** The character of a code by the program of the font, where the document does not say it. */
  readonly byProgram?: (code: number) => string | undefined;
  /** Its symbols, if it is a font of TeX. */
  readonly tex?: TexFont | undefined;
}

/**
 * Finds the text of a glyph once and keeps it on the glyph: '' for what is not to be seen, `UNKNOWN` for what nothing
 * names.
 */
export function resolveGlyph(core: Core, of: NamedFont, glyph: CoreGlyph): string {
  const { text, guessed } = meaningOf(core, of, glyph);
  glyph.guessed = guessed;
  glyph.text = clean(text);
  return glyph.text;
}

/** The text of a code, and whether it is a guess. */
interface Meaning {
  readonly text: string;
  readonly guessed: boolean;
}

function meaningOf(core: Core, of: NamedFont, glyph: CoreGlyph): Meaning {
  const { core: font } = of;
  const code = glyph.originalCharCode;
  const mapped = font.includedToUnicode?.get(code);
  const isMapped = mapped !== undefined;
  const text = typeof mapped === 'string' ? mapped : glyph.unicode;
  const guessed = !isMapped && isUnmapped(font, code);
  const known = knownText(of, { code, text, guessed });
  if (known !== undefined) return { text: known, guessed: false };
  if (!isMapped && isNumbered(font, code)) return byNumber(font, code, text);
  if (isSpaceOfWindows(font, code)) return { text: ' ', guessed: false };
  if (isUnusable(text) || (!isMapped && isBreak(text))) return byFont(core, of, code, text);
  return bySignFont(core, of, { code, text, isMapped }) ?? { text, guessed };
}

/**
 * Ligatures of Calibri by the numbers of their glyphs. No character stands for them, so that some programs map them to
 * nothing, and others to the characters of these numbers: `soŌware`, `aƩenƟon`.
 */
const CALIBRI: Readonly<Record<number, string>> = { 0x14c: 'ft', 0x19e: 'tf', 0x19f: 'ti', 0x1a9: 'tt', 0x1ab: 'tti' };

function ligatureOf({ core, look }: NamedFont, code: number, text: string): string | undefined {
  const ligature = core.composite === true ? CALIBRI[code] : undefined;
  if (ligature === undefined || !/calibri/i.test(look.name)) return undefined;
  return isUnusable(text) || text.codePointAt(0) === code ? ligature : undefined;
}

/** The character by the encoding of a TeX font, the order of Calibri or the program of a font, which are certain. */
const knownText = (of: NamedFont, meaning: Meaning & { readonly code: number }): string | undefined =>
  byTexCode(of, meaning) ??
  ligatureOf(of, meaning.code, meaning.text) ??
  (meaning.guessed ? of.byProgram?.(meaning.code) : undefined);

/** Glyph 3 is the space in the fonts of Windows. */
const isSpaceOfWindows = (font: CoreFont, code: number): boolean => font.differences?.get(code) === 'g3';

function isUnmapped(font: CoreFont, code: number): boolean {
  return font.composite === true ? isIdentity(font) : font.toUnicode?.has(code) !== true;
}

/** A code that neither the document nor a name in the font's program explains: it is taken for a character itself. */
const isCodeItself = (font: CoreFont, code: number, text: string): boolean =>
  font.composite !== true &&
  font.includedToUnicode?.has(code) !== true &&
  !isNamed(font, code) &&
  text === String.fromCodePoint(code);

const byTexCode = ({ core, tex }: NamedFont, { code, text, guessed }: Meaning & { code: number }): string | undefined =>
  texSymbol(tex, { code, text, guessed: guessed || isCodeItself(core, code, text) });

function byNumber(font: CoreFont, code: number, text: string): Meaning {
  const numbered = TEX_CODES[code] ?? (hasWords(font) ? T1 : TS1)[code] ?? text;
  return { text: numbered, guessed: isUnusable(numbered) };
}

/** The character by the name of the glyph or of the font, where the text cannot be used. */
function byFont(core: Core, { core: font, look }: NamedFont, code: number, text: string): Meaning {
  const named = byName(core, font, code) ?? bySymbolFont(text, code, look.name);
  return { text: named ?? (isPrivate(text) || isBreak(text) ? text : UNKNOWN), guessed: named === undefined };
}

/** A tab or the end of a line: documents that map a code to them mean a space. */
const isBreak = (text: string): boolean => /^[\t\n\r]/.test(text);

/**
 * The character of a code in a font of pictures, whose map may name the code's letter instead; undefined in other
 * fonts.
 */
function bySignFont(
  core: Core,
  { core: font, look }: NamedFont,
  { code, text, isMapped }: { readonly code: number; readonly text: string; readonly isMapped: boolean },
): Meaning | undefined {
  const picture = signOf(look.name, isMapped ? text.charCodeAt(0) : code);
  if (picture !== undefined) return { text: picture, guessed: false };
  if (isMapped || !/dingbats/i.test(look.name)) return undefined;
  const sign = dingbat(core, font, code);
  return { text: sign ?? text, guessed: sign === undefined };
}

/** A composite font without any map: its codes are glyph numbers, and reading them as characters is a guess. */
function isIdentity(font: CoreFont): boolean {
  return (
    font.toUnicode?.constructor.name === 'IdentityToUnicodeMap' ||
    (font.includedToUnicode !== null && font.includedToUnicode !== undefined)
  );
}

/**
 * Type 3 fonts that TeX's drivers make name a glyph by its code (`a65`), and the codes are those of TeX's text fonts.
 */
function isNumbered(font: CoreFont, code: number): boolean {
  return font.isType3Font === true && /^[A-Za-z]?(\d+)$/.exec(font.differences?.get(code) ?? '')?.[1] === String(code);
}

/** Fewest small letters of a font of text; one of signs (TS1) has hardly any. */
const TEXT_LETTERS = 4;

function hasWords({ differences }: CoreFont): boolean {
  let letters = 0;
  for (const code of differences?.keys() ?? []) if (code >= 0x61 && code <= 0x7a) letters += 1;
  return letters >= TEXT_LETTERS;
}

/** Letters of the encoding T1 (of Cork) that differ from those of Latin 1. */
const T1: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    Array.from('ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£', (letter, index) => [
      0x80 + index,
      letter,
    ]),
  ),
  0xd7: 'Œ',
  0xdf: 'SS',
  0xf7: 'œ',
  0xff: 'ß',
};

/** The bullet of items, in the encoding TS1 of signs. */
const TS1: Readonly<Record<number, string>> = { 0x88: '•' };

/** Codes below the printable ones: ligatures in the encodings OT1 and T1, quotation marks and dashes in T1. */
const TEX_CODES: Readonly<Record<number, string>> = {
  11: 'ff',
  12: 'fi',
  13: 'fl',
  14: 'ffi',
  15: 'ffl',
  16: '“',
  17: '”',
  18: '„',
  19: '«',
  20: '»',
  21: '–',
  22: '—',
  25: 'ı',
  27: 'ff',
  28: 'fi',
  29: 'fl',
  30: 'ffi',
  31: 'ffl',
};

function isUnusable(text: string): boolean {
  if (text === '') return true;
  const code = text.charCodeAt(0);
  return (
    (code < 0x20 && !isBreak(text)) ||
    (code >= 0x7f && code < 0xa0) ||
    code === 0xfffd ||
    code === 0xffff ||
    isPrivate(text)
  );
}

function isPrivate(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
}

function byName(core: Core, font: CoreFont, code: number): string | undefined {
  if (font.composite === true) return undefined;
  const name = font.differences?.get(code) ?? font.defaultEncoding?.[code];
  if (name === undefined || name === '' || name === '.notdef') return undefined;
  const texts = name
    .split('.', 1)[0]!
    .split('_')
    .map((part) => byPartOfName(core, part));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/** A letter by its name, or several by their numbers (Adobe Glyph List Specification, section 2). */
function byPartOfName(core: Core, part: string): string | undefined {
  const numbers = /^uni((?:[\dA-F]{4}){2,})$/
    .exec(part)?.[1]
    ?.match(/.{4}/g)
    ?.map((hex) => Number.parseInt(hex, 16));
  const codes = numbers ?? [core.getUnicodeForGlyph(part, core.getGlyphsUnicode())];
  const texts = codes.map((code) =>
    code > 0x1f && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '',
  );
  return texts.some((text) => text === '' || isPrivate(text)) ? undefined : texts.join('');
}

/** Zapf Dingbats: by the glyph's name, or by the font's own encoding. */
function dingbat(core: Core, font: CoreFont, code: number): string | undefined {
  const name = font.differences?.get(code) ?? core.ZapfDingbatsEncoding[code];
  const unicode = name === undefined ? undefined : core.getDingbatsGlyphsUnicode()[name];
  return unicode === undefined ? undefined : String.fromCodePoint(unicode);
}

const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|(?!\s)\p{Cc}/gu;
/** By them fonts tell two forms of a sign of mathematics apart. */
const SELECTORS = /[\uFE00-\uFE0D]/gu;
/**
 * Ligatures, and the positional forms of Hebrew and Arabic letters: one character of the font, several or another one
 * of the text.
 */
const PRESENTATION = /[\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]/g;
/** One sign, for which the maps of Word on macOS state all hyphens that there are. */
const HYPHENS = /^-\u00AD\u2010$/;
/** Forms for vertical writing. */
const VERTICAL = /[\uFE10-\uFE19\uFE30-\uFE44]/g;

function clean(text: string): string {
  if (text.length === 1) {
    const code = text.charCodeAt(0);
    if (code > 0x20 && code < 0x7f) return text;
    if (code === 0xad) return '-';
  }
  return text
    .replace(INVISIBLE, '')
    .replace(SELECTORS, '')
    .replace(PRESENTATION, (letter) => letter.normalize('NFKC'))
    .replace(VERTICAL, (letter) => letter.normalize('NFKC'))
    .replace(HYPHENS, '-')
    .replaceAll('\u00AD', '-')
    .replace(/[\s\u00A0]+/g, ' ');
}
