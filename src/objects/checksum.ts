import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Objects } from './objects.ts';

/** SHA-256 of an object's bytes as 64 hex digits; undefined if it is not there. */
export async function checksumOf(objects: Pick<Objects, 'read'>, key: string): Promise<string | undefined> {
  const found = await objects.read(key);
  if (!found) return undefined;
  const hash = createHash('sha256');
  await pipeline(found.body, hash);
  return hash.digest('hex');
}
