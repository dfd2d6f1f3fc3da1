import { latticeCells, type Lattice } from '../rulings/lattice.ts';

/** A lattice, or rows of one: a grid within a form, or fields of a form, each in a box of its own width. */
export interface LatticePart {
  readonly lattice: Lattice;
  readonly kind: 'lattice' | 'grid' | 'fields';
}

/** Set by hand on the tuning half of the corpus. */
const FIELDS = {
  /** Points: edges this near are one; lower rows are double lines. */
  edge: 6,
  row: 5,
  /** Share of neighbours that are parted in different places in a form; a smaller one where there are many. */
  share: 0.28,
  shareOfMany: 0.2,
  many: 3,
  /** Fewest rows with the same edges, and fewest edges in them, that are a table within a form. */
  rows: 3,
  edges: 2,
};

const hasEdge = (edges: readonly number[], at: number): boolean =>
  edges.some((edge) => Math.abs(edge - at) <= FIELDS.edge);

const areWithin = (edges: readonly number[], others: readonly number[]): boolean =>
  edges.every((edge) => hasEdge(others, edge));

/** Where the cells of each row are parted. */
function edgesOfRows(lattice: Lattice): number[][] {
  const edges: number[][] = lattice.ys.slice(1).map(() => []);
  for (const { row, column, rowSpan } of latticeCells(lattice))
    if (column > 0) for (let y = row; y < row + rowSpan; y += 1) edges[y]!.push(lattice.xs[column]!);
  return edges;
}

const areSame = (edges: readonly number[], others: readonly number[]): boolean =>
  areWithin(edges, others) && areWithin(others, edges);

/** Each is parted where the other is not, as boxes of a form are: in a table, one parts or joins the other's cells. */
const areApart = (edges: readonly number[], others: readonly number[]): boolean =>
  !areWithin(edges, others) && !areWithin(others, edges);

function isForm(edges: readonly (readonly number[])[]): boolean {
  const apart = edges.slice(1).filter((own, index) => areApart(own, edges[index]!)).length;
  const share = apart / (edges.length - 1);
  return share > FIELDS.share || (apart >= FIELDS.many && share >= FIELDS.shareOfMany);
}

/** Rows of a lattice, with the lines that part their cells. */
function partOf(lattice: Lattice, from: number, to: number, kind: LatticePart['kind']): LatticePart {
  const ys = lattice.ys.slice(from, to + 1);
  const [y0, y1] = [ys[0]!, ys.at(-1)!];
  const used = new Set(
    latticeCells(lattice)
      .filter(({ row, rowSpan }) => row < to && row + rowSpan > from)
      .map(({ column }) => column),
  );
  const xs = lattice.xs.filter((_, index) => used.has(index) || index === lattice.xs.length - 1);
  const horizontal = lattice.horizontal.filter(({ at }) => at > y0 - FIELDS.edge && at < y1 + FIELDS.edge);
  const vertical = lattice.vertical
    .filter((ruling) => ruling.to > y0 && ruling.from < y1)
    .map((ruling) => ({ at: ruling.at, from: Math.max(ruling.from, y0), to: Math.min(ruling.to, y1) }));
  return { lattice: { xs, ys, horizontal, vertical }, kind };
}

/** The rows with their edges, without the narrow ones of double lines. */
const highRows = (lattice: Lattice): { row: number; edges: readonly number[] }[] =>
  edgesOfRows(lattice)
    .map((edges, row) => ({ row, edges }))
    .filter(({ row }) => lattice.ys[row + 1]! - lattice.ys[row]! >= FIELDS.row);

/** The tables and fields that the rulings of a form connect, from top to bottom. Nothing where they draw no form. */
export function partsOfForm(lattice: Lattice): LatticePart[] {
  const rows = highRows(lattice);
  if (rows.length < 2 || !isForm(rows.map(({ edges }) => edges))) return [];
  const parts: LatticePart[] = [];
  let fieldsFrom = 0;
  const flush = (to: number): void => {
    if (to > fieldsFrom) parts.push(partOf(lattice, fieldsFrom, to, 'fields'));
    fieldsFrom = to;
  };
  for (let index = 0; index < rows.length;) {
    const { row, edges } = rows[index]!;
    let end = index + 1;
    while (end < rows.length && areSame(edges, rows[end]!.edges)) end += 1;
    if (end - index >= FIELDS.rows && edges.length >= FIELDS.edges) {
      flush(row);
      fieldsFrom = rows[end - 1]!.row + 1;
      parts.push(partOf(lattice, row, fieldsFrom, 'grid'));
    }
    index = end;
  }
  flush(lattice.ys.length - 1);
  return parts;
}
