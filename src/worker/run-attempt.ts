import { EXIT, type FinishRequest } from '../job/worker-protocol.ts';
import type { ConvertAssignment } from './assignment.ts';
import { bounded, isStopped, startAttempt } from './client.ts';
import { convertRange } from './convert-range.ts';
import { mergeParts } from './merge-parts.ts';
import { Unavailable } from './retry.ts';

/** Starts the attempt, does its task and writes its outcome. Returns the exit code. */
export async function runAttempt(assignment: ConvertAssignment): Promise<number> {
  try {
    const { base, launchToken, index, instance, scratch, limits, ocrDataFolder } = assignment;
    const attempt = await startAttempt(base, launchToken, { index, instance });
    if (!attempt) return EXIT.done;
    performance.mark('assigned');
    const place = {
      base,
      scratch,
      ...(limits && { limits }),
      ...(ocrDataFolder !== undefined && { ocrDataFolder }),
      onStop: () => process.exit(EXIT.stopped),
    };
    const { task } = attempt.start;
    const outcome =
      task.kind === 'convert' ? await convertRange(attempt, task, place) : await mergeParts(attempt, task, place);
    performance.mark('stored');
    const { recorded } = await attempt.finish(bounded(outcome));
    performance.mark('finished');
    return recorded ? exitCode(outcome) : EXIT.done;
  } catch (error) {
    if (isStopped(error)) return EXIT.stopped;
    if (!(error instanceof Unavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT.unavailable;
  }
}

function exitCode({ outcome }: FinishRequest): number {
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
