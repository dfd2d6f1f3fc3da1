import { pagesIn } from '../resource/ranges.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Ending, JobRecord } from '../records/types.ts';

/**
 * Counts a job that ended. Whoever ends it does: the controller, a sweep, or the API, which refuses at admission and
 * cancels.
 */
export function countEnded(metrics: Metrics, { createdAt, ending }: Pick<JobRecord, 'createdAt' | 'ending'>): void {
  const { state, failure, partial, finishedAt, pageRange, source, cached, usage } = ending;
  metrics.jobsEnded.inc({ state, reason: failure?.code ?? (partial ? 'partial' : state) });
  metrics.jobSeconds.observe({ state }, (Date.parse(finishedAt) - Date.parse(createdAt)) / 1000);
  if (state === 'succeeded' && pageRange && source && !cached)
    countPages(metrics, { format: source.format, pages: pagesIn(pageRange), usage });
}

function countPages(
  metrics: Metrics,
  { format, pages, usage }: { readonly format: string; readonly pages: number; readonly usage: Ending['usage'] },
): void {
  const { ocrPages = 0, durationMs = 0 } = usage;
  if (pages > ocrPages) metrics.pages.inc({ format, ocr: 'no' }, pages - ocrPages);
  if (ocrPages > 0) metrics.pages.inc({ format, ocr: 'yes' }, ocrPages);
  metrics.pageSeconds.observe({ format, ocr: ocrPages > 0 ? 'yes' : 'no' }, durationMs / 1000 / pages);
}
