import { beforeEach, describe, expect, it } from 'vitest';
import { keyring, type Keyring } from '../../src/api/credentials/keyring.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { createApiKey, revokeApiKey } from '../../src/api/credentials/api-keys.ts';
import { withStore } from '../records/with-store.ts';

let store: Objects;
let ring: Keyring;
let now: Date;
let reads: { list: number; get: number };
beforeEach(async () => {
  store = await withStore();
  now = new Date('2026-11-21T09:00:00Z');
  reads = { list: 0, get: 0 };
  const counted: Objects = {
    ...store,
    list: (prefix, options) => {
      reads.list++;
      return store.list(prefix, options);
    },
    get: (key) => {
      reads.get++;
      return store.get(key);
    },
  };
  ring = keyring(counted, () => now);
});

const create = async (): Promise<string> =>
  (await createApiKey(store, { workspace: 'acme', scopes: ['documents:read'], now })).key;
const wrong = (n: number): string => `scr_live_${String(n).padStart(43, '0')}`;

describe('a keyring', () => {
  it('reads nothing for a flood of wrong keys but the list of all, now and then', async () => {
    const begun = performance.now();
    const found = await Promise.all(Array.from({ length: 2000 }, (_, n) => ring.find(wrong(n))));
    expect(found.filter(Boolean)).toEqual([]);
    for (let n = 0; n < 5; n++) expect(await ring.find(wrong(n))).toBeUndefined();
    expect(reads.get).toBe(0);
    expect(reads.list).toBeLessThanOrEqual(1 + (performance.now() - begun) / 100);
  });

  it('finds a key that was made in the middle of such a flood, at once', async () => {
    const flood = Array.from({ length: 100 }, (_, n) => ring.find(wrong(n)));
    const early = ring.find(wrong(101));
    const key = await create();
    const late = Array.from({ length: 100 }, (_, n) => ring.find(wrong(n)));
    expect(await ring.find(key)).toMatchObject({ workspace: 'acme' });
    await Promise.all([...flood, early, ...late]);
  });

  it('reads a key that is in use, or was revoked, once in five seconds', async () => {
    const [used, revoked] = [await create(), await create()];
    const id = (await ring.find(revoked))!.id;
    await revokeApiKey(store, id, now);
    expect(await ring.find(revoked)).toBeDefined();
    now = new Date(now.getTime() + 6000);
    reads = { list: 0, get: 0 };
    for (let n = 0; n < 50; n++)
      expect([await ring.find(used), await ring.find(revoked)]).toEqual([
        expect.objectContaining({ workspace: 'acme' }),
        undefined,
      ]);
    expect(reads).toEqual({ list: 0, get: 2 });
  });

  it('says of a failing store that it fails, not that the key is wrong', async () => {
    const key = await create();
    let broken = true;
    const breaking = keyring(
      {
        ...store,
        list: (prefix) => {
          if (broken) throw Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
          return store.list(prefix);
        },
      },
      () => now,
    );
    await expect(breaking.find(key)).rejects.toThrow('broke');
    broken = false;
    expect(await breaking.find(key)).toBeDefined();
  });
});
