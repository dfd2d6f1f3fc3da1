import { pictureOf, SYMBOL } from '../text/symbol-fonts.ts';

/**
 * The character of a code or a mapped character in a font of pictures. Those that would be circled numbers are mostly
 * numbers of glyphs.
 */
export function signOf(fontName: string, code: number): string | undefined {
  return code >= 0x80 && code < 0x9f ? undefined : pictureOf(fontName, code);
}

/** Fonts that are addressed through the private use area F000–F0FF (Symbol, Wingdings and their like). */
export function bySymbolFont(text: string, code: number, fontName: string): string | undefined {
  const char = text.charCodeAt(0);
  const isPrivate = char >= 0xf000 && char <= 0xf0ff;
  const low = (isPrivate ? char : code) & 0xff;
  if (/wingdings|webdings/i.test(fontName)) return isPrivate ? pictureOf(fontName, low) : signOf(fontName, low);
  if (/symbol/i.test(fontName)) return SYMBOL[low];
  if (/dingbats|icon|awesome|material/i.test(fontName)) return undefined;
  if (!isPrivate) return undefined;
  return low === 0xb7 || low === 0xa7 ? '•' : low > 0x20 && low < 0x7f ? String.fromCharCode(low) : undefined;
}
