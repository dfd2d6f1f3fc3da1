import type { Step, Timing } from '../protocol/worker.ts';

/** Of a document, so many steps are reported at most: a page of OCR is one. */
export const MOST_STEPS = 500;

/** A step with its time; steps follow each other or run side by side. */
export interface Steps {
  measure<T>(step: Step['step'], run: () => Promise<T>): Promise<T>;
  /** Adds what another process measured since it was asked, at `askedAt` (`performance.now()`). */
  add(steps: readonly Step[], askedAt: number): void;
  list(): readonly Step[];
  /** With the time since `began`. */
  timing(): Timing;
}

interface Taken {
  readonly step: Step['step'];
  readonly start: number;
  readonly end: number;
}

/** `began`: when the whole of it began (`performance.now()`). */
export function openSteps(began = performance.now()): Steps {
  const taken: Taken[] = [];
  const steps: Steps = {
    measure: async (step, run) => {
      const start = performance.now();
      try {
        return await run();
      } finally {
        taken.push({ step, start, end: performance.now() });
      }
    },
    add: (measured, askedAt) => {
      const now = performance.now();
      for (const { step, agoMs, ms } of measured) {
        const start = Math.max(askedAt, now - agoMs);
        taken.push({ step, start, end: Math.min(now, start + ms) });
      }
    },
    list: () => {
      const now = performance.now();
      return taken
        .slice(0, MOST_STEPS)
        .map(({ step, start, end }) => ({ step, agoMs: rounded(now - start), ms: rounded(end - start) }));
    },
    timing: () => ({ agoMs: rounded(performance.now() - began), steps: steps.list() }),
  };
  return steps;
}

const rounded = (ms: number): number => Math.max(0, Math.round(ms * 100) / 100);

/** The name under which `packages/engine/src` measures a page of OCR. */
const OCR = 'ocr';

/** Adds what was measured in this process, and forgets it. */
export function addMeasured(steps: Steps, askedAt: number): void {
  const now = performance.now();
  const measured = performance
    .getEntriesByName(OCR, 'measure')
    .map(({ startTime, duration }): Step => ({ step: 'ocr', agoMs: now - startTime, ms: duration }));
  performance.clearMeasures(OCR);
  steps.add(measured, askedAt);
}
