import { segmentsOf, type Element } from '../model/element.ts';
import { areaOf, boundsOf, heightOf, overlapX, widthOf } from '../model/geometry.ts';
import type { Segment } from '../model/line.ts';
import type { Canvas, Rect } from '../model/raw-page.ts';
import { isFigureCaption } from '../lexicon/captions.ts';
import { lineText } from '../text/inlines.ts';

/** Drawings without a frame: charts, diagrams. Set by hand on freshly typeset reports. */
const DRAWING = {
  /**
   * Points: its caption stands this near below it, its parts to each other, and its words to its parts: above or below,
   * and beside.
   */
  captionPt: 34,
  partPt: 24,
  wordPt: 16,
  besidePt: 24,
  /** Points: least height, and least side of a curve or slanted line that shows that something is drawn. */
  heightPt: 30,
  shapePt: 12,
  /** Filled bars that show the same. */
  bars: 3,
  /** Width of an axis at most, as a share of that of the bars and shapes. */
  axis: 1.5,
  /** A page with more parts is a map; a part that covers more of the page is its design. */
  mostParts: 3000,
  mostOfPage: 0.5,
  /** Words of a label; its width at most, as a share of the drawing's or in points. */
  words: 6,
  width: 0.5,
  labelPt: 110,
};

const isNearTo = (a: Rect, b: Rect, x: number, y: number): boolean =>
  a.x0 - b.x1 < x && b.x0 - a.x1 < x && a.y0 - b.y1 < y && b.y0 - a.y1 < y;

/** The parts that stand near those found before, and near what is found so. */
export function grown<T extends Rect>(
  start: Rect,
  parts: readonly T[],
  [x, y]: readonly [number, number],
): { box: Rect; parts: T[] } {
  const found: T[] = [];
  let box = start;
  let rest = parts;
  while (true) {
    const near = rest.filter((part) => isNearTo(part, box, x, y));
    if (near.length === 0) return { box, parts: found };
    found.push(...near);
    rest = rest.filter((part) => !near.includes(part));
    box = boundsOf([box, ...near]);
  }
}

/** The drawings above captions of figures, with the words within and around them. */
export function drawingsOf(elements: readonly Element[], page: Canvas): Rect[] {
  const isPart = (part: Rect): boolean => areaOf(part) < DRAWING.mostOfPage * page.width * page.height;
  const shapes = page.shapes.filter(isPart);
  const bars = page.boxes.filter((box) => isPart(box) && box.fill !== undefined);
  if (shapes.length === 0 && bars.length < DRAWING.bars) return [];
  const segments = segmentsOf(elements);
  const captions = segments.filter((segment) => isFigureCaption(lineText(segment)));
  const rules = new Set<Rect>(page.rules);
  const parts: Rect[] = [...shapes, ...bars, ...rules];
  if (parts.length > DRAWING.mostParts) return [];
  return captions.flatMap((caption) => {
    const above = parts.filter((part) => part.y1 < caption.y0 + 1);
    const first = above
      .filter((part) => caption.y0 - part.y1 < DRAWING.captionPt && overlapX(part, caption) > -DRAWING.partPt)
      .sort((a, b) => b.y1 - a.y1)[0];
    if (!first) return [];
    const near = [DRAWING.partPt, DRAWING.partPt] as const;
    const { box } = grown(
      first,
      above.filter((part) => !rules.has(part)),
      near,
    );
    // a rule that reaches far beyond what is drawn is that of a heading
    const isOwn = (part: Rect): boolean => !rules.has(part) || widthOf(part) < DRAWING.axis * widthOf(box);
    const drawing = grown(first, above.filter(isOwn), near);
    const isDrawn =
      drawing.parts.some(
        (part) => shapes.includes(part) && Math.max(widthOf(part), heightOf(part)) > DRAWING.shapePt,
      ) || drawing.parts.filter((part) => (bars as readonly Rect[]).includes(part)).length >= DRAWING.bars;
    if (!isDrawn || heightOf(drawing.box) < DRAWING.heightPt) return [];
    const isLabel = (segment: Segment): boolean =>
      segment.y1 < caption.y0 &&
      segment.runs.length <= DRAWING.words &&
      widthOf(segment) < Math.max(DRAWING.labelPt, DRAWING.width * widthOf(drawing.box));
    return [grown(drawing.box, segments.filter(isLabel), [DRAWING.besidePt, DRAWING.wordPt]).box];
  });
}
