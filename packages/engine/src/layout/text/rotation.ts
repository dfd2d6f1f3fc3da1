import { centerX, isNear, median } from '../model/geometry.ts';
import { isCjk } from '../model/glyph-run.ts';
import { RUN, type RawPage, type RawRun, type Rect } from '../model/raw-page.ts';

/** Degrees clockwise. */
export const QUARTER = 90;
export const HALF = 180;
export const THREE_QUARTERS = 270;
export const FULL = 360;

/** A direction has to have so many times as many letters as the page's own before the page is turned: set by hand. */
const LEAD = 1.5;

/** A rectangle in the frame in which text of this direction is horizontal. */
export function turnRect<T extends Rect>(rect: T, angle: number, width: number, height: number): T {
  if (angle === QUARTER) return { ...rect, x0: rect.y0, x1: rect.y1, y0: width - rect.x1, y1: width - rect.x0 };
  if (angle === THREE_QUARTERS)
    return { ...rect, x0: height - rect.y1, x1: height - rect.y0, y0: rect.x0, y1: rect.x1 };
  if (angle === HALF)
    return { ...rect, x0: width - rect.x1, x1: width - rect.x0, y0: height - rect.y1, y1: height - rect.y0 };
  return rect;
}

type PageSize = Pick<RawPage, 'width' | 'height'>;

function turnBaseline(baseline: number, angle: number, page: PageSize): number {
  if (angle === QUARTER) return page.width - baseline;
  if (angle === HALF) return page.height - baseline;
  return baseline;
}

/** A run in the frame in which text of this direction is horizontal. */
export function turnRun(run: RawRun, angle: number, page: PageSize): RawRun {
  const { angle: before = 0, ...rest } = turnRect(run, angle, page.width, page.height);
  const baseline = turnBaseline(run.baseline, angle, page);
  const after = (before - angle + FULL) % FULL;
  return after === 0 ? { ...rest, baseline } : { ...rest, baseline, angle: after };
}

/** The direction of most letters. */
function mainDirection(runs: readonly RawRun[]): number {
  const letters = new Map<number, number>();
  for (const run of runs) letters.set(run.angle ?? 0, (letters.get(run.angle ?? 0) ?? 0) + run.text.length);
  let main = 0;
  for (const [angle, count] of letters)
    if (angle % QUARTER === 0 && count > (letters.get(main) ?? 0) * LEAD) main = angle;
  return main;
}

/** Turns the whole page when most of its text is turned, as that of a wide table on a portrait page is. */
export function turnPage(page: RawPage): RawPage {
  const main = mainDirection(page.runs);
  if (main === 0) return page;
  const turn = <T extends Rect>(rect: T): T => turnRect(rect, main, page.width, page.height);
  const swapsAxes = main !== HALF;
  const swap = (kind: 'horizontal' | 'vertical') => (kind === 'horizontal' ? 'vertical' : 'horizontal');
  return {
    ...page,
    frame: { turned: main },
    width: swapsAxes ? page.height : page.width,
    height: swapsAxes ? page.width : page.height,
    runs: page.runs.map((run) => turnRun(run, main, page)),
    rules: page.rules.map((rule) => ({ ...turn(rule), kind: swapsAxes ? swap(rule.kind) : rule.kind })),
    boxes: page.boxes.map(turn),
    shapes: page.shapes.map(turn),
    images: page.images.map(turn),
    links: page.links.map(turn),
    widgets: page.widgets.map(turn),
  };
}

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
    if (!isNextLetter(above, run) || !isOneLetter(above) || !isOneLetter(run)) continue;
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
  if (stacked.size === 0 && !page.runs.some(isVertical)) return page;
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
