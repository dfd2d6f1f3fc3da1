import { EXIT, type FinishOutcome } from '../protocol/worker.ts';
import type { ConvertAssignment } from './assignment.ts';
import { bounded, isStopped, startAttempt } from './client.ts';
import { convertRange } from './convert-range.ts';
import { mergeParts } from './merge-parts.ts';
import { Unavailable } from './transfer/retry.ts';
import { openSteps } from './steps.ts';

/**
 * Starts the attempt, does its task and writes its outcome. Returns the exit code. `began`: when its reported time
 * begins; `onStarted` hears of what trace it is a part.
 */
export async function runAttempt(
  assignment: ConvertAssignment,
  { began, onStarted }: { readonly began?: number; readonly onStarted?: (traceparent?: string) => void } = {},
): Promise<number> {
  const steps = openSteps(began);
  try {
    const { base, launchToken, index, instance, scratch, limits, ocrDataFolder } = assignment;
    const attempt = await startAttempt(base, launchToken, { index, instance });
    if (!attempt) return EXIT.done;
    performance.mark('assigned');
    const { task, traceparent } = attempt.start;
    onStarted?.(traceparent);
    const place = {
      base,
      scratch,
      ...(limits && { limits }),
      ...(ocrDataFolder !== undefined && { ocrDataFolder }),
      steps,
      onStop: () => process.exit(EXIT.stopped),
    };
    const outcome =
      task.kind === 'convert' ? await convertRange(attempt, task, place) : await mergeParts(attempt, task, place);
    performance.mark('stored');
    const timing = traceparent === undefined ? {} : { timing: steps.timing() };
    const { recorded } = await attempt.finish({ ...bounded(outcome), ...timing });
    performance.mark('finished');
    return recorded ? exitCode(outcome) : EXIT.done;
  } catch (error) {
    if (isStopped(error)) return EXIT.stopped;
    if (!(error instanceof Unavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT.unavailable;
  }
}

function exitCode({ outcome }: FinishOutcome): number {
  switch (outcome) {
    case 'succeeded':
    case 'outdated-parts':
      return EXIT.done;
    case 'failed':
      return EXIT.failure;
    case 'needs-native':
      return EXIT.needsNative;
  }
}
