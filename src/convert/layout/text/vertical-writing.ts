import { centerX, isNear, median } from '../model/geometry.ts';
import { isCjk } from '../model/glyph-run.ts';
import { QUARTER } from './rotation.ts';
import { RUN, type RawPage, type RawRun } from '../model/raw-page.ts';

/** In em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** How far the baseline lies below the middle of a letter once the line is turned: CJK glyphs fill their em box. */
  belowMiddle: 0.38,
  /** How far the middles of letters of one vertical line may lie apart. */
  sameLine: 0.15,
  /** Distance of the baselines of letters that follow each other in a vertical line. */
  stepLeast: 0.4,
  stepMost: 2,
  /** Widest run that counts as one upright letter (Latin capitals, two digits). */
  letterWidth: 1.3,
  /**
   * How far the middle of a Latin word that is turned by a quarter may lie from that of its line, and how its size may
   * differ.
   */
  turnedWord: 0.3,
  turnedWordSize: 0.1,
};

/** A page is written vertically when it has this many letters of vertical lines, and this share of all letters. */
const LEAST_LETTERS = 8;
const LEAST_SHARE = 0.6;

const isLetter = (run: RawRun): boolean => isCjk(run.text.codePointAt(0)!);
const isUnturned = (run: RawRun): boolean => (run.angle ?? 0) === 0;
const isVertical = (run: RawRun): boolean => (run.flags & RUN.vertical) !== 0;

/** Whether a run stands below another as the next letter of a vertical line. */
function isNextLetter(above: RawRun, run: RawRun): boolean {
  const step = (run.baseline - above.baseline) / run.size;
  return isNear(centerX(run), centerX(above), EM.sameLine * run.size) && step > EM.stepLeast && step < EM.stepMost;
}

/** Upright letters that were drawn one below the other, each by itself. */
function stackedRuns(runs: readonly RawRun[]): Set<RawRun> {
  const stacked = new Set<RawRun>();
  const isOneLetter = (run: RawRun): boolean =>
    isUnturned(run) && (isLetter(run) ? run.text.length === 1 : run.x1 - run.x0 < EM.letterWidth * run.size);
  for (let index = 1; index < runs.length; index += 1) {
    const above = runs[index - 1]!;
    const run = runs[index]!;
    if (!isOneLetter(above) || !isOneLetter(run) || !isNextLetter(above, run)) continue;
    if (!isLetter(above) && !isLetter(run)) continue;
    stacked.add(above);
    stacked.add(run);
  }
  return stacked;
}

/**
 * Makes vertical lines runs that are read downwards, with all letters of a line on one baseline. Producers use fonts
 * for vertical writing, or place upright letters one by one, and turn Latin words by a quarter. A page that is not
 * written vertically for the most part is returned as it is.
 */
export function readVertically(page: RawPage): RawPage {
  const stacked = stackedRuns(page.runs);
  let vertical = 0;
  let all = 0;
  for (const run of page.runs) {
    all += run.text.length;
    if (stacked.has(run) || isVertical(run)) vertical += run.text.length;
  }
  if (vertical < LEAST_LETTERS || vertical < LEAST_SHARE * all) return page;
  const letters = page.runs.filter((run) => stacked.has(run) || isVertical(run));
  const size = median(letters.map((run) => run.size));
  const onLine = (run: RawRun): number => centerX(run) - EM.belowMiddle * run.size;
  const runs = page.runs.map((run) => {
    const isStacked = stacked.has(run) || (isUnturned(run) && isLetter(run) && run.text.length === 1);
    if (isStacked || isVertical(run))
      return { ...run, angle: QUARTER, flags: run.flags | RUN.vertical, baseline: onLine(run) };
    if (run.angle !== QUARTER) return run;
    const beside = letters.find(
      (other) =>
        isNear(centerX(other), centerX(run), EM.turnedWord * size) &&
        isNear(other.size, run.size, EM.turnedWordSize * size),
    );
    return beside ? { ...run, baseline: onLine(beside) } : run;
  });
  return { ...page, runs };
}
