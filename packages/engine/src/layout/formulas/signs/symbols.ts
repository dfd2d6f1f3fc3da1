import { BINARY, FUNCTIONS, RELATIONS } from '../../../math/classes.ts';
import { commandOf } from '../../../math/symbols.ts';
import { RUN, type RawFont, type RawRun } from '../../model/raw-page.ts';
import { ACCENT_COMMANDS, hasAccentsBefore } from './accents.ts';
import { delimiterOfPiece, hangs, lettersOf } from './fonts.ts';

/** The class of a symbol, by TeX's classes of atoms. */
type Kind =
  | 'ord'
  | 'op'
  | 'name'
  | 'bin'
  | 'rel'
  | 'open'
  | 'close'
  | 'fence'
  | 'punct'
  | 'radical'
  | 'accent'
  | 'brace'
  | 'prime'
  | 'slash'
  | 'text';

/** A symbol, or a part of a formula that was read: where it stands, and its LaTeX. */
export interface MathSymbol {
  readonly kind: Kind;
  readonly latex: string;
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  readonly size: number;
  /** The y of the axis of what has no baseline of its own: a fraction's bar. */
  readonly axis?: number;
  /** From a font whose large symbols hang below their baseline (TeX's CMEX). */
  readonly hangs?: true;
  /** A part that is higher than a line: the delimiters around it grow with it. */
  readonly tall?: true;
  /** What the page has for it, where it is a symbol of a run. */
  readonly text?: string;
}

/** Letters of mathematical alphabets: the first code, the last, and their command. */
const ALPHABETS: readonly (readonly [number, number, string])[] = [
  [0x1d400, 0x1d433, 'mathbf'],
  [0x1d434, 0x1d467, ''],
  [0x1d468, 0x1d49b, 'boldsymbol'],
  [0x1d49c, 0x1d4cf, 'mathcal'],
  [0x1d504, 0x1d537, 'mathfrak'],
  [0x1d538, 0x1d56b, 'mathbb'],
  [0x1d5a0, 0x1d5d3, 'mathsf'],
  [0x1d670, 0x1d6a3, 'mathtt'],
  [0x1d6a4, 0x1d6a5, ''],
  [0x1d6a8, 0x1d6e1, 'boldsymbol'],
  [0x1d6e2, 0x1d71b, ''],
  [0x1d71c, 0x1d755, 'boldsymbol'],
  [0x1d7ce, 0x1d7d7, 'mathbf'],
  [0x1d7d8, 0x1d7e1, 'mathbb'],
];

/** Letters that had their place in Unicode before the alphabets. */
const OLDER: Readonly<Record<string, string>> = {
  ℎ: 'h',
  ℬ: '\\mathcal{B}',
  ℰ: '\\mathcal{E}',
  ℱ: '\\mathcal{F}',
  ℋ: '\\mathcal{H}',
  ℐ: '\\mathcal{I}',
  ℒ: '\\mathcal{L}',
  ℳ: '\\mathcal{M}',
  ℛ: '\\mathcal{R}',
  ℯ: '\\mathcal{e}',
  ℴ: '\\mathcal{o}',
  ℭ: '\\mathfrak{C}',
  ℌ: '\\mathfrak{H}',
  ℨ: '\\mathfrak{Z}',
  ℙ: '\\mathbb{P}',
  ℍ: '\\mathbb{H}',
};

const OPS = new Set('∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂⨆');
export const isOperator = (text: string): boolean => OPS.has(text);
const INTEGRALS = /\\[io]{0,3}int$/;
/** Letters of other scripts are no symbols; what is printable ASCII is, save what LaTeX reserves. */
const PLAIN = /^[0-9!?/.;:,()[\]|<>=+*'"]$/;

const BRACKETS: Readonly<Record<string, Kind>> = {
  '(': 'open',
  '[': 'open',
  '{': 'open',
  '⟨': 'open',
  '⌈': 'open',
  '⌊': 'open',
  ')': 'close',
  ']': 'close',
  '}': 'close',
  '⟩': 'close',
  '⌉': 'close',
  '⌋': 'close',
  '|': 'fence',
  '‖': 'fence',
};

const OTHERS: Readonly<Record<string, Kind>> = {
  ',': 'punct',
  ';': 'punct',
  '√': 'radical',
  '′': 'prime',
  '̸': 'slash',
};

/** The bar with which `\mapsto` begins is a symbol of its own in TeX's fonts, at the place of the digit 7. */
export const MAPS_TO_BAR = '\\mapstochar';

const SYMBOL_FONT = /^(?:CMB?SY|LMMathSym|OAMathSym|(?:TeX-)?matha)/;

/**
 * The text of a run of a font of TeX. The slash of negated relations stands at the place of the digit 6 and the bar of
 * `\mapsto` at that of 7, and some documents map them so; the font has no digits.
 */
function symbolTextOf({ text, flags }: RawRun, font: string): string | undefined {
  const isKnown = (flags & RUN.unmapped) === 0;
  if (!SYMBOL_FONT.test(font)) return isKnown ? text : undefined;
  return isKnown || /[67]/.test(text) ? text.replaceAll('6', '\u0338') : undefined;
}

function kindOf(char: string): Kind {
  const known = OTHERS[char] ?? BRACKETS[char];
  if (known !== undefined) return known;
  if (OPS.has(char)) return 'op';
  if (BINARY.has(char)) return 'bin';
  if (RELATIONS.has(char)) return 'rel';
  return char in ACCENT_COMMANDS ? 'accent' : 'ord';
}

const styled = (command: string, letter: string): string => (command === '' ? letter : `\\${command}{${letter}}`);

function alphabetLetter(char: string): string | undefined {
  const code = char.codePointAt(0)!;
  const alphabet = ALPHABETS.find(([first, last]) => code >= first && code <= last);
  if (!alphabet) return undefined;
  const letter = char.normalize('NFKC');
  const latex = /^[a-zA-Z0-9]$/.test(letter) ? letter : commandOf(letter);
  return latex === undefined ? undefined : styled(alphabet[2], latex);
}

/** The LaTeX of a symbol with the marks that it bears; undefined where it is not known surely. */
function latexOf(piece: string, look: Look): string | undefined {
  const [char, ...marks] = piece;
  let latex = symbolLatex(char!, look);
  for (const mark of marks) {
    const accent = ACCENT_COMMANDS[mark];
    if (latex === undefined) return undefined;
    if (mark === '̸') latex = negated(latex);
    else latex = accent === undefined ? undefined : `\\${accent}{${latex}}`;
  }
  return latex;
}

/** A relation that is struck through. */
export const negated = (latex: string): string =>
  latex === '=' ? '\\neq' : latex === '\\in' ? '\\notin' : `\\not${latex}`;

/** The font of a symbol, and the command of its letters; undefined where that is not known. */
interface Look {
  readonly font: string;
  readonly command: string | undefined;
}

/** Symbols that mean something else in one font than in others. */
function symbolOfFont(char: string, font: string): string | undefined {
  if (char === '∣' && font.startsWith('CMEX')) return '|';
  const bracket = delimiterOfPiece(char);
  if (bracket !== undefined) return bracket;
  if (!SYMBOL_FONT.test(font)) return undefined;
  if (char === '7') return MAPS_TO_BAR;
  return char === '\\' ? '\\setminus' : undefined;
}

/** The LaTeX of one symbol. */
function symbolLatex(char: string, { font, command }: Look): string | undefined {
  const own = symbolOfFont(char, font);
  if (own !== undefined) return own;
  if (/^[a-zA-Z]$/.test(char)) return command === undefined ? undefined : styled(command, char);
  if (/^\d$/.test(char)) return command === 'mathbf' ? `\\mathbf{${char}}` : char;
  if (char in ACCENT_COMMANDS) return `\\${ACCENT_COMMANDS[char]}`;
  if (char === '\u0338') return char;
  return OLDER[char] ?? alphabetLetter(char) ?? commandOf(char) ?? (PLAIN.test(char) ? char : undefined);
}

/** The pieces of a run: words of upright letters, and single symbols with the marks that they bear. */
function pieces(text: string, upright: boolean): string[] {
  if (text.length === 1 && isAscii(text)) return [text];
  const plain = isAscii(text)
    ? text
    : text
        .replaceAll(/[ǫ〈〉∶∕″‴⁗]/gu, (symbol) => ALIKE[symbol] ?? symbol.normalize('NFKC'))
        .replaceAll(/\p{L}/gu, (letter) => letter.normalize('NFD'));
  return plain.match(upright ? /[a-zA-Z]{2,}(?!\p{M})|.\p{M}*/gu : /.\p{M}*/gu) ?? [];
}

/** Characters that documents have for others which look alike. */
const ALIKE: Readonly<Record<string, string>> = { ǫ: 'ϵ', '〈': '⟨', '〉': '⟩', '∶': ':', '∕': '/' };

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const wordOf = (word: string): Pick<MathSymbol, 'kind' | 'latex'> =>
  FUNCTIONS.has(word) ? { latex: `\\${word}`, kind: 'name' } : { latex: word, kind: 'text' };

/** Periods and commas, and how wide they are: narrower than other symbols. */
const PUNCTUATION = /^[.,;:]$/;
const PUNCTUATION_EM = 0.278;
/** Letters of a piece: one, or those of a word. */
const widthOf = (part: string): number => (PUNCTUATION.test(part) ? 0 : /^[a-zA-Z]{2}/.test(part) ? part.length : 1);

/** Where each piece of a run ends. */
function endsOf(parts: readonly string[], { x0, x1, size }: RawRun): readonly number[] {
  const stops = parts.filter((part) => PUNCTUATION.test(part)).length;
  const letters = parts.reduce((sum, part) => sum + widthOf(part), 0);
  const stop = letters > 0 ? PUNCTUATION_EM * size : (x1 - x0) / stops;
  const step = (x1 - x0 - stops * stop) / letters;
  let x = x0;
  return parts.map((part) => (x += PUNCTUATION.test(part) ? stop : step * widthOf(part)));
}

/** The pieces of horizontal braces, which no document maps to a character: at the places of these in TeX's font. */
function bracePieces(run: RawRun, font: string): readonly MathSymbol[] | undefined {
  const { text, flags, x0, x1, baseline, size } = run;
  if ((flags & RUN.unmapped) === 0 || !font.startsWith('CMEX') || !/^[z{|}]+$/.test(text)) return undefined;
  const step = (x1 - x0) / text.length;
  return Array.from(text, (latex, index) => {
    const start = x0 + index * step;
    return { kind: 'brace', latex, x0: start, x1: start + step, baseline, size, hangs: true };
  });
}

/** Kind and LaTeX of a piece; undefined where it is not known surely. */
function meaningOf(part: string, look: Look): Pick<MathSymbol, 'kind' | 'latex'> | undefined {
  if (/^[a-zA-Z]{2,}$/.test(part)) return wordOf(part);
  const latex = latexOf(part, look);
  if (latex === MAPS_TO_BAR) return { kind: 'rel', latex };
  if (latex === '|') return { kind: 'fence', latex };
  if (delimiterOfPiece(part) !== undefined) return { kind: kindOf(latex!.at(-1)!), latex: latex! };
  return latex === undefined ? undefined : { kind: kindOf(String.fromCodePoint(part.codePointAt(0)!)), latex };
}

/** The symbols of runs that were read. */
const read = new WeakMap<RawRun, readonly MathSymbol[] | undefined>();

/**
 * The symbols of a run, its width shared out among them: only its two ends are exact. Undefined where one of them is
 * not known surely.
 */
export function symbolsOf(run: RawRun, font: RawFont | undefined): readonly MathSymbol[] | undefined {
  if (!read.has(run)) read.set(run, readSymbols(run, font));
  return read.get(run);
}

const isTurned = ({ flags, angle = 0 }: RawRun): boolean => (flags & RUN.rtl) !== 0 || angle !== 0;

function readSymbols(run: RawRun, font: RawFont | undefined): readonly MathSymbol[] | undefined {
  const name = font?.name ?? '';
  const braces = bracePieces(run, name);
  if (braces) return braces;
  const text = symbolTextOf(run, name);
  const { baseline, size } = run;
  if (text === undefined || isTurned(run)) return undefined;
  const style = lettersOf(run, font);
  const look = { font: name, command: style?.command };
  const parts = (hasAccentsBefore(name) ? text.split(/(\u20D7)/) : [text]).flatMap((each) =>
    pieces(each, style?.words === true),
  );
  const ends = endsOf(parts, run);
  const symbols: MathSymbol[] = [];
  for (const [index, part] of parts.entries()) {
    const meaning = meaningOf(part, look);
    if (!meaning) return undefined;
    const hanging = hangs({ text: part }, font) ? { hangs: true as const } : {};
    symbols.push({
      ...meaning,
      text: part,
      x0: ends[index - 1] ?? run.x0,
      x1: ends[index]!,
      baseline,
      size,
      ...hanging,
    });
  }
  return symbols;
}

export const isIntegral = ({ latex }: MathSymbol): boolean => INTEGRALS.test(latex);
