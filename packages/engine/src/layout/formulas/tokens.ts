import { centerX, isNear, overlapX } from '../model/geometry.ts';
import { RUN, type RawPage, type RawRule, type RawRun } from '../model/raw-page.ts';
import { hangs, isMathFont, isMathText } from './signs/fonts.ts';
import { axisOf } from './group.ts';
import type { HostLine } from './host-lines.ts';
import { isItemLabel } from './numbers.ts';
import { LIMIT_NAME } from './tall-parts.ts';
import { symbolsOf, type MathSymbol } from './signs/symbols.ts';

/** In em of the line. Set by hand on papers of TeX. */
const EM = {
  /** What is larger than this is on the line and no script. */
  script: 0.86,
  /** A fraction's bar lies on the axis of the line. */
  sameAxis: 0.12,
  /** How far the baseline of an accent or a symbol of another font is from that of the line. */
  onLine: 0.55,
  /** A colon with so much space before it, or with an equals sign right behind it, is a relation. */
  beforeColon: 0.1,
  touching: 0.12,
};

/** A symbol on the baseline of a line, or a fraction on it, with its scripts. */
export interface Token {
  /**
   * `math`: surely of a formula; `neutral`: of one beside such; `letter`: a single one of a text font; `word`: of no
   * formula; `unknown`: a math symbol that cannot be read.
   */
  readonly role: 'math' | 'neutral' | 'letter' | 'word' | 'unknown';
  readonly kind: MathSymbol['kind'];
  readonly symbols: readonly MathSymbol[];
  readonly rules: readonly RawRule[];
  /** The run that it is a symbol of, and which one of it; several runs of a fraction. */
  readonly runs: readonly RawRun[];
  readonly index?: number;
  readonly scripts: readonly RawRun[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Where its scripts end. */
  readonly end: number;
  /** White space was written before it. */
  readonly space: boolean;
  /** Of a slanted or bold text font: a letter may be a variable. */
  readonly isSlanted: boolean;
}

/** Capital Greek letters of formulas are in TeX's fonts for text. */
const TEX_ROMAN = /^(?:CM|LMRoman|SF|r?tx|r?px|NewTX|NewPX|Kp)/i;

const fontOf = ({ font }: RawRun, raw: RawPage): string => raw.fonts[font]?.name ?? '';

function roleOf({ text = '', kind }: MathSymbol, fontName: string): Token['role'] {
  if (isMathText(fontName, text)) return 'math';
  if (/\p{Script=Greek}/u.test(text)) return TEX_ROMAN.test(fontName) ? 'math' : 'neutral';
  if (kind === 'text') return 'word';
  return /\p{L}/u.test(text) && kind !== 'name' ? 'letter' : 'neutral';
}

/** The tokens of a run. The label of an item is no part of a formula. */
function tokensOfRun(run: RawRun, raw: RawPage, isLabel: boolean): Token[] {
  const { x0, x1, text, flags, space } = run;
  const fontName = fontOf(run, raw);
  const isSlanted = raw.fonts[run.font]?.italic === true || (flags & (RUN.italic | RUN.bold)) !== 0;
  const common = { rules: [], runs: [run], scripts: [], isSlanted };
  const symbols = symbolsOf(run, raw.fonts[run.font]);
  if (!symbols || isLabel) {
    const role = isMathFont(fontName) ? 'unknown' : 'word';
    return [{ ...common, role, kind: 'text', symbols: [], text, x0, x1, end: x1, space: space === true }];
  }
  return symbols.map((symbol, index) => ({
    ...common,
    index,
    role: roleOf(symbol, fontName),
    kind: symbol.kind,
    symbols: [symbol],
    text: symbol.text ?? '',
    x0: symbol.x0,
    x1: symbol.x1,
    end: symbol.x1,
    space: index === 0 && space === true,
  }));
}

/** Runs that are one symbol of a line together: a fraction, or the rows within delimiters. */
function composite(
  runs: readonly RawRun[],
  { x0, x1, rules }: Pick<Token, 'x0' | 'x1' | 'rules'>,
  raw: RawPage,
): Token {
  const symbols = runs.map((run) => symbolsOf(run, raw.fonts[run.font]));
  return {
    role: symbols.every((own) => own !== undefined) ? 'math' : 'unknown',
    kind: 'ord',
    symbols: symbols.flatMap((own) => own ?? []),
    rules,
    runs,
    scripts: [],
    text: runs.map(({ text }) => text).join(''),
    x0,
    x1,
    end: x1,
    space: false,
    isSlanted: false,
  };
}

const isWithin = (inner: RawRule, outer: RawRule): boolean => inner.x0 > outer.x0 - 1 && inner.x1 < outer.x1 + 1;

/** A fraction on the axis of the line, of symbols above and below a bar. */
function fractionOf(
  rule: RawRule,
  { small, rules }: { readonly small: readonly RawRun[]; readonly rules: readonly RawRule[] },
  line: HostLine,
  raw: RawPage,
): Token | undefined {
  if (!isNear(rule.y0, axisOf(line.baseline, line.size), EM.sameAxis * line.size)) return undefined;
  const runs = small.filter((run) => centerX(run) > rule.x0 && centerX(run) < rule.x1);
  const isAbove = ({ baseline }: RawRun): boolean => baseline < rule.y0 + 1;
  if (!runs.some(isAbove) || runs.every(isAbove)) return undefined;
  const within = rules.filter((other) => other !== rule && isWithin(other, rule));
  return composite(runs, { x0: rule.x0, x1: rule.x1, rules: [rule, ...within] }, raw);
}

/** A colon between a map and its sets, or before an equals sign, is a relation; behind a word it is punctuation. */
function withColon(token: Token, before: Token | undefined, next: Token | undefined, size: number): Token {
  if (token.text !== ':' || token.role === 'word') return token;
  const isRelation =
    (next?.text === '=' && next.x0 - token.x1 < EM.touching * size) ||
    (before !== undefined && token.x0 - before.end > EM.beforeColon * size);
  const kind = isRelation ? 'rel' : 'punct';
  return { ...token, kind, symbols: token.symbols.map((symbol) => ({ ...symbol, kind })) };
}

/** The rows within two large delimiters as one token, with what else is there. */
function withGrids(tokens: readonly Token[], small: readonly RawRun[], { size }: HostLine, raw: RawPage): Token[] {
  const isLarge = ({ symbols, kind }: Token, side: 'open' | 'close'): boolean =>
    kind === side && symbols[0]?.hangs === true;
  const all: Token[] = [];
  for (const token of tokens) {
    all.push(token);
    const from = all.findLastIndex((each) => isLarge(each, 'open'));
    if (from < 0 || !isLarge(token, 'close')) continue;
    const runs = small.filter(({ x0, x1 }) => x0 > all[from]!.x0 && x1 < token.x1);
    if (!runs.some((run) => run.size > EM.script * size)) continue;
    const within = all.slice(from + 1, -1);
    const grid = composite(runs, { x0: all[from]!.x1, x1: token.x0, rules: within.flatMap(({ rules }) => rules) }, raw);
    all.splice(from + 1, within.length, {
      ...grid,
      symbols: [...within.flatMap(({ symbols }) => symbols), ...grid.symbols],
      runs: [...within.flatMap((each) => each.runs), ...runs],
    });
  }
  return all;
}

/** Whether a symbol may have limits above and below. */
const hasLimits = ({ kind, text }: Token): boolean => kind === 'op' || LIMIT_NAME.test(text);

/** The tokens of a line from left to right. `rules` are those at its height, of which fractions take theirs. */
export function tokensOfLine(line: HostLine, rules: readonly RawRule[], raw: RawPage): Token[] {
  const isOnLine = (run: RawRun): boolean =>
    run.size > EM.script * line.size &&
    (isNear(run.baseline, line.baseline, EM.onLine * line.size) || hangs(run, raw.fonts[run.font]));
  let small = line.attached.filter((run) => !isOnLine(run));
  const fractions: Token[] = [];
  for (const rule of rules) {
    const fraction = fractionOf(rule, { small, rules }, line, raw);
    if (!fraction) continue;
    fractions.push(fraction);
    small = small.filter((run) => !fraction.runs.includes(run));
  }
  const onLine = [...line.runs, ...line.attached.filter(isOnLine)].flatMap((run) =>
    tokensOfRun(run, raw, run === line.runs[0] && isItemLabel(run, raw)),
  );
  const single = [...onLine, ...fractions].sort((a, b) => a.x0 - b.x0);
  const tokens = withGrids(single, small, line, raw);
  const inGrids = new Set(tokens.flatMap(({ runs }) => runs));
  const scripts = tokens.map((): RawRun[] => []);
  for (const run of small.filter((each) => !inGrids.has(each))) {
    const operator = tokens.findIndex((token) => hasLimits(token) && overlapX(token, run) > 0);
    scripts[operator >= 0 ? operator : tokens.findLastIndex(({ x0 }) => x0 < run.x0)]?.push(run);
  }
  const scripted = tokens.map((token, index) => {
    const own = scripts[index]!;
    return { ...token, scripts: own, end: Math.max(token.x1, ...own.map(({ x1 }) => x1)) };
  });
  return scripted.map((token, index) => withColon(token, scripted[index - 1], scripted[index + 1], line.size));
}

/** Whether a script is a symbol of a formula, and not the mark of a note or the end of an ordinal. */
export const hasFormulaScript = ({ scripts }: Token, raw: RawPage): boolean =>
  scripts.some((run) => isMathFont(fontOf(run, raw)) && /[\p{L}+−]/u.test(run.text));
