/** The box of a shape on a slide, in EMU (914,400 to the inch). */
export interface SlideBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The groups that it belongs to, the outermost first. */
  readonly groups?: readonly number[];
}

/** Half a line of a title: shapes whose tops differ by less stand in one row. */
const ROW = 250_000;
/** Shapes beyond which only rows are looked for. */
const SHAPES = 300;
/**
 * Share of the space between columns that stands between the parts of a card at most, where their heights are alike.
 */
const CLOSE = 0.5;
/** The same where heights differ, as those of a heading and its text do, and from which ratio they differ. */
const CLOSE_UNLIKE = 1.5;
const UNLIKE = 1.3;
/** The distance by which shapes that touch may overlap or stand apart. */
const SLACK = 100_000;

/** Shapes that are read together: those of a group, or one alone. */
interface Unit<T> extends SlideBox {
  readonly shapes: readonly T[];
}

/**
 * Reading order of a slide: rows by their tops, within a row from left to right. Groups stay together, and so do the
 * parts of cards that stand beside each other: a heading, a picture or a number with the text below it.
 */
export function inReadingOrder<T extends SlideBox>(shapes: readonly T[], depth = 0): T[] {
  if (shapes.length < 2) return [...shapes];
  const rows = groupRows(groupUnits(shapes, depth));
  const ordered: T[] = [];
  for (let at = 0; at < rows.length;) {
    const count = shapes.length > SHAPES ? 1 : cardRows(rows.slice(at));
    const band = rows.slice(at, at + count);
    for (let column = 0; column < band[0]!.length; column++)
      for (const row of band) ordered.push(...row[column]!.shapes);
    at += count;
  }
  return ordered;
}

function groupUnits<T extends SlideBox>(shapes: readonly T[], depth: number): Unit<T>[] {
  const groups = new Map<number | T, T[]>();
  for (const shape of shapes) {
    const key = shape.groups?.[depth] ?? shape;
    groups.set(key, [...(groups.get(key) ?? []), shape]);
  }
  return [...groups].map(([key, own]) => ({
    ...unite(own),
    shapes: typeof key === 'number' ? inReadingOrder(own, depth + 1) : own,
  }));
}

function unite(boxes: readonly SlideBox[]): SlideBox {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Rows by tops, each from left to right. Shapes at one place keep the order of the file. */
function groupRows<T extends SlideBox>(units: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (const unit of units.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
    const row = rows.at(-1);
    if (row && unit.top - row[0]!.top < ROW) row.push(unit);
    else rows.push([unit]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

/** How many of the first rows are parts of cards that stand beside each other; 1 for none. */
function cardRows(rows: readonly (readonly SlideBox[])[]): number {
  const first = rows[0]!;
  if (first.length < 2) return 1;
  const gutter = Math.min(...first.slice(1).map((box, n) => box.left - (first[n]!.left + first[n]!.width)));
  if (gutter < -SLACK) return 1;
  let count = 1;
  let widest = 0;
  while (count < rows.length) {
    const [above, below] = [rows[count - 1]!, rows[count]!];
    if (!isBelow(above, below)) break;
    const gap = Math.max(...below.map((box, n) => box.top - (above[n]!.top + above[n]!.height)));
    const ratio = heightOf(above) / heightOf(below);
    const isUnlike = ratio >= UNLIKE || ratio <= 1 / UNLIKE;
    if (isUnlike ? gap > Math.max(gutter * CLOSE_UNLIKE, SLACK) : gap >= gutter * CLOSE) break;
    // Other cards begin at a wider gap than those within, or with the height of the first row.
    if (count > 1 && (gap > widest + SLACK || isAlike(below, first))) break;
    widest = Math.max(widest, gap);
    count++;
  }
  return count;
}

/** As many shapes as above, each below one of those and below no other. */
function isBelow(above: readonly SlideBox[], below: readonly SlideBox[]): boolean {
  return (
    above.length === below.length &&
    below.every((box, n) => {
      const upper = above[n]!;
      const shared = Math.min(box.left + box.width, upper.left + upper.width) - Math.max(box.left, upper.left);
      return shared >= Math.min(box.width, upper.width) / 2 && box.top >= upper.top + upper.height / 2;
    })
  );
}

function isAlike(row: readonly SlideBox[], other: readonly SlideBox[]): boolean {
  return Math.abs(heightOf(row) / heightOf(other) - 1) < 0.1;
}

function heightOf(row: readonly SlideBox[]): number {
  return Math.max(1, ...row.map(({ height }) => height));
}
