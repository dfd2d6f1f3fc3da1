import { readReceipt } from '../accounting/receipts.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import { believed, type Believed } from './believed.ts';
import type { Facts } from './facts.ts';

type Records = Pick<Facts, 'intent' | 'receipt' | 'record'>;

/**
 * Reads what is stored of a job. While it is converted, its intent is believed to be the same, and no receipt to be
 * there, until something is heard of the job. Whoever acts on it writes on conditions, and finds the receipt that
 * another wrote.
 */
export function recordReader(objects: Objects): Believed<Records> {
  const read = async (jobId: string): Promise<Records> => {
    const intent = await readRecord(objects, keys.intent(jobId));
    // The intent goes only after the record has come, so one of the two is there for every admitted job.
    const record = intent ? undefined : await readRecord(objects, keys.record(jobId));
    const either = intent ?? record;
    return { intent, record, receipt: either && (await readReceipt(objects, either)) };
  };
  return believed(read, ({ intent, receipt }) => intent?.state === 'accepted' && !!intent.range && !receipt);
}
