import type { Objects, ObjectInfo } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readRecord, readStored, replaceRecord, type Stored } from '../records/store.ts';
import type { JobRecord } from '../records/types.ts';

type Info = Pick<ObjectInfo, 'key'>;

/**
 * Deletes the results of an ended job that have had their time. A job that has succeeded then is a tombstone
 * (`expired`); its receipt stays. The record first, so that nobody is promised what is being deleted. Returns how many
 * objects went; 0 for a job that has not ended.
 */
export async function expireJob(objects: Objects, jobId: string, infos: readonly Info[], now: Date): Promise<number> {
  if (await readRecord(objects, keys.intent(jobId))) return 0;
  const record = await readStored(objects, keys.record(jobId));
  const expires = record && record.value.expiredAt === undefined && record.value.ending.state === 'succeeded';
  if (expires && !(await replaceByTombstone(objects, record, now))) return 0;
  return deleteResults(objects, jobId, infos);
}

/** Does the same at once, on request, for a job that has a record, however it has ended. */
export async function discardJob(objects: Objects, jobId: string, infos: readonly Info[], now: Date): Promise<void> {
  for (;;) {
    const record = await readStored(objects, keys.record(jobId));
    if (!record || record.value.expiredAt !== undefined || (await replaceByTombstone(objects, record, now))) break;
  }
  await deleteResults(objects, jobId, infos);
}

/** False if the record has been replaced meanwhile. */
async function replaceByTombstone(objects: Objects, { value, etag }: Stored<JobRecord>, now: Date): Promise<boolean> {
  const { artifacts: _artifacts, ...ending } = value.ending;
  const tombstone: JobRecord = { ...value, ending, expiredAt: now.toISOString() };
  return (await replaceRecord(objects, keys.record(value.jobId), etag, tombstone)) !== undefined;
}

async function deleteResults(objects: Objects, jobId: string, infos: readonly Info[]): Promise<number> {
  const gone = infos.map((info) => info.key);
  for await (const { key } of objects.list(keys.picturesOf(jobId))) gone.push(key);
  await objects.delete(gone);
  return gone.length;
}
