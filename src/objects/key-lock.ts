/** Runs one action at a time per key; actions of different keys run side by side. */
export function keyLock(): <T>(key: string, action: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, action) => {
    const before = tails.get(key);
    const run = before === undefined ? action() : before.then(action, action);
    tails.set(key, run);
    try {
      return await run;
    } finally {
      if (tails.get(key) === run) tails.delete(key);
    }
  };
}
