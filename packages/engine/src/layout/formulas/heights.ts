/** Points: what is sorted into one band of the page. */
const BAND = 16;

/** Items of a page by how far down they are. */
export interface Heights<T> {
  /** The items no further than `reach` above or below `y`, and some more. */
  near(y: number, reach: number): readonly T[];
}

/** Sorts items into bands, so that neighbours are found without a look at all others. */
export function byHeight<T>(items: readonly T[], heightOf: (item: T) => number): Heights<T> {
  const bands = Map.groupBy(items, (item) => Math.floor(heightOf(item) / BAND));
  return {
    near(y, reach) {
      const found: T[] = [];
      for (let band = Math.floor((y - reach) / BAND); band <= Math.floor((y + reach) / BAND); band += 1)
        found.push(...(bands.get(band) ?? []));
      return found;
    },
  };
}
