import { isFailure } from '../../packages/engine/src/failure.ts';
import { DEFAULT_LIMITS } from '../../packages/engine/src/limits.ts';
import type { PartReader } from '../../packages/engine/src/part.ts';
import { engineVersion } from '../protocol/engine-version.ts';
import type { FinishOutcome, MergeTask } from '../protocol/worker.ts';
import type { Attempt } from './client.ts';
import { storeAt, type WorkPlace } from './convert-range.ts';
import { storeDocument } from './transfer/store-files.ts';
import { OutdatedPart } from './part-file.ts';
import { startProgress } from './progress.ts';
import { openRemotePart } from './transfer/remote-part.ts';
import { writeDocument } from './write-document.ts';

/** Merges the parts of all ranges into the files of the document: all summaries first, then the pages as a stream. */
export async function mergeParts(attempt: Attempt, task: MergeTask, place: WorkPlace): Promise<FinishOutcome> {
  const progress = startProgress(attempt, attempt.start.reportEveryMs, place.onStop);
  try {
    const { steps } = place;
    const parts = await steps.measure('download', () => openParts(attempt, task, place));
    const { outputBytes } = { ...DEFAULT_LIMITS, ...place.limits };
    const written = await steps.measure('merge', () =>
      writeDocument(parts, { ...task, folder: place.scratch, outputBytes }),
    );
    performance.mark('merged');
    const stored = await steps.measure('store', () => storeDocument(storeAt(attempt, place.base), written));
    const pages = parts.reduce((sum, { summary }) => sum + summary.range.end - summary.range.start + 1, 0);
    const ocrPages = parts.reduce((sum, { summary }) => sum + summary.ocrPages, 0);
    return { outcome: 'succeeded', engine: engineVersion(), ...stored, images: [], pages, ocrPages };
  } catch (error) {
    if (error instanceof OutdatedPart) return { outcome: 'outdated-parts' };
    if (isFailure(error)) return { outcome: 'failed', failure: { code: error.code, message: error.message } };
    throw error;
  } finally {
    progress.stop();
  }
}

/** Their summaries are read; the pages come as a stream while they are merged. */
async function openParts(attempt: Attempt, task: MergeTask, { base }: WorkPlace): Promise<PartReader[]> {
  const { get } = await attempt.urls({ get: task.parts });
  const parts: PartReader[] = [];
  for (const url of get) parts.push(await openRemotePart(base, url));
  return parts;
}
