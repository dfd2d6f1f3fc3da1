import { LRUCache } from 'lru-cache';

/** An event can be missed, so entries expire. */
const ENTRIES = { max: 20_000, ttl: 10_000 };

export interface ReadCache<T extends object, A = void> {
  /** The cached value, else what is read now. `how` is passed to the reading. */
  get(key: string, how: A): Promise<T>;
  set(key: string, value: T): void;
  /** Drops the value, and that of a reading under way. */
  delete(key: string): void;
}

/** Caches what `read` resolves with where `isCacheable`, until it is deleted or expires. */
export function readCache<T extends object, A = void>(
  read: (key: string, how: A) => Promise<T>,
  isCacheable: (value: T) => boolean = () => true,
): ReadCache<T, A> {
  const cached = new LRUCache<string, T>(ENTRIES);
  /** The latest reading of each key. One that is not here any more has been overtaken by a change. */
  const reading = new Map<string, symbol>();
  return {
    get: async (key, how) => {
      const hit = cached.get(key);
      if (hit) return hit;
      const own = Symbol(key);
      const start = performance.now();
      reading.set(key, own);
      try {
        const value = await read(key, how);
        if (reading.get(key) === own && isCacheable(value)) cached.set(key, value, { start });
        return value;
      } finally {
        if (reading.get(key) === own) reading.delete(key);
      }
    },
    set: (key, value) => {
      reading.delete(key);
      cached.set(key, value);
    },
    delete: (key) => {
      reading.delete(key);
      cached.delete(key);
    },
  };
}
