import { makePiece } from './clean.ts';
import { segmentElement } from './element.ts';
import { rowsOf, segmentsOf } from './lines.ts';
import type { StyleTable } from './looks.ts';
import type { LayoutBlock } from './page-model.ts';
import type { RawPage, RawRun, Rect } from './raw-page.ts';
import { readStream } from './stream.ts';

/** A rectangle in the frame in which text of this direction is level. */
function turnRect<T extends Rect>(rect: T, angle: number, width: number, height: number): T {
  if (angle === 90) return { ...rect, x0: rect.y0, x1: rect.y1, y0: width - rect.x1, y1: width - rect.x0 };
  if (angle === 270) return { ...rect, x0: height - rect.y1, x1: height - rect.y0, y0: rect.x0, y1: rect.x1 };
  if (angle === 180)
    return { ...rect, x0: width - rect.x1, x1: width - rect.x0, y0: height - rect.y1, y1: height - rect.y0 };
  return rect;
}

/** A run in the frame in which text of this direction is level. */
export function turnRun(run: RawRun, angle: number, page: RawPage): RawRun {
  const turned = turnRect(run, angle, page.width, page.height);
  const baseline =
    angle === 90
      ? page.width - run.baseline
      : angle === 270
        ? run.baseline
        : angle === 180
          ? page.height - run.baseline
          : run.baseline;
  const { angle: before = 0, ...rest } = turned;
  const after = (before - angle + 360) % 360;
  return after === 0 ? { ...rest, baseline } : { ...rest, baseline, angle: after };
}

/** Turns the whole page when most of its text is turned (a wide table on an upright page). */
export function turnPage(page: RawPage): RawPage {
  const counts = new Map<number, number>();
  for (const run of page.runs) counts.set(run.angle ?? 0, (counts.get(run.angle ?? 0) ?? 0) + run.text.length);
  let main = 0;
  for (const [angle, count] of counts) if (angle % 90 === 0 && count > (counts.get(main) ?? 0) * 1.5) main = angle;
  if (main === 0) return page;
  const turn = <T extends Rect>(rect: T): T => turnRect(rect, main, page.width, page.height);
  const upright = main !== 180;
  return {
    ...page,
    width: upright ? page.height : page.width,
    height: upright ? page.width : page.height,
    runs: page.runs.map((run) => turnRun(run, main, page)),
    rules: page.rules.map((rule) => ({
      ...turn(rule),
      kind: upright ? (rule.kind === 'horizontal' ? 'vertical' : 'horizontal') : rule.kind,
    })),
    boxes: page.boxes.map(turn),
    shapes: page.shapes.map(turn),
    images: page.images.map(turn),
    links: page.links.map(turn),
    widgets: page.widgets.map(turn),
  };
}

/** Text of other directions than the page's, after the rest: labels of axes, stamps at the margin. */
export function turnedBlocks(
  page: RawPage,
  groups: ReadonlyMap<number, readonly RawRun[]>,
  styles: StyleTable,
): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  for (const [angle, runs] of [...groups].sort((a, b) => a[0] - b[0])) {
    const known = angle % 90 === 0 ? angle : 0;
    const pieces = runs
      .map((run) => makePiece(page, known === 0 ? run : turnRun(run, known, page)))
      .filter((piece) => piece.text !== '');
    const elements = rowsOf(pieces, 0.15).flatMap((row) => segmentsOf(row, () => false).map(segmentElement));
    if (elements.length === 0) continue;
    const x0 = Math.min(...elements.map((element) => element.x0));
    const x1 = Math.max(...elements.map((element) => element.x1));
    for (const block of readStream({ elements, x0, x1 }, styles)) {
      if (block.kind !== 'text') {
        blocks.push(block);
        continue;
      }
      const { candidate: _candidate, open: _open, ...rest } = block;
      blocks.push(rest);
    }
  }
  return blocks;
}
