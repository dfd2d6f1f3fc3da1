import { probe } from '../convert/convert.ts';
import { detect } from '../convert/detect.ts';
import { isFailure } from '../convert/failure.ts';
import { FORMATS } from '../convert/formats.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import type { SourceFacts } from '../job/conversion-job.ts';
import type { JobFailure } from '../job/failure.ts';
import type { ProbeAssignment } from './assignment.ts';
import { download } from './transfer.ts';

export type ProbeAnswer =
  | { readonly outcome: 'probed'; readonly source: SourceFacts }
  /** The document's own fault; its hash is known all the same. */
  | { readonly outcome: 'failed'; readonly failure: JobFailure; readonly sha256: string }
  /** The format is read by native code, which this process may not load. */
  | { readonly outcome: 'needs-native' };

/** Reads the document once: its bytes (to `path`, and their hash), its type by content, its pages. */
export async function probeDocument(assignment: ProbeAssignment, path: string): Promise<ProbeAnswer> {
  const { base, get, fileName, native } = assignment;
  const { sha256, bytes } = await download(base, get, path, assignment.bytes);
  const file = { path, bytes, ...(fileName !== undefined && { fileName }) };
  try {
    if (!native && FORMATS[await detect(file)].native) return { outcome: 'needs-native' };
    const { format, pages, scanned } = await probe(file, { ...DEFAULT_LIMITS, ...assignment.limits });
    const { ranged, native: needsNative } = FORMATS[format];
    return { outcome: 'probed', source: { format, bytes, sha256, pages, scanned, ranged, native: needsNative } };
  } catch (error) {
    if (isFailure(error)) return { outcome: 'failed', failure: { code: error.code, message: error.message }, sha256 };
    throw error;
  }
}
