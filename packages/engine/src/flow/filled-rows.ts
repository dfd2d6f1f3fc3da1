import type { Cell } from '../document.ts';

/**
 * The rows of a slide's table up to the last one that is not empty. Programs make tables of a few empty rows, and
 * on a slide nobody fills in the rest by hand, as on a form.
 */
export function filledRows<Row extends readonly Pick<Cell, 'blocks'>[]>(rows: readonly Row[]): Row[] {
  return rows.slice(0, rows.findLastIndex((cells) => cells.some(({ blocks }) => blocks.length > 0)) + 1);
}
