import { joinParted, overlap, unite } from './join-parted.ts';
import type { PartedArea } from './join-parted.ts';
import type { Area, SheetCell, SheetRow } from './source.ts';

/** A rectangle of cells that belong together. */
export interface Region extends PartedArea {
  readonly rows: ReadonlyMap<number, readonly SheetCell[]>;
}

/** A merged area beyond this many cells is decoration (a whole row or sheet) and counts as its first cell. */
const MERGE_CELLS = 10_000;

/**
 * Finds the contiguous regions of some rows: cells that touch at a side, directly or over merged areas, and whatever
 * lies in their bounding rectangle. In reading order.
 */
export function findRegions(rows: readonly SheetRow[], merges: readonly Area[]): Region[] {
  const runs = findRuns(rows, merges);
  const parents = runs.map((_, n) => n);
  const find = (n: number): number => {
    let at = n;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
    return at;
  };
  const join = (a: number, b: number): void => {
    const [x, y] = [find(a), find(b)];
    parents[Math.max(x, y)] = Math.min(x, y);
  };
  for (let i = 0, above = 0; i < runs.length; i++) {
    // Runs are sorted by row, then column; `above` trails at the first run of the row before.
    while (above < i && runs[above]!.row < runs[i]!.row - 1) above++;
    for (let k = above; k < i && runs[k]!.row < runs[i]!.row; k++) {
      if (runs[k]!.row === runs[i]!.row - 1 && runs[k]!.left <= runs[i]!.right && runs[k]!.right >= runs[i]!.left)
        join(k, i);
    }
  }
  const boxes = new Map<number, Area>();
  for (const [n, run] of runs.entries()) {
    const box = boxes.get(find(n));
    boxes.set(
      find(n),
      box
        ? unite(box, { top: run.row, bottom: run.row, left: run.left, right: run.right })
        : { top: run.row, bottom: run.row, left: run.left, right: run.right },
    );
  }
  const byRow = new Map(rows.map(({ row, cells }) => [row, cells]));
  const parted = joinParted(uniteOverlapping([...boxes.values()]), (row) => byRow.get(row) ?? []);
  return inReadingOrder(parted).map((box) => ({ ...box, rows: byRow }));
}

/**
 * Boxes from top to bottom where blank rows part them, and from left to right where blank columns do, so that a title
 * stays with its table although the table beside it begins higher.
 */
function inReadingOrder(boxes: readonly PartedArea[]): readonly PartedArea[] {
  const cuts: readonly ((boxes: readonly PartedArea[]) => PartedArea[][])[] = [
    (all) =>
      partedBy(
        all,
        ({ top }) => top,
        ({ bottom }) => bottom,
      ),
    (all) =>
      partedBy(
        all,
        ({ left }) => left,
        ({ right }) => right,
      ),
  ];
  for (const cut of cuts) {
    const parts = cut(boxes);
    if (parts.length > 1) return parts.flatMap(inReadingOrder);
  }
  return boxes.toSorted((a, b) => a.top - b.top || a.left - b.left);
}

/** Boxes in groups whose ranges from start to end do not overlap. */
function partedBy(
  boxes: readonly PartedArea[],
  startOf: (box: Area) => number,
  endOf: (box: Area) => number,
): PartedArea[][] {
  const groups: PartedArea[][] = [];
  let end = -1;
  for (const box of boxes.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (startOf(box) > end) groups.push([]);
    groups.at(-1)!.push(box);
    end = Math.max(end, endOf(box));
  }
  return groups;
}

interface Run {
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/** Neighbouring cells of a row as one run; merged areas are runs in each row that they cover. */
function findRuns(rows: readonly SheetRow[], merges: readonly Area[]): Run[] {
  const covers = coveredRows(rows, merges);
  const cellsByRow = new Map(rows.map(({ row, cells }) => [row, cells]));
  const runs: Run[] = [];
  for (const row of [...new Set([...cellsByRow.keys(), ...covers.keys()])].sort((a, b) => a - b)) {
    const parts = [
      ...(cellsByRow.get(row) ?? []).map(({ column }) => ({ row, left: column, right: column })),
      ...(covers.get(row) ?? []),
    ].sort((a, b) => a.left - b.left);
    for (const part of parts) {
      const open = runs.at(-1);
      if (open?.row === row && part.left <= open.right + 1)
        runs[runs.length - 1] = { row, left: open.left, right: Math.max(open.right, part.right) };
      else runs.push(part);
    }
  }
  return runs;
}

/** Columns of a sheet at most: what is added for a row to make one number of a cell's place. */
const COLUMNS = 16_384;

/** The merged areas that begin in these rows with a filled cell, by each row that they cover. */
function coveredRows(rows: readonly SheetRow[], merges: readonly Area[]): Map<number, Run[]> {
  const covers = new Map<number, Run[]>();
  const first = rows[0]?.row ?? 0;
  const last = rows.at(-1)?.row ?? -1;
  const filled = new Set(rows.flatMap(({ row, cells }) => cells.map(({ column }) => row * COLUMNS + column)));
  for (const { top, left, bottom, right } of merges) {
    const size = (bottom - top + 1) * (right - left + 1);
    if (top > last || top < first || size > MERGE_CELLS || !filled.has(top * COLUMNS + left)) continue;
    for (let row = top; row <= Math.min(bottom, last); row++)
      covers.set(row, [...(covers.get(row) ?? []), { row, left, right }]);
  }
  return covers;
}

/** Beyond this many the comparison of all pairs would cost more than overlaps matter. */
const BOXES = 2000;

function uniteOverlapping(boxes: Area[]): Area[] {
  if (boxes.length > BOXES) return boxes;
  let merged = boxes;
  for (let changed = true; changed;) {
    changed = false;
    const next: Area[] = [];
    for (const box of merged) {
      const at = next.findIndex((other) => overlap(other, box));
      if (at < 0) next.push(box);
      else {
        next[at] = unite(next[at]!, box);
        changed = true;
      }
    }
    merged = next;
  }
  return merged;
}
