import type { Objects } from '../../objects/objects.ts';
import type { UploadSlot } from '../../records/types.ts';
import type { Answer } from '../schema/all.ts';

export function presentSlot(objects: Pick<Objects, 'address'>, slot: UploadSlot): Answer<'UploadSlot'> {
  return {
    documentId: slot.documentId,
    uploadUrl: slot.signed.url,
    accessUrl: objects.address(slot.objectKey),
    objectKey: slot.objectKey,
    expiresAt: slot.signed.expiresAt,
  };
}
