/** Characters of consecutive codes, by code. */
function numbered(from: number, characters: string): Readonly<Record<number, string>> {
  return Object.fromEntries(Array.from(characters, (character, index) => [from + index, character]));
}

/** Characters by their codes, without the private use area's F000. */
type SymbolTable = Readonly<Record<number, string>>;

/** Signs of Wingdings that documents use as bullets, arrows and check marks. */
const WINGDINGS: SymbolTable = {
  0x28: '☎',
  0x2a: '✉',
  ...numbered(0x4a, '☺😐☹'),
  ...numbered(0x6c, '●❍■□'),
  ...numbered(0x71, '❑❒⬧⧫◆❖⬥'),
  ...numbered(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
  ...numbered(0x9f, '•▪○'),
  0xa7: '▪',
  // Forms use the empty square as a box to check.
  0xa8: '☐',
  0xd8: '➢',
  ...numbered(0xdf, '←→↑↓↖↗↙↘←➔↑↓↖↗↙↘⇦⇨⇧⇩'),
  ...numbered(0xfb, '✗✓☒☑'),
};

/** Wingdings 2: its check marks, crosses, boxes and bullets. */
const WINGDINGS_2: SymbolTable = {
  ...numbered(0x4f, '✗✓☒☑☒☒'),
  ...numbered(0x96, '•●●'),
  ...numbered(0x9e, '••▪■■☐'),
};

/** Wingdings 3: its plain arrows and triangles. */
const WINGDINGS_3: SymbolTable = {
  ...numbered(0x21, '←→↑↓↖↗↙↘'),
  ...numbered(0x70, '▲▼△▽◀▶◁▷◣◢◤◥'),
};

/** Webdings: its check mark, cross, squares and circle. */
const WEBDINGS: SymbolTable = { 0x61: '✔', 0x63: '☐', 0x67: '■', 0x6e: '●', 0x72: '✖' };

/** Symbol: Greek letters and signs of mathematics. */
export const SYMBOL: SymbolTable = {
  0x28: '(',
  0x29: ')',
  0x2b: '+',
  0x2d: '−',
  0x3d: '=',
  ...numbered(0x41, 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'),
  ...numbered(0x61, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'),
  ...numbered(0xb0, '°±″≥×'),
  0xa3: '≤',
  0xa5: '∞',
  0xa7: '♣',
  ...numbered(0xab, '↔←↑→↓'),
  ...numbered(0xb6, '∂•÷≠'),
  0xbb: '≈',
  0xc5: '⊕',
  0xce: '∈',
  0xd6: '√',
  0xd7: '⋅',
  0xde: '⇒',
  0xe5: '∑',
  0xf2: '∫',
};

/** The character for a code (without the private use area's F000) in a font of pictures; undefined in other fonts. */
export function pictureOf(fontName: string, code: number): string | undefined {
  if (/wingdings ?2/i.test(fontName)) return WINGDINGS_2[code];
  if (/wingdings ?3/i.test(fontName)) return WINGDINGS_3[code];
  if (/wingdings/i.test(fontName)) return WINGDINGS[code];
  return /webdings/i.test(fontName) ? WEBDINGS[code] : undefined;
}
