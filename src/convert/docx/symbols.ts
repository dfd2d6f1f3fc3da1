/** What consecutive codes from one on show. */
function numbered(from: number, characters: string): Readonly<Record<number, string>> {
  return Object.fromEntries(Array.from(characters, (character, index) => [from + index, character]));
}

/** What common characters of Symbol and Wingdings show, by code without the private use area's F000. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x4a: '☺',
  0x4b: '😐',
  0x4c: '☹',
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x76: '❖',
  ...numbered(0x81, '①②③④⑤⑥⑦⑧⑨⑩'),
  ...numbered(0x8c, '❶❷❸❹❺❻❼❽❾❿'),
  0x9f: '•',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  ...numbered(0xdf, '←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩'),
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};

const WINGDINGS_2: Readonly<Record<number, string>> = {
  ...numbered(0x4f, '✗✓☒☑'),
  0x97: '●',
  0xa3: '□',
};

const SYMBOL = new Map<number, string>('αβχδεφγηιϕκλμνοπθρστυϖωξψζ'.split('').map((char, n) => [0x61 + n, char]));
for (const [code, char] of 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'.split('').map((char, n) => [0x41 + n, char] as const))
  SYMBOL.set(code, char);
for (const [code, char] of [
  [0xa3, '≤'],
  [0xa5, '∞'],
  [0xab, '↔'],
  [0xac, '←'],
  [0xad, '↑'],
  [0xae, '→'],
  [0xaf, '↓'],
  [0xb0, '°'],
  [0xb1, '±'],
  [0xb3, '≥'],
  [0xb4, '×'],
  [0xb7, '•'],
  [0xb8, '÷'],
  [0xb9, '≠'],
  [0xbb, '≈'],
  [0xc5, '⊕'],
  [0xce, '∈'],
  [0xd6, '√'],
  [0xde, '⇒'],
  [0xe5, '∑'],
  [0xf2, '∫'],
] as const)
  SYMBOL.set(code, char);

/**
 * The character that a w:sym shows; `char` is hexadecimal. Unknown ones of a symbol font are left out: their code says
 * nothing.
 */
export function symbolText(font: string, char: string): string {
  const code = Number.parseInt(char, 16);
  if (!Number.isFinite(code) || code <= 0 || code > 0x10ffff) return '';
  const low = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/wingdings/i.test(font)) return (/2/u.test(font) ? WINGDINGS_2 : WINGDINGS)[low] ?? '';
  if (/symbol/i.test(font)) return SYMBOL.get(low) ?? (low < 0x80 && low >= 0x20 ? String.fromCodePoint(low) : '');
  return code >= 0xe000 && code <= 0xf8ff ? '' : String.fromCodePoint(code);
}

const SYMBOL_FONT = /^(?:symbol|wingdings(?: 2)?)$/i;
/** Text of more characters in Latin letters is set in a symbol font by mistake, and says what its letters say. */
const SYMBOLS_IN_LETTERS = 3;

/**
 * A text as a symbol font shows it: characters of the private use area, and Latin ones. Unknown ones stay. Where the
 * font is not known, or another stands in for it, private characters are what Word and LibreOffice most often mean.
 */
export function textInFont(text: string, font: string | undefined): string {
  if (font === undefined || !SYMBOL_FONT.test(font)) return text.replaceAll(/[\uf020-\uf0ff]/gu, commonSymbol);
  const typed = text.trim().length <= SYMBOLS_IN_LETTERS ? /[\u0021-\u00ff\uf020-\uf0ff]/gu : /[\uf020-\uf0ff]/gu;
  return text.replaceAll(typed, (char) => symbolText(font, char.codePointAt(0)!.toString(16)) || char);
}

/** The bullet of Symbol, and all others as in Wingdings. */
function commonSymbol(char: string): string {
  const low = char.codePointAt(0)! - 0xf000;
  return low === 0xb7 ? SYMBOL.get(low)! : (WINGDINGS[low] ?? char);
}
