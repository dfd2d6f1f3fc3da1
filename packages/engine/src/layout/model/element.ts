import type { LayoutBlock } from './page-model.ts';
import type { Rect } from './raw-page.ts';
import type { Line, Segment } from './line.ts';

/** What reading order is found among: segments of text, and atoms that are kept whole. */
export type Element = SegmentElement | Atom;

export interface SegmentElement extends Rect {
  readonly segment: Segment;
}

/** A table, a figure, or text that is kept together, with what is in it. */
export interface Atom extends Rect {
  /** `picture`: an image, with its caption if text stands beside this. */
  readonly kind: 'table' | 'figure' | 'picture' | 'frame' | 'formula';
  readonly contents: readonly AtomContent[];
}

/** Blocks that are done, or text that is yet to be made into blocks. */
export type AtomContent =
  | { readonly kind: 'blocks'; readonly blocks: readonly LayoutBlock[] }
  /** Text that may stand in columns. `words`: the words of a figure, which are no headings and no items of lists. */
  | { readonly kind: 'region'; readonly region: Stream; readonly words?: true }
  /** Labels with their values: the lines of each are a paragraph. */
  | { readonly kind: 'pairs'; readonly pairs: readonly (readonly Line[])[] }
  /** Addresses: the lines of each stay lines. */
  | { readonly kind: 'addresses'; readonly addresses: readonly (readonly Line[])[] }
  /** The words of a chart, which are one paragraph with a line for each row. */
  | { readonly kind: 'chart'; readonly rows: readonly (readonly Line[])[] }
  /** Words of a figure that stand in one column, between two edges. */
  | { readonly kind: 'words'; readonly segments: readonly Segment[]; readonly x0: number; readonly x1: number };

/** Elements that are read from top to bottom between two edges. */
export interface Stream {
  readonly elements: readonly Element[];
  readonly x0: number;
  readonly x1: number;
  /** Whether it is a row at the page's edge, where a number in a monospaced font is the page's, and no code. */
  readonly isEdge?: boolean;
}

export function isSegment(element: Element): element is SegmentElement {
  return 'segment' in element;
}

export const isAtom = (element: Element): element is Atom => !isSegment(element);

export function segmentElement(segment: Segment): SegmentElement {
  return { segment, x0: segment.x0, y0: segment.y0, x1: segment.x1, y1: segment.y1 };
}

export const segmentsOf = (elements: readonly Element[]): Segment[] =>
  elements.filter(isSegment).map(({ segment }) => segment);

/** Where the text of an element ends, which a frame around it does not tell. */
export const textBottom = (element: Element): number =>
  isAtom(element) && element.kind === 'frame'
    ? Math.max(
        ...element.contents
          .flatMap((each) => (each.kind === 'region' ? each.region.elements : [element]))
          .map(({ y1 }) => y1),
      )
    : element.y1;
