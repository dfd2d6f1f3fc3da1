import { betweenLines, overlapX } from '../../model/geometry.ts';
import { lineText } from '../../text/inlines.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { hasAmounts, isNumeric, isPrice } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';
import { DEPTH_EM } from './rows-between.ts';

/** The header of items below other text, such as addresses. Set by hand on invoices outside the corpus. */
const HEADER = {
  /** Fewest names of columns, and how many of them have a cell in the entry below. */
  names: 3,
  cells: 3,
  /** Em: lines of names stand this near to each other, the last one this near above its ruling, the entry below it. */
  lineEm: 1.6,
  aboveEm: 2,
  belowEm: 4,
};

/** What stands above it: lines of a block, or one of prose. A header has few lines above the names of its columns. */
const OTHERS = { rows: 3, words: 8 };

const isName = (text: string): boolean => /\p{L}|^[#№]/u.test(text) && !/^\p{Nd}/u.test(text) && !isNumeric(text);

const areNames = (row: TextRow): boolean =>
  row.segments.length >= HEADER.names && !hasAmounts(row) && row.segments.every((cell) => isName(lineText(cell)));

/** Whether the cells of a row, with a price among them, stand below names, each below its own. */
function isEntry(row: TextRow, lines: readonly TextRow[]): boolean {
  const names = lines.flatMap(({ segments }) => segments);
  const named = row.segments.filter((cell) => names.some((name) => overlapX(name, cell) > 0));
  const last = lines.at(-1)!.segments;
  const isOne = row.segments.every((cell) => last.filter((name) => overlapX(name, cell) > 0).length <= 1);
  return isOne && named.length >= HEADER.cells && row.segments.some((cell) => isPrice(lineText(cell)));
}

/** Rows of something else: without amounts, with fewer cells than there are names, or cells below none of them. */
const areOthers = (rows: readonly TextRow[], { segments: names }: TextRow): boolean =>
  (rows.length >= OTHERS.rows ||
    rows.some(({ segments }) => segments.some(({ runs }) => runs.length >= OTHERS.words))) &&
  rows.every(
    (row) =>
      !hasAmounts(row) &&
      (row.segments.length < names.length ||
        row.segments.some((cell) => names.every((name) => overlapX(name, cell) <= 0))),
  );

/**
 * Where a table begins among rows between rulings of one width: at names of columns that a ruling parts from the first
 * entry, below text without amounts, as the items of an invoice do below addresses. `ruling`: the one below the names.
 */
export function headerBelowOthers(
  rows: readonly TextRow[],
  rulings: readonly Ruling[],
): { readonly top: number; readonly ruling: Ruling } | undefined {
  for (const ruling of rulings) {
    const entry = rows.find(({ baseline }) => baseline > ruling.at);
    const names = rows.findLast(({ baseline }) => baseline < ruling.at);
    if (!entry || !names || !areNames(names)) continue;
    if (ruling.at - names.baseline > HEADER.aboveEm * names.size) continue;
    if (entry.baseline - ruling.at > HEADER.belowEm * entry.size) continue;
    let first = rows.indexOf(names);
    while (first > 0 && isRightAbove(rows[first - 1]!, rows[first]!, rulings)) first -= 1;
    const others = rows.slice(0, first);
    if (!areOthers(others, names) || !isEntry(entry, rows.slice(first, rows.indexOf(names) + 1))) continue;
    return { top: betweenLines(others.at(-1)!, rows[first]!, DEPTH_EM), ruling };
  }
  return undefined;
}

const isRightAbove = (row: TextRow, next: TextRow, rulings: readonly Ruling[]): boolean =>
  next.baseline - row.baseline < HEADER.lineEm * next.size &&
  !rulings.some(({ at }) => at > row.baseline && at < next.baseline);
