import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../resource/ids.ts';
import type { Objects } from '../../objects/objects.ts';
import { inUse, listKeyHashes, readApiKey } from './api-keys.ts';
import { keyUses } from './key-uses.ts';
import type { ApiKey } from '../../records/types.ts';

const CACHED_MS = 5_000;
const LISTING_PAUSE_MS = 100;

/**
 * Looks keys up by their hash. Each is cached for five seconds, so a revocation takes that long at most. A key that is
 * not cached is looked for in a listing of all keys. It is made anew for a key that it lacks, but not within a tenth of
 * a second: a flood of wrong keys waits for the same listing as the right key that was made a moment ago, and neither
 * reads the store by itself.
 */
export interface Keyring {
  find(key: string): Promise<ApiKey | undefined>;
  /** Forgets what is cached, so that a revocation on this process counts at once. */
  forget(): void;
  /** When these keys were used last, by their hashes. */
  lastUses(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function keyring(objects: Objects, now: () => Date): Keyring {
  const cached = new LRUCache<string, ApiKey>({
    max: 10_000,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const uses = keyUses(objects, now);
  let listed = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Resolves after a listing that began later than this call. */
  const listAnew = (): Promise<void> => {
    next ??= last.then(() => {
      next = undefined;
      const listing = list();
      last = Promise.allSettled([listing, delay(LISTING_PAUSE_MS, undefined, { ref: false })]);
      return listing;
    });
    return next;
  };
  const list = async (): Promise<void> => {
    listed = await listKeyHashes(objects);
  };

  const good = (key: ApiKey): ApiKey | undefined => {
    const found = inUse(key, now());
    if (found) uses.note(found.hash);
    return found;
  };

  return {
    async find(key) {
      const hash = sha256(key);
      const hit = cached.get(hash);
      if (hit) return good(hit);
      if (!listed.has(hash)) await listAnew();
      const found = listed.has(hash) ? await readApiKey(objects, hash) : undefined;
      if (!found) {
        cached.delete(hash);
        listed.delete(hash);
        return undefined;
      }
      cached.set(hash, found);
      return good(found);
    },
    forget: () => cached.clear(),
    lastUses: uses.read,
  };
}
