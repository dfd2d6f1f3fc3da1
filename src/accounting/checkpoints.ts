import type { Objects } from '../objects/objects.ts';
import type { Key } from '../records/key.ts';
import { keys, textOf } from '../records/keys.ts';
import { createRecord, listKeys, readRecords, readStored, replaceRecord, type Stored } from '../records/store.ts';
import type { Checkpoint, DayOfUsage, StoredReceipt } from '../records/types.ts';

/** Days of usage that a checkpoint keeps. */
const DAYS_KEPT = 92;
const DAY_MS = 24 * 60 * 60 * 1000;
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** `0` is the character after `/`, so this is just behind all keys of a folder. */
const behind = (folder: string): string => `${folder}0`;

/**
 * The last day that is closed: nobody will write a receipt to it, since a receipt lies under its job's day of creation
 * and no unfinished job is as old. `unfinished`: times of creation. A day more is left for clocks that differ.
 */
export function closedThrough(now: Date, unfinished: Iterable<string>): string {
  let oldest = now.getTime() - DAY_MS;
  for (const createdAt of unfinished) oldest = Math.min(oldest, Date.parse(createdAt));
  return dayAt(oldest - DAY_MS);
}

/** The folder of each workspace that has a receipt (its name as it stands in a key), by one short listing each. */
export async function* receiptFolders(objects: Objects): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const folder = await firstFolder(objects, after);
    if (folder === undefined) return;
    yield folder;
    after = behind(`${keys.receipts}${folder}`);
  }
}

async function firstFolder(objects: Objects, startAfter: string): Promise<string | undefined> {
  for await (const key of listKeys(objects, keys.receipts, { startAfter })) return key.split('/')[1];
  return undefined;
}

export interface FolderReceipts {
  readonly workspace: string;
  readonly checkpoint: Stored<Checkpoint> | undefined;
  /** Credits of each receipt after the checkpoint's closed days, by its key within the folder (`day/job.json`). */
  readonly recent: ReadonlyMap<string, number>;
  /** How many of those the checkpoint did not know, so that they had to be read. */
  readonly read: number;
}

/**
 * A workspace's receipts: its checkpoint, the names of what came after the closed days, and a look into those it does
 * not know.
 */
export async function readReceipts(objects: Objects, folder: string): Promise<FolderReceipts> {
  const workspace = textOf(folder);
  const prefix = keys.receiptsOf(workspace);
  const checkpoint = await readStored(objects, keys.checkpoint(workspace));
  const known = new Map(checkpoint?.value.recent);
  const recent = new Map<string, number>();
  const unknown: Key<StoredReceipt>[] = [];
  const through = checkpoint?.value.through ?? '';
  for await (const key of listKeys(objects, prefix, through === '' ? {} : { startAfter: behind(prefix + through) })) {
    const credits = known.get(key.slice(prefix.length));
    if (credits === undefined) unknown.push(key);
    else recent.set(key.slice(prefix.length), credits);
  }
  for await (const { key, value } of readRecords(objects, unknown))
    recent.set(key.slice(prefix.length), value.receipt.settledCredits);
  return { workspace, checkpoint, recent, read: unknown.length };
}

/** Which job a key within a folder is of, and on which day it was made. */
export function partsOf(rest: string): { readonly day: string; readonly jobId: string } {
  const [day = '', name = ''] = rest.split('/');
  return { day, jobId: textOf(name.replace(/\.json$/, '')) };
}

/**
 * Writes what was learned of each workspace's receipts into its checkpoint: days up to `through` as a sum, later ones
 * by name. A rebuild of the ledger then reads few of them. The receipts stay. Returns how many were read; where two
 * fold at once, one of them wins.
 */
export async function foldReceipts(objects: Objects, through: string): Promise<number> {
  let folded = 0;
  for await (const folder of receiptFolders(objects)) {
    const { workspace, checkpoint, recent, read } = await readReceipts(objects, folder);
    const before = checkpoint?.value;
    const day = before && before.through > through ? before.through : through;
    const closed = [...recent].filter(([rest]) => partsOf(rest).day <= day);
    if (read === 0 && closed.length === 0) continue;
    const after: Checkpoint = {
      workspace,
      through: day,
      settled: (before?.settled ?? 0) + closed.reduce((sum, [, credits]) => sum + credits, 0),
      receipts: (before?.receipts ?? 0) + closed.length,
      days: [...(before?.days ?? []), ...byDay(closed)].slice(-DAYS_KEPT),
      recent: [...recent].filter(([rest]) => partsOf(rest).day > day),
    };
    const key = keys.checkpoint(workspace);
    if (
      checkpoint ? await replaceRecord(objects, key, checkpoint.etag, after) : await createRecord(objects, key, after)
    )
      folded += read;
  }
  return folded;
}

/**
 * What a workspace used since a day (`2026-11-21`), oldest day first; days without a receipt are left out. Reads the
 * checkpoint and those receipts that it does not know.
 */
export async function usageByDay(objects: Objects, workspace: string, since: string): Promise<readonly DayOfUsage[]> {
  const folder = keys.receiptsOf(workspace).slice(keys.receipts.length, -1);
  const { checkpoint, recent } = await readReceipts(objects, folder);
  return [...(checkpoint?.value.days ?? []), ...byDay([...recent])].filter(({ date }) => date >= since);
}

function byDay(receipts: readonly (readonly [string, number])[]): DayOfUsage[] {
  const days = new Map<string, DayOfUsage>();
  for (const [rest, credits] of receipts) {
    const date = partsOf(rest).day;
    const before = days.get(date);
    days.set(date, { date, jobs: (before?.jobs ?? 0) + 1, credits: (before?.credits ?? 0) + credits });
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
