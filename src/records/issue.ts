import { randomBytes } from 'node:crypto';
import { sha256 } from '../job/ids.ts';
import type { Balance, Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from './keys.ts';
import { createOrRead, createRecord } from './store.ts';
import type { ApiKey, Grant, Scope } from './types.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `scr_live_` and 32 random bytes in base62 (43 digits). */
export function newApiKey(): string {
  let number = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < 43; i++, number /= 62n) digits = BASE62[Number(number % 62n)] + digits;
  return `scr_live_${digits}`;
}

/** Makes a key of a workspace. The key is answered once and kept nowhere; its hash is. */
export async function issueApiKey(objects: Objects, workspace: string, scopes: readonly Scope[], now: Date): Promise<{ key: string; record: ApiKey }> {
  const key = newApiKey();
  const hash = sha256(key);
  const record: ApiKey = { id: `key_${hash.slice(0, 16)}`, hash, workspace, scopes, createdAt: now.toISOString() };
  await createRecord(objects, keys.apiKey(hash), record);
  return { key, record };
}

/** Grants credits: the object first, then the ledger. The same id twice grants once. */
export async function grantCredits(deps: { readonly objects: Objects; readonly ledger: Ledger }, grant: Grant): Promise<Balance> {
  const stored = await createOrRead(deps.objects, keys.grant(grant.workspace, grant.id), grant);
  return deps.ledger.grant(stored.value);
}
