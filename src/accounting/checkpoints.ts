import type { Objects } from '../objects/objects.ts';
import type { Key } from '../records/key.ts';
import { keys, textOf } from '../records/keys.ts';
import { createRecord, listKeys, readRecords, readStored, replaceRecord, type Stored } from '../records/store.ts';
import type { Checkpoint, DayOfUsage, StoredReceipt } from '../records/types.ts';

/** Days of usage that a checkpoint keeps. */
const DAYS_KEPT = 92;
/** Receipts that a checkpoint keeps by name. */
const NAMES_KEPT = 1000;
/** So long before the newest receipt, no receipt is on its way into the store any more. */
const UNSETTLED_MS = 5 * 60 * 1000;
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
  /** Later days as the checkpoint has them, without those that it has wrongly. */
  readonly open: readonly DayOfUsage[];
  /** The receipts in `open`, each by its key within the folder (`day/job.json`). */
  readonly summed: readonly string[];
  /** The other receipts after the checkpoint's closed days, by their keys within the folder. */
  readonly recent: ReadonlyMap<string, RecentReceipt>;
  /** When the newest of all these was stored, on the store's clock; 0 without any. */
  readonly newest: number;
  /** How many of `recent` the checkpoint did not know, so that they had to be read. */
  readonly read: number;
}

interface RecentReceipt {
  readonly credits: number;
  /** When it was stored, on the store's clock. */
  readonly storedAt: number;
}

/**
 * A workspace's receipts: its checkpoint, the names of what came after the closed days, and a look into those it does
 * not know.
 */
export async function readReceipts(objects: Objects, folder: string): Promise<FolderReceipts> {
  const workspace = textOf(folder);
  const prefix = keys.receiptsOf(workspace);
  const checkpoint = await readStored(objects, keys.checkpoint(workspace));
  const { others, ...listed } = await listOpen(objects, prefix, checkpoint?.value);
  const known = new Map(checkpoint?.value.recent);
  const recent = new Map<string, RecentReceipt>();
  const unknown: Key<StoredReceipt>[] = [];
  for (const [rest, storedAt] of others) {
    const credits = known.get(rest);
    if (credits === undefined) unknown.push((prefix + rest) as Key<StoredReceipt>);
    else recent.set(rest, { credits, storedAt });
  }
  for await (const { key, value } of readRecords(objects, unknown)) {
    const rest = key.slice(prefix.length);
    recent.set(rest, { credits: value.receipt.settledCredits, storedAt: others.get(rest)! });
  }
  return { workspace, checkpoint, ...listed, recent, read: unknown.length };
}

/** Receipts after the closed days: those that are in the sum of their day, and the others. */
async function listOpen(
  objects: Objects,
  prefix: string,
  checkpoint: Checkpoint | undefined,
): Promise<Pick<FolderReceipts, 'open' | 'summed' | 'newest'> & { readonly others: ReadonlyMap<string, number> }> {
  const { through = '', open } = checkpoint ?? {};
  const until = open ? Date.parse(open.until) : -Infinity;
  /** Those that may be in the sum of their day. */
  const byUntil = new Map<string, Map<string, number>>();
  const others = new Map<string, number>();
  let newest = 0;
  const after = through === '' ? {} : { startAfter: behind(prefix + through) };
  for await (const { key, modifiedAt } of objects.list(prefix, after)) {
    const rest = key.slice(prefix.length);
    const storedAt = modifiedAt.getTime();
    const { day } = partsOf(rest);
    newest = Math.max(newest, storedAt);
    if (storedAt > until) others.set(rest, storedAt);
    else byUntil.set(day, (byUntil.get(day) ?? new Map<string, number>()).set(rest, storedAt));
  }
  return { newest, ...splitBySums(open?.days ?? [], byUntil, others) };
}

/** A sum is believed where it has as many receipts as its day. */
function splitBySums(
  days: readonly DayOfUsage[],
  byUntil: ReadonlyMap<string, ReadonlyMap<string, number>>,
  others: ReadonlyMap<string, number>,
): Pick<FolderReceipts, 'open' | 'summed'> & { readonly others: ReadonlyMap<string, number> } {
  const open = days.filter(({ date, jobs }) => byUntil.get(date)?.size === jobs);
  const right = new Set(open.map(({ date }) => date));
  const wrong = [...byUntil].filter(([day]) => !right.has(day)).flatMap(([, receipts]) => [...receipts]);
  return {
    open,
    summed: open.flatMap(({ date }) => [...byUntil.get(date)!.keys()]),
    others: new Map([...others, ...wrong]),
  };
}

/** Which job a key within a folder is of, and on which day it was made. */
export function partsOf(rest: string): { readonly day: string; readonly jobId: string } {
  const [day = '', name = ''] = rest.split('/');
  return { day, jobId: textOf(name.replace(/\.json$/, '')) };
}

/**
 * Writes what was learned of each workspace's receipts into its checkpoint: days up to `through` as a sum, later ones
 * by day, the newest receipts by name. A rebuild of the ledger then reads few of them. The receipts stay. Returns how
 * many were read; where two fold at once, one of them wins.
 */
export async function foldReceipts(objects: Objects, through: string): Promise<number> {
  let folded = 0;
  for await (const folder of receiptFolders(objects)) {
    const receipts = await readReceipts(objects, folder);
    const { workspace, checkpoint, read } = receipts;
    const after = folding(receipts, through);
    if (after === undefined) continue;
    const key = keys.checkpoint(workspace);
    if (
      checkpoint ? await replaceRecord(objects, key, checkpoint.etag, after) : await createRecord(objects, key, after)
    )
      folded += read;
  }
  return folded;
}

/** The next checkpoint; undefined when nothing was learned. */
function folding(
  { workspace, checkpoint, open, recent, newest, read }: FolderReceipts,
  through: string,
): Checkpoint | undefined {
  const before = checkpoint?.value;
  const day = before && before.through > through ? before.through : through;
  const until = Math.max(0, newest - UNSETTLED_MS);
  const rests = [...recent].map(([rest, { credits, storedAt }]) => ({ rest, credits, storedAt }));
  const settled = rests.filter(({ rest, storedAt }) => partsOf(rest).day <= day || storedAt <= until);
  const days = addDays([...open, ...byDay(settled)]);
  const closed = days.filter(({ date }) => date <= day);
  if (read === 0 && closed.length === 0) return undefined;
  const named = rests.filter(({ rest, storedAt }) => partsOf(rest).day > day && storedAt > until);
  return {
    workspace,
    through: day,
    settled: closed.reduce((sum, { credits }) => sum + credits, before?.settled ?? 0),
    receipts: closed.reduce((sum, { jobs }) => sum + jobs, before?.receipts ?? 0),
    days: [...(before?.days ?? []), ...closed].slice(-DAYS_KEPT),
    open: { until: new Date(until).toISOString(), days: days.filter(({ date }) => date > day) },
    recent: named.slice(0, NAMES_KEPT).map(({ rest, credits }) => [rest, credits] as const),
  };
}

/**
 * The usage of a workspace since a day (`2026-11-21`), oldest day first; days without a receipt are left out. Reads the
 * checkpoint and those receipts that it does not know.
 */
export async function usageByDay(objects: Objects, workspace: string, since: string): Promise<readonly DayOfUsage[]> {
  const folder = keys.receiptsOf(workspace).slice(keys.receipts.length, -1);
  const { checkpoint, open, recent } = await readReceipts(objects, folder);
  const rests = [...recent].map(([rest, { credits }]) => ({ rest, credits }));
  const days = [...(checkpoint?.value.days ?? []), ...addDays([...open, ...byDay(rests)])];
  return days.filter(({ date }) => date >= since);
}

const byDay = (receipts: readonly { readonly rest: string; readonly credits: number }[]): DayOfUsage[] =>
  receipts.map(({ rest, credits }) => ({ date: partsOf(rest).day, jobs: 1, credits }));

/** One of each date, oldest first. */
function addDays(some: readonly DayOfUsage[]): DayOfUsage[] {
  const days = new Map<string, DayOfUsage>();
  for (const { date, jobs, credits } of some) {
    const before = days.get(date);
    days.set(date, { date, jobs: (before?.jobs ?? 0) + jobs, credits: (before?.credits ?? 0) + credits });
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
