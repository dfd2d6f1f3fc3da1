import { isNear, median } from '../model/geometry.ts';
import { isUnspaced, lettersOf, type GlyphRun } from '../model/glyph-run.ts';
import { makeLine, type Segment } from '../model/line.ts';
import { isLeader, leadsToAmounts } from './leaders.ts';

/** Distances within a line, in em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** A gap that is a space although none was written; a wider one at scripts, and between letters of CJK scripts. */
  space: 0.15,
  /** The same on tight lines, at least. Their spaces are usually between the other two. */
  tightSpace: 0.1,
  leastTight: 0.11,
  mostTight: 0.2,
  scriptSpace: 0.22,
  cjkSpace: 0.6,
  /** Browsers leave less before a stop, beside code on a background. */
  stopGap: 0.55,
  /** A written space counts where the gap is not far below zero; it is doubted where letters are spaced out. */
  writtenSpace: -0.5,
  writtenTight: 0.05,
  /** Letters are spaced out (tracking) by at least this, and at most this. */
  leastTracking: 0.08,
  mostTracking: 1.2,
  /** Gaps between words, from which the usual one of a line is taken. */
  leastWordGap: 0.1,
  mostWordGap: 1.5,
  /** A wider gap may be a gutter; in lines with wide word spaces (justified text) up to the second figure. */
  gutter: 0.62,
  justifiedGutter: 0.75,
  /** Chinese and Japanese have a space that is as wide as a letter. */
  wideSpace: 1.15,
  /** Leaders that stand in columns begin this far behind a word, at most. */
  leader: 2,
  /** A sign between words is at most this far from both, and as far from one as from the other. */
  separator: 1.6,
  separatorEven: 0.12,
};

/** Signs between the words of an address or a footer; some of them are bullets elsewhere. */
const SEPARATOR = /^[|·•●▪■◆♦]$/u;

/** A stop or a comma behind a word. */
const isStopBehind = (left: GlyphRun, right: GlyphRun): boolean =>
  !right.mono && /^[.,]["”’)]?$/u.test(right.text) && /[\p{L}\p{N})\]}>"'”’]$/u.test(left.text);

/** A space in spaced-out text, in units of the tracking: where no space was written, and where one was. */
const TRACKING_SPACE = 1.1;
const TRACKING_WRITTEN = 1.3;
/** A gutter is wider than so many usual word spaces, or so many times the tracking. */
const GUTTER_WORD_GAPS = 1.9;
const GUTTER_TRACKING = 3.2;
/** Fewest runs of a line that is spaced out, share of them that are single letters, and fewest gaps between words. */
const LEAST_RUNS = 4;
const LETTER_SHARE = 0.7;
const LEAST_WORD_GAPS = 4;
/** Fewest letters of a word on a tight line, on average. */
const LEAST_TIGHT_WORD = 3.5;
/** A space of a tight line, in usual ones; narrower is the slant of a letter in a formula. */
const TIGHT_SHARE = 0.75;

/** How far the baselines of one line may differ, in em, by what the text comes from. Set by hand. */
export const BASELINE_SLACK = {
  /** The text layer of a page states baselines exactly, OCR measures them. */
  text: 0.05,
  ocr: 0.3,
  /** In a cell of a table, where nothing else stands beside. */
  cell: 0.25,
  /** Text in another direction than the page's. */
  rotated: 0.15,
};

/** Sorts runs into lines of one baseline, each from left to right. `slack`: how far baselines may differ, in em. */
export function baselineRows(runs: readonly GlyphRun[], slack: number): GlyphRun[][] {
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const rows: GlyphRun[][] = [];
  let row: GlyphRun[] = [];
  let first = 0;
  let last = 0;
  for (const run of sorted) {
    const tolerance = slack * run.size;
    if (row.length > 0 && (run.baseline - first > 2 * tolerance || run.baseline - last > tolerance)) {
      rows.push(row);
      row = [];
    }
    if (row.length === 0) first = run.baseline;
    last = run.baseline;
    row.push(run);
  }
  if (row.length > 0) rows.push(row);
  // those of one baseline are sorted already
  for (const each of rows) if (each[0]!.baseline !== each.at(-1)!.baseline) each.sort((a, b) => a.x0 - b.x0);
  return rows;
}

/** Whether the letters that meet at a gap are of a script that has no spaces between words. */
function meetsCjk(left: GlyphRun, right: GlyphRun): boolean {
  if (!left.cjk && !right.cjk) return false;
  const before = left.text.codePointAt(left.text.length - 1) ?? 0;
  const after = right.text.codePointAt(0) ?? 0;
  return isUnspaced(before) || isUnspaced(after);
}

/** How the letters and words of a line stand. */
export interface LineSpacing {
  /** How far the letters of a spaced-out line stand apart, in points; 0 for ordinary text. */
  readonly tracking: number;
  /** A wider gap is a space although none was written, in em. */
  readonly space: number;
}

/** True where white space belongs between two neighbours of a line. */
export function spaceBetween(left: GlyphRun, right: GlyphRun, { tracking, space }: LineSpacing): boolean {
  const size = Math.min(left.size, right.size);
  const gap = right.x0 - left.x1;
  const next = right.rtl && left.rtl ? left : right;
  if (next.space && gap > EM.writtenSpace * size)
    return gap > tracking * TRACKING_WRITTEN || gap < EM.writtenTight * size || tracking < EM.leastTracking * size;
  if (meetsCjk(left, right)) return gap > EM.cjkSpace * size;
  if (right.script !== undefined || left.script !== undefined) return gap > EM.scriptSpace * size;
  return gap > space * size + tracking * TRACKING_SPACE && (gap > EM.stopGap * size || !isStopBehind(left, right));
}

export function spacingOf(runs: readonly GlyphRun[]): LineSpacing {
  const tracking = trackingOf(runs);
  return { tracking, space: tracking === 0 ? leastSpace(runs) : EM.space };
}

/**
 * Spaces of a line that was pressed together to be justified are narrower than others. Where any space is written,
 * narrow gaps are kerning.
 */
function leastSpace(runs: readonly GlyphRun[]): number {
  const gaps: number[] = [];
  let isTight = false;
  for (let index = 1; index < runs.length; index += 1) {
    const run = runs[index]!;
    if (run.space) return EM.space;
    const gap = (run.x0 - runs[index - 1]!.x1) / run.size;
    if (gap <= EM.tightSpace || gap >= EM.mostWordGap) continue;
    gaps.push(gap);
    if (gap <= EM.space) isTight = true;
  }
  if (!isTight || gaps.length < LEAST_WORD_GAPS || lettersOf(runs) < LEAST_TIGHT_WORD * gaps.length) return EM.space;
  const middle = median(gaps);
  if (middle < EM.leastTight || middle > EM.mostTight) return EM.space;
  return Math.max(EM.tightSpace, TIGHT_SHARE * middle);
}

function trackingOf(runs: readonly GlyphRun[]): number {
  if (runs.length < LEAST_RUNS) return 0;
  let short = 0;
  for (const run of runs) if (run.text.length <= 2) short += 1;
  if (short < LETTER_SHARE * runs.length) return 0;
  const singles = runs.flatMap(({ text }, index) => (/^[\p{L}\p{N}]$/u.test(text) ? [index] : []));
  if (singles.length < LETTER_SHARE * runs.length) return 0;
  const middle = median(
    singles.flatMap((index) => {
      const next = runs[index + 1];
      return next?.text.length === 1 ? [next.x0 - runs[index]!.x1] : [];
    }),
  );
  const size = runs[0]!.size;
  return middle > EM.leastTracking * size && middle < EM.mostTracking * size ? middle : 0;
}

/** The usual distance of words on the line, in points. */
function wordGap(row: readonly GlyphRun[], tracking: number): number {
  const gaps: number[] = [];
  for (let index = 1; index < row.length; index += 1) {
    const { x0, size } = row[index]!;
    const gap = x0 - row[index - 1]!.x1;
    if (gap > EM.leastWordGap * size + tracking && gap < EM.mostWordGap * size + tracking) gaps.push(gap);
  }
  return gaps.length >= LEAST_WORD_GAPS ? median(gaps) : 0;
}

/** Whether something is between two neighbours of a line. */
type Between = (left: GlyphRun, right: GlyphRun) => boolean;

/** What rulings say of two neighbours of a line. */
export interface RuledGaps {
  /** They are parted, however near they are. */
  readonly isParted?: Between;
  /** They are together, however far apart they are: a blank to fill in is between them. */
  readonly isBlank?: Between;
}

/** Whether a run is a sign between two words, as far from one as from the other, and no bullet before a word. */
function isSeparator(row: readonly GlyphRun[], index: number): boolean {
  if (row[index]!.text.length !== 1) return false;
  const [left, run, right] = [row[index - 1], row[index]!, row[index + 1]];
  if (!left || !right || !SEPARATOR.test(run.text)) return false;
  const [before, after] = [run.x0 - left.x1, right.x0 - run.x1];
  return before > 0 && isNear(before, after, EM.separatorEven * run.size);
}

/** A gap before a run that is wider may be a gutter. `usual`: the usual distance of words. */
function leastGutter(row: readonly GlyphRun[], index: number, usual: number): number {
  const [left, run] = [row[index - 1]!, row[index]!];
  const size = Math.max(left.size, run.size);
  return Math.max(
    EM.gutter * size,
    Math.min(GUTTER_WORD_GAPS * usual, EM.justifiedGutter * size),
    run.space && meetsCjk(left, run) ? EM.wideSpace * size : 0,
    isLeader(run) ? EM.leader * size : 0,
    isSeparator(row, index) || isSeparator(row, index - 1) ? EM.separator * size : 0,
  );
}

/**
 * Cuts a line at gaps that could be a gutter, and where a ruling parts it. Whether they are gutters is seen later, when
 * many lines agree.
 */
export function cutIntoSegments(row: readonly GlyphRun[], { isParted, isBlank }: RuledGaps = {}): Segment[] {
  const segments: Segment[] = [];
  const tracking = trackingOf(row);
  const usual = wordGap(row, tracking);
  let start = 0;
  let reach = -Infinity;
  for (let index = 0; index < row.length; index += 1) {
    const run = row[index]!;
    if (index > start) {
      const left = row[index - 1]!;
      const gap = run.x0 - reach;
      const isWide =
        gap > EM.gutter * run.size && gap > Math.max(leastGutter(row, index, usual), GUTTER_TRACKING * tracking);
      if ((isWide && !isBlank?.(left, run)) || (gap > 0 && isParted?.(left, run)) || leadsToAmounts(row, index)) {
        segments.push(makeLine(row.slice(start, index)));
        start = index;
        reach = -Infinity;
      }
    }
    reach = Math.max(reach, run.x1);
  }
  segments.push(makeLine(row.slice(start)));
  return segments;
}
