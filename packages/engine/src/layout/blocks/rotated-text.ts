import { segmentElement } from '../model/element.ts';
import { boundsOf, rectOf } from '../model/geometry.ts';
import type { LayoutBlock } from '../model/page-model.ts';
import type { Canvas, RawRun } from '../model/raw-page.ts';
import { makeGlyphRun } from '../text/clean.ts';
import { FULL, HALF, QUARTER, turnRect, turnRun } from '../text/rotation.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments } from '../text/segments.ts';
import { atSide } from './margin-text.ts';
import { readStream, type PageContext } from './stream.ts';

/** Text in other directions than the page's, as blocks after the rest: labels of axes, stamps in the margin. */
export function rotatedBlocks(
  page: Canvas,
  rotated: ReadonlyMap<number, readonly RawRun[]>,
  context: PageContext,
): LayoutBlock[] {
  return [...rotated]
    .sort((a, b) => a[0] - b[0])
    .flatMap(([angle, raw]) => {
      const turn = angle % QUARTER === 0 ? (run: RawRun) => turnRun(run, angle, page) : (run: RawRun) => run;
      const runs = raw.map((run) => makeGlyphRun(page, turn(run))).filter((run) => run.text !== '');
      const rows = baselineRows(runs, BASELINE_SLACK.rotated);
      const elements = rows.flatMap((row) => cutIntoSegments(row).map(segmentElement));
      if (elements.length === 0) return [];
      const { x0, x1 } = boundsOf(elements);
      return readStream({ elements, x0, x1 }, context).map((block) => placed(withoutEnds(block), angle, page));
    });
}

/** A block where it stands on the page. */
function placed(block: LayoutBlock, angle: number, page: Canvas): LayoutBlock {
  if (angle % QUARTER !== 0) return block;
  const { width, height } = angle % HALF === 0 ? page : { width: page.height, height: page.width };
  const { x0, y0, x1, y1 } = turnRect(rectOf(block.box), FULL - angle, width, height);
  return atSide({ ...block, box: [x0, y0, x1, y1] }, page);
}

/** Neither a heading nor the beginning of something that goes on. */
function withoutEnds(block: LayoutBlock): LayoutBlock {
  if (block.kind !== 'text') return block;
  const { candidate: _candidate, open: _open, ...rest } = block;
  return rest;
}
