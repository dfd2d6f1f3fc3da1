import type { Segment } from './piece.ts';
import type { LayoutBlock } from './page-model.ts';
import type { Rect } from './raw-page.ts';

/** What columns are found among: a segment of text, or something that is kept whole (a table, a figure, a framed text) with its blocks. */
export type Element = SegmentElement | AtomElement;

export interface SegmentElement extends Rect {
  readonly segment: Segment;
}

export interface AtomElement extends Rect {
  readonly atom: readonly LayoutBlock[];
  /** What it is, for rules that depend on it. */
  readonly kind: 'table' | 'figure' | 'frame';
}

export function isSegment(element: Element): element is SegmentElement {
  return 'segment' in element;
}

export function segmentElement(segment: Segment): SegmentElement {
  return { segment, x0: segment.x0, y0: segment.y0, x1: segment.x1, y1: segment.y1 };
}

export function boundsOf(rects: readonly Rect[]): Rect {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const rect of rects) {
    x0 = Math.min(x0, rect.x0);
    y0 = Math.min(y0, rect.y0);
    x1 = Math.max(x1, rect.x1);
    y1 = Math.max(y1, rect.y1);
  }
  return { x0, y0, x1, y1 };
}
