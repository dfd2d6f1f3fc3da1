import { isCjk, median } from './piece.ts';
import { RUN, type RawPage, type RawRun } from './raw-page.ts';

/** How far below the middle of a letter its baseline stands, as a share of the size, when the line is turned level. */
const BELOW_MIDDLE = 0.38;

const middleOf = (run: RawRun): number => (run.x0 + run.x1) / 2;
const isLetter = (run: RawRun): boolean => isCjk(run.text.codePointAt(0)!);

/** Whether a run stands under another as the next letter of a vertical line. */
function isUnder(above: RawRun, run: RawRun): boolean {
  const step = (run.baseline - above.baseline) / run.size;
  return Math.abs(middleOf(run) - middleOf(above)) < 0.15 * run.size && step > 0.4 && step < 2;
}

/** Upright letters that were drawn one under the other, each by itself. */
function stackedRuns(runs: readonly RawRun[]): Set<RawRun> {
  const stacked = new Set<RawRun>();
  const isOne = (run: RawRun): boolean =>
    (run.angle ?? 0) === 0 && (isLetter(run) ? run.text.length === 1 : run.x1 - run.x0 < 1.3 * run.size);
  for (let index = 1; index < runs.length; index += 1) {
    const above = runs[index - 1]!;
    const run = runs[index]!;
    if (!isOne(above) || !isOne(run) || !isUnder(above, run) || !(isLetter(above) || isLetter(run))) continue;
    stacked.add(above);
    stacked.add(run);
  }
  return stacked;
}

/**
 * Vertical lines as runs that are read downwards, all letters of a line on one baseline: producers use fonts for vertical writing, or place upright letters one by one,
 * and turn Latin words by a quarter. A page that is not for the most part written so is given back as it is.
 */
export function verticalLines(page: RawPage): RawPage {
  const stacked = stackedRuns(page.runs);
  let vertical = 0;
  let all = 0;
  for (const run of page.runs) {
    all += run.text.length;
    if (stacked.has(run) || (run.flags & RUN.vertical) !== 0) vertical += run.text.length;
  }
  if (vertical < 8 || vertical < 0.6 * all) return page;
  const middles = page.runs.filter((run) => stacked.has(run) || (run.flags & RUN.vertical) !== 0);
  const size = median(middles.map((run) => run.size));
  const runs = page.runs.map((run) => {
    const isStacked = stacked.has(run) || ((run.angle ?? 0) === 0 && isLetter(run) && run.text.length === 1);
    if (isStacked || (run.flags & RUN.vertical) !== 0)
      return { ...run, angle: 90, flags: run.flags | RUN.vertical, baseline: middleOf(run) - BELOW_MIDDLE * run.size };
    if (run.angle !== 90) return run;
    const beside = middles.find(
      (other) => Math.abs(middleOf(other) - middleOf(run)) < 0.3 * size && Math.abs(other.size - run.size) < 0.1 * size,
    );
    return beside ? { ...run, baseline: middleOf(beside) - BELOW_MIDDLE * beside.size } : run;
  });
  return { ...page, runs };
}
