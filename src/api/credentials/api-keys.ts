import { randomBytes } from 'node:crypto';
import { sha256 } from '../../resource/ids.ts';
import type { Objects } from '../../objects/objects.ts';
import { keys } from '../../records/keys.ts';
import { createRecord, listKeys, listRecords, readRecord, readStored, replaceRecord } from '../../records/store.ts';
import type { ApiKey, Scope } from '../../records/types.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `scr_live_` and 32 random bytes in base62: 43 characters, the first ones zero where the number is small. */
function newKey(): string {
  let number = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let i = 0; i < 43; i++, number /= 62n) text = BASE62[Number(number % 62n)] + text;
  return `scr_live_${text}`;
}

/** The fields of a new key. */
export interface KeyWish {
  readonly workspace: string;
  readonly scopes: readonly Scope[];
  readonly name?: string;
  readonly expiresInDays?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a key. It is in the answer and nowhere else: the store keeps its SHA-256. */
export async function createApiKey(
  objects: Objects,
  { workspace, scopes, name, expiresInDays, now }: KeyWish & { readonly now: Date },
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const key = newKey();
  const hash = sha256(key);
  const record: ApiKey = {
    id: `key_${hash.slice(0, 16)}`,
    hash,
    workspace,
    scopes,
    ...(name === undefined ? {} : { name }),
    createdAt: now.toISOString(),
    ...(expiresInDays === undefined
      ? {}
      : { expiresAt: new Date(now.getTime() + expiresInDays * DAY_MS).toISOString() }),
  };
  if (!(await createRecord(objects, keys.apiKey(hash), record))) throw new Error('two random keys are the same');
  return { key, record };
}

/** A key by its SHA-256, also one that was revoked. */
export async function readApiKey(objects: Objects, hash: string): Promise<ApiKey | undefined> {
  return await readRecord(objects, keys.apiKey(hash));
}

/** The key unless it was revoked or has expired. */
export const inUse = (key: ApiKey | undefined, now: Date): ApiKey | undefined =>
  key?.revokedAt === undefined && !(key?.expiresAt !== undefined && now >= new Date(key.expiresAt)) ? key : undefined;

/** The SHA-256 of every key there is, from their names alone: a thousand come in one request. */
export async function listKeyHashes(objects: Objects): Promise<Set<string>> {
  const hashes = new Set<string>();
  for await (const key of listKeys(objects, keys.apiKeys)) hashes.add(key.slice(keys.apiKeys.length, -'.json'.length));
  return hashes;
}

export async function listApiKeys(objects: Objects, workspace?: string): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  for await (const { value } of listRecords(objects, keys.apiKeys))
    if (workspace === undefined || value.workspace === workspace) found.push(value);
  return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/**
 * Ends a key for good; undefined when there is none of this id, or none in the workspace that is named. Revoking twice
 * keeps the first date.
 */
export async function revokeApiKey(
  objects: Objects,
  id: string,
  now: Date,
  workspace?: string,
): Promise<ApiKey | undefined> {
  const known = (await listApiKeys(objects, workspace)).find((key) => key.id === id);
  if (!known) return undefined;
  for (;;) {
    const stored = await readStored(objects, keys.apiKey(known.hash));
    if (!stored || stored.value.revokedAt !== undefined) return stored?.value;
    const revoked = { ...stored.value, revokedAt: now.toISOString() };
    if (await replaceRecord(objects, keys.apiKey(known.hash), stored.etag, revoked)) return revoked;
  }
}
