import { readReceipt } from '../accounting/receipts.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readRecord, readStored } from '../records/store.ts';
import type { Facts } from './facts.ts';
import { readCache, type ReadCache } from './read-cache.ts';

type Records = Pick<Facts, 'intent' | 'etag' | 'receipt' | 'record'>;

/** How much there can be of a job. `fresh`: its resource was made a moment ago, so that it has not ended. */
type Age = 'fresh' | 'older';

/**
 * Reads what is stored of a job. While it is probed or converted, an intent without a receipt is cached until something
 * is heard of the job. Whoever acts on it writes on conditions, and finds the receipt that
 * another wrote. What this process wrote when a job ended need not be read either.
 */
export function recordReader(objects: Objects): ReadCache<Records, Age> {
  const read = async (jobId: string, age: Age): Promise<Records> => {
    const { value: intent, etag } = (await readStored(objects, keys.intent(jobId))) ?? {};
    // The intent goes only after the record has come, so one of the two is there for every admitted job.
    const record = intent ? undefined : await readRecord(objects, keys.record(jobId));
    const either = age === 'fresh' ? record : (intent ?? record);
    return { intent, etag, record, receipt: either && (await readReceipt(objects, either)) };
  };
  return readCache(read, ({ intent, receipt }) => intent?.state === 'accepted' && !receipt);
}
