import { probe } from '../convert/convert.ts';
import { isFailure } from '../convert/failure.ts';
import { FORMATS } from '../convert/formats.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import type { ProbeResult } from '../job/task-protocol.ts';
import type { ProbeAssignment } from './assignment.ts';
import { download } from './transfer.ts';

/**
 * Reads the document once: its bytes (to `path`, and their hash), its type by content, its pages. Undefined when the
 * format is read by native code, which this process may not load.
 */
export async function probeDocument(assignment: ProbeAssignment, path: string): Promise<ProbeResult | undefined> {
  const { base, get, fileName, password, native } = assignment;
  const { sha256, bytes } = await download(base, get, path, assignment.bytes);
  const file = {
    path,
    bytes,
    ...(fileName !== undefined && { fileName }),
    ...(password !== undefined && { password }),
  };
  try {
    const limits = { ...DEFAULT_LIMITS, ...assignment.limits };
    const probed = await probe(file, { limits, scratch: assignment.scratch, native: native ? 'allow' : 'refuse' });
    if (probed === 'needs-native') return undefined;
    const { format, pages, scanned } = probed;
    const { ranged, native: needsNative } = FORMATS[format];
    return { ok: true, source: { format, bytes, sha256, pages, scanned, ranged, native: needsNative } };
  } catch (error) {
    if (isFailure(error))
      return { ok: false, failure: { code: error.code, message: error.message.slice(0, 2000) }, sha256 };
    throw error;
  }
}
