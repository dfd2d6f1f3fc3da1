import type { FinishOutcome, Step, Timing } from '../../protocol/worker.ts';
import type { PageRange } from '../../resource/ranges.ts';
import { addSpan, type SpanAttributes } from '../../telemetry/trace.ts';

export interface TracedAttempt {
  /** Of the job. */
  readonly traceparent: string;
  /** Of the merge: undefined. */
  readonly range: PageRange | undefined;
  readonly index: number;
  readonly attempt: string;
  readonly timing: Timing;
  readonly outcome: FinishOutcome;
}

/**
 * Adds the spans of an attempt that has just finished: itself, its steps, and the pages of OCR below the step that
 * reads. A converter opens documents, so it has no way to a collector: it reports its steps, and they are sent here.
 */
export function traceAttempt({ traceparent, range, index, attempt, timing, outcome }: TracedAttempt): void {
  const now = Date.now();
  const attributes: SpanAttributes = {
    'scriptorium.attempt.id': attempt,
    'scriptorium.attempt.index': index,
    ...(range && { 'scriptorium.pages.start': range.start, 'scriptorium.pages.end': range.end }),
    'scriptorium.attempt.outcome': outcome.outcome,
    ...(outcome.outcome === 'succeeded' && { 'scriptorium.pages.ocr': outcome.ocrPages }),
  };
  const failed = outcome.outcome === 'failed' ? outcome.failure.code : undefined;
  const name = range ? 'convert range' : 'merge ranges';
  const attemptSpan = addSpan(traceparent, { name, start: now - timing.agoMs, end: now, attributes, failed });
  const add = (parent: string | undefined, { step, agoMs, ms }: Step): string | undefined => {
    const start = now - Math.min(agoMs, timing.agoMs);
    return addSpan(parent, { name: step, start, end: Math.min(now, start + ms) });
  };
  const isOcr = ({ step }: Step): boolean => step === 'ocr';
  let read: string | undefined;
  for (const step of timing.steps.filter((one) => !isOcr(one))) {
    const span = add(attemptSpan, step);
    if (step.step === 'read') read = span;
  }
  for (const step of timing.steps.filter(isOcr)) add(read ?? attemptSpan, step);
}
