/** Messages get lost; what is believed is read again after so long. */
const BELIEVED_MS = 10_000;

export interface Believed<T> {
  /** What was read last, if it is still believed; else it is read. One read of a key at a time. */
  read(key: string): Promise<T>;
  /** The next `read` reads, and what is being read now is not believed. */
  forget(key: string): void;
}

/** Answers of `read` by key, each believed until something is heard of the key. `lasts`: which of them may be. */
export function believed<T>(read: (key: string) => Promise<T>, lasts: (value: T) => boolean = () => true): Believed<T> {
  const known = new Map<string, { readonly value: T; readonly until: number }>();
  const reading = new Map<string, symbol>();
  return {
    read: async (key) => {
      const last = known.get(key);
      if (last && last.until > performance.now()) return last.value;
      known.delete(key);
      const own = Symbol(key);
      const until = performance.now() + BELIEVED_MS;
      reading.set(key, own);
      try {
        const value = await read(key);
        if (reading.get(key) === own && lasts(value)) known.set(key, { value, until });
        return value;
      } finally {
        if (reading.get(key) === own) reading.delete(key);
      }
    },
    forget: (key) => {
      known.delete(key);
      reading.delete(key);
    },
  };
}
