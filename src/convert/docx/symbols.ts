/** What common characters of Symbol and Wingdings show, by code without the private use area's F000. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '→',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
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
  if (/wingdings/i.test(font)) return WINGDINGS[low] ?? '';
  if (/symbol/i.test(font)) return SYMBOL.get(low) ?? (low < 0x80 && low >= 0x20 ? String.fromCodePoint(low) : '');
  return code >= 0xe000 && code <= 0xf8ff ? '' : String.fromCodePoint(code);
}
