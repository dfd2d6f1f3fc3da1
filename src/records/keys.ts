import type { TaskResult } from '../protocol/tasks.ts';
import type { AskResponse, Outcome } from '../protocol/worker.ts';
import type { BatchState } from './batches.ts';
import type { DeliveryLog } from './deliveries.ts';
import { key, prefix, type Key, type Prefix } from './key.ts';
import type { Questions } from './questions.ts';
import type {
  ApiKey,
  CacheEntry,
  Checkpoint,
  Grant,
  IdempotencyRecord,
  Installation,
  Intent,
  JobRecord,
  KeyUse,
  Manifest,
  Owner,
  StoredQuote,
  StoredReceipt,
  UploadSlot,
  Webhook,
} from './types.ts';

const escape = (char: string): string => `=${char.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`;

/** One segment of a key: injective, and never `.` or `..`. */
const safe = (text: string): string => {
  const encoded = encodeURIComponent(text.toWellFormed())
    .replaceAll('%', '=')
    .replaceAll(/[!'()*~]/g, escape);
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', escape) : encoded;
};

/** The text that a segment of a key stands for. */
export const textOf = (segment: string): string => decodeURIComponent(segment.replaceAll('=', '%'));

/** The job of a key whose second segment names it: `intents/<jobId>.json`, `work/<jobId>/…`. */
export const jobOf = (key: string): string => textOf(key.split('/')[1]!.replace(/\.json$/, ''));

const LONGEST_NAME = 200;

/** A file name only for the reader's eye: cut where a file system (or a store on one) would refuse it. */
const safeName = (name: string): string =>
  safe(name)
    .slice(0, LONGEST_NAME)
    .replace(/=[0-9A-F]?$/, '');

/**
 * Where everything lies in the object store. The store is the durable truth: each of these is written before the ledger
 * or a resource says the same. Keys of JSON objects say what is stored under them; the others are bytes.
 */
export const keys = {
  /** Tells this data from that of another installation. */
  installation: key<Installation>('installation/id.json'),
  /** The namespace that runs the service on this data. */
  owner: key<Owner>('installation/owner.json'),
  uploads: 'uploads/',
  upload: (workspace: string, documentId: string, fileName: string): string =>
    `uploads/${safe(workspace)}/${safe(documentId)}/${safeName(fileName)}`,
  /** The slot's record lies beside the body and outlives the URL. */
  slots: prefix<UploadSlot>('slots/'),
  slot: (workspace: string, documentId: string): Key<UploadSlot> =>
    key(`slots/${safe(workspace)}/${safe(documentId)}.json`),
  /** A job's pinned input, which nobody can change. */
  inputs: 'inputs/',
  input: (jobId: string): string => `inputs/${safe(jobId)}`,
  /** One per unfinished job. */
  intents: prefix<Intent>('intents/'),
  intent: (jobId: string): Key<Intent> => key(`intents/${safe(jobId)}.json`),
  /** One per ended job, for ever (a tombstone after retention). */
  records: prefix<JobRecord>('records/'),
  record: (jobId: string): Key<JobRecord> => key(`records/${safe(jobId)}.json`),
  receipts: prefix<StoredReceipt>('receipts/'),
  receiptsOf: (workspace: string): Prefix<StoredReceipt> => prefix(`receipts/${safe(workspace)}/`),
  receiptsOfDay: (workspace: string, day: string): Prefix<StoredReceipt> =>
    prefix(`receipts/${safe(workspace)}/${day}/`),
  receipt: (workspace: string, day: string, jobId: string): Key<StoredReceipt> =>
    key(`receipts/${safe(workspace)}/${day}/${safe(jobId)}.json`),
  /** The sum of a workspace's receipts of closed days. */
  checkpoint: (workspace: string): Key<Checkpoint> => key(`checkpoints/${safe(workspace)}.json`),
  /** Outcomes of a running job; gone after it. */
  works: 'work/',
  work: (jobId: string): string => `work/${safe(jobId)}/`,
  /** Outcomes, and marks for native code beside them. */
  outcomes: (jobId: string): string => `work/${safe(jobId)}/outcomes/`,
  outcome: (jobId: string, index: number): Key<Outcome> => key(`work/${safe(jobId)}/outcomes/${index}.json`),
  /** Says that an index needs native code; its converter is started again with it. */
  nativeMark: (jobId: string, index: number): Key<object> => key(`work/${safe(jobId)}/outcomes/${index}-native.json`),
  /** Questions to the converter class of the job. */
  questions: (jobId: string): Key<Questions> => key(`work/${safe(jobId)}/readings/questions.json`),
  /** What it read on a picture, by the SHA-256 of that. */
  reading: (jobId: string, hash: string): Key<AskResponse> => key(`work/${safe(jobId)}/readings/${hash}.json`),
  readings: (jobId: string): string => `work/${safe(jobId)}/readings/`,
  results: 'results/',
  resultsOf: (jobId: string): string => `results/${safe(jobId)}/`,
  /**
   * Prefix of one attempt's files: parts, which go when the job has ended, and Markdown and images, of which the
   * manifest names the artifacts.
   */
  attempt: (jobId: string, index: number, attempt: string): string =>
    `results/${safe(jobId)}/${index}/${safe(attempt)}/`,
  manifest: (jobId: string): Key<Manifest> => key(`results/${safe(jobId)}/manifest.json`),
  /** Pictures of an ended job's pages, drawn when they were looked at. */
  pictures: 'pictures/',
  picturesOf: (jobId: string): string => `pictures/${safe(jobId)}/`,
  picture: (jobId: string, page: number): string => `pictures/${safe(jobId)}/${page}.webp`,
  idempotencies: prefix<IdempotencyRecord>('idempotency/'),
  idempotency: (workspace: string, operation: string, keyHash: string): Key<IdempotencyRecord> =>
    key(`idempotency/${safe(workspace)}/${operation}/${keyHash}.json`),
  quotes: prefix<StoredQuote>('quotes/'),
  quote: (workspace: string, quoteId: string): Key<StoredQuote> =>
    key(`quotes/${safe(workspace)}/${safe(quoteId)}.json`),
  quoteFor: (workspace: string, requestHash: string): Key<StoredQuote> =>
    key(`quotes/${safe(workspace)}/by-request/${requestHash}.json`),
  /** The facts of an upload that was quoted, so that it is read once. */
  probe: (workspace: string, documentId: string, etag: string): Key<TaskResult<'probe'>> =>
    key(`quotes/${safe(workspace)}/probes/${safe(documentId)}/${safe(etag)}.json`),
  grants: prefix<Grant>('grants/'),
  grant: (workspace: string, grantId: string): Key<Grant> => key(`grants/${safe(workspace)}/${safe(grantId)}.json`),
  apiKeys: prefix<ApiKey>('keys/'),
  apiKey: (hash: string): Key<ApiKey> => key(`keys/${hash}.json`),
  keyUse: (hash: string): Key<KeyUse> => key(`key-uses/${hash}.json`),
  /** The webhook that an ended job still has to send; gone once it was delivered or given up. */
  webhooks: prefix<Webhook>('webhooks/'),
  webhook: (workspace: string, jobId: string): Key<Webhook> => key(`webhooks/${safe(workspace)}/${safe(jobId)}.json`),
  /** The last tries to deliver webhooks. */
  deliveries: (workspace: string): Key<DeliveryLog> => key(`deliveries/${safe(workspace)}.json`),
  batches: 'batches/',
  batchOf: (batchId: string): string => `batches/${safe(batchId)}/`,
  batch: (batchId: string): Key<BatchState> => key(`batches/${safe(batchId)}/state.json`),
  /** Failures as JSON Lines. */
  batchFailures: (batchId: string, file: string): string => `batches/${safe(batchId)}/failures/${safe(file)}.jsonl`,
  caches: prefix<CacheEntry>('cache/'),
  cache: (workspace: string, cacheHash: string): Key<CacheEntry> => key(`cache/${safe(workspace)}/${cacheHash}.json`),
} as const;
