import type { Objects } from '../../objects/objects.ts';
import { keys } from '../../records/keys.ts';
import { readRecord, writeRecord } from '../../records/store.ts';

const WRITE_MS = 60_000;

/** When keys were used last. */
interface KeyUses {
  note(hash: string): void;
  /** The later of what is stored and what this process knows. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * Writes the uses of a minute at once, so that no request waits for it or causes a write of its own. What a process has
 * not written when it ends is lost.
 */
export function keyUses(objects: Objects, now: () => Date): KeyUses {
  const known = new Map<string, string>();
  let unwritten = new Set<string>();
  const write = (): void => {
    const hashes = unwritten;
    unwritten = new Set();
    // The next use is written again.
    for (const hash of hashes)
      writeRecord(objects, keys.keyUse(hash), { lastUsedAt: known.get(hash)! }).catch(() => undefined);
  };
  return {
    note(hash) {
      known.set(hash, now().toISOString());
      if (unwritten.size === 0) setTimeout(write, WRITE_MS).unref();
      unwritten.add(hash);
    },
    async read(hashes) {
      const found = new Map<string, string>();
      const stored = await Promise.all(hashes.map((hash) => readRecord(objects, keys.keyUse(hash))));
      for (const [at, hash] of hashes.entries()) {
        const last = [stored[at]?.lastUsedAt, known.get(hash)]
          .filter((time) => time !== undefined)
          .sort()
          .at(-1);
        if (last !== undefined) found.set(hash, last);
      }
      return found;
    },
  };
}
