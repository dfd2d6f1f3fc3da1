import type { RawPage, RawRun, Rect } from '../model/raw-page.ts';

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
