import type { Balance, Ledger } from '../ledger/ledger.ts';
import { addUp } from '../ledger/rebuild.ts';
import type { Objects } from '../objects/objects.ts';
import type { Key } from '../records/key.ts';
import { jobOf, keys } from '../records/keys.ts';
import { listKeys, listRecords, readAhead, readRecord, readRecords } from '../records/store.ts';
import type { DayOfUsage, Intent, JobRecord, StoredReceipt } from '../records/types.ts';
import { partsOf, readReceipts, receiptFolders, type FolderReceipts } from './checkpoints.ts';
import { gatherLedgerFacts } from './ledger-facts.ts';
import { readReceipt } from './receipts.ts';

export type FindingKind =
  /** granted = available + held + settled, none below zero. */
  | 'unbalanced'
  /** The ledger says another sum than grants, receipts and intents do. */
  | 'granted_differs'
  | 'settled_differs'
  | 'hold_differs'
  /** A receipt was written to a day that had been closed, or a closed one was changed. */
  | 'checkpoint_differs'
  /** Credits are held for a job that no intent knows. */
  | 'hold_without_job'
  | 'receipt_missing'
  | 'receipt_doubled'
  | 'receipt_unwanted'
  /** A receipt whose record is missing and which no intent will complete. */
  | 'record_missing'
  | 'record_differs'
  /** An ended job whose intent is still there; only a finding when nothing runs. */
  | 'intent_left'
  /** An accepted intent without resource, where the caller knows the resources. */
  | 'resource_missing';

export interface Finding {
  readonly kind: FindingKind;
  readonly workspace?: string;
  readonly jobId?: string;
  readonly detail: string;
}

export interface Audit {
  readonly findings: readonly Finding[];
  readonly workspaces: readonly (Balance & { readonly workspace: string })[];
  readonly jobs: { readonly unfinished: number; readonly finished: number; readonly receipts: number };
}

export interface AuditQuestion {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly now: Date;
  /**
   * Nothing runs and nothing is asked for: then there may be no finished job with an intent left, and a difference is
   * no mere moment.
   */
  readonly quiet: boolean;
  /** Ids of the jobs that have a resource, to find accepted jobs that lost theirs. */
  readonly resources?: ReadonlySet<string>;
}

/**
 * Compares the ledger with what lasts. While jobs run, a difference may be a step that is just being taken: ask again
 * before believing it.
 */
export async function audit(question: AuditQuestion): Promise<Audit> {
  const { objects, ledger, now } = question;
  // Of jobs that have ended, only the ids are kept: there may be any number of them.
  const intents = new Map<string, Intent>();
  for await (const { value } of listRecords(objects, keys.intents)) intents.set(value.jobId, value);
  const receipts = new Set<string>();
  const findings: Finding[] = [];
  for await (const folder of receiptFolders(objects))
    for await (const finding of folderFindings(objects, folder, { receipts, intents })) findings.push(finding);
  const records = await compareRecords(objects, { receipts, intents });
  const workspaces = await readBalances(ledger);
  findings.push(
    ...records.findings,
    ...balanceFindings(workspaces),
    ...(await ledgerFindings(objects, ledger, now, workspaces)),
    ...[...intents.values()].flatMap((intent) =>
      intentFindings(question, intent, records.endedIntents.has(intent.jobId) || receipts.has(intent.jobId)),
    ),
  );
  const jobs = { unfinished: intents.size, finished: records.count, receipts: receipts.size };
  return { findings, workspaces, jobs };
}

async function readBalances(ledger: Ledger): Promise<(Balance & { readonly workspace: string })[]> {
  const workspaces: (Balance & { readonly workspace: string })[] = [];
  for (const workspace of await ledger.workspaces()) {
    const balance = await ledger.balance(workspace);
    if (balance) workspaces.push({ workspace, ...balance });
  }
  return workspaces;
}

interface Records {
  readonly findings: readonly Finding[];
  readonly count: number;
  /** Ids of jobs that have ended and still have an intent. */
  readonly endedIntents: ReadonlySet<string>;
}

/** Reads the records of those jobs that have no receipt. */
async function compareRecords(objects: Objects, { receipts, intents }: Seen): Promise<Records> {
  const endedIntents = new Set<string>();
  let count = 0;
  const withoutReceipt: Key<JobRecord>[] = [];
  for await (const key of listKeys(objects, keys.records)) {
    count += 1;
    const jobId = jobOf(key);
    if (intents.has(jobId)) endedIntents.add(jobId);
    if (!receipts.has(jobId)) withoutReceipt.push(key);
  }
  const findings: Finding[] = [];
  for await (const { value } of readRecords(objects, withoutReceipt)) {
    // It may have ended just now.
    const receipt = value.receipt ? await readReceipt(objects, value) : undefined;
    if (value.receipt && !receipt)
      findings.push({ ...at(value), kind: 'receipt_missing', detail: `the job is ${value.ending.state}` });
  }
  return { findings, count, endedIntents };
}

const at = ({ workspace, jobId }: Pick<Intent, 'workspace' | 'jobId'>): Pick<Finding, 'workspace' | 'jobId'> => ({
  workspace,
  jobId,
});

interface Seen {
  /** Ids of the jobs that have a receipt; filled here. */
  readonly receipts: Set<string>;
  readonly intents: ReadonlyMap<string, Intent>;
}

/** Compares each receipt of a workspace with its record, and all of them with the checkpoint. */
async function* folderFindings(objects: Objects, folder: string, { receipts, intents }: Seen): AsyncGenerator<Finding> {
  const stored = await readReceipts(objects, folder);
  const { workspace } = stored;
  const comparison = compareCheckpoint(stored);
  const prefix = keys.receiptsOf(workspace);
  const pairs = readAhead(listRecords(objects, prefix), async ({ key, value }) => ({
    rest: key.slice(prefix.length),
    stored: value,
    record: await readRecord(objects, keys.record(value.receipt.jobId)),
  }));
  for await (const { rest, stored, record } of pairs) {
    const { jobId, settledCredits: credits } = stored.receipt;
    const doubled = receipts.has(jobId);
    receipts.add(jobId);
    if (doubled) yield { workspace, jobId, kind: 'receipt_doubled', detail: 'the job has more than one receipt' };
    else if (record) yield* recordFindings(record, stored);
    else if (!intents.has(jobId)) yield { kind: 'record_missing', jobId, detail: 'a receipt without record or intent' };
    yield* comparison.receipt(rest, credits);
  }
  yield* comparison.sums();
}

interface Comparison {
  /** Looks at a receipt, by its key within the folder. */
  receipt(rest: string, credits: number): Finding[];
  /** Once all were looked at. */
  sums(): Finding[];
}

/** Compares what a checkpoint has of receipts, by name and as sums, with the receipts. */
function compareCheckpoint({ workspace, checkpoint, open, summed, recent }: FolderReceipts): Comparison {
  if (!checkpoint) return { receipt: () => [], sums: () => [] };
  const { through, settled, receipts } = checkpoint.value;
  const inSums = new Set(summed);
  const closed = { credits: 0, jobs: 0 };
  const days = new Map(open.map(({ date }) => [date, { credits: 0, jobs: 0 }]));
  return {
    receipt(rest, credits) {
      const { day, jobId } = partsOf(rest);
      const sum = day <= through ? closed : inSums.has(rest) ? days.get(day) : undefined;
      if (sum) {
        sum.credits += credits;
        sum.jobs += 1;
      }
      const says = recent.get(rest)?.credits ?? credits;
      if (says === credits) return [];
      const detail = `the checkpoint has ${says} credits, the receipt has ${credits}`;
      return [{ kind: 'checkpoint_differs', workspace, jobId, detail }];
    },
    sums: () => [
      ...sumFindings(workspace, `up to ${through}`, { credits: settled, jobs: receipts }, closed),
      ...open.flatMap((day) => sumFindings(workspace, `on ${day.date}`, day, days.get(day.date)!)),
    ],
  };
}

type Sum = Pick<DayOfUsage, 'credits' | 'jobs'>;

function sumFindings(workspace: string, when: string, has: Sum, own: Sum): Finding[] {
  if (own.credits === has.credits && own.jobs === has.jobs) return [];
  const detail = `${when}, the checkpoint has ${has.credits} credits in ${has.jobs} receipts, but the receipts have ${own.credits} in ${own.jobs}`;
  return [{ kind: 'checkpoint_differs', workspace, detail }];
}

function balanceFindings(workspaces: readonly (Balance & { workspace: string })[]): Finding[] {
  return workspaces
    .filter(
      ({ granted, available, held, settled }) =>
        granted !== available + held + settled || Math.min(granted, available, held, settled) < 0,
    )
    .map(({ workspace, granted, available, held, settled }) => ({
      kind: 'unbalanced',
      workspace,
      detail: `granted ${granted}, available ${available}, held ${held}, settled ${settled}`,
    }));
}

async function ledgerFindings(
  objects: Objects,
  ledger: Ledger,
  now: Date,
  workspaces: readonly (Balance & { workspace: string })[],
): Promise<Finding[]> {
  const facts = await gatherLedgerFacts(objects, now);
  const expected = addUp(facts);
  const held = await ledger.holds();
  const wanted = new Map(facts.holds.map((hold) => [hold.jobId, hold]));
  const missing = facts.holds.filter(({ tentative, jobId }) => !tentative && !expected.ended.has(jobId));
  return [
    ...accountFindings(expected.workspaces, workspaces),
    ...held.flatMap((hold) => holdFindings(hold, wanted.get(hold.jobId))),
    ...missingHolds(missing, new Set(held.map(({ jobId }) => jobId))),
  ];
}

function accountFindings(
  expected: ReturnType<typeof addUp>['workspaces'],
  workspaces: readonly (Balance & { workspace: string })[],
): Finding[] {
  const names = new Set([...expected.keys(), ...workspaces.map(({ workspace }) => workspace)]);
  return [...names].flatMap((workspace) => {
    const is = workspaces.find((one) => one.workspace === workspace);
    const should = expected.get(workspace);
    return (['granted', 'settled'] as const).flatMap((part): Finding[] => {
      const [have, want] = [is?.[part] ?? 0, should?.[part] ?? 0];
      const detail = `the ledger has ${have}, the store has ${want}`;
      return have === want ? [] : [{ kind: `${part}_differs`, workspace, detail }];
    });
  });
}

type Hold = Awaited<ReturnType<typeof gatherLedgerFacts>>['holds'][number];

/** Compares a hold of the ledger with that of the intent. */
function holdFindings(
  { jobId, workspace, credits }: Pick<Hold, 'jobId' | 'workspace' | 'credits'>,
  want: Hold | undefined,
): Finding[] {
  if (!want) return [{ kind: 'hold_without_job', workspace, jobId, detail: `${credits} credits are held` }];
  if (want.credits === credits || want.tentative) return [];
  const detail = `the ledger holds ${credits} credits, the intent ${want.credits}`;
  return [{ kind: 'hold_differs', workspace, jobId, detail }];
}

const missingHolds = (wanted: readonly Hold[], held: ReadonlySet<string>): Finding[] =>
  wanted
    .filter(({ jobId }) => !held.has(jobId))
    .map(({ jobId, workspace, credits }) => ({
      kind: 'hold_differs',
      workspace,
      jobId,
      detail: `the ledger holds nothing, the intent ${credits} credits`,
    }));

function recordFindings(record: JobRecord, { receipt, ending }: StoredReceipt): Finding[] {
  if (!record.receipt)
    return [{ ...at(record), kind: 'receipt_unwanted', detail: 'the job was refused without a hold' }];
  const same =
    receipt.settledCredits === record.settledCredits &&
    receipt.reservedCredits === record.reservedCredits &&
    ending.state === record.ending.state;
  if (same && receipt.settledCredits <= receipt.reservedCredits) return [];
  const detail = `the record has ${record.ending.state}, ${record.settledCredits} of ${record.reservedCredits}; the receipt has ${ending.state}, ${receipt.settledCredits} of ${receipt.reservedCredits}`;
  return [{ ...at(record), kind: 'record_differs', detail }];
}

function intentFindings(question: AuditQuestion, intent: Intent, ended: boolean): Finding[] {
  if (ended) return question.quiet ? [{ ...at(intent), kind: 'intent_left', detail: 'the job has ended' }] : [];
  if (intent.state !== 'accepted' || !question.resources || question.resources.has(intent.jobId)) return [];
  return [
    { ...at(intent), kind: 'resource_missing', detail: 'the intent is accepted, but the resource does not exist' },
  ];
}
