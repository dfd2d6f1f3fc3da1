import { Readable } from 'node:stream';
import type { Objects } from '../../objects/objects.ts';
import type { BatchFailure, BatchState } from '../../records/batches.ts';
import { keys } from '../../records/keys.ts';

/** Failures as JSON Lines. */
export const failureLines = (failures: readonly BatchFailure[]): string =>
  failures.map((failure) => `${JSON.stringify(failure)}\n`).join('');

/** All failures of a batch as JSON Lines, from the files that its state names. */
export const readFailures = (objects: Objects, state: BatchState): Readable =>
  Readable.from(read(objects, state), { objectMode: false });

async function* read(objects: Objects, { id, failureFiles, newFailures }: BatchState): AsyncGenerator<Buffer> {
  for (const file of failureFiles) {
    const stored = await objects.get(keys.batchFailures(id, file));
    if (stored) yield Buffer.from(stored.body);
  }
  if (newFailures.length > 0) yield Buffer.from(failureLines(newFailures));
}
