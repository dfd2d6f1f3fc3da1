/** Signs of Wingdings that documents use as bullets, arrows and check marks, by character code. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6d: '❍',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x72: '❒',
  0x73: '⬧',
  0x74: '⧫',
  0x75: '◆',
  0x76: '❖',
  0x77: '⬥',
  0x9f: '•',
  0xa0: '▪',
  0xa1: '○',
  0xa7: '▪',
  0xa8: '◻',
  0xd8: '➢',
  0xe0: '→',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
  0xdf: '←',
  0xe1: '↑',
  0xe2: '↓',
  0x4a: '☺',
  0x28: '☎',
  0x2a: '✉',
};

/** Wingdings 2: its check marks, crosses, boxes and bullets. */
const WINGDINGS_2: Readonly<Record<number, string>> = {
  0x4f: '✗',
  0x50: '✓',
  0x51: '☒',
  0x52: '☑',
  0x53: '☒',
  0x54: '☒',
  0x96: '•',
  0x97: '●',
  0x98: '●',
  0x9e: '•',
  0x9f: '•',
  0xa0: '▪',
  0xa1: '■',
  0xa2: '■',
  0xa3: '☐',
};

/** Webdings: its check mark, cross, squares and circle. */
const WEBDINGS: Readonly<Record<number, string>> = {
  0x61: '✔',
  0x63: '☐',
  0x67: '■',
  0x6e: '●',
  0x72: '✖',
};

/** The symbol font's encoding where its codes appear as private-use characters. */
const SYMBOL: Readonly<Record<number, string>> = {
  0xb7: '•',
  0xa7: '♣',
  0xd7: '⋅',
  0xb0: '°',
  0xb1: '±',
  0xb2: '″',
  0xb3: '≥',
  0xb4: '×',
  0xa3: '≤',
  0xae: '→',
  0xac: '←',
  0xad: '↑',
  0xaf: '↓',
  0xde: '⇒',
  0xb9: '≠',
  0xbb: '≈',
  0xa5: '∞',
  0xd6: '√',
  0xe5: '∑',
  0xf2: '∫',
  0xb6: '∂',
  0x61: 'α',
  0x62: 'β',
  0x63: 'χ',
  0x64: 'δ',
  0x65: 'ε',
  0x66: 'φ',
  0x67: 'γ',
  0x68: 'η',
  0x69: 'ι',
  0x6a: 'ϕ',
  0x6b: 'κ',
  0x6c: 'λ',
  0x6d: 'μ',
  0x6e: 'ν',
  0x6f: 'ο',
  0x70: 'π',
  0x71: 'θ',
  0x72: 'ρ',
  0x73: 'σ',
  0x74: 'τ',
  0x75: 'υ',
  0x77: 'ω',
  0x78: 'ξ',
  0x79: 'ψ',
  0x7a: 'ζ',
  0x44: 'Δ',
  0x46: 'Φ',
  0x47: 'Γ',
  0x4c: 'Λ',
  0x50: 'Π',
  0x51: 'Θ',
  0x53: 'Σ',
  0x57: 'Ω',
  0x58: 'Ξ',
  0x59: 'Ψ',
  0x2d: '−',
  0x3d: '=',
  0x2b: '+',
  0x28: '(',
  0x29: ')',
};

/** What a code (without the private use area's F000) means in a font of pictures; undefined in other fonts. */
export function pictureOf(fontName: string, code: number): string | undefined {
  if (/wingdings ?2/i.test(fontName)) return WINGDINGS_2[code];
  if (/wingdings ?3/i.test(fontName)) return undefined;
  if (/wingdings/i.test(fontName)) return WINGDINGS[code];
  return /webdings/i.test(fontName) ? WEBDINGS[code] : undefined;
}

/** Fonts that are addressed through the private use area F000–F0FF (Symbol, Wingdings and their like). */
export function bySymbolFont(text: string, code: number, fontName: string): string | undefined {
  const char = text.charCodeAt(0);
  const low = char >= 0xf000 && char <= 0xf0ff ? char & 0xff : code & 0xff;
  if (/wingdings|webdings/i.test(fontName)) return pictureOf(fontName, low);
  if (/symbol/i.test(fontName)) return SYMBOL[low];
  if (/dingbats|icon|awesome|material/i.test(fontName)) return undefined;
  if (char < 0xf000 || char > 0xf0ff) return undefined;
  return low === 0xb7 || low === 0xa7 ? '•' : low > 0x20 && low < 0x7f ? String.fromCharCode(low) : undefined;
}
