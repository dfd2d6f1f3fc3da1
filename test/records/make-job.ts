import type { Objects } from '../../src/objects/objects.ts';
import { keys } from '../../src/records/keys.ts';
import { createRecord } from '../../src/records/store.ts';
import type { Ending, Intent, JobRecord, StoredReceipt } from '../../src/records/types.ts';

export const NOW = new Date('2026-11-21T12:00:00.000Z');
export const DAY = '2026-11-21';

export function intentOf(jobId: string, changes: Partial<Intent> = {}): Intent {
  return {
    jobId,
    workspace: 'w',
    state: 'accepted',
    createdAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
    spec: { workspace: 'w', source: { type: 'document', documentId: 'doc_1' } },
    actor: { type: 'api_key', channel: 'api' },
    priceVersion: '2026-11-01',
    hold: 3,
    pinned: true,
    ...changes,
  };
}

const ending = (state: Ending['state']): Ending => ({ state, usage: {}, finishedAt: NOW.toISOString() });

export function receiptOf(jobId: string, settledCredits: number, workspace = 'w'): StoredReceipt {
  return {
    receipt: {
      id: `rcpt_${jobId}`,
      jobId,
      artifactIds: [],
      tenantId: workspace,
      usage: {},
      reservedCredits: 3,
      settledCredits,
      priceVersion: '2026-11-01',
      tier: 'standard',
      originalReceiptId: null,
      kind: 'original',
      outcome: 'succeeded',
      occurredAt: NOW.toISOString(),
      createdAt: NOW.toISOString(),
    },
    ending: ending('succeeded'),
  };
}

export function recordOf(jobId: string, settledCredits: number, changes: Partial<JobRecord> = {}): JobRecord {
  return {
    jobId,
    workspace: 'w',
    createdAt: NOW.toISOString(),
    spec: { workspace: 'w', source: { type: 'document', documentId: 'doc_1' } },
    ending: ending('succeeded'),
    reservedCredits: 3,
    settledCredits,
    receipt: true,
    ...changes,
  };
}

export const putIntent = (objects: Objects, intent: Intent): Promise<unknown> =>
  createRecord(objects, keys.intent(intent.jobId), intent);
export const putReceipt = (objects: Objects, stored: StoredReceipt, day = DAY): Promise<unknown> =>
  createRecord(objects, keys.receipt(stored.receipt.tenantId, day, stored.receipt.jobId), stored);
export const putRecord = (objects: Objects, record: JobRecord): Promise<unknown> =>
  createRecord(objects, keys.record(record.jobId), record);
export const putGrant = (objects: Objects, id: string, credits: number, workspace = 'w'): Promise<unknown> =>
  createRecord(objects, keys.grant(workspace, id), { id, workspace, credits, createdAt: NOW.toISOString() });
