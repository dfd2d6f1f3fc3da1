import { join } from 'node:path';
import { EXIT } from '../job/worker-protocol.ts';
import type { FinishRequest } from '../job/worker-protocol.ts';
import type { ConvertAssignment, DrawAssignment, ProbeAssignment } from './assignment.ts';
import type { Channel } from './channel.ts';
import { bounded, isStopped, startAttempt } from './client.ts';
import { convertRange } from './convert-range.ts';
import type { LocalInput } from './convert-range.ts';
import { mergeParts } from './merge-parts.ts';
import { probeDocument } from './probe.ts';
import { Unavailable } from './retry.ts';
import { readyFor } from './warm-up.ts';

/**
 * One document in this process's life: an index of a launch, a page to draw, or a probe, which an index of the same job
 * may follow.
 */
export async function runConverter(channel: Channel): Promise<void> {
  const assignment = (await readyFor(channel)) as ConvertAssignment | ProbeAssignment | DrawAssignment;
  if (assignment.mode === 'convert') process.exit(await runAttempt(assignment));
  if (assignment.mode === 'draw') {
    const { drawPage } = await import('./draw-page.ts');
    channel.send({ type: 'result', result: await drawPage(assignment) });
    process.exit(EXIT.done);
  }
  const path = join(assignment.scratch, 'input');
  const probed = await probeDocument(assignment, path);
  if (!probed) process.exit(EXIT.needsNative);
  channel.send({ type: 'result', result: probed });
  // The parent ends this process, or goes on with it.
  const next = (await channel.next()) as ConvertAssignment;
  process.exit(
    await runAttempt(
      next,
      probed.ok && assignment.key !== undefined
        ? { key: assignment.key, sha256: probed.source.sha256, path }
        : undefined,
    ),
  );
}

/** Starts the attempt, does its task and writes its outcome. Returns the exit code. */
export async function runAttempt(assignment: ConvertAssignment, here?: LocalInput): Promise<number> {
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
      ...(here && { here }),
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
