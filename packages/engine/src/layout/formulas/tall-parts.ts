import { byHeight, centerX, isNear, overlapX, widthOf, type Heights } from '../model/geometry.ts';
import type { RawPage, RawRule, RawRun, Rect } from '../model/raw-page.ts';
import { axisOf } from './group.ts';
import { belongsTo, isReadable, lineOf, type PageText, type TextLine } from './lines.ts';
import { isItemLabel } from './numbers.ts';
import { hangs } from './signs/fonts.ts';
import { isOperator } from './signs/symbols.ts';

/** In em of the line, as TeX sets displayed formulas. */
const EM = {
  /** A bar lies on the axis, and nothing of the line stands where a part does. */
  axis: 0.12,
  onLine: 0.05,
  near: 2.3,
  overlap: 0.2,
  /** How far the first baselines of a fraction are from its bar, and the next ones from these, at most. */
  first: 1.3,
  next: 0.8,
  /** How far above the baseline large symbols hang: their middle is on the axis. */
  hangLeast: 0.6,
  hangMost: 1.85,
  hangBelow: 0.3,
  /** The middle of a large delimiter is at least so far below its baseline. */
  middle: 1.2,
  /** Limits and scripts are smaller; how far they are from the line, from their symbol, and from each other. */
  script: 0.86,
  scriptAbove: 0.6,
  limitAbove: 1.75,
  limitBelow: 1.5,
  beside: 0.5,
  apart: 0.3,
  /** How deep letters reach below their baseline. */
  depth: 0.15,
  /** Text before a label is further away. */
  before: 3,
  /** A part stands so near to others of its line. */
  gap: 1,
};
/** Points: shorter rules are no bars. */
const LEAST_RULE_PT = 2;
const OPENS = /^[([{⟨⌊⌈⎛⎡⎧]/;
const CLOSES = /^[)\]}⟩⌋⌉⎞⎤⎫]/;
/** Functions with limits below them. */
export const LIMIT_NAME = /^(?:lim|max|min|sup|inf)$/;

/** Whether nothing stands right before a run on its baseline. */
const beginsLine = ({ x0, size, baseline }: RawRun, runs: Heights<RawRun>): boolean =>
  !runs
    .near(baseline, size)
    .some((run) => isNear(run.baseline, baseline, EM.onLine * size) && run.x0 < x0 && run.x1 > x0 - EM.before * size);

type Span = Pick<Rect, 'x0' | 'x1'>;

interface Part extends Span {
  readonly runs: readonly RawRun[];
}

/** What is around a line: all runs that can be read, which of them are on no line, and other lines. */
interface Surroundings {
  readonly all: Heights<RawRun>;
  /** Large symbols and operators. */
  readonly signs: Heights<RawRun>;
  readonly isLoose: (run: RawRun) => boolean;
  readonly lines: readonly TextLine[];
}

const NONE: ReadonlySet<RawRun> = new Set();

/** Symbols that reach above and below their line, or have limits there, by their heights. */
export const signsOf = (runs: readonly RawRun[], raw: RawPage): Heights<RawRun> =>
  byHeight(
    runs.filter((run) => hangs(run, raw.fonts[run.font]) || isOperator(run.text) || LIMIT_NAME.test(run.text)),
    ({ baseline }) => baseline,
  );

/** Bars that fractions of a line may have. */
const barsAt = ({ rules }: RawPage, { baseline, size }: TextLine): readonly RawRule[] =>
  rules.filter(
    (rule) =>
      rule.kind === 'horizontal' &&
      widthOf(rule) > LEAST_RULE_PT &&
      isNear(rule.y0, axisOf(baseline, size), EM.axis * size),
  );

/** Runs at one side of a bar, from it to where space parts them from others. */
function upToSpace(runs: readonly RawRun[], distance: (run: RawRun) => number): RawRun[] {
  const sorted = runs.filter((run) => distance(run) > 0).sort((a, b) => distance(a) - distance(b));
  const isFar = (run: RawRun, index: number): boolean =>
    index === 0 ? distance(run) > EM.first : distance(run) - distance(sorted[index - 1]!) > EM.next;
  const end = sorted.findIndex(isFar);
  return end < 0 ? sorted : sorted.slice(0, end);
}

/** A displayed fraction: letters right above and below a bar, and what belongs to them. */
function fractionAt(bar: RawRule, loose: readonly RawRun[], yOf: (run: RawRun) => number, size: number): Part[] {
  const within = loose.filter((run) => centerX(run) > bar.x0 - 1 && centerX(run) < bar.x1 + 1);
  const above = upToSpace(within, (run) => (bar.y0 - yOf(run)) / size);
  const below = upToSpace(within, (run) => (yOf(run) - bar.y0) / size);
  return above.length > 0 && below.length > 0 ? [{ runs: [...above, ...below], x0: bar.x0, x1: bar.x1 }] : [];
}

/** The limits or scripts of a symbol that reaches above and below its line: small letters beside each other. */
function limitsOf(symbol: Span, small: readonly RawRun[], size: number): RawRun[] {
  const found = small.filter((run) => run.x0 < symbol.x1 + EM.beside * size && run.x1 > symbol.x0);
  for (const run of found)
    for (const other of small)
      if (
        !found.includes(other) &&
        isNear(other.baseline, run.baseline, EM.apart * size) &&
        overlapX(other, run) > -EM.apart * size
      )
        found.push(other);
  return found;
}

/**
 * What belongs to a line of text and reaches above and below its letters, as in formulas that are set as if they were
 * displayed: fractions, large operators with their limits, large delimiters with their scripts, and what stands between
 * them on the baseline.
 */
export function tallPartsOf(line: TextLine, surroundings: Surroundings, raw: RawPage): ReadonlySet<RawRun> {
  const { baseline, size } = line;
  const { all, isLoose, lines } = surroundings;
  const signs = surroundings.signs.near(baseline, EM.near * size);
  const bars = barsAt(raw, line);
  if (signs.length === 0 && bars.length === 0) return NONE;
  const isLarge = (run: RawRun): boolean => hangs(run, raw.fonts[run.font]);
  const yOf = (run: RawRun): number => run.baseline + (isLarge(run) ? EM.middle * size : 0);
  const rise = (run: RawRun): number => (baseline - run.baseline) / size;
  const isAt = (run: RawRun, host: TextLine): boolean => belongsTo(run, host, isLarge(run));
  const isScriptOf = (run: RawRun, other: TextLine): boolean =>
    isAt(run, other) && other.baseline - run.baseline < EM.scriptAbove * other.size;
  // large symbols hang from the first line that they are not below
  const hangsAt = (run: RawRun, other: TextLine): boolean =>
    other.baseline < baseline - EM.onLine * size &&
    other.baseline - run.baseline > -EM.hangBelow * other.size &&
    overlapX(other, run) > -other.size;
  const mayBeOf = (run: RawRun): boolean =>
    !lines.some(
      (other) => other !== line && (isLarge(run) ? hangsAt(run, other) : isScriptOf(run, other) && !isAt(run, line)),
    );
  const around = all.near(baseline, EM.near * size);
  const near = around.filter((run) => isNear(run.baseline, baseline, EM.near * size) && isLoose(run) && mayBeOf(run));
  const onLine = around.filter((run) => isNear(run.baseline, baseline, EM.onLine * size) && !isLarge(run));
  const isFree = (span: Span): boolean => !onLine.some((run) => overlapX(run, span) > EM.overlap * size);
  const large = signs.filter(
    (run) => isLarge(run) && rise(run) > EM.hangLeast && rise(run) < EM.hangMost && isFree(run) && mayBeOf(run),
  );
  const small = near.filter(
    (run) => run.size < EM.script * size && !isLarge(run) && rise(run) < EM.limitAbove && rise(run) > -EM.limitBelow,
  );
  const axis = axisOf(baseline, size);
  // the limit of the same sign in another line
  const isOfOther = (run: RawRun, symbol: RawRun): boolean =>
    signs.some(
      (other) =>
        Math.abs(other.baseline - symbol.baseline) > size / 2 &&
        overlapX(other, run) > -EM.beside * size &&
        Math.abs(other.baseline + axis - symbol.baseline - run.baseline) < Math.abs(axis - run.baseline),
    );
  const withLimits = (symbol: RawRun): Part => {
    const own = small.filter((run) => !isOfOther(run, symbol));
    const runs = [symbol, ...limitsOf(symbol, own, size)];
    return { runs, x0: symbol.x0, x1: Math.max(...runs.map(({ x1 }) => x1)) };
  };
  const parts: Part[] = [
    ...bars.filter(isFree).flatMap((bar) => fractionAt(bar, near, yOf, size)),
    ...large.map(withLimits),
    ...signs.filter((run) => onLine.includes(run)).map(withLimits),
  ];
  parts.push(...withinDelimiters(parts, near, axis));
  if (parts.length === 0) return NONE;
  return reached(line, [...parts, ...onLine.map((run) => ({ runs: [run], x0: run.x0, x1: run.x1 }))]);
}

/** The rows between two large delimiters, as those of a matrix or a binomial coefficient. */
function withinDelimiters(parts: readonly Part[], near: readonly RawRun[], axis: number): Part[] {
  const delimiters = parts.map(({ runs }) => runs[0]!).sort((a, b) => a.x0 - b.x0);
  return delimiters.flatMap((open, index) => {
    const close = delimiters[index + 1];
    if (!close || !OPENS.test(open.text) || !CLOSES.test(close.text)) return [];
    const half = axis - open.baseline;
    const runs = near.filter((run) => run.x0 > open.x0 && run.x1 < close.x1 && isNear(run.baseline, axis, half));
    return [{ runs, x0: open.x1, x1: close.x0 }];
  });
}

/** The runs of the parts that stand next to a line, or to others that do. */
function reached({ x0: from, x1: to, size }: TextLine, parts: readonly Part[]): ReadonlySet<RawRun> {
  const found = new Set<RawRun>();
  let [x0, x1] = [from, to];
  let rest = parts;
  for (let count = -1; count !== rest.length;) {
    count = rest.length;
    rest = rest.filter((part) => {
      if (part.x0 > x1 + EM.gap * size || part.x1 < x0 - EM.gap * size) return true;
      for (const run of part.runs) found.add(run);
      [x0, x1] = [Math.min(x0, part.x0), Math.max(x1, part.x1)];
      return false;
    });
  }
  return found;
}

/** Lines of text and labels of items with the heights of what belongs to them, and what is on none of them. */
export function withTallParts({ lines: words, others: loose }: PageText, raw: RawPage): PageText {
  const readable = raw.runs.filter(isReadable);
  const all = byHeight(readable, ({ baseline }) => baseline);
  const signs = signsOf(readable, raw);
  const others = new Set(loose);
  const isLoose = (run: RawRun): boolean => others.has(run);
  const labels = loose.filter((run) => isItemLabel(run, raw) && beginsLine(run, all)).map((run) => lineOf([run]));
  const lines = [...words, ...labels];
  const tall = new Set<RawRun>();
  const grown = lines.map((line) => {
    let { y0, y1 } = line;
    for (const run of tallPartsOf(line, { all, signs, isLoose, lines }, raw)) {
      tall.add(run);
      y0 = Math.min(y0, run.baseline - run.size);
      y1 = Math.max(y1, run.baseline + EM.depth * run.size);
    }
    return { ...line, y0, y1 };
  });
  return { lines: grown, others: loose.filter((run) => !tall.has(run)) };
}
