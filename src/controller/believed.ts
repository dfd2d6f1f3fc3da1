/** Messages get lost; what is believed is read again after so long. */
const BELIEVED_MS = 10_000;

export interface Believed<T, A = void> {
  /** What was read last, if it is still believed; else it is read. `how`: what else the reading is told. */
  read(key: string, how: A): Promise<T>;
  /** What was just written. */
  learn(key: string, value: T): void;
  /** The next `read` reads, and what is being read now is not believed. */
  forget(key: string): void;
}

/** Answers of `read` by key, each believed until something is heard of the key. `lasts`: which of them may be. */
export function believed<T, A = void>(
  read: (key: string, how: A) => Promise<T>,
  lasts: (value: T) => boolean = () => true,
): Believed<T, A> {
  const known = new Map<string, { readonly value: T; readonly until: number }>();
  const reading = new Map<string, symbol>();
  return {
    read: async (key, how) => {
      const last = known.get(key);
      if (last && last.until > performance.now()) return last.value;
      known.delete(key);
      const own = Symbol(key);
      const until = performance.now() + BELIEVED_MS;
      reading.set(key, own);
      try {
        const value = await read(key, how);
        if (reading.get(key) === own && lasts(value)) known.set(key, { value, until });
        return value;
      } finally {
        if (reading.get(key) === own) reading.delete(key);
      }
    },
    learn: (key, value) => {
      reading.delete(key);
      known.set(key, { value, until: performance.now() + BELIEVED_MS });
    },
    forget: (key) => {
      known.delete(key);
      reading.delete(key);
    },
  };
}
