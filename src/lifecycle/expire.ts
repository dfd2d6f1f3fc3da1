import type { Objects, ObjectInfo } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readRecord, readStored, replaceRecord } from '../records/store.ts';
import type { JobRecord } from '../records/types.ts';

/**
 * Deletes the results of an ended job, which then is a tombstone (`expired`); its receipt stays. The record first, so
 * that nobody is promised what is being deleted. Returns how many objects went; 0 for a job that has not ended.
 */
export async function expireJob(
  objects: Objects,
  jobId: string,
  infos: readonly Pick<ObjectInfo, 'key'>[],
  now: Date,
): Promise<number> {
  if (await readRecord(objects, keys.intent(jobId))) return 0;
  const record = await readStored(objects, keys.record(jobId));
  if (record && record.value.expiredAt === undefined && record.value.ending.state === 'succeeded') {
    const { artifacts: _artifacts, ...ending } = record.value.ending;
    const tombstone: JobRecord = { ...record.value, ending, expiredAt: now.toISOString() };
    if (!(await replaceRecord(objects, keys.record(jobId), record.etag, tombstone))) return 0;
  }
  const gone = infos.map((info) => info.key);
  for await (const { key } of objects.list(keys.picturesOf(jobId))) gone.push(key);
  await objects.delete(gone);
  return gone.length;
}
