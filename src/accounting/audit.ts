import type { Balance, Ledger } from '../ledger/ledger.ts';
import { addUp } from '../ledger/rebuild.ts';
import type { Objects } from '../objects/objects.ts';
import { partsOf, readReceipts } from './checkpoints.ts';
import { keys } from '../records/keys.ts';
import { gatherLedgerFacts } from './ledger-facts.ts';
import { listRecords } from '../records/store.ts';
import type { Intent, JobRecord, StoredReceipt } from '../records/types.ts';

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
  const intents = new Map<string, Intent>();
  for await (const { value } of listRecords(objects, keys.intents)) intents.set(value.jobId, value);
  const receipts = new Map<string, StoredReceipt[]>();
  const keyed: { key: string; value: StoredReceipt }[] = [];
  for await (const { key, value } of listRecords(objects, keys.receipts)) {
    receipts.set(value.receipt.jobId, [...(receipts.get(value.receipt.jobId) ?? []), value]);
    keyed.push({ key, value });
  }
  const records = new Map<string, JobRecord>();
  for await (const { value } of listRecords(objects, keys.records)) records.set(value.jobId, value);

  const workspaces: (Balance & { workspace: string })[] = [];
  for (const workspace of await ledger.workspaces()) {
    const balance = await ledger.balance(workspace);
    if (balance) workspaces.push({ workspace, ...balance });
  }
  const findings = [
    ...(await checkpointFindings(objects, keyed)),
    ...balanceFindings(workspaces),
    ...(await ledgerFindings(objects, ledger, now, workspaces)),
    ...[...records.values()].flatMap((record) => recordFindings(record, receipts.get(record.jobId) ?? [])),
    ...[...receipts.keys()].flatMap((jobId) => receiptFindings(jobId, records.has(jobId), intents.has(jobId))),
    ...[...intents.values()].flatMap((intent) =>
      intentFindings(question, intent, records.has(intent.jobId) || receipts.has(intent.jobId)),
    ),
  ];
  return { findings, workspaces, jobs: { unfinished: intents.size, finished: records.size, receipts: receipts.size } };
}

/** A checkpoint has to say of each receipt, closed or recent, what the receipt itself says. */
async function checkpointFindings(
  objects: Objects,
  receipts: readonly { readonly key: string; readonly value: StoredReceipt }[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const folder of new Set(receipts.map(({ key }) => key.split('/')[1]!))) {
    const { workspace, checkpoint, recent } = await readReceipts(objects, folder);
    if (!checkpoint) continue;
    const own = receipts
      .filter(({ key }) => key.split('/')[1] === folder)
      .map(({ key, value }) => ({ rest: key.split('/').slice(2).join('/'), credits: value.receipt.settledCredits }));
    const { through, settled: says, receipts: count } = checkpoint.value;
    const closed = own.filter(({ rest }) => partsOf(rest).day <= through);
    const sum = closed.reduce((total, { credits }) => total + credits, 0);
    if (sum !== says || closed.length !== count) {
      findings.push({
        kind: 'checkpoint_differs',
        workspace,
        detail: `up to ${through}, the checkpoint has ${says} credits in ${count} receipts, but the receipts have ${sum} in ${closed.length}`,
      });
    }
    for (const { rest, credits } of own.filter(({ rest, credits }) => (recent.get(rest) ?? credits) !== credits)) {
      findings.push({
        kind: 'checkpoint_differs',
        workspace,
        jobId: partsOf(rest).jobId,
        detail: `the checkpoint has ${recent.get(rest)} credits, the receipt has ${credits}`,
      });
    }
  }
  return findings;
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
  const findings: Finding[] = [];
  const facts = await gatherLedgerFacts(objects, now);
  const expected = addUp(facts);
  const names = new Set([...expected.workspaces.keys(), ...workspaces.map(({ workspace }) => workspace)]);
  for (const workspace of names) {
    const is = workspaces.find((one) => one.workspace === workspace);
    const should = expected.workspaces.get(workspace);
    for (const part of ['granted', 'settled'] as const) {
      const [have, want] = [is?.[part] ?? 0, should?.[part] ?? 0];
      if (have !== want)
        findings.push({ kind: `${part}_differs`, workspace, detail: `the ledger has ${have}, the store has ${want}` });
    }
  }
  const wanted = new Map(facts.holds.map((hold) => [hold.jobId, hold]));
  const held = await ledger.holds();
  for (const { jobId, workspace, credits } of held) {
    const want = wanted.get(jobId);
    if (!want) findings.push({ kind: 'hold_without_job', workspace, jobId, detail: `${credits} credits are held` });
    else if (want.credits !== credits && !want.tentative)
      findings.push({
        kind: 'hold_differs',
        workspace,
        jobId,
        detail: `the ledger holds ${credits} credits, the intent ${want.credits}`,
      });
  }
  const there = new Set(held.map(({ jobId }) => jobId));
  for (const { jobId, workspace, credits } of facts.holds.filter(
    (hold) => !hold.tentative && !there.has(hold.jobId) && !expected.ended.has(hold.jobId),
  )) {
    findings.push({
      kind: 'hold_differs',
      workspace,
      jobId,
      detail: `the ledger holds nothing, the intent ${credits} credits`,
    });
  }
  return findings;
}

function recordFindings(record: JobRecord, receipts: readonly StoredReceipt[]): Finding[] {
  const at = { workspace: record.workspace, jobId: record.jobId };
  if (!record.receipt)
    return receipts.length === 0
      ? []
      : [{ ...at, kind: 'receipt_unwanted', detail: 'the job was refused without a hold' }];
  const [first] = receipts;
  if (!first) return [{ ...at, kind: 'receipt_missing', detail: `the job is ${record.ending.state}` }];
  if (receipts.length > 1) return [{ ...at, kind: 'receipt_doubled', detail: `${receipts.length} receipts` }];
  const { receipt, ending } = first;
  const same =
    receipt.settledCredits === record.settledCredits &&
    receipt.reservedCredits === record.reservedCredits &&
    ending.state === record.ending.state;
  if (same && receipt.settledCredits <= receipt.reservedCredits) return [];
  const detail = `the record has ${record.ending.state}, ${record.settledCredits} of ${record.reservedCredits}; the receipt has ${ending.state}, ${receipt.settledCredits} of ${receipt.reservedCredits}`;
  return [{ ...at, kind: 'record_differs', detail }];
}

function receiptFindings(jobId: string, hasRecord: boolean, hasIntent: boolean): Finding[] {
  return hasRecord || hasIntent
    ? []
    : [{ kind: 'record_missing', jobId, detail: 'a receipt without record or intent' }];
}

function intentFindings(question: AuditQuestion, intent: Intent, ended: boolean): Finding[] {
  const at = { workspace: intent.workspace, jobId: intent.jobId };
  if (ended) return question.quiet ? [{ ...at, kind: 'intent_left', detail: 'the job has ended' }] : [];
  if (intent.state !== 'accepted' || !question.resources || question.resources.has(intent.jobId)) return [];
  return [{ ...at, kind: 'resource_missing', detail: 'the intent is accepted, but the resource does not exist' }];
}
