/** Rows that begin together, with one column of several lines: fewest columns and rows. Set by hand. */
const HIGH = { columns: 3, rows: 4 };

/**
 * Whether each row has one line with all columns and further ones of one column only, which is not the first. The first
 * row may have none.
 */
export function hasOneHighColumn(lines: readonly (readonly { readonly column: number }[])[], columns: number): boolean {
  const full = lines.filter((line) => line.length === columns);
  const further = lines.filter((line) => line.length === 1);
  const [high, ...others] = new Set(further.map(([cell]) => cell!.column));
  const isAll = full.length + further.length === lines.length && others.length === 0;
  const areHigh = lines.every(({ length }, at) => at < 2 || length === 1 || lines[at - 1]!.length === 1);
  return isAll && areHigh && high !== undefined && high > 0 && columns >= HIGH.columns && full.length >= HIGH.rows;
}
