import { join } from 'node:path';
import { isFailure } from '../convert/failure.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import { merge } from '../convert/merge.ts';
import type { PartReader } from '../convert/part.ts';
import type { FinishRequest, MergeTask } from '../job/worker-protocol.ts';
import type { Attempt } from './client.ts';
import { MARKDOWN_TYPE, storeFile } from './convert-range.ts';
import type { WorkPlace } from './convert-range.ts';
import { startProgress } from './progress.ts';
import { openRemotePart } from './remote-part.ts';
import { createSpillFile } from './spill-file.ts';

/** Merges the parts of all ranges into `document.md`: all summaries first, then the pages as a stream. */
export async function mergeParts(attempt: Attempt, task: MergeTask, place: WorkPlace): Promise<FinishRequest> {
  const progress = startProgress(attempt, attempt.start.reportEveryMs, place.onStop);
  try {
    const { get } = await attempt.urls({ get: task.parts });
    const parts: PartReader[] = [];
    for (const url of get) parts.push(await openRemotePart(place.base, url));
    const text = createSpillFile(join(place.scratch, 'document.md'));
    const { outputBytes } = { ...DEFAULT_LIMITS, ...place.limits };
    const { warnings } = await merge(parts, (markdown) => text.write(Buffer.from(markdown)), { outputBytes });
    await text.close();
    performance.mark('merged');
    const markdown = await storeFile(attempt, place.base, 'document.md', text.content(), MARKDOWN_TYPE);
    const pages = parts.reduce((sum, { summary }) => sum + summary.range.end - summary.range.start + 1, 0);
    const ocrPages = parts.reduce((sum, { summary }) => sum + summary.ocrPages, 0);
    return { outcome: 'succeeded', markdown, images: [], pages, ocrPages, warnings };
  } catch (error) {
    if (isFailure(error)) return { outcome: 'failed', failure: { code: error.code, message: error.message } };
    throw error;
  } finally {
    progress.stop();
  }
}
