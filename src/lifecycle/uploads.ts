import type { JobFailure } from '../failures/failure.ts';
import { isDocumentId } from '../resource/ids.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import type { UploadSlot } from '../records/types.ts';

/** A workspace's upload slot; undefined for an unknown id, and for a text that cannot be one, however long it is. */
export async function readSlot(
  objects: Objects,
  workspace: string,
  documentId: string,
): Promise<UploadSlot | undefined> {
  return isDocumentId(documentId) ? await readRecord(objects, keys.slot(workspace, documentId)) : undefined;
}

/** Why an upload is not read: a signed address of S3 cannot bound its length, so a larger one may be there. */
export function uploadTooLarge(bytes: number, most: number): JobFailure | undefined {
  return bytes > most
    ? { code: 'limit_exceeded', message: `The upload has ${bytes} bytes, which exceeds the limit of ${most}.` }
    : undefined;
}
