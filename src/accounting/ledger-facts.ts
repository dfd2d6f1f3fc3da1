import type { LedgerFacts } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { partsOf, readReceipts, receiptFolders } from './checkpoints.ts';
import { keys } from '../records/keys.ts';
import { listRecords } from '../records/store.ts';
import type { Intent } from '../records/types.ts';

/** A pending intent is dropped ten minutes after its last change; a little longer, and its hold is no fact any more. */
const PENDING_MS = 15 * 60 * 1000;

/**
 * Everything the ledger is rebuilt from. Intents are read before receipts: a job that ends meanwhile is then seen with
 * its receipt, which beats its intent. Receipts that are in a checkpoint come as sums. A job that begins meanwhile asks
 * the ledger for its hold after the rebuild, since it refuses until then.
 */
export async function gatherLedgerFacts(objects: Objects, now: Date): Promise<LedgerFacts> {
  const holds = await gatherHolds(objects, now);
  const grants: { id: string; workspace: string; credits: number }[] = [];
  for await (const { value } of listRecords(objects, keys.grants))
    grants.push({ id: value.id, workspace: value.workspace, credits: value.credits });
  const receipts: { jobId: string; workspace: string; credits: number }[] = [];
  const closed: { workspace: string; credits: number }[] = [];
  for await (const folder of receiptFolders(objects)) {
    const { workspace, checkpoint, open, summed, recent } = await readReceipts(objects, folder);
    if (checkpoint) closed.push({ workspace, credits: checkpoint.value.settled });
    for (const { credits } of open) closed.push({ workspace, credits });
    // Their credits are in the sum of their day.
    for (const rest of summed) receipts.push({ jobId: partsOf(rest).jobId, workspace, credits: 0 });
    for (const [rest, { credits }] of recent) receipts.push({ jobId: partsOf(rest).jobId, workspace, credits });
  }
  return { grants, receipts, closed, holds };
}

/**
 * The ledger is asked for a hold before an intent says it. That of an accepted one is sure, unless the ledger was
 * rebuilt in between; that of a pending one is tentative, and counts only while its writer may still be at work.
 */
async function gatherHolds(objects: Objects, now: Date): Promise<LedgerFacts['holds']> {
  const intents: Intent[] = [];
  for await (const { value } of listRecords(objects, keys.intents)) {
    const living = value.state === 'accepted' || now.getTime() - Date.parse(value.updatedAt) < PENDING_MS;
    if (value.hold > 0 && living) intents.push(value);
  }
  intents.sort((a, b) => rank(a) - rank(b) || a.updatedAt.localeCompare(b.updatedAt));
  return intents.map(({ jobId, workspace, hold, state }) => ({
    jobId,
    workspace,
    credits: hold,
    ...(state === 'pending' ? { tentative: true } : {}),
  }));
}

const rank = (intent: Intent): number => (intent.state === 'accepted' ? 0 : 1);
