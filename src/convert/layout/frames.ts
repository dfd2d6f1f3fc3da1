import { boundsOf, isSegment, type Element, type SegmentElement } from './element.ts';
import { isWhite } from './grounds.ts';
import { lineText } from './inlines.ts';
import { isCaption, isTableCaption } from './looks.ts';
import type { LayoutBlock } from './page-model.ts';
import { median } from './piece.ts';
import type { RawPage, Rect } from './raw-page.ts';
import { textRows, type TextRow } from './text-rows.ts';

const MIN_WIDTH = 70;
const MIN_HEIGHT = 36;
/** A ground over more of the page is its design. */
const MAX_SHARE = 0.6;
/** A page with more boxes is a form or a map. */
const MAX_BOXES = 80;
/** How far a caption stands at most from its figure, in points. */
const NEAR = 30;

/** Blocks of what lies in a frame. */
type Read = (elements: readonly Element[], x0: number, x1: number) => LayoutBlock[];

/**
 * Text in a frame or on a ground of its own, kept together: a sidebar whose lines stand beside other text or in columns of their own, and the words of a figure
 * that a caption names. The words of a figure are no headings, and interrupt a paragraph as the figure does.
 */
export function withFrames(elements: readonly Element[], raw: RawPage, read: Read): Element[] {
  const boxes = boxesOf(raw);
  let all = [...elements];
  // a caption names the outermost box of its figure
  for (const box of boxes.toReversed()) all = asFigure(all, box, read) ?? all;
  for (const box of boxes) all = asFrame(all, box, read) ?? all;
  return all;
}

interface Parted {
  readonly inside: readonly Element[];
  readonly outside: readonly Element[];
  readonly rows: readonly TextRow[];
}

/** What lies in a box and what does not; nothing when no text does, or something crosses its edge. */
function partAt(elements: readonly Element[], box: Rect): Parted | undefined {
  const inside = elements.filter((element) => isWithin(element, box));
  if (
    inside.length < 2 ||
    inside.every((element) => !isSegment(element)) ||
    elements.some((element) => crosses(element, box))
  )
    return undefined;
  const within = new Set(inside);
  return {
    inside,
    outside: elements.filter((element) => !within.has(element)),
    rows: textRows(inside.filter(isSegment).map(({ segment }) => segment)),
  };
}

function asFigure(elements: readonly Element[], box: Rect, read: Read): Element[] | undefined {
  const parted = partAt(elements, box);
  if (!parted) return undefined;
  const { inside, outside, rows } = parted;
  if (isProse(rows, box)) return undefined;
  const caption = captionOf(outside, box);
  if (!caption) return undefined;
  const words = read(inside, boundsOf(inside).x0, boundsOf(inside).x1).map(withoutStructure);
  if (caption.length === 0) return [...outside, { ...pick(box), kind: 'figure', atom: words }];
  const bounds = boundsOf(caption);
  const named = read(caption, bounds.x0, bounds.x1);
  const rest = outside.filter((element) => !isSegment(element) || !caption.includes(element));
  return [
    ...rest,
    {
      ...boundsOf([box, ...caption]),
      kind: 'figure',
      atom: bounds.y0 < box.y0 ? [...named, ...words] : [...words, ...named],
    },
  ];
}

function asFrame(elements: readonly Element[], box: Rect, read: Read): Element[] | undefined {
  const parted = partAt(elements, box);
  if (!parted) return undefined;
  const { inside, outside, rows } = parted;
  if (rows.length < 3 || !(isBeside(outside, box) || hasColumns(rows))) return undefined;
  const { x0, x1 } = boundsOf(inside);
  return [...outside, { ...pick(box), kind: 'frame', atom: read(inside, x0, x1) }];
}

const pick = ({ x0, y0, x1, y1 }: Rect): Rect => ({ x0, y0, x1, y1 });

/** A word of a figure: no heading, no item. */
export function withoutStructure(block: LayoutBlock): LayoutBlock {
  if (block.kind !== 'text') return block;
  const { candidate: _candidate, open: _open, label: _label, ...rest } = block;
  return {
    ...rest,
    ...(block.label ? { content: [{ kind: 'text', text: `${block.label.text} ` }, ...block.content] } : {}),
    role: 'figure',
  };
}

/** Frames and grounds from small to large, each once. */
function boxesOf(raw: RawPage): Rect[] {
  const large = raw.boxes.filter(
    ({ x0, y0, x1, y1, fill, stroke }) =>
      x1 - x0 >= MIN_WIDTH &&
      y1 - y0 >= MIN_HEIGHT &&
      (x1 - x0) * (y1 - y0) < MAX_SHARE * raw.width * raw.height &&
      (stroke !== undefined || !isWhite(fill!)),
  );
  if (large.length > MAX_BOXES) return [];
  const boxes: Rect[] = [];
  for (const box of large.sort((a, b) => area(a) - area(b)))
    if (!boxes.some((other) => alike(other, box)) && !raw.boxes.some((other) => isNextCell(other, box)))
      boxes.push(box);
  return boxes;
}

const alike = (a: Rect, b: Rect): boolean =>
  Math.abs(a.x0 - b.x0) + Math.abs(a.x1 - b.x1) + Math.abs(a.y0 - b.y0) + Math.abs(a.y1 - b.y1) < 8;

/** Boxes of one height that touch are cells. */
const isNextCell = (a: Rect, b: Rect): boolean =>
  Math.abs(a.y0 - b.y0) < 2 && Math.abs(a.y1 - b.y1) < 2 && (Math.abs(a.x1 - b.x0) < 3 || Math.abs(a.x0 - b.x1) < 3);

const area = ({ x0, y0, x1, y1 }: Rect): number => (x1 - x0) * (y1 - y0);

const isWithin = (rect: Rect, box: Rect): boolean =>
  rect.x0 > box.x0 - 3 && rect.x1 < box.x1 + 3 && rect.y0 > box.y0 - 3 && rect.y1 < box.y1 + 3;

const crosses = (rect: Rect, box: Rect): boolean =>
  !isWithin(rect, box) &&
  Math.min(rect.x1, box.x1) - Math.max(rect.x0, box.x0) > 3 &&
  Math.min(rect.y1, box.y1) - Math.max(rect.y0, box.y0) > 3;

/** Three full lines under each other. */
function isProse(rows: readonly TextRow[], box: Rect): boolean {
  let run = 0;
  for (const { segments } of rows) {
    const [only, ...more] = segments;
    run =
      only && more.length === 0 && only.x1 - only.x0 > 0.6 * (box.x1 - box.x0) && only.pieces.length >= 4 ? run + 1 : 0;
    if (run === 3) return true;
  }
  return false;
}

/** The lines of the caption right below a figure, or right above; none of them when they are not clear of other text. */
function captionOf(outside: readonly Element[], box: Rect): SegmentElement[] | undefined {
  const near = outside
    .filter((element): element is SegmentElement => isSegment(element) && element.x1 > box.x0 && element.x0 < box.x1)
    .sort((a, b) => a.y0 - b.y0);
  const start = near.findIndex((element) => {
    const gap = Math.max(element.y0 - box.y1, box.y0 - element.y1);
    return gap > -3 && gap < NEAR && isFigureCaption(lineText(element.segment));
  });
  if (start < 0) return undefined;
  const lines = [near[start]!];
  const goOn = (others: readonly SegmentElement[]): void => {
    let last = near[start]!;
    for (const next of others) {
      const gap = Math.abs(next.segment.base - last.segment.base);
      if (
        gap > 1.35 * last.segment.size ||
        Math.abs(next.segment.size - last.segment.size) > 0.3 ||
        !(Math.abs(next.x0 - last.x0) < 3 || Math.abs(next.x0 + next.x1 - last.x0 - last.x1) < 6)
      )
        break;
      lines.push(next);
      last = next;
    }
  };
  goOn(near.slice(start + 1));
  goOn(near.slice(0, start).reverse());
  const { y0, y1 } = boundsOf(lines);
  return near.some((element) => !lines.includes(element) && element.y1 > y0 && element.y0 < y1) ? [] : lines;
}

function isFigureCaption(text: string): boolean {
  const words = text.replace(/^[^\p{L}]+/u, '');
  return isCaption(words) && !isTableCaption(words) && !/^(?:listing|algorithm|box)/i.test(words);
}

/** Text at its left or right over a good part of its height. */
function isBeside(outside: readonly Element[], box: Rect): boolean {
  const beside = outside.filter((element) => isSegment(element) && element.y1 > box.y0 && element.y0 < box.y1);
  if (beside.length < 3) return false;
  const { y0, y1 } = boundsOf(beside);
  return Math.min(y1, box.y1) - Math.max(y0, box.y0) > 0.3 * (box.y1 - box.y0);
}

/** Columns of prose: lines of some words beside each other in most rows. */
function hasColumns(rows: readonly TextRow[]): boolean {
  return (
    rows.length >= 4 &&
    median(rows.map(({ segments }) => segments.length)) >= 2 &&
    median(rows.flatMap(({ segments }) => segments.map(({ pieces }) => pieces.length))) >= 4
  );
}
