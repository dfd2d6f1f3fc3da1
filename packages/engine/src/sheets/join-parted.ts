import type { Area, SheetCell } from './source.ts';

/** Blank columns over which a region belongs to a longer one on its left. */
const NARROW_GAP = 3;
/** Share of the rows of two regions that both have, from which they are as long as each other. */
const SAME_ROWS = 0.6;
/** Share of rows that begin with labels from which a region has labels of its own. */
const LABELED = 0.5;
/** Characters of a note that stands beside a table without being one of its cells. */
const NOTE = 80;
/** Boxes beyond which all pairs are not compared. */
const BOXES = 300;

/** A box of cells, and whether blank columns part it. */
export interface PartedArea extends Area {
  readonly isParted?: boolean;
}

/**
 * Joins what blank columns part but rows hold together: amounts at a distance from their labels, and columns that are
 * set apart by a narrow one. A table with labels or headings of its own beside another stays apart.
 */
export function joinParted(
  boxes: readonly Area[],
  cellsOf: (row: number) => readonly SheetCell[],
): readonly PartedArea[] {
  if (boxes.length > BOXES) return boxes;
  let joined: readonly PartedArea[] = boxes.toSorted((a, b) => a.left - b.left || a.top - b.top);
  for (let at = 0; at < joined.length;) {
    const other = nextContinued(joined, at, cellsOf);
    if (other === undefined) at++;
    else {
      const whole = absorb([joined[at]!, joined[other]!], joined);
      joined = [
        ...joined.slice(0, at).filter((box) => !overlap(box, whole)),
        whole,
        ...joined.slice(at + 1).filter((box) => !overlap(box, whole)),
      ];
      at = joined.indexOf(whole);
    }
  }
  return joined;
}

/** The box around some boxes and all that it overlaps. */
function absorb(parts: readonly Area[], boxes: readonly Area[]): PartedArea {
  let whole = parts.reduce(unite);
  for (let before: Area | undefined; before !== whole;) {
    before = whole;
    for (const box of boxes) if (overlap(whole, box) && !contains(whole, box)) whole = unite(whole, box);
  }
  return { ...whole, isParted: true };
}

/** The nearest box on the right of one that continues it. */
function nextContinued(
  boxes: readonly Area[],
  at: number,
  cellsOf: (row: number) => readonly SheetCell[],
): number | undefined {
  const left = boxes[at]!;
  const beside = boxes
    .map((box, n) => ({ box, n }))
    .filter(({ box, n }) => n !== at && box.left > left.right && box.top <= left.bottom && box.bottom >= left.top)
    .sort((a, b) => a.box.left - b.box.left);
  return beside.find(
    ({ box }, n) =>
      !beside.slice(0, n).some(({ box: nearer }) => nearer.top <= box.bottom && nearer.bottom >= box.top) &&
      continues(left, box, cellsOf),
  )?.n;
}

function continues(left: Area, right: Area, cellsOf: (row: number) => readonly SheetCell[]): boolean {
  const [leftRows, rightRows] = [rowsIn(left, cellsOf), rowsIn(right, cellsOf)];
  const common = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top) + 1;
  const all = Math.max(left.bottom, right.bottom) - Math.min(left.top, right.top) + 1;
  const isAsLong = common / all >= SAME_ROWS;
  if (isAsLong && all === 1) return !isNote(rightRows) && !isNote(leftRows);
  if (!isAsLong && (!isCloseWithin(left, right) || isNote(rightRows))) return false;
  if (right.left === right.right || (left.left === left.right && isAsLong)) return true;
  return labeled(rightRows) < LABELED && labeled(leftRows) >= LABELED;
}

/** Whether a box stands close on the right of another, in rows of that one. */
function isCloseWithin(left: Area, right: Area): boolean {
  return right.top >= left.top && right.bottom <= left.bottom && right.left - left.right - 1 <= NARROW_GAP;
}

function rowsIn({ top, bottom, left, right }: Area, cellsOf: (row: number) => readonly SheetCell[]): SheetCell[][] {
  const rows: SheetCell[][] = [];
  for (let row = top; row <= bottom; row++) {
    const cells = cellsOf(row).filter(({ column }) => column >= left && column <= right);
    if (cells.length > 0) rows.push(cells);
  }
  return rows;
}

/** The share of rows, below the first, whose first cell is a label: no amount, and no mark in place of one. */
function labeled(rows: readonly (readonly SheetCell[])[]): number {
  const isLabel = (text: string): boolean =>
    /^[^\p{L}\p{N}]*\p{L}/u.test(text) && !/^(?:x+|n\/?a|yes|no|true|false)$/i.test(text.trim());
  const body = rows.length > 1 ? rows.slice(1) : rows;
  return body.filter(([first]) => first && isLabel(first.text)).length / body.length;
}

/** Sentences that stand beside a table. */
function isNote(rows: readonly (readonly SheetCell[])[]): boolean {
  return rows.every((row) => row.length === 1) && rows.some(([cell]) => cell!.text.length > NOTE);
}

export function unite(a: Area, b: Area): Area {
  return {
    top: Math.min(a.top, b.top),
    left: Math.min(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
  };
}

function contains(outer: Area, inner: Area): boolean {
  return (
    outer.top <= inner.top && outer.bottom >= inner.bottom && outer.left <= inner.left && outer.right >= inner.right
  );
}

export function overlap(a: Area, b: Area): boolean {
  return a.top <= b.bottom && a.bottom >= b.top && a.left <= b.right && a.right >= b.left;
}
