import type { Objects } from '../../objects/objects.ts';
import type { BatchState } from '../../records/batches.ts';
import { keys } from '../../records/keys.ts';
import { readStored } from '../../records/store.ts';
import type { ConversionBatch } from '../../resource/batch.ts';
import { batchIdOf } from '../../resource/ids.ts';
import type { JobSettings } from '../../resource/settings.ts';
import type { Jobs, Resources } from '../../runtime/jobs.ts';
import { inParallel } from './pass.ts';

interface DeletedDeps {
  readonly objects: Objects;
  readonly jobs: Jobs;
  readonly now: () => Date;
}

/** So long the API may take from the state of a batch to its resource. */
const YOUNG_MS = 10 * 60_000;

export const cancelOpen = (jobs: Jobs, { open }: BatchState): Promise<void> =>
  inParallel(open, async ({ jobId }) => void (await jobs.cancel(jobId)));

/** The jobs of a batch that was deleted are canceled, and what was stored of it goes. */
export async function discardBatch({ objects, jobs }: DeletedDeps, id: string): Promise<void> {
  const stored = await readStored(objects, keys.batch(id));
  if (stored) await cancelOpen(jobs, stored.value);
  const all: string[] = [];
  for await (const { key } of objects.list(keys.batchOf(id))) all.push(key);
  // The state last: while it is there, the rest is found again.
  const state: string = keys.batch(id);
  await objects.delete(all.filter((key) => key !== state));
  await objects.delete([state]);
}

/** Finds batches that were deleted while no controller ran. */
export async function discardDeleted(deps: DeletedDeps, batches: readonly ConversionBatch[]): Promise<void> {
  const live = new Set(batches.map(({ metadata }) => batchIdOf(metadata)));
  const known = new Set<string>();
  for await (const { key } of deps.objects.list(keys.batches)) known.add(key.split('/')[1]!);
  for (const id of known) {
    const stored = live.has(id) ? undefined : await readStored(deps.objects, keys.batch(id));
    if (stored && deps.now().getTime() - Date.parse(stored.value.createdAt) > YOUNG_MS) await discardBatch(deps, id);
  }
}

/** Node runs a longer one at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Deletes the resource of a batch that ended long enough ago, or says when to look again. What is stored of the batch
 * goes when its deletion is seen.
 */
export async function deleteInTime(
  {
    batches,
    settings,
    now,
  }: {
    readonly batches: Resources<ConversionBatch>;
    readonly settings: JobSettings;
    readonly now: () => Date;
  },
  { metadata: { name, uid, resourceVersion }, spec, status }: ConversionBatch,
): Promise<{ readonly againInMs?: number } | void> {
  const seconds = spec.ttlSecondsAfterFinished ?? settings.artifactRetention;
  const left = Date.parse(status?.finishedAt ?? '') + seconds * 1000 - now().getTime();
  if (left > 0) return { againInMs: Math.min(left, LONGEST_TIMER_MS) };
  await batches.delete(name, { uid, resourceVersion });
}
