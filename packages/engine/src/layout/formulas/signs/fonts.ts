import { RUN, type RawFont, type RawPage, type RawRun } from '../../model/raw-page.ts';

/** What is known of the symbols of a math font. */
interface MathFont {
  /** The command of its letters, '' for variables; absent where it is not known, or has none. */
  readonly letters?: string;
  /** Large operators and delimiters hang below their baseline. */
  readonly hangs?: true;
  /** It has letters of all alphabets, each with a code of its own. */
  readonly unicode?: true;
}

/** Math fonts: those of TeX, and OpenType fonts with a table of mathematics. */
const FONTS: readonly (readonly [RegExp, MathFont])[] = [
  [/^(?:CMMIB\d|LMMathItalic\d+-Bold|NewTXBMI|NewPXBMI)/i, { letters: 'boldsymbol' }],
  [
    /^(?:CMMI\d|LMMathItalic\d|(?:r?tx|r?px|NewTX|NewPX)b?mi\w*$|MTMI|zplmr7m|Kp--M-(?:Bold)?Italic|CCMI\d|CMBRM[IB]|HFBRMI)/i,
    { letters: '' },
  ],
  [
    /^(?:EUR[MB]\d|PazoMath-Italic|Fourier-Math-Letters-Italic|MathDesign-\S*-MathItalic|LucidaNewMath-Italic|LibertineMathMI)/i,
    { letters: '' },
  ],
  [
    /^(?:CMB?SY\d|LMMathSymbols\d|(?:tx|px|NewTX|NewPX)b?sys?$|Kp--M-Sy-|\w*Calligraphic|Fourier-Math-Cal|LucidaNewMath-Symbol)/i,
    { letters: 'mathcal' },
  ],
  [
    /^(?:CMEX\d|EUEX\d|MTEX|LMMathExtension\d|(?:TeX-)?mathx\d|(?:tx|px|NewTX|NewPX)b?ex[as]?$|Kp--M-Ex|Fourier-Math-Extension|MathDesign-\S*-Extension)/i,
    { hangs: true },
  ],
  [
    /^(?:MSBM\d|(?:tx|px)sy[abc]$|Kp--M-Syb|DSROM|DSSerif|BBM\w*\d|BBOLD|PazoMathBlackboard|Fourier-Math-BlackBoard)/i,
    { letters: 'mathbb' },
  ],
  [/^EUF[MB]\d/i, { letters: 'mathfrak' }],
  [/^(?:EUS[MB]|RSFS)\d/i, { letters: 'mathscr' }],
  [
    /^(?:MSAM\d|(?:TeX-)?math[ab]\d|STMARY|ESINT|OAMathSymbols|Kp--M-Sy|PazoMath|Fourier-Math|LucidaNewMath|StandardSymL)/i,
    {},
  ],
  [/^(?:MTSY|MathDesign-\S*-(?:OT1|Symbol|MathDesignSymbol\w))/i, {}],
  [/^(?:KaTeX|MathJax)_Math/, { letters: '' }],
  [/^(?:KaTeX|MathJax)_AMS/, { letters: 'mathbb' }],
  [/^(?:KaTeX|MathJax)_Cal/, { letters: 'mathcal' }],
  [/^(?:KaTeX|MathJax)_(?:Main|Size)/, { letters: 'mathrm', unicode: true }],
  [/^OpenSymbol/, {}],
  [/Math(?:$|[-_]|TeX)|-math(?:$|-)/, { letters: 'mathrm', unicode: true }],
];

/** Names of fonts that are remembered; a document has a few dozen. */
const MOST_NAMES = 1_000;
const known = new Map<string, MathFont | null>();

function mathFont(name: string): MathFont | undefined {
  const read = known.get(name);
  if (read !== undefined) return read ?? undefined;
  if (known.size >= MOST_NAMES) known.clear();
  const font = FONTS.find(([pattern]) => pattern.test(name))?.[1];
  known.set(name, font ?? null);
  return font;
}

export const isMathFont = (name: string): boolean => mathFont(name) !== undefined;

/** Whether a text is of a formula by its font; plain letters are words where the font has others for formulas. */
export function isMathText(name: string, text: string): boolean {
  const font = mathFont(name);
  return font !== undefined && !(font.unicode === true && /[a-zA-Z]/.test(text));
}

/** Whether a page has formulas that may be read: not one that OCR read, nor one without a math font. */
export const mayHaveFormulas = ({ source, fonts }: RawPage): boolean =>
  source !== 'ocr' && Object.values(fonts).some(({ name }) => isMathFont(name));

/** Whether a run's symbols hang below their baseline, as large ones of TeX and radical signs do. */
export const hangs = ({ text }: Pick<RawRun, 'text'>, font: RawFont | undefined): boolean =>
  text === '√' || (mathFont(font?.name ?? '')?.hangs === true && !/[∞←-⇿]/.test(text));

/** Slanted or bold letters of a text font are variables: more of them side by side are a word. */
const MOST_VARIABLES = 2;

const SMALL_WORDS = /^(?:if|in|is|of|or|to|on|as|at|by|we)$/i;

/** How the letters of a run are written: the command of their style ('' for variables), and whether they make words. */
export function lettersOf(
  { text, flags }: Pick<RawRun, 'text' | 'flags'>,
  font: RawFont | undefined,
): { readonly command: string; readonly words: boolean } | undefined {
  const name = font?.name ?? '';
  const math = mathFont(name);
  if (math) return math.letters === undefined ? undefined : { command: math.letters, words: math.unicode === true };
  const isBold = (flags & RUN.bold) !== 0;
  const mayBeVariables = text.replaceAll(/[^a-zA-Z]/g, '').length <= MOST_VARIABLES;
  const isItalic = (flags & RUN.italic) !== 0;
  if (!isItalic) return { command: isBold ? 'mathbf' : 'mathrm', words: !isBold || !mayBeVariables };
  if (/^(?:CMTI|SFTI|LMRoman)/.test(name) || SMALL_WORDS.test(text)) return undefined;
  return isBold || !mayBeVariables ? undefined : { command: '', words: false };
}

/** The LaTeX of extensible delimiters, by any of their pieces (TeX's CMEX), and how deep each hangs, in em. */
const PIECES: readonly (readonly [latex: string, ends: string, middle: string, more: string, depths: Depths])[] = [
  ['(', '⎛⎝', '', '⎜', { end: 1.76, middle: 0, more: 0.6 }],
  [')', '⎞⎠', '', '⎟', { end: 1.76, middle: 0, more: 0.6 }],
  ['[', '⎡⎣', '', '⎢', { end: 1.76, middle: 0, more: 0.6 }],
  [']', '⎤⎦', '', '⎥', { end: 1.76, middle: 0, more: 0.6 }],
  ['\\{', '⎧⎩', '⎨', '⎪', { end: 0.9, middle: 1.8, more: 0.3 }],
  ['\\}', '⎫⎭', '⎬', '⎪', { end: 0.9, middle: 1.8, more: 0.3 }],
];

interface Depths {
  readonly end: number;
  readonly middle: number;
  readonly more: number;
}

interface Piece {
  readonly latex: string;
  readonly depth: number;
}

const BY_CHAR: ReadonlyMap<string, Piece> = new Map(
  PIECES.flatMap(([latex, ends, middle, more, depths]) => [
    ...Array.from(ends, (char) => [char, { latex, depth: depths.end }] as const),
    ...Array.from(middle, (char) => [char, { latex, depth: depths.middle }] as const),
    ...Array.from(more, (char) => [char, { latex, depth: depths.more }] as const),
  ]),
);

/** The LaTeX of the delimiter that a symbol is a piece of; undefined where it is none. */
export const delimiterOfPiece = (char: string): string | undefined => BY_CHAR.get(char)?.latex;

/** How deep a piece hangs below its baseline, in em; undefined where a symbol is none. */
export const depthOfPiece = (char: string): number | undefined => BY_CHAR.get(char)?.depth;
