import { join } from 'node:path';
import { isFailure } from '../convert/failure.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import { pictureOfPage } from '../convert/picture-of-page.ts';
import type { JobFailure } from '../job/failure.ts';
import type { DrawAssignment } from './assignment.ts';
import type { Channel } from './channel.ts';
import { download, upload } from './transfer.ts';

export type DrawAnswer = { readonly ok: true } | { readonly ok: false; readonly failure: JobFailure };

/** Draws one page and stores the picture. */
export async function drawPage(channel: Channel, assignment: DrawAssignment): Promise<DrawAnswer> {
  const { base, get, bytes, page, scratch } = assignment;
  const path = join(scratch, 'input');
  const { sha256 } = await download(base, get, path, bytes);
  if (sha256 !== assignment.sha256)
    return {
      ok: false,
      failure: { code: 'content_hash_mismatch', message: 'The document is not the one that was converted.' },
    };
  let picture: Uint8Array;
  try {
    picture = await pictureOfPage({ path, bytes }, page, { ...DEFAULT_LIMITS, ...assignment.limits });
  } catch (error) {
    if (isFailure(error)) return { ok: false, failure: { code: error.code, message: error.message } };
    throw error;
  }
  // A signed PUT names the exact length, which is known only now.
  channel.send({ type: 'drawn', bytes: picture.length });
  const { put } = (await channel.next()) as { put: string };
  await upload(base, put, { head: picture, bytes: picture.length }, 'image/webp');
  return { ok: true };
}
