import { join } from 'node:path';
import { isFailure } from '../convert/failure.ts';
import { DEFAULT_LIMITS } from '../convert/limits.ts';
import { merge } from '../convert/merge.ts';
import type { PartReader } from '../convert/part.ts';
import { engineVersion } from '../job/engine-version.ts';
import type { FinishRequest, MergeTask } from '../job/worker-protocol.ts';
import type { Attempt } from './client.ts';
import { storeMarkdown } from './convert-range.ts';
import type { WorkPlace } from './convert-range.ts';
import { OutdatedPart } from './part-file.ts';
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
    const { warnings } = await merge(parts, (markdown) => text.write(Buffer.from(markdown)), {
      outputBytes,
      emphasis: task.emphasis,
    });
    await text.close();
    performance.mark('merged');
    const markdown = await storeMarkdown(attempt, place.base, text.content());
    const pages = parts.reduce((sum, { summary }) => sum + summary.range.end - summary.range.start + 1, 0);
    const ocrPages = parts.reduce((sum, { summary }) => sum + summary.ocrPages, 0);
    return { outcome: 'succeeded', engine: engineVersion(), markdown, images: [], pages, ocrPages, warnings };
  } catch (error) {
    if (error instanceof OutdatedPart) return { outcome: 'outdated-parts' };
    if (isFailure(error)) return { outcome: 'failed', failure: { code: error.code, message: error.message } };
    throw error;
  } finally {
    progress.stop();
  }
}
