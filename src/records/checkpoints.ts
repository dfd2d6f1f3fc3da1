import type { Objects } from '../objects/objects.ts';
import { keys } from './keys.ts';
import { createRecord, listRecords, readRecord, replaceRecord, type Stored } from './store.ts';
import type { Checkpoint, StoredReceipt } from './types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** `0` is the character after `/`, so this is just behind all keys of a folder. */
const behind = (folder: string): string => `${folder}0`;

/**
 * The last day that is closed: nobody will write a receipt to it, since a receipt lies under its job's day of creation and no unfinished
 * job is as old. `unfinished`: times of creation. A day more is left for clocks that differ.
 */
export function closedThrough(now: Date, unfinished: Iterable<string>): string {
  let oldest = now.getTime() - DAY_MS;
  for (const createdAt of unfinished) oldest = Math.min(oldest, Date.parse(createdAt));
  return dayOf(oldest - DAY_MS);
}

/** The folder of each workspace that has a receipt (its name as it stands in a key), by one short listing each. */
export async function* receiptFolders(objects: Objects): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const folder = await firstFolder(objects, after);
    if (folder === undefined) return;
    yield folder;
    after = behind(`${keys.receipts}${folder}`);
  }
}

async function firstFolder(objects: Objects, startAfter: string): Promise<string | undefined> {
  for await (const { key } of objects.list(keys.receipts, { startAfter })) return key.split('/')[1];
  return undefined;
}

/** The receipts of a workspace's folder on days after `through`. */
export function receiptsAfter(objects: Objects, folder: string, through: string | undefined): AsyncGenerator<Stored<StoredReceipt> & { readonly key: string }> {
  const prefix = `${keys.receipts}${folder}/`;
  return listRecords<StoredReceipt>(objects, prefix, through === undefined ? undefined : { startAfter: behind(`${prefix}${through}`) });
}

export async function readCheckpoint(objects: Objects, folder: string): Promise<Stored<Checkpoint> | undefined> {
  return readRecord<Checkpoint>(objects, keys.checkpoint(workspaceOf(folder)));
}

/**
 * Folds each workspace's receipts up to the day `through` into its checkpoint, so that a rebuild of the ledger need not read them again.
 * The receipts stay. Answers how many were folded; where another process folds at the same time, one of the two wins.
 */
export async function foldReceipts(objects: Objects, through: string): Promise<number> {
  let folded = 0;
  for await (const folder of receiptFolders(objects)) {
    const before = await readCheckpoint(objects, folder);
    if (before && before.value.through >= through) continue;
    let [settled, receipts] = [0, 0];
    for await (const { value, key } of receiptsAfter(objects, folder, before?.value.through)) {
      if (key.split('/')[2]! > through) break;
      settled += settledBy(value).credits;
      receipts++;
    }
    if (receipts === 0) continue;
    const after: Checkpoint = { workspace: workspaceOf(folder), through, settled: (before?.value.settled ?? 0) + settled, receipts: (before?.value.receipts ?? 0) + receipts };
    const key = keys.checkpoint(after.workspace);
    const written = before ? await replaceRecord(objects, key, before.etag, after) : await createRecord(objects, key, after);
    if (written) folded += receipts;
  }
  return folded;
}

const workspaceOf = (folder: string): string => decodeURIComponent(folder.replaceAll('=', '%'));

export function settledBy({ receipt }: StoredReceipt): { jobId: string; workspace: string; credits: number } {
  return { jobId: receipt.jobId, workspace: receipt.tenantId, credits: receipt.settledCredits };
}
