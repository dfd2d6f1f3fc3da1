import { byHeight, centerX, isNear, stretchesOf, type Heights } from '../model/geometry.ts';
import { RUN, type RawPage, type RawRule, type RawRun, type Rect } from '../model/raw-page.ts';
import { hangs } from './signs/fonts.ts';
import { axisOf } from './group.ts';
import { isFormulaNumber } from './numbers.ts';
import { isAccent } from './signs/accents.ts';
import { textTest } from './text-spans.ts';

/** In em. Set by hand on papers of TeX and Typst. */
const EM = {
  /** Baselines of a line agree; a wider gap ends it, as that between two columns of text. */
  baseline: 0.05,
  gap: 1.2,
  /** A formula goes on with a word after a gap that is no wider: `\quad\text{if}`. */
  quad: 2.2,
  /** What is small and stands so near to the baseline of a line of text belongs to it. */
  script: 0.86,
  above: 0.8,
  below: 0.55,
  beyond: 0.6,
  /** The number of a formula stands so far from it. */
  number: 1,
  /** A script begins so near to the end of its nucleus. */
  beside: 0.21,
  /** How much the size of an accent differs from that of its letter, and half of how far it is raised at most. */
  accentSize: 0.05,
  accentRise: 0.25,
  /** A limit is in the middle of its operator, and the parts of a fraction in that of its bar; how far from it. */
  middle: 0.3,
  limit: 3,
  fraction: 1.1,
  axis: 0.1,
  /** Points: axes are no further above their baselines. */
  reach: 12,
};

/** Words in a script are no more, nor those in a limit. */
const MOST_SCRIPT_WORDS = 2;
const MOST_LIMIT_WORDS = 8;

/** A line of text: formulas within it are not displayed. */
export interface TextLine extends Rect {
  readonly baseline: number;
  readonly size: number;
}

export interface PageText {
  readonly lines: readonly TextLine[];
  /** What is on no line of text. */
  readonly others: readonly RawRun[];
}

export const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** Runs that read from left to right and can be seen. */
export const isReadable = ({ angle, flags }: RawRun): boolean =>
  (angle ?? 0) === 0 && (flags & (RUN.hidden | RUN.vertical)) === 0;

/** Runs of one baseline, from left to right. */
export const rowsOf = (runs: readonly RawRun[]): RawRun[][] =>
  stretchesOf(
    [...runs].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0),
    ([first], run) => run.baseline - first!.baseline < EM.baseline * run.size,
  ).map((row) => row.sort((a, b) => a.x0 - b.x0));

/** Where the scripts end that go on from an end of a line. */
function endOfScripts(end: number, after: RawRun, small: readonly RawRun[]): number {
  let last = end;
  for (const { x0, x1, size, baseline } of small)
    if (
      size < EM.script * after.size &&
      x1 > last &&
      x0 < last + EM.beyond * after.size &&
      baseline > after.baseline - EM.above * after.size &&
      baseline < after.baseline + EM.below * after.size
    )
      last = x1;
  return last;
}

/**
 * Runs that may stand between those of a line, from left to right: smaller ones, and large symbols, as if these stood
 * on the baseline.
 */
export function runsBetween(runs: readonly RawRun[], raw: RawPage): RawRun[] {
  const largest = Math.max(0, ...runs.map(({ size }) => size));
  const between: RawRun[] = [];
  for (const run of runs) {
    if (hangs(run, raw.fonts[run.font]))
      between.push({ ...run, baseline: run.baseline + EM.above * run.size, size: 0 });
    else if (run.size < EM.script * largest) between.push(run);
  }
  return between.sort((a, b) => a.x0 - b.x0);
}

/** Spans of a row that no wide gap divides, save one that holds scripts or large symbols (`between`, sorted by x). */
export function spansOf(row: readonly RawRun[], between: readonly RawRun[]): RawRun[][] {
  const parts: RawRun[][] = [];
  let end = -Infinity;
  for (const run of row) {
    const isWide = run.x0 - end > EM.gap * run.size;
    if (isWide && (parts.length === 0 || run.x0 - endOfScripts(end, run, between) > EM.gap * run.size)) parts.push([]);
    parts.at(-1)!.push(run);
    end = Math.max(end, run.x1);
  }
  return parts;
}

export const lineOf = (span: readonly RawRun[]): TextLine => ({
  x0: span[0]!.x0,
  x1: Math.max(...span.map(({ x1 }) => x1)),
  y0: Math.min(...span.map(({ y0 }) => y0)),
  y1: Math.max(...span.map(({ y1 }) => y1)),
  baseline: span[0]!.baseline,
  size: Math.max(...span.map(({ size }) => size)),
});

/** Whether a run is a script, a limit or a large symbol of a line. */
export function belongsTo(run: RawRun, line: TextLine, isHanging: boolean): boolean {
  const rise = line.baseline - run.baseline;
  return (
    (isHanging || run.size < EM.script * line.size) &&
    rise < EM.above * line.size * (isHanging ? 1.5 : 1) &&
    rise > -EM.below * line.size &&
    run.x0 > line.x0 - 1 &&
    run.x0 < line.x1 + EM.beyond * line.size
  );
}

/** An accent over a high letter is above the baseline in the size of the line, as is the upper half of `\cong`. */
export const isAccentOf = (run: RawRun, line: TextLine): boolean =>
  (isAccent(run.text) || run.text === '∼') &&
  isNear(run.size, line.size, EM.accentSize * line.size) &&
  isNear(line.baseline - run.baseline, EM.accentRise * line.size, EM.accentRise * line.size) &&
  run.x0 > line.x0 - 1 &&
  run.x0 < line.x1;

/** Whether runs are words in a script: a letter of a larger size stands right before them, above or below. */
const areScript = (runs: readonly RawRun[], readable: readonly RawRun[]): boolean =>
  runs.length <= MOST_SCRIPT_WORDS &&
  readable.some(
    ({ x1, baseline, size }) =>
      runs[0]!.size < EM.script * size &&
      isNear(runs[0]!.x0, x1, EM.beside * size) &&
      !isNear(runs[0]!.baseline, baseline, EM.baseline * size) &&
      runs[0]!.baseline > baseline - EM.above * size &&
      runs[0]!.baseline < baseline + EM.below * size,
  );

/** Whether runs are the limit of a large operator, or the label of a brace: small ones in its middle. */
const areLimit = (runs: readonly RawRun[], large: readonly RawRun[]): boolean =>
  runs.length <= MOST_LIMIT_WORDS &&
  large.some(
    (symbol) =>
      runs[0]!.size < EM.script * symbol.size &&
      isNear(centerX({ x0: runs[0]!.x0, x1: runs.at(-1)!.x1 }), centerX(symbol), EM.middle * symbol.size) &&
      isNear(runs[0]!.baseline, symbol.baseline, EM.limit * symbol.size),
  );

/** Horizontal rules with letters or symbols beside them, at the height where fractions have theirs. */
export const barsOf = ({ rules }: RawPage, readable: Heights<RawRun>): readonly RawRule[] =>
  rules.filter(
    (rule) =>
      rule.kind === 'horizontal' &&
      readable
        .near(rule.y0, EM.reach)
        .some(
          ({ x0, x1, baseline, size }) =>
            isNear(rule.y0, axisOf(baseline, size), EM.axis * size) &&
            Math.min(Math.abs(rule.x0 - x1), Math.abs(x0 - rule.x1)) < size,
        ),
  );

/** Whether runs are the numerator or the denominator of a fraction: in the middle of its bar, right above or below. */
export const arePart = (runs: readonly RawRun[], bars: readonly RawRule[]): boolean => {
  const [{ x0, size, baseline }] = runs as readonly [RawRun];
  const span = { x0, x1: runs.at(-1)!.x1 };
  return bars.some(
    (bar) =>
      isNear(centerX(span), centerX(bar), EM.middle * size) &&
      span.x0 > bar.x0 - 1 &&
      isNear(axisOf(baseline, size), bar.y0, EM.fraction * size),
  );
};

/** Tells lines of text from what is on none of them. */
export function textLines(raw: RawPage): PageText {
  const lines: TextLine[] = [];
  const loose: RawRun[] = [];
  const readable = raw.runs.filter(isReadable);
  const between = runsBetween(readable, raw);
  const isText = textTest(readable, raw);
  const large = readable.filter((run) => hangs(run, raw.fonts[run.font]));
  const bars = barsOf(
    raw,
    byHeight(readable, ({ baseline }) => baseline),
  );
  for (const row of rowsOf(readable)) {
    let formula: RawRun | undefined;
    for (const span of spansOf(row, between)) {
      const [first] = span;
      const goesOn = formula !== undefined && first!.x0 - formula.x1 < EM.quad * first!.size;
      const isLine =
        isText(span, goesOn) && !areScript(span, readable) && !areLimit(span, large) && !arePart(span, bars);
      if (isLine) lines.push(lineOf(span));
      else loose.push(...span);
      formula = isLine ? undefined : span.at(-1);
    }
  }
  const isOf = (run: RawRun, line: TextLine): boolean =>
    belongsTo(run, line, hangs(run, raw.fonts[run.font])) || isAccentOf(run, line);
  const others = loose.filter((run) => !lines.some((line) => isOf(run, line)));
  return { lines, others: others.filter((run) => !isNumberApart(run, raw.runs)) };
}

/** The number of a formula: nothing stands near before or after it. */
const isNumberApart = (run: RawRun, runs: readonly RawRun[]): boolean =>
  isFormulaNumber(run) &&
  !runs.some(
    (other) =>
      other !== run &&
      Math.abs(other.baseline - run.baseline) < run.size / 2 &&
      other.x0 < run.x1 + EM.number * run.size &&
      other.x1 > run.x0 - EM.number * run.size,
  );
