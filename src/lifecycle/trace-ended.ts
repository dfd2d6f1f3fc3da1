import type { JobRecord } from '../records/types.ts';
import { addJobSpan } from '../telemetry/trace.ts';

/** Sends the span of a job that has ended, from its creation on: all others of it are below. */
export function traceEnded({ jobId, workspace, createdAt, spec, ending, trace }: JobRecord): void {
  const { state, failure, source, pageRange, usage, cached } = ending;
  addJobSpan(trace, {
    name: 'job',
    start: Date.parse(createdAt),
    end: Date.now(),
    attributes: {
      'scriptorium.job.id': jobId,
      'scriptorium.workspace': workspace,
      'scriptorium.source.type': spec.source.type,
      'scriptorium.state': state,
      'scriptorium.format': source?.format,
      'scriptorium.bytes': source?.bytes,
      'scriptorium.pages': pageRange && pageRange.end - pageRange.start + 1,
      'scriptorium.pages.ocr': usage.ocrPages,
      'scriptorium.cached': cached,
      'error.type': failure?.code,
    },
    failed: failure?.message,
  });
}
