import { createHash, randomBytes } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** A time in milliseconds as 10 characters that sort as it does. */
function sortableTime(time: Date): string {
  let text = '';
  for (let ms = time.getTime(), i = 0; i < 10; i++, ms = Math.floor(ms / 32)) text = CROCKFORD[ms % 32] + text;
  return text;
}

/**
 * 10 characters of milliseconds and 16 random ones (ULID, lower case): valid in a Kubernetes name and sortable by time.
 */
function sortableId(now: Date): string {
  let random = '';
  for (const byte of randomBytes(16)) random += CROCKFORD[byte % 32];
  return sortableTime(now) + random;
}

export const newJobId = (now: Date): string => `job-${sortableId(now)}`;

/** When createJob chose a job's id, which is not after the job's creation; undefined for other ids. */
export function namedAt(jobId: string): Date | undefined {
  const [, time] = /^job-([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/.exec(jobId) ?? [];
  return time === undefined
    ? undefined
    : new Date(Array.from(time).reduce((ms, char) => ms * 32 + CROCKFORD.indexOf(char), 0));
}

export const newBatchId = (now: Date): string => `batch-${sortableId(now)}`;

/** As `jobIdOf`. */
export const batchIdOf = ({ name, uid }: { readonly name: string; readonly uid: string }): string =>
  name.startsWith('batch-') ? name : `k-${uid}`;

export const newDocumentId = (now: Date): string => `doc_${sortableId(now)}`;
export const isDocumentId = (text: string): boolean => /^doc_[0-9a-z]{26}$/.test(text);
export const newQuoteId = (now: Date): string => `quote_${sortableId(now)}`;
export const newGrantId = (now: Date): string => `grant_${sortableId(now)}`;

/** A job made by kubectl has any name but `job-…`, so its id comes from its uid, which nobody can choose. */
export function jobIdOf(metadata: { readonly name: string; readonly uid: string }): string {
  return metadata.name.startsWith('job-') ? metadata.name : `k-${metadata.uid}`;
}

export const receiptIdOf = (jobId: string): string => `rcpt_${jobId}`;
export const jobIdOfReceipt = (receiptId: string): string | undefined =>
  receiptId.startsWith('rcpt_') ? receiptId.slice(5) : undefined;

/** The id of a job's `n`th artifact: `art_<jobId>_<n>`; the job is read back from it. The Markdown is number 0. */
export const artifactIdOf = (jobId: string, n: number): string => `art_${jobId}_${n}`;
export function artifactOf(artifactId: string): { jobId: string; n: number } | undefined {
  const match = /^art_(.+)_(\d{1,9})$/.exec(artifactId);
  return match ? { jobId: match[1]!, n: Number(match[2]) } : undefined;
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
