import { sha256 } from '../job/ids.ts';
import type { Objects } from '../objects/objects.ts';
import { findApiKey } from '../records/api-keys.ts';
import type { ApiKey } from '../records/types.ts';

const CACHED_MS = 5_000;

/** Looks keys up by their hash. A key that is good is believed for five seconds, so a revocation takes that long at most. */
export interface Keyring {
  find(key: string): Promise<ApiKey | undefined>;
  /** Forgets what is cached, so that a revocation on this process counts at once. */
  forget(): void;
}

export function keyring(objects: Objects, now: () => Date): Keyring {
  const cached = new Map<string, { readonly key: ApiKey; readonly until: number }>();
  return {
    async find(key) {
      const hash = sha256(key);
      const hit = cached.get(hash);
      if (hit && hit.until > now().getTime()) return hit.key;
      const found = await findApiKey(objects, key);
      if (!found) {
        cached.delete(hash);
        return undefined;
      }
      if (cached.size > 10_000) cached.clear();
      cached.set(hash, { key: found, until: now().getTime() + CACHED_MS });
      return found;
    },
    forget: () => cached.clear(),
  };
}
