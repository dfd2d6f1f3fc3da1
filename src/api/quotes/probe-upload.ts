import { fileNameOf } from '../../resource/file-name.ts';
import type { ObjectInfo } from '../../objects/objects.ts';
import type { TaskResult } from '../../protocol/tasks.ts';
import { keys } from '../../records/keys.ts';
import { readRecord, writeRecord } from '../../records/store.ts';
import type { UploadSlot } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import { atOnce } from '../middleware/at-once.ts';
import { unavailable } from '../problem.ts';

/** Uploads that this process is reading, by the key of what will be known of them. */
const underWay = new WeakMap<ApiDeps, Map<string, Promise<TaskResult<'probe'>>>>();

/** A document that takes long is read on after its quote was answered 503, so quotes alone could fill the queue. */
const readAtOnce = atOnce(16);

/**
 * Facts about an upload: its format, bytes, hash and pages. An upload is read once, and what is known of it kept
 * for other quotes and for the job. Where reading takes long, the request is answered 503, and a later one finds the
 * result.
 */
export async function probeUpload(
  deps: ApiDeps,
  slot: UploadSlot & { readonly workspace: string; readonly documentId: string },
  info: ObjectInfo,
): Promise<TaskResult<'probe'>> {
  const key = keys.probe(slot.workspace, slot.documentId, info.etag);
  const known = await readRecord(deps.objects, key);
  if (known) return known;
  const flights = underWay.get(deps) ?? new Map<string, Promise<TaskResult<'probe'>>>();
  underWay.set(deps, flights);
  const probe = async (): Promise<TaskResult<'probe'>> => {
    const probed = await deps.tasks.probe({
      workspace: slot.workspace,
      jobId: slot.documentId,
      key: info.key,
      bytes: info.bytes,
      fileName: fileNameOf(slot.fileName) ?? 'document',
    });
    // Bytes that were replaced meanwhile are not those of the key.
    if ((await deps.objects.head(info.key))?.etag === info.etag) await writeRecord(deps.objects, key, probed);
    return probed;
  };
  const flight = flights.get(key) ?? readAtOnce(slot.workspace, probe).finally(() => flights.delete(key));
  flights.set(key, flight);
  return inTime(flight, deps.settings.documentWait);
}

async function inTime<T>(result: Promise<T>, seconds: number): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, seconds * 1000, 'late');
  try {
    const first = await Promise.race([result, late]);
    if (first === 'late')
      throw unavailable(Math.ceil(seconds), 'The document is still being read. Repeat the request to get the quote.');
    return first;
  } finally {
    clearTimeout(timer);
    result.catch(() => {});
  }
}
