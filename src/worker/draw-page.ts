import { join } from 'node:path';
import { isFailure } from '../convert/failure.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import { pictureOfPage } from '../convert/picture-of-page.ts';
import { MAX_PICTURE_BYTES, type DrawResult } from '../job/task-protocol.ts';
import type { DrawAssignment } from './assignment.ts';
import { download, upload } from './transfer.ts';

/** Draws one page and stores the picture. */
export async function drawPage(assignment: DrawAssignment): Promise<DrawResult> {
  const { base, get, put, bytes, page, password, scratch } = assignment;
  const path = join(scratch, 'input');
  const { sha256 } = await download(base, get, path, bytes);
  if (sha256 !== assignment.sha256)
    return {
      ok: false,
      failure: { code: 'content_hash_mismatch', message: 'The document has changed since it was converted.' },
    };
  let picture: Uint8Array;
  try {
    const file = { path, bytes, ...(password !== undefined && { password }) };
    picture = await pictureOfPage(file, page, { ...DEFAULT_LIMITS, ...assignment.limits });
  } catch (error) {
    if (isFailure(error)) return { ok: false, failure: { code: error.code, message: error.message.slice(0, 2000) } };
    throw error;
  }
  if (picture.length > MAX_PICTURE_BYTES) throw new Error(`A picture has ${picture.length} bytes`);
  await upload(base, put, { head: picture, bytes: picture.length }, 'image/webp');
  return { ok: true };
}
