import type { Facts } from '../../src/controller/facts.ts';
import type { ConversionJob } from '../../src/resource/conversion-job.ts';
import type { Outcome } from '../../src/protocol/worker.ts';
import type { Intent, StoredReceipt } from '../../src/records/types.ts';

export const NOW = new Date('2026-11-21T12:00:00.000Z');
export const SPEC = { workspace: 'acme', source: { type: 'document', documentId: 'doc_1' } } as const;
export const JOB: ConversionJob = {
  apiVersion: 'scriptorium.dev/v1alpha1',
  kind: 'ConversionJob',
  spec: SPEC,
  metadata: {
    name: 'job-1',
    uid: 'u1',
    resourceVersion: '1',
    creationTimestamp: '2026-11-21T11:59:00Z',
    generation: 1,
  },
};
const SOURCE = {
  format: 'pdf',
  bytes: 10,
  sha256: 'ab',
  pages: 70,
  scanned: false,
  ranged: true,
  native: false,
};
export const INTENT: Intent = {
  jobId: 'job-1',
  workspace: 'acme',
  state: 'accepted',
  createdAt: '2026-11-21T11:59:00.000Z',
  updatedAt: '2026-11-21T11:59:00.000Z',
  spec: SPEC,
  actor: { type: 'api_key', channel: 'api' },
  priceVersion: '2026-11-01',
  hold: 70,
  pinned: true,
  source: SOURCE,
  range: { start: 1, end: 70 },
  rangePages: 32,
};
export const facts = (changes: Partial<Facts> = {}): Facts => ({
  now: NOW,
  jobId: 'job-1',
  job: JOB,
  intent: INTENT,
  receipt: undefined,
  record: undefined,
  launches: [],
  outcomes: new Map(),
  nativeMarks: new Set(),
  progress: new Map(),
  startedAt: (changes.job ?? JOB).status?.startedAt,
  cacheChecked: true,
  ...changes,
});
export const succeeded = (index: number): Outcome => ({
  outcome: 'succeeded',
  engine: 'e',
  index,
  attempt: 'a',
  prefix: `results/job-1/${index}/a/`,
  finishedAt: NOW.toISOString(),
  images: [],
  pages: 1,
  ocrPages: 0,
  warnings: [],
  ...(index < 3
    ? { part: { name: 'part.jsonl', bytes: 1, contentType: 'x', sha256: 'x' } }
    : { markdown: { name: 'document.md', bytes: 1, contentType: 'x', sha256: 'x' } }),
});
export const CANCELED = {
  receipt: { reservedCredits: 70, settledCredits: 0 },
  ending: { state: 'canceled', usage: {}, finishedAt: NOW.toISOString() },
} as StoredReceipt;

export const converters = (state: 'waiting' | 'running' | 'ended') => ({
  kind: 'convert' as const,
  firstIndex: 0,
  indexes: new Map([
    [0, { state }],
    [1, { state }],
    [2, { state }],
  ] as const),
});
