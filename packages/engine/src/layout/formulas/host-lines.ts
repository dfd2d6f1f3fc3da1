import { isNear, byHeight, type Heights } from '../model/geometry.ts';
import type { RawPage, RawRun } from '../model/raw-page.ts';
import { hangs, isMathText } from './signs/fonts.ts';
import {
  arePart,
  barsOf,
  belongsTo,
  isAccentOf,
  isReadable,
  lettersOf,
  lineOf,
  rowsOf,
  runsBetween,
  spansOf,
  type TextLine,
} from './lines.ts';
import { isItemLabel } from './numbers.ts';
import { signsOf, tallPartsOf } from './tall-parts.ts';

/** A line of text with words, and the scripts, limits and large symbols on it. */
export interface HostLine extends TextLine {
  /** On its baseline, from left to right. */
  readonly runs: readonly RawRun[];
  /** Smaller ones above and below the baseline, and large symbols that hang from theirs. */
  readonly attached: readonly RawRun[];
}

/** How far above the baseline of a line large symbols hang, as TeX sets them: in em. */
const HANGING_EM = 0.8;
/** How much the sizes of the lines of a paragraph differ. */
const SIZE_EM = 0.05;
/** Lines of a paragraph are so far from each other, and begin at one place. */
const LEADING_EM = { least: 0.9, most: 1.7 };
const EDGE_PT = 1;
/** A small part of a fraction ends so near before the line that it begins. */
const BEFORE_EM = 0.35;
/** No part of a line is further above or below it. */
const REACH_EM = 1.3;

const isHanging = (run: RawRun, raw: RawPage): boolean => hangs(run, raw.fonts[run.font]);

/** How far a run is from where it would stand on a line. */
function distance(run: RawRun, line: TextLine, raw: RawPage): number {
  const rise = line.baseline - run.baseline;
  return Math.abs(isHanging(run, raw) ? rise - HANGING_EM * line.size : rise);
}

/** Whether a row without words goes on with the paragraph of a line above it. */
const goesOnFrom = (
  line: TextLine & { readonly runs: readonly RawRun[] },
  row: TextLine & { readonly runs: readonly RawRun[] },
): boolean =>
  line.runs !== row.runs &&
  isNear(line.x0, row.x0, EDGE_PT) &&
  row.x1 < line.x1 + EDGE_PT &&
  isNear(line.size, row.size, SIZE_EM * line.size) &&
  row.baseline - line.baseline > LEADING_EM.least * line.size &&
  row.baseline - line.baseline < LEADING_EM.most * line.size;

/** Whether a line begins with a small run: a part of a fraction. */
const isRightBefore = (run: RawRun, line: TextLine): boolean =>
  run.x0 < line.x0 && run.x1 > line.x0 - BEFORE_EM * line.size && belongsTo({ ...run, x0: line.x0 }, line, false);

interface GrowingLine extends TextLine {
  x0: number;
  x1: number;
  readonly runs: RawRun[];
  readonly attached: RawRun[];
}

interface Runs {
  readonly heights: Heights<RawRun>;
  readonly signs: Heights<RawRun>;
  /** Those of lines. */
  readonly taken: Set<RawRun>;
}

/** Gives a line what reaches above and below it, and the lines that this stands between; whether there were such. */
function takeTallParts(line: GrowingLine, lines: GrowingLine[], runs: Runs, raw: RawPage): boolean {
  const { heights, signs, taken } = runs;
  const around = { all: heights, signs, isLoose: (run: RawRun) => !taken.has(run), lines };
  let isJoined = false;
  for (const run of tallPartsOf(line, around, raw)) {
    const other = lines.find((each) => each !== line && each.runs.includes(run));
    if (other) {
      line.runs.push(...other.runs);
      line.attached.push(...other.attached);
      lines.splice(lines.indexOf(other), 1);
      isJoined = true;
    } else if (!taken.has(run)) line.attached.push(run);
    taken.add(run);
    const { x0, x1 } = other ?? run;
    [line.x0, line.x1] = [Math.min(line.x0, x0), Math.max(line.x1, x1)];
  }
  line.runs.sort((a, b) => a.x0 - b.x0);
  return isJoined;
}

/** Lines with words, and what belongs to each of them. */
export function hostLines(raw: RawPage): HostLine[] {
  const isWord = ({ text, font }: RawRun): boolean =>
    lettersOf(text).length > 1 && !isMathText(raw.fonts[font]?.name ?? '', text);
  const readable = raw.runs.filter(isReadable);
  const between = runsBetween(readable, raw);
  const all = rowsOf(readable.filter((run) => !isHanging(run, raw)))
    .flatMap((row) => spansOf(row, between))
    .map((runs) => ({ ...lineOf(runs), runs }))
    .sort((a, b) => b.size - a.size);
  const hasWords = ({ runs }: { readonly runs: readonly RawRun[] }): boolean =>
    runs.some(isWord) || isItemLabel(runs[0]!, raw);
  const rows = byHeight(readable, ({ baseline }) => baseline);
  const bars = barsOf(raw, rows);
  const lines: GrowingLine[] = [];
  // words in scripts and in fractions are no lines
  for (const row of all.filter(hasWords))
    if (!arePart(row.runs, bars) && !lines.some((line) => row.runs.every((run) => belongsTo(run, line, false))))
      lines.push({ ...row, attached: [] });
  const words = [...lines];
  for (const row of all)
    if (!hasWords(row) && words.some((line) => goesOnFrom(line, row))) lines.push({ ...row, attached: [] });
  const taken = new Set(lines.flatMap(({ runs }) => runs));
  const runs = { heights: rows, signs: signsOf(readable, raw), taken };
  for (const line of lines.toSorted((a, b) => a.x0 - b.x0))
    while (lines.includes(line) && takeTallParts(line, lines, runs, raw));
  attachScripts(
    lines,
    readable.filter((run) => !taken.has(run)),
    raw,
  );
  return lines;
}

/** Gives lines the scripts, limits and large symbols that are no part of any. */
function attachScripts(lines: readonly GrowingLine[], runs: readonly RawRun[], raw: RawPage): void {
  const largest = Math.max(0, ...lines.map(({ size }) => size));
  const others = runs.toSorted((a, b) => a.x0 - b.x0);
  const taken = new Set<RawRun>();
  const heights = byHeight(lines, ({ baseline }) => baseline);
  for (const run of others) {
    const near = heights
      .near(run.baseline, REACH_EM * largest)
      .filter((line) => isAccentOf(run, line) || belongsTo(run, line, isHanging(run, raw)));
    if (near.length === 0) continue;
    const line = near.reduce((a, b) => (distance(run, b, raw) < distance(run, a, raw) ? b : a));
    line.attached.push(run);
    // scripts at the end of a line make it longer
    line.x1 = Math.max(line.x1, run.x1);
    taken.add(run);
  }
  for (const run of others.reverse()) {
    const line = taken.has(run)
      ? undefined
      : heights.near(run.baseline, REACH_EM * largest).find((each) => isRightBefore(run, each));
    if (!line) continue;
    line.attached.push(run);
    line.x0 = Math.min(line.x0, run.x0);
  }
}
