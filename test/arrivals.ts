/** What came so far, and who waits for what will come. */
export interface Arrivals<T> {
  readonly all: readonly T[];
  add(...items: readonly T[]): void;
  /** The first of this kind, now or later. */
  find(wanted: (one: T) => boolean): Promise<T>;
}

export function makeArrivals<T>(): Arrivals<T> {
  const all: T[] = [];
  const waiting = new Set<() => void>();
  return {
    all,
    add(...items) {
      all.push(...items);
      for (const look of waiting) look();
    },
    find: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = all.find(wanted);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
