import { boundsOf, byHeight, overlapX, type Heights } from '../model/geometry.ts';
import { RUN, type RawPage, type RawRun } from '../model/raw-page.ts';
import { hangs, isMathFont, mayHaveFormulas } from './signs/fonts.ts';
import { hostLines, type HostLine } from './host-lines.ts';
import { isReadable } from './lines.ts';
import { readFormula } from './read.ts';
import { isOperator, symbolsOf } from './signs/symbols.ts';
import { spansOfLine, type Span } from './spans.ts';
import type { Token } from './tokens.ts';

/** Symbols that plain text has too: with digits alone they make no formula (`5 ± 0.3`, `≥ 90`). */
const PLAIN_TEXT = /^[\d.,:;()[\]|+\-−±×÷≈~∼<>≤≥=→·•∗*†‡§¶°%/\s]*$/u;

/** Raised letters behind a number that make no formula of it. */
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|o|a)$/;
/** Classes of symbols that are no formula alone: `(s)`. */
const BRACKETS: ReadonlySet<string> = new Set(['open', 'close', 'punct']);

/** In em: what is nearer than this above or below a formula, and over it, is a part of it that was missed. */
const NEAR_EM = 0.9;
const OVERLAP_EM = 0.12;
const HANG_EM = 1.2;
/** In em: the scripts of another line are no further from it. */
const SCRIPT_RISE_EM = 0.5;
/** In em: limits are smaller than the letters of the line, and no further above or below it. */
const SCRIPT_EM = 0.86;
const LIMIT_EM = 2;
/** In em: the baseline of a numerator is no further above its bar. */
const NUMERATOR_EM = 0.75;

/** A page, its runs by their heights, and the lines that they are of. */
interface Page {
  readonly raw: RawPage;
  readonly runs: Heights<RawRun>;
  readonly lineOf: ReadonlyMap<RawRun, HostLine>;
}

/** A formula within a line. */
interface InlineFormula {
  readonly latex: string;
  readonly span: Span;
}

/** Whether symbols say something as a formula: with letters or scripts, and more than operations. */
function isFormula({ tokens, scripts, rules }: Span): boolean {
  const text = tokens
    .map((token) => token.text)
    .join('')
    .normalize('NFKC');
  const small = scripts.map((run) => run.text).join('');
  const isPlain = rules.length === 0 && PLAIN_TEXT.test(text) && (small === '' || ORDINAL.test(small));
  const isSymbol = ({ role, kind }: Token): boolean => role === 'math' && !BRACKETS.has(kind);
  const isBase = ({ kind, symbols }: Token): boolean =>
    kind !== 'bin' && kind !== 'rel' && symbols.some(({ hangs }) => !hangs);
  return !isPlain && (tokens.some(isSymbol) || scripts.length > 0) && tokens.some(isBase);
}

/** The LaTeX of a span; undefined where it is text, or cannot be read surely. */
function readSpan(span: Span, raw: RawPage): string | undefined {
  if (!isFormula(span) || span.tokens.some(({ role }) => role === 'unknown')) return undefined;
  const small = span.scripts.map((run) => symbolsOf(run, raw.fonts[run.font]));
  if (small.some((own) => own === undefined)) return undefined;
  const symbols = [...span.symbols, ...small.flatMap((own) => own ?? [])];
  const latex = readFormula({ symbols, rules: span.rules })?.latex;
  // the rule of a radical was missed
  return latex?.includes('\\surd') ? undefined : latex;
}

const runsOf = ({ tokens, scripts }: Span): RawRun[] => [...tokens.flatMap(({ runs }) => runs), ...scripts];

/** Whether something stands above, below or on a formula that it has not taken. */
function missesPart(span: Span, line: HostLine, { runs, lineOf, raw }: Page): boolean {
  const { baseline, size } = line;
  const own = new Set(runsOf(span));
  const pieces = [...span.tokens, ...span.scripts];
  const x0 = Math.min(...pieces.map((piece) => piece.x0)) + OVERLAP_EM * size;
  const x1 = Math.max(...pieces.map((piece) => piece.x1)) - OVERLAP_EM * size;
  const heights = [...own].map((run) => run.baseline);
  const top = Math.min(baseline - NEAR_EM * size, ...heights);
  const bottom = Math.max(baseline + NEAR_EM * size, ...heights);
  const isOfOther = (run: RawRun): boolean => {
    const other = lineOf.get(run);
    return (
      other !== undefined && other !== line && Math.abs(other.baseline - run.baseline) < SCRIPT_RISE_EM * other.size
    );
  };
  // large symbols hang from above what they stand beside
  const mayHang = (run: RawRun): boolean => hangs(run, raw.fonts[run.font]) && (lineOf.get(run) ?? line) === line;
  const topOf = (run: RawRun): number => (mayHang(run) ? top - HANG_EM * size : top);
  return runs
    .near(baseline, Math.max(baseline - top + HANG_EM * size, bottom - baseline))
    .some(
      (run) =>
        run.x0 < x1 &&
        run.x1 > x0 &&
        run.baseline > topOf(run) &&
        run.baseline < bottom &&
        !own.has(run) &&
        isReadable(run) &&
        !isOfOther(run),
    );
}

/** Whether a large operator has limits, or rows of them, that the formula has not taken. */
function missesLimit(span: Span, line: HostLine, { runs, lineOf }: Page): boolean {
  const { baseline, size } = line;
  const own = new Set(runsOf(span));
  const operators = span.symbols.filter(({ kind }) => kind === 'op');
  const isLimit = (run: RawRun): boolean =>
    run.size < SCRIPT_EM * size &&
    Math.abs(run.baseline - baseline) < LIMIT_EM * size &&
    operators.some(({ x0, x1 }) => run.x0 < x1 && run.x1 > x0);
  const isOfOther = (run: RawRun): boolean => {
    const other = lineOf.get(run);
    return other !== line && other?.attached.some((each) => isOperator(each.text) && overlapX(each, run) > 0) === true;
  };
  return (
    operators.length > 0 &&
    runs
      .near(baseline, LIMIT_EM * size)
      .some((run) => !own.has(run) && isReadable(run) && isLimit(run) && !isOfOther(run))
  );
}

/** Whether something stands right above a bar and within it, as the numerator of a fraction does. */
const missesNumerator = (span: Span, { size }: HostLine, { runs }: Page): boolean => {
  const own = new Set(runsOf(span));
  return span.rules.some((rule) =>
    runs
      .near(rule.y0, NEAR_EM * size)
      .some(
        (run) =>
          !own.has(run) &&
          run.x0 > rule.x0 - OVERLAP_EM * size &&
          run.x1 < rule.x1 + OVERLAP_EM * size &&
          run.baseline < rule.y0 &&
          run.baseline > rule.y0 - NUMERATOR_EM * size,
      ),
  );
};

/** Whether a formula ends with the name of a function, so that its argument is missing. */
const missesArgument = ({ tokens }: Span): boolean =>
  tokens.length > 1 &&
  tokens.at(-1)!.kind === 'name' &&
  tokens.at(-1)!.scripts.length === 0 &&
  tokens.at(-2)!.kind !== 'rel';

/** A point within a word, as in `un·e`, and no product. */
const INTERPUNCT = /^\\cdot ?\\mathrm\{\p{L}+\}$/u;

/** Whether a line has a symbol of a math font, a Greek letter or one that stands for it, or a script. */
const mayHaveFormula = ({ runs, attached }: HostLine, { fonts }: RawPage): boolean =>
  attached.length > 0 ||
  runs.some(({ font, text }) => isMathFont(fonts[font]?.name ?? '') || /[ǫ\p{Script=Greek}]/u.test(text));

function formulasOf(line: HostLine, page: Page): InlineFormula[] {
  const { raw } = page;
  if (!mayHaveFormula(line, raw)) return [];
  return spansOfLine(line, raw).flatMap((span) => {
    const latex = readSpan(span, raw);
    if (latex === undefined || INTERPUNCT.test(latex) || missesArgument(span)) return [];
    const isPart = [missesPart, missesLimit, missesNumerator].some((misses) => misses(span, line, page));
    return isPart ? [] : [{ latex, span }];
  });
}

/** A formula as a run in the look of the text around it. */
function runOf({ latex, span }: InlineFormula, line: HostLine, raw: RawPage): RawRun {
  const [first] = span.tokens;
  const { space: _space, ...own } = first!.runs[0]!;
  const pieces = [...span.tokens, ...span.scripts].sort((a, b) => a.x0 - b.x0);
  const text = pieces.map((piece) => piece.text).join('');
  const { y0, y1 } = boundsOf(runsOf(span));
  const words = line.runs.filter(({ font }) => !isMathFont(raw.fonts[font]?.name ?? ''));
  const distance = ({ x0 }: RawRun): number => Math.abs(x0 - first!.x0);
  const { font, flags, color } = words.reduce((a, b) => (distance(b) < distance(a) ? b : a), words[0] ?? own);
  return {
    ...own,
    text: text.normalize('NFC'),
    x0: first!.x0,
    x1: Math.max(...pieces.map(({ x1 }) => x1)),
    y0,
    y1,
    baseline: line.baseline,
    size: line.size,
    font,
    flags: flags & ~RUN.italic,
    color,
    latex,
    ...(first!.space ? { space: true as const } : {}),
  };
}

/** Which symbols of each run formulas take; `all` where no symbol is left. */
type Taken = Map<RawRun, Set<number> | 'all'>;

function take(taken: Taken, { tokens, scripts }: Span): void {
  for (const { runs, index } of tokens)
    for (const run of runs) {
      const known = taken.get(run) ?? new Set();
      if (index === undefined || known === 'all') taken.set(run, 'all');
      else taken.set(run, known.add(index));
    }
  for (const run of scripts) taken.set(run, 'all');
}

/** A run without the symbols that formulas took: what stands before, between and behind them. */
function remainsOf(run: RawRun, taken: ReadonlySet<number>, raw: RawPage): RawRun[] {
  const parts: RawRun[] = [];
  let before: number | undefined;
  for (const [index, { text = '', x0, x1 }] of (symbolsOf(run, raw.fonts[run.font]) ?? []).entries()) {
    if (taken.has(index)) continue;
    const last = parts.at(-1);
    const { space, ...own } = run;
    if (last && before === index - 1) parts[parts.length - 1] = { ...last, text: last.text + text, x1 };
    else parts.push({ ...own, text, x0, x1, ...(index === 0 && space ? { space } : {}) });
    before = index;
  }
  return parts.map((part) => ({ ...part, text: part.text.normalize('NFC') }));
}

/** The page with one run in place of each formula within its lines of text. */
export function withInlineFormulas(raw: RawPage): RawPage {
  if (!mayHaveFormulas(raw)) return raw;
  const taken: Taken = new Map();
  const formulas = new Map<RawRun, RawRun[]>();
  const rules = new Set<unknown>();
  const lines = hostLines(raw);
  const lineOf = new Map(lines.flatMap((line) => [...line.runs, ...line.attached].map((run) => [run, line])));
  const page = { raw, lineOf, runs: byHeight(raw.runs, ({ baseline }) => baseline) };
  for (const line of lines)
    for (const formula of formulasOf(line, page)) {
      const first = formula.span.tokens[0]!.runs[0]!;
      formulas.set(first, [...(formulas.get(first) ?? []), runOf(formula, line, raw)]);
      take(taken, formula.span);
      for (const rule of formula.span.rules) rules.add(rule);
    }
  if (formulas.size === 0) return raw;
  const runs = raw.runs.flatMap((run) => {
    const own = taken.get(run);
    if (own === undefined) return [run];
    return [...(own === 'all' ? [] : remainsOf(run, own, raw)), ...(formulas.get(run) ?? [])];
  });
  return { ...raw, runs, rules: raw.rules.filter((rule) => !rules.has(rule)) };
}
