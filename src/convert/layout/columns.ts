import { boundsOf, isSegment, type Element } from './element.ts';
import { median } from './piece.ts';
import { groupsOf, inner, splitAt, stripsOf } from './strips.ts';
import { textRows } from './text-rows.ts';

/** Elements that read from top to bottom as one stream of text. */
export interface Leaf {
  readonly elements: readonly Element[];
  readonly x0: number;
  readonly x1: number;
}

export interface ColumnContext {
  readonly rtl: boolean;
  /** Replaces the text of tables by tables, within one column. */
  tables(elements: readonly Element[], column: readonly [number, number]): Element[];
  /** Replaces the text of tables whose rows stand apart, cells of several lines and all: they are known before columns are. */
  wrapped(elements: readonly Element[], column: readonly [number, number]): Element[];
}

interface Side {
  readonly bases: readonly number[];
  readonly chars: number;
  readonly height: number;
  readonly y0: number;
  readonly y1: number;
  readonly blocks: number;
}

function sideOf(elements: readonly Element[]): Side {
  const segments = elements.filter(isSegment).map((element) => element.segment);
  const rows = textRows(segments);
  const chars = median(
    rows.map((row) =>
      row.segments.reduce(
        (sum, segment) => sum + segment.pieces.reduce((count, piece) => count + piece.text.length, 0),
        0,
      ),
    ),
  );
  const bounds = boundsOf(elements);
  const blocks = elements.filter((element) => !isSegment(element) && element.y1 - element.y0 > 24).length;
  return {
    bases: rows.map((row) => row.base),
    chars,
    height: bounds.y1 - bounds.y0,
    y0: bounds.y0,
    y1: bounds.y1,
    blocks,
  };
}

/** Whether the two sides of a gutter are columns that are read one after the other. */
function areColumns(left: readonly Element[], right: readonly Element[], gutter: number, size: number): boolean {
  const a = sideOf(left);
  const b = sideOf(right);
  const overlap = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  if (overlap < 0.3 * Math.min(a.height, b.height)) return false;
  const rowsA = a.bases.length + a.blocks * 3;
  const rowsB = b.bases.length + b.blocks * 3;
  if (rowsA < 2 || rowsB < 2) return false;
  const few = a.bases.length <= b.bases.length ? a.bases : b.bases;
  const many = few === a.bases ? b.bases : a.bases;
  const locked =
    few.filter((base) => many.some((other) => Math.abs(other - base) < 0.15 * size)).length / Math.max(1, few.length);
  if (a.blocks + b.blocks > 0 && few.length < 3) return true;
  const prose = Math.min(a.chars, b.chars) >= 14 && few.length >= 3;
  if (prose) return true;
  if (locked < 0.7) return true;
  // lines that stand beside each other by pairs are read across, unless a wide gutter parts them
  return (
    gutter > 3.5 * size &&
    few.length >= 2 &&
    Math.min(a.chars, b.chars) >= 8 &&
    Math.abs(a.bases.length - b.bases.length) <= 3 &&
    few.length >= 3
  );
}

/** Full lines of text under each other at an even distance. */
function isProse(elements: readonly Element[]): boolean {
  const rows = textRows(elements.filter(isSegment).map((element) => element.segment)).filter(
    (row) => row.segments.length === 1,
  );
  if (rows.length < 8) return false;
  const widths = rows.map((row) => row.segments[0]!.x1 - row.segments[0]!.x0);
  const widest = Math.max(...widths);
  const gaps = rows.slice(1).map((row, index) => row.base - rows[index]!.base);
  const usual = median(gaps);
  const chars = median(rows.map((row) => row.segments[0]!.pieces.reduce((sum, piece) => sum + piece.text.length, 0)));
  return (
    chars >= 18 &&
    widths.filter((wide) => wide > 0.78 * widest).length >= (chars >= 24 ? 0.5 : 0.6) * rows.length &&
    gaps.filter((gap) => Math.abs(gap - usual) < 0.08 * usual).length >= 0.5 * gaps.length
  );
}

/** Three or more bold names in the first row, and text that is not bold below: the head of a table. */
function hasHead(elements: readonly Element[]): boolean {
  const [first, ...rest] = textRows(elements.filter(isSegment).map((element) => element.segment));
  if (!first || first.segments.length < 3) return false;
  const bold = (row: typeof first): boolean =>
    row.segments.every((segment) => segment.pieces.every((piece) => piece.bold));
  return bold(first) && rest.filter(bold).length < 0.3 * rest.length;
}

/** Where a column of prose stands beside something else, they are columns whatever else they look like; tables are looked for in each alone. */
function cutProse(
  region: readonly Element[],
  x0: number,
  x1: number,
  width: number,
  size: number,
  context: ColumnContext,
  depth: number,
): Leaf[] | undefined {
  if (region.length < 16) return undefined;
  const leaves: Leaf[] = [];
  let rest: Element[] = [];
  let found = false;
  const flush = (): void => {
    if (rest.length > 0) leaves.push(...cutColumns(rest, x0, x1, context, depth + 1));
    rest = [];
  };
  for (const group of groupsOf(stripsOf(region, width), width, size, true)) {
    const members = group.strips.flatMap((strip) => strip.elements);
    const gutter = hasHead(members)
      ? undefined
      : inner(group.free, group.x0, group.x1).find((span) => {
          const [left, right] = splitAt(members, (span.x0 + span.x1) / 2);
          if (left.length < 4 || right.length < 4) return false;
          return (isProse(left) || isProse(right)) && areColumns(left, right, span.x1 - span.x0, size);
        });
    if (!gutter) {
      rest.push(...members);
      continue;
    }
    flush();
    found = true;
    const [left, right] = splitAt(members, (gutter.x0 + gutter.x1) / 2);
    const parts = [
      cutColumns(left, x0, gutter.x0, context, depth + 1),
      cutColumns(right, gutter.x1, x1, context, depth + 1),
    ];
    if (context.rtl) parts.reverse();
    leaves.push(...parts.flat());
  }
  if (!found) return undefined;
  flush();
  return leaves;
}

/** Cuts a region into streams of text in reading order: bands from top to bottom, the columns of each band side by side. */
export function cutColumns(
  given: readonly Element[],
  x0: number,
  x1: number,
  context: ColumnContext,
  depth = 0,
): Leaf[] {
  if (given.length < 2 || depth > 12) return given.length === 0 ? [] : [{ elements: given, x0, x1 }];
  const region = context.wrapped(given, [x0, x1]);
  const sizes = region.filter(isSegment).map((element) => element.segment.size);
  const size = sizes.length > 0 ? median(sizes) : 10;
  const width = Math.max(4.5, 0.55 * size);
  const prose = cutProse(region, x0, x1, width, size, context, depth);
  if (prose) return prose;
  const elements = context.tables(region, [x0, x1]);
  const leaves: Leaf[] = [];
  let flow: Element[] = [];
  const flush = (): void => {
    if (flow.length > 0) leaves.push({ elements: flow, x0, x1 });
    flow = [];
  };
  for (const group of groupsOf(stripsOf(elements, width), width, size)) {
    const members = group.strips.flatMap((strip) => strip.elements);
    const gutters = inner(group.free, group.x0, group.x1).filter((span) => {
      const [left, right] = splitAt(members, (span.x0 + span.x1) / 2);
      return areColumns(left, right, span.x1 - span.x0, size);
    });
    if (gutters.length === 0 || (members.length === elements.length && depth > 10)) {
      flow.push(...members);
      continue;
    }
    flush();
    let rest = members;
    let from = x0;
    const parts: Leaf[][] = [];
    for (const gutter of gutters) {
      const middle = (gutter.x0 + gutter.x1) / 2;
      const [left, right] = splitAt(rest, middle);
      parts.push(
        cutColumns(left, Math.max(from, Math.min(...left.map((each) => each.x0))), gutter.x0, context, depth + 1),
      );
      rest = right;
      from = gutter.x1;
    }
    parts.push(cutColumns(rest, from, Math.min(x1, Math.max(...rest.map((each) => each.x1))), context, depth + 1));
    if (context.rtl) parts.reverse();
    leaves.push(...parts.flat());
  }
  flush();
  return leaves;
}
