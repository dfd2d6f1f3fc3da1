import type { Follower, Jobs } from '../runtime/jobs.ts';
import type { ConversionJob } from '../resource/conversion-job.ts';
import { jobIdOf } from '../resource/ids.ts';
import { hasEnded } from '../resource/lifecycle.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';

export interface FinishedSweepDeps {
  readonly jobs: Pick<Jobs, 'delete'>;
  readonly follower: Pick<Follower, 'list'>;
  readonly objects: Objects;
  /** Resources of finished jobs that are kept, at most. */
  readonly maxFinished: number;
}

const AT_ONCE = 8;

/**
 * Deletes the resources that finished first, before their time, where there are more than may be kept. Their records
 * stay. Answers how many it deleted.
 */
export async function sweepFinished({ jobs, follower, objects, maxFinished }: FinishedSweepDeps): Promise<number> {
  const finished = follower.list().filter(hasEnded);
  if (finished.length <= maxFinished) return 0;
  const oldest = finished
    .sort((a, b) => (finishedAt(a) < finishedAt(b) ? -1 : 1))
    .slice(0, finished.length - maxFinished);
  let deleted = 0;
  const remove = async (job: ConversionJob): Promise<void> => {
    // As with every resource: not before the job can be read without it.
    if ((await objects.head(keys.record(jobIdOf(job.metadata)))) === undefined) return;
    const { name, uid, resourceVersion } = job.metadata;
    if ((await jobs.delete(name, { uid, resourceVersion })).written) deleted += 1;
  };
  for (let first = 0; first < oldest.length; first += AT_ONCE)
    await Promise.all(oldest.slice(first, first + AT_ONCE).map(remove));
  return deleted;
}

const finishedAt = ({ status, metadata }: ConversionJob): string => status?.finishedAt ?? metadata.creationTimestamp;
