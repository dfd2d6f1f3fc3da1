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
 * Where everything lies in the object store. The store is the durable truth: each of these is written before the ledger or
 * a resource says the same.
 */
export const keys = {
  upload: (workspace: string, documentId: string, fileName: string): string =>
    `uploads/${safe(workspace)}/${safe(documentId)}/${safeName(fileName)}`,
  /** The slot's record lies beside the body and outlives the URL. */
  slot: (workspace: string, documentId: string): string => `slots/${safe(workspace)}/${safe(documentId)}.json`,
  /** A job's pinned input, which nobody can change. */
  input: (jobId: string): string => `inputs/${safe(jobId)}`,
  /** One per unfinished job; `intents/` lists them all. */
  intent: (jobId: string): string => `intents/${safe(jobId)}.json`,
  intents: 'intents/',
  /** One per finished job, for ever (a tombstone after retention). */
  record: (jobId: string): string => `records/${safe(jobId)}.json`,
  records: 'records/',
  receipt: (workspace: string, day: string, jobId: string): string =>
    `receipts/${safe(workspace)}/${day}/${safe(jobId)}.json`,
  receiptDay: (workspace: string, day: string): string => `receipts/${safe(workspace)}/${day}/`,
  receipts: 'receipts/',
  /** The sum of a workspace's receipts of closed days. */
  checkpoint: (workspace: string): string => `checkpoints/${safe(workspace)}.json`,
  /** Outcomes of a running job; gone after it. */
  work: (jobId: string): string => `work/${safe(jobId)}/`,
  outcome: (jobId: string, index: number): string => `work/${safe(jobId)}/outcomes/${index}.json`,
  /** Says that an index needs native code; its converter is started again with it. */
  nativeMark: (jobId: string, index: number): string => `work/${safe(jobId)}/outcomes/${index}-native.json`,
  outcomes: (jobId: string): string => `work/${safe(jobId)}/outcomes/`,
  /** Prefix of one attempt's files: parts, which go when the job has ended, and Markdown and images, of which the manifest names the artifacts. */
  attempt: (jobId: string, index: number, attempt: string): string =>
    `results/${safe(jobId)}/${index}/${safe(attempt)}/`,
  results: (jobId: string): string => `results/${safe(jobId)}/`,
  manifest: (jobId: string): string => `results/${safe(jobId)}/manifest.json`,
  /** Pictures of a finished job's pages, drawn when they were looked at. */
  picture: (jobId: string, page: number): string => `pictures/${safe(jobId)}/${page}.webp`,
  pictures: (jobId: string): string => `pictures/${safe(jobId)}/`,
  idempotency: (workspace: string, operation: string, keyHash: string): string =>
    `idempotency/${safe(workspace)}/${operation}/${keyHash}.json`,
  quote: (workspace: string, quoteId: string): string => `quotes/${safe(workspace)}/${safe(quoteId)}.json`,
  quoteFor: (workspace: string, requestHash: string): string =>
    `quotes/${safe(workspace)}/by-request/${requestHash}.json`,
  grant: (workspace: string, grantId: string): string => `grants/${safe(workspace)}/${safe(grantId)}.json`,
  grants: 'grants/',
  apiKey: (hash: string): string => `keys/${hash}.json`,
  apiKeys: 'keys/',
  /** What is still to be sent of an ended job; gone once it was delivered or given up. `webhooks/` lists them all. */
  webhook: (workspace: string, jobId: string): string => `webhooks/${safe(workspace)}/${safe(jobId)}.json`,
  webhooks: 'webhooks/',
  cache: (workspace: string, cacheHash: string): string => `cache/${safe(workspace)}/${cacheHash}.json`,
} as const;
