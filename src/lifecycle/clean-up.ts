import type { Launcher } from '../runtime/launcher.ts';
import { PART_NAME } from '../protocol/worker.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';

export interface CleanUpDeps {
  readonly objects: Objects;
  readonly launcher: Launcher;
  readonly ledger: Ledger;
}

/** Ends the processes of an ended job and deletes what only its conversion needed. */
export async function cleanUp(
  deps: CleanUpDeps,
  jobId: string,
  { end, single }: { readonly end: boolean; readonly single: boolean },
): Promise<void> {
  await (end ? deps.launcher.end(jobId) : deps.launcher.forget(jobId));
  // That went together with the intent.
  if (single && !end) return;
  const work = single ? workOfOneRange(jobId) : [keys.input(jobId), ...(await outcomesAndParts(deps.objects, jobId))];
  await deps.objects.delete(work);
}

/** Objects that only the conversion of a document of one range needed. */
export const workOfOneRange = (jobId: string): string[] => [
  keys.input(jobId),
  keys.outcome(jobId, 0),
  keys.nativeMark(jobId, 0),
];

/**
 * Ends what runs for a job and forgets what was converted, so that it is converted again from its input. The outcome
 * that asked for it goes last: until then, this is repeated.
 */
export async function forgetConversion(deps: CleanUpDeps, jobId: string, asked: number): Promise<void> {
  await deps.launcher.end(jobId);
  await deps.ledger.forgetProgress(jobId);
  const last: string = keys.outcome(jobId, asked);
  // What the converter class was asked stays asked.
  const readings = keys.readings(jobId);
  const forgotten = await outcomesAndParts(deps.objects, jobId);
  await deps.objects.delete(forgotten.filter((key) => key !== last && !key.startsWith(readings)));
  await deps.objects.delete([last]);
}

async function outcomesAndParts(objects: Objects, jobId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of objects.list(keys.work(jobId))) found.push(key);
  for await (const { key } of objects.list(keys.resultsOf(jobId))) if (key.endsWith(`/${PART_NAME}`)) found.push(key);
  return found;
}
