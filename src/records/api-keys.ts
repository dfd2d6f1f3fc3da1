import { randomBytes } from 'node:crypto';
import { sha256 } from '../job/ids.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from './keys.ts';
import { createRecord, listRecords, readRecord, replaceRecord } from './store.ts';
import type { ApiKey, Scope } from './types.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `scr_live_` and 32 random bytes in base62: 43 characters, the first ones zero where the number is small. */
function newKey(): string {
  let number = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let i = 0; i < 43; i++, number /= 62n) text = BASE62[Number(number % 62n)] + text;
  return `scr_live_${text}`;
}

/** Makes a key. It is in the answer and nowhere else: the store keeps its SHA-256. */
export async function createApiKey(objects: Objects, wish: { readonly workspace: string; readonly scopes: readonly Scope[]; readonly now: Date }): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const key = newKey();
  const hash = sha256(key);
  const record: ApiKey = { id: `key_${hash.slice(0, 16)}`, hash, workspace: wish.workspace, scopes: wish.scopes, createdAt: wish.now.toISOString() };
  if (!(await createRecord(objects, keys.apiKey(hash), record))) throw new Error('two random keys are the same');
  return { key, record };
}

/** A key that is in use; undefined for an unknown and for a revoked one. */
export async function findApiKey(objects: Objects, key: string): Promise<ApiKey | undefined> {
  const found = (await readRecord<ApiKey>(objects, keys.apiKey(sha256(key))))?.value;
  return found?.revokedAt === undefined ? found : undefined;
}

export async function listApiKeys(objects: Objects, workspace?: string): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  for await (const { value } of listRecords<ApiKey>(objects, keys.apiKeys)) if (workspace === undefined || value.workspace === workspace) found.push(value);
  return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Ends a key for good; undefined when there is none of this id. Revoking twice keeps the first date. */
export async function revokeApiKey(objects: Objects, id: string, now: Date): Promise<ApiKey | undefined> {
  const known = (await listApiKeys(objects)).find((key) => key.id === id);
  if (!known) return undefined;
  for (;;) {
    const stored = await readRecord<ApiKey>(objects, keys.apiKey(known.hash));
    if (!stored || stored.value.revokedAt !== undefined) return stored?.value;
    const revoked = { ...stored.value, revokedAt: now.toISOString() };
    if (await replaceRecord(objects, keys.apiKey(known.hash), stored.etag, revoked)) return revoked;
  }
}
