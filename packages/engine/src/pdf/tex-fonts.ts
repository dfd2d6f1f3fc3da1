/**
 * The characters of the codes of TeX's math fonts, where a document does not say it, or says something else. The
 * encodings OML, OMS and OMX are those of the fonts' documentation (The TeXbook, appendix F).
 */

type Encoding = Readonly<Record<number, string>>;

/** Codes that follow each other, from the first on; a space stands for a code that is left out. */
function from(first: number, symbols: string): Encoding {
  const entries = Array.from(symbols).map((symbol, index): [number, string] => [first + index, symbol]);
  return Object.fromEntries(entries.filter(([, symbol]) => symbol !== ' '));
}

/** Math italic. */
const OML: Encoding = {
  ...from(0x00, 'ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ'),
  ...from(0x3a, '.,</>⋆∂'),
  ...from(0x5b, '♭♮♯'),
  0x60: 'ℓ',
  ...from(0x7b, 'ıȷ℘\u20d7'),
};

const OMS: Encoding = {
  ...from(0x00, '−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘∙≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽\u03387∀∃¬∅ℜℑ⊤⊥ℵ'),
  ...from(0x5b, '∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕∖≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠'),
};

const OMX: Encoding = {
  ...from(0x00, '()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\'),
  ...from(0x30, '⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪ ⎝⎠⎜⎟'),
  ...from(0x44, '⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}√√√√√'),
};

/**
 * Symbols of mathabx (`matha10`, `mathx10`) by the letters of the encoding T1 at their codes, which documents give for
 * them: `x “ 1` is set as x = 1.
 */
const MATHA: Readonly<Record<string, string>> = {
  '`': '+',
  '´': '−',
  ˆ: '×',
  '˜': '÷',
  '¨': '·',
  '˝': '∘',
  '˚': '∗',
  '“': '=',
  '”': '≡',
  '„': '∼',
  '«': '≈',
  '»': '≃',
  '–': '≅',
  '‰': '≠',
  '1': '′',
  '8': '∞',
  '@': '∀',
  B: '∂',
  D: '∃',
  H: '∅',
  K: '⊥',
  P: '∈',
  Q: '∋',
  R: '∉',
  X: '∩',
  Y: '∪',
  '^': '∧',
  _: '∨',
  '‘': '⊕',
  a: '⊖',
  b: '⊗',
  d: '⊙',
  p: '(',
  q: ')',
  r: '[',
  s: ']',
  t: '{',
  u: '}',
  x: '⟨',
  y: '⟩',
  z: '∖',
  '{': '/',
  '}': '‖',
  Ă: '⊂',
  Ą: '⊃',
  Ď: '⊆',
  Ě: '⊇',
  ă: '<',
  ą: '>',
  ď: '≤',
  ě: '≥',
  Ð: '←',
  Ñ: '→',
  ð: '⇐',
  ñ: '⇒',
  ô: '⇔',
  Þ: '7',
};
const MATHX: Readonly<Record<string, string>> = {
  ř: '∑',
  ÿ: '∑',
  ś: '∏',
  ş: '∫',
  Ť: '⋃',
  Ş: '⋂',
  À: '⨁',
  Â: '⨂',
  '˜': '(',
  '¸': ')',
  '␣': '{',
  '(': '}',
  '›': '‖',
};

/** Of the first font of AMS. */
const MSA: Encoding = {
  ...from(0x00, '⊡⊞⊠□■·◊⧫↻↺⇌⇋⊟⊩⊪⊨↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅⪕⪖⋞⋟≼≦⩽≶‵ ≓≒≽≧⩾≷⊏⊐▷◁⊵⊴★≬▼▶◀'),
  ...from(0x4d, '△▲▽≖⋚⋛'),
  0x58: '✓',
};

/** Pieces of brackets at the codes that names such as `bracelefttp` have in the Adobe Glyph List. */
const CMEX: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(from(0xf8eb, '⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⌠⎞⎟⎠⎤⎥⎦⎫⎬⎭')).map(([code, symbol]) => [
    String.fromCodePoint(Number(code)),
    symbol,
  ]),
);

/** A font of TeX: its encoding, and symbols that stand for letters which documents give for them. */
export interface TexFont {
  readonly encoding?: Encoding;
  readonly letters?: Readonly<Record<string, string>>;
}

const FONTS: readonly (readonly [RegExp, TexFont])[] = [
  [/^(?:CMMIB?\d|LMMathItalic)/i, { encoding: OML }],
  [/^(?:CMB?SY\d|LMMathSymbols|OAMathSymbols|Fourier-Math-Symbols|MathDesign-\S+-Symbol-)/i, { encoding: OMS }],
  [/^(?:CMEX\d|LMMathExtension|Kp--M-Ex|Fourier-Math-Ext|MathDesign-\S+-Ext)/i, { encoding: OMX, letters: CMEX }],
  [/^(?:tx|px)exs?$/, { encoding: { ...OMX, ...from(0xc9, '⨁⨁⨂⨂∑∏ ⋃⋂⨄⋀⋁∑∏ ⋃⋂⨄⋀⋁∐∐') }, letters: CMEX }],
  [/^(?:tx|px)sys?$/, { letters: { '¥': '¨', '®': '\u20D7' } }],
  [/^Kp--M-Syc/, { letters: { ',': '≠' } }],
  [/^(?:tx|px|Kp--M-)exa/i, { letters: { '"': '∬' } }],
  [/^MSAM\d/i, { encoding: MSA }],
  [/^(?:TeX-)?matha\d/, { letters: MATHA }],
  [/^(?:TeX-)?mathx\d/, { letters: MATHX }],
];

/** The font of TeX of a name; undefined for any other. */
export const texFont = (name: string): TexFont | undefined => FONTS.find(([pattern]) => pattern.test(name))?.[1];

/** Fonts name the two forms of phi the other way round than Unicode, and many documents map them by these names. */
const PHI: Encoding = { 0x1e: 'ϕ', 0x27: 'φ' };

/** A code, what the document says of it, and whether that is a guess. */
interface Code {
  readonly code: number;
  readonly text: string;
  readonly guessed: boolean;
}

/**
 * The symbol of a code of a font of TeX: where the document does not map it (ISO 32000-1, 9.10.2), where it has a
 * letter for it in a font that has none, and of the two forms of phi. Undefined in other fonts, and where it is right.
 */
export function texSymbol(font: TexFont | undefined, { code, text, guessed }: Code): string | undefined {
  if (!font) return undefined;
  const { encoding, letters } = font;
  const symbol = guessed ? encoding?.[code] : undefined;
  if (symbol !== undefined) return symbol;
  if (encoding === OML && (text === 'φ' || text === 'ϕ')) return PHI[code];
  return letters?.[text];
}
