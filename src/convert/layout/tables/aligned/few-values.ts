import { countWords } from '../../text/inlines.ts';

/** Columns whose cells repeat few short values, as those of ratings do. Set by hand on unlisted documents. */
const VALUES = {
  /** Fewest columns besides the first one, and cells of each. */
  columns: 2,
  cells: 5,
  /** Fewest different values, and most of them as a share of the cells. */
  least: 2,
  most: 0.6,
  /** Most words of a value. */
  words: 3,
};

function repeatsFewValues(texts: readonly string[]): boolean {
  const different = new Set(texts).size;
  return (
    texts.length >= VALUES.cells &&
    different >= VALUES.least &&
    different <= VALUES.most * texts.length &&
    texts.every((text) => countWords(text) <= VALUES.words)
  );
}

/**
 * Whether several columns repeat few values (`Good`, `Mediocre`) below their header beside names that differ from each
 * other: a table whatever else it looks like. `columns`: the texts of each column.
 */
export function haveFewValues([names = [], ...columns]: readonly (readonly string[])[]): boolean {
  return (
    names.length >= VALUES.cells &&
    new Set(names).size === names.length &&
    columns.length >= VALUES.columns &&
    columns.every((column) => repeatsFewValues(column.slice(1)))
  );
}
