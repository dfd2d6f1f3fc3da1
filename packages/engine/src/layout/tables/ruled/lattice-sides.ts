import { isNear } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { isTableCaption } from '../../lexicon/captions.ts';
import { BASELINE_SLACK, baselineRows } from '../../text/segments.ts';
import { bandsOf, type Lattice } from '../rulings/lattice.ts';
import { isNote } from '../model/notes.ts';
import { isNumeric } from '../model/numeric.ts';

/** Fewest rows and columns of a table within the rulings around its caption. */
const LEAST = { rows: 3, columns: 2 };
/** Share of a row's height that an upright ruling covers where it parts the row. */
const PARTED = 0.6;

/** Names beside a column of amounts: fewest, em from the boxes, and em between words of two texts. Set by hand. */
const NAMES = { least: 2, gapEm: 14, apartEm: 2, marginPt: 3 };

const isBetweenSides =
  ({ xs }: Lattice) =>
  ({ x0, x1 }: GlyphRun): boolean =>
    x0 > xs[0]! - 1 && x1 < xs.at(-1)! + 1;

/** The text of a row that no upright ruling parts. */
function wholeText(lattice: Lattice, row: number, runs: readonly GlyphRun[]): string {
  const { from: top, to: bottom, runs: inside } = bandsOf(lattice, runs)[row]!;
  const isParted = lattice.vertical.some(
    ({ at, from, to }) =>
      lattice.xs.slice(1, -1).some((x) => isNear(x, at, 1)) &&
      Math.min(to, bottom) - Math.max(from, top) > PARTED * (bottom - top),
  );
  if (isParted) return '';
  return baselineRows(inside.filter(isBetweenSides(lattice)), BASELINE_SLACK.cell)
    .flatMap((line) => line.map((run) => run.text))
    .join(' ');
}

/** The lattice without the caption and the notes that stand within its outer rulings, all across. */
export function withoutCaption(lattice: Lattice, runs: readonly GlyphRun[]): Lattice {
  const { xs, ys } = lattice;
  const rows = ys.length - 1;
  if (rows <= LEAST.rows || xs.length - 1 < LEAST.columns) return lattice;
  const from = isTableCaption(wholeText(lattice, 0, runs)) ? 1 : 0;
  const to = isNote(wholeText(lattice, rows - 1, runs)) ? rows : rows + 1;
  return from === 0 && to > rows ? lattice : { ...lattice, ys: ys.slice(from, to) };
}

/** The text that ends next to the left of a row: none when it is far away. */
function nameBeside({ xs }: Lattice, runs: readonly GlyphRun[]): readonly GlyphRun[] {
  const beside = runs.filter((run) => run.x1 < xs[0]! + 1).sort((a, b) => b.x1 - a.x1);
  const isNext = (run: GlyphRun, index: number): boolean =>
    (beside[index - 1]?.x0 ?? xs[0]!) - run.x1 < (index === 0 ? NAMES.gapEm : NAMES.apartEm) * run.size;
  const end = beside.findIndex((run, index) => !isNext(run, index));
  return end < 0 ? beside : beside.slice(0, end);
}

/** A column of boxes with amounts, with the names that stand at the left of all of them, as totals have. */
export function withNamesBeside(lattice: Lattice, runs: readonly GlyphRun[]): Lattice {
  const { xs, ys } = lattice;
  if (xs.length !== 2) return lattice;
  const rows = bandsOf(lattice, runs).map(({ runs: inside }) => ({
    amount: inside.filter(isBetweenSides(lattice)).map(({ text }) => text),
    name: nameBeside(lattice, inside),
  }));
  const filled = rows.filter(({ amount }) => amount.length > 0);
  const areNamed = filled.every(
    ({ amount, name }) => isNumeric(amount.join(' ')) && /\p{L}/u.test(name[0]?.text ?? ''),
  );
  if (!areNamed || filled.length < NAMES.least) return lattice;
  const left = Math.min(...rows.flatMap(({ name }) => name.map(({ x0 }) => x0))) - NAMES.marginPt;
  return {
    xs: [left, ...xs],
    ys,
    horizontal: [...lattice.horizontal, ...ys.map((at) => ({ at, from: left, to: xs[0]! }))],
    vertical: [...lattice.vertical, { at: left, from: ys[0]!, to: ys.at(-1)! }],
  };
}
