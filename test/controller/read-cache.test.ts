import { expect, it } from 'vitest';
import { readCache } from '../../src/controller/read-cache.ts';

it('caches a value until it is deleted, unless that was while it was read', async () => {
  let reads = 0;
  let meanwhile = (): void => {};
  const cache = readCache(
    async () => {
      reads += 1;
      meanwhile();
      return { reads };
    },
    (value) => value.reads !== 4,
  );
  const get = async (): Promise<number> => (await cache.get('a')).reads;
  expect([await get(), await get()]).toEqual([1, 1]);
  cache.delete('a');
  meanwhile = () => cache.delete('a');
  expect(await get()).toBe(2);
  meanwhile = () => {};
  expect([await get(), await get()]).toEqual([3, 3]);
  cache.delete('a');
  expect([await get(), await get()], 'what is not cacheable').toEqual([4, 5]);
});
