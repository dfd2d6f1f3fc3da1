import { isNear } from '../model/geometry.ts';
import type { RawPage, RawRule, RawRun } from '../model/raw-page.ts';
import type { HostLine } from './host-lines.ts';
import type { MathSymbol } from './signs/symbols.ts';
import { hangsFrom } from './rules.ts';
import { hasFormulaScript, tokensOfLine, type Token } from './tokens.ts';
import { mayBeName } from './signs/words.ts';

/** In em of the line. Set by hand on papers of TeX. */
const EM = {
  /** White space within a formula: around relations and operations, behind commas, and elsewhere. */
  aroundSymbol: 0.9,
  afterComma: 0.26,
  between: 0.21,
  beforeDifferential: 0.3,
  /** Around what stands within braces, as the package braket sets it. */
  withinBraces: 0.36,
  /** An italic letter leans to the bracket behind it. */
  beforeBracket: 0.3,
  /** A letter of a text font in a formula touches its neighbour. */
  touching: 0.12,
  /** A function's name stands so far before its argument at least; words stand further apart. */
  nameLeast: 0.1,
  /** Rules at the height of a line: from above its highest letters to below it. */
  ruleAbove: 1.4,
  ruleBelow: 0.45,
  /** Bars over letters and roots are so far above the baseline, and reach no further than this beyond the letters. */
  bar: 0.4,
  beyond: 0.2,
  /** An underscore begins so near to the letter before it, and lies so far below the baseline. */
  underscore: 0.12,
  underscoreDepth: 0.25,
};
/** Points: shorter rules are no bars. */
const LEAST_RULE_PT = 2;
/** Longer names touch the bracket of their argument. */
const SHORT_NAME = 4;

/** A part of a line that may be a formula. */
export interface Span {
  readonly tokens: readonly Token[];
  readonly symbols: readonly MathSymbol[];
  readonly rules: readonly RawRule[];
  readonly scripts: readonly RawRun[];
}

const SPACED: ReadonlySet<MathSymbol['kind']> = new Set(['rel', 'bin', 'name', 'op', 'slash']);
const isSpaced = ({ kind }: Token): boolean => SPACED.has(kind);

/** A token between its neighbours, with the white space to them in em. */
interface Place {
  readonly token: Token;
  readonly before: Token | undefined;
  readonly next: Token | undefined;
  readonly second: Token | undefined;
  readonly gapBefore: number;
  readonly gapAfter: number;
}

function placeOf(tokens: readonly Token[], index: number, size: number): Place {
  const [before, token, next, second] = [-1, 0, 1, 2].map((step) => tokens[index + step]);
  const gap = (left: Token | undefined, right: Token | undefined): number =>
    left && right ? (right.x0 - left.end) / size : Infinity;
  return { token: token!, before, next, second, gapBefore: gap(before, token), gapAfter: gap(token, next) };
}

/** Whether a single letter of a text font is one of a formula: it touches one, or relates to one. */
function isVariable({ token, before, next, gapBefore, gapAfter }: Place): boolean {
  const touches = (other: Token | undefined, gap: number): boolean =>
    (other?.role === 'math' || other?.role === 'neutral') && gap < EM.touching;
  const relates = (other: Token | undefined, gap: number): boolean =>
    token.isSlanted && other !== undefined && isSpaced(other) && gap < EM.aroundSymbol;
  return (
    (touches(before, gapBefore) && !token.space) ||
    (touches(next, gapAfter) && !next!.space) ||
    relates(before, gapBefore) ||
    relates(next, gapAfter)
  );
}

const isNameLike = ({ kind, symbols, text }: Token): boolean =>
  kind === 'text' && symbols.length > 0 && mayBeName(text);

/** Whether a word is the name of a function: its argument stands right behind it, nearer than a next word. */
function isName(place: Place): boolean {
  const { token, before, next, gapBefore, gapAfter } = place;
  const isEndOfWord = before?.role === 'word' && gapBefore < EM.touching;
  return isNameLike(token) && !isEndOfWord && next !== undefined && gapAfter <= EM.between && hasArgument(place, next);
}

/** Whether the argument of a function begins with the token behind its name. */
function hasArgument({ token, second, gapAfter }: Place, next: Token): boolean {
  const touches = gapAfter < EM.touching;
  if (next.text === '(') return second?.role === 'math' && (touches || token.text.length <= SHORT_NAME);
  const isBehindSpace = gapAfter > EM.nameLeast && !next.space;
  return next.role === 'math' && (isBehindSpace || (next.kind === 'open' && touches));
}

/** A word that is the name of a function. */
function asName(token: Token): Token {
  const [symbol] = token.symbols;
  const latex = `\\operatorname{${symbol!.latex}}`;
  return { ...token, role: 'neutral', kind: 'name', symbols: [{ ...symbol!, kind: 'name', latex }] };
}

/** The token as a part of a formula; undefined where it is one of the text. */
function inFormula(place: Place, raw: RawPage): Token | undefined {
  const { token } = place;
  if (token.role === 'letter') return hasFormulaScript(token, raw) || isVariable(place) ? token : undefined;
  if (token.role !== 'word') return token;
  const isNamed = isName(place) || (isNameLike(token) && hasFormulaScript(token, raw));
  return isNamed ? asName(token) : undefined;
}

/** Whether a delimiter is of a math font, so that what it encloses is surely of a formula. */
const isBrace = ({ role, kind }: Token, side: 'open' | 'close'): boolean => role === 'math' && kind === side;

/** Whether two neighbours may be of one formula, by the white space between them. */
function goesOn(before: Token, next: Token, size: number): boolean {
  const gap = (next.x0 - before.end) / size;
  if (isSpaced(before) || isSpaced(next)) return gap < EM.aroundSymbol;
  if (isBrace(before, 'open') || isBrace(next, 'close')) return gap < EM.withinBraces;
  if (before.kind === 'punct') return gap < EM.afterComma;
  if (next.text === 'd' && next.role === 'math') return gap < EM.beforeDifferential;
  if (before.role === 'math' && next.kind === 'open' && !next.space) return gap < EM.beforeBracket;
  return gap < EM.between;
}

/** What white space and words divide. */
function partsOf(tokens: readonly (Token | undefined)[], size: number): Token[][] {
  const parts: Token[][] = [];
  let last: Token | undefined;
  for (const token of tokens) {
    if (token && last && goesOn(last, token, size)) parts.at(-1)!.push(token);
    else if (token) parts.push([token]);
    last = token;
  }
  return parts;
}

/** The ends of a line, where they are parts of formulas: such a formula may go on in another line. */
interface Ends {
  readonly first: Token | undefined;
  readonly last: Token | undefined;
}

/** Delimiters without their partner are the text's; they divide what may be a formula. */
function balanced(tokens: readonly Token[], { first, last }: Ends): Token[][] {
  const open: number[] = [];
  const cuts = new Set<number>();
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === 'open') open.push(index);
    if (kind === 'close' && open.pop() === undefined && tokens[0] !== first) cuts.add(index);
  }
  if (tokens.at(-1) !== last) for (const index of open) cuts.add(index);
  const parts: Token[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    if (cuts.has(index)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

const isPunctuation = ({ text, kind }: Token): boolean => kind === 'punct' || /^[.,;:!?'"]$/.test(text);

/** Without punctuation of the sentence at either end; a colon between a map and its sets may end a line. */
function trimmed(tokens: readonly Token[], { last }: Ends): readonly Token[] {
  let from = 0;
  let to = tokens.length;
  while (from < to && isPunctuation(tokens[from]!)) from += 1;
  while (to > from && isPunctuation(tokens[to - 1]!) && !(tokens[to - 1] === last && last?.kind === 'rel')) to -= 1;
  return tokens.slice(from, to);
}

/** Whether a token is surely of a formula: by its font, or a single letter by that of its script. */
const isMath = (token: Token, raw: RawPage): boolean =>
  token.role === 'math' || token.role === 'unknown' || (token.role === 'letter' && hasFormulaScript(token, raw));

/** The rules at the height of a line. */
const rulesAt = ({ x0, x1, baseline, size, runs, attached }: HostLine, raw: RawPage): RawRule[] => {
  const radicals = [...runs, ...attached].filter(({ text }) => text.endsWith('√'));
  return raw.rules.filter(
    (rule) =>
      rule.kind === 'horizontal' &&
      rule.x1 - rule.x0 > LEAST_RULE_PT &&
      rule.x0 > x0 - size &&
      rule.x1 < x1 + size &&
      rule.y0 < baseline + EM.ruleBelow * size &&
      (rule.y0 > baseline - EM.ruleAbove * size || radicals.some((run) => hangsFrom(rule, run))),
  );
};

/** TeX draws the underscore of a word as a rule right behind a letter and below its baseline. */
const isUnderscore = ({ x0, y0 }: RawRule, raw: RawPage): boolean =>
  raw.runs.some(
    (run) =>
      isNear(run.x1, x0, EM.underscore * run.size) &&
      y0 > run.baseline &&
      y0 < run.baseline + EM.underscoreDepth * run.size,
  );

/** The parts of a line that may be formulas: symbols of math fonts, and what belongs to them. */
export function spansOfLine(line: HostLine, raw: RawPage): Span[] {
  const { size, baseline } = line;
  const rules = rulesAt(line, raw);
  const all = tokensOfLine(line, rules, raw);
  const inFractions = new Set(all.flatMap((token) => token.rules));
  const bars = rules.filter(
    (rule) =>
      !inFractions.has(rule) && !isUnderscore(rule, raw) && (rule.y0 < baseline - EM.bar * size || rule.y0 > baseline),
  );
  const tokens = all.map((_, index) => inFormula(placeOf(all, index, size), raw));
  const ends = { first: tokens[0], last: tokens.at(-1) };
  return partsOf(tokens, size)
    .flatMap((part) => balanced(part, ends))
    .map((part) => trimmed(part, ends))
    .filter((part) => part.some((token) => isMath(token, raw)))
    .map((part) => {
      const [x0, x1] = [part[0]!.x0, Math.max(...part.map(({ end }) => end))];
      const own = bars.filter((bar) => bar.x0 > x0 - EM.beyond * size && bar.x1 < x1 + EM.beyond * size);
      return {
        tokens: part,
        symbols: part.flatMap(({ symbols }) => symbols),
        scripts: part.flatMap(({ scripts }) => scripts),
        rules: [...part.flatMap((token) => token.rules), ...own],
      };
    });
}
