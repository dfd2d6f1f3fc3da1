import { sha256 } from '../resource/ids.ts';
import type { Key } from '../records/key.ts';
import { keys } from '../records/keys.ts';
import { createOrRead, readRecord, replaceRecord } from '../records/store.ts';
import type { IdempotencyRecord } from '../records/types.ts';
import type { ApiDeps } from './deps.ts';
import type { Call } from './operation.ts';
import { Problem } from './problem.ts';

export type IdempotentOperation =
  | 'createUpload'
  | 'createJob'
  | 'createQuote'
  | 'cancelJob'
  | 'convert'
  | 'retryJobs'
  | 'createBatch';

/** A request that may come again under the same key. */
export interface IdempotentRequest {
  readonly operation: IdempotentOperation;
  /** `requestHash` of what is asked for. */
  readonly hash: string;
}

/** Which id a request stands for: a new one, or the one that an earlier request under the same key took. */
export interface Claim {
  readonly id: string;
  readonly fresh: boolean;
}

/** SHA-256 of a request as a JSON text with sorted keys and without undefined fields. */
export function requestHash(request: unknown): string {
  return sha256(canonical(request));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/** The record of the key, without taking it. Throws 400 if it was used for another request. */
export async function recall(
  deps: ApiDeps,
  call: Call,
  { operation, hash }: IdempotentRequest,
): Promise<string | undefined> {
  const key = keyOf(call, operation);
  const stored = key === undefined ? undefined : await readRecord(deps.objects, key);
  return stored && !isOld(deps, stored) ? sameRequest(stored, hash).id : undefined;
}

/**
 * Takes the key for `id`; the first writer decides. A key past its window is taken anew. Throws 400 when it was used
 * for another request.
 */
export async function claim(
  deps: ApiDeps,
  call: Call,
  { operation, hash }: IdempotentRequest,
  id: string,
): Promise<Claim> {
  const key = keyOf(call, operation);
  if (key === undefined) return { id, fresh: true };
  const own: IdempotencyRecord = { id, requestHash: hash, createdAt: deps.now().toISOString() };
  for (;;) {
    const stored = await createOrRead(deps.objects, key, own);
    if (stored.created) return { id, fresh: true };
    if (!isOld(deps, stored.value)) return { id: sameRequest(stored.value, hash).id, fresh: false };
    if (await replaceRecord(deps.objects, key, stored.etag, own)) return { id, fresh: true };
  }
}

function keyOf(call: Call, operation: IdempotentOperation): Key<IdempotencyRecord> | undefined {
  return call.idempotencyKey === undefined
    ? undefined
    : keys.idempotency(call.credential.workspace, operation, sha256(call.idempotencyKey));
}

function isOld(deps: ApiDeps, record: IdempotencyRecord): boolean {
  return Date.parse(record.createdAt) + deps.settings.idempotencyWindow * 1000 <= deps.now().getTime();
}

function sameRequest(record: IdempotencyRecord, hash: string): IdempotencyRecord {
  if (record.requestHash !== hash)
    throw new Problem(400, 'idempotency_key_reused', 'This idempotency key was already used for a different request.');
  return record;
}
