import type { JobSettings } from '../resource/settings.ts';
import { expireJob } from '../lifecycle/expire.ts';
import type { Objects, ObjectInfo } from '../objects/objects.ts';
import { jobOf, keys } from '../records/keys.ts';

export interface RetentionDeps {
  readonly objects: Objects;
  readonly settings: JobSettings;
  readonly now: () => Date;
}

const DAY = 24 * 60 * 60;

/**
 * Deletes what has had its time: artifacts (their job becomes a tombstone, `expired`; its receipt stays), uploads,
 * quotes, idempotency records, and outcomes and inputs of jobs that have ended. Returns how many objects went.
 */
export async function sweepRetention(deps: RetentionDeps): Promise<number> {
  const { settings } = deps;
  let deleted = 0;
  deleted += await expireResults(deps);
  const unfinished = await unfinishedJobs(deps);
  for (const prefix of [keys.works, keys.inputs]) deleted += await dropLeftovers(deps, prefix, unfinished);
  // A signed URL of S3 cannot bound what is put there.
  deleted += await dropOlder(deps, keys.uploads, settings.artifactRetention, settings.maxUploadBytes);
  deleted += await dropOlder(deps, keys.slots, settings.artifactRetention);
  deleted += await dropOlder(deps, keys.pictures, settings.artifactRetention);
  deleted += await dropOlder(deps, keys.quotes, settings.quoteLifetime + DAY);
  deleted += await dropOlder(deps, keys.idempotencies, settings.idempotencyWindow);
  deleted += await dropOlder(deps, keys.caches, settings.artifactRetention);
  return deleted;
}

const agedBy = (deps: RetentionDeps, info: ObjectInfo): number =>
  (deps.now().getTime() - info.modifiedAt.getTime()) / 1000;

async function expireResults(deps: RetentionDeps): Promise<number> {
  let deleted = 0;
  let batch: { jobId: string; infos: ObjectInfo[] } | undefined;
  const finish = async (): Promise<void> => {
    if (batch && batch.infos.every((info) => agedBy(deps, info) > deps.settings.artifactRetention))
      deleted += await expireJob(deps.objects, batch.jobId, batch.infos, deps.now());
  };
  for await (const info of deps.objects.list(keys.results)) {
    const jobId = jobOf(info.key);
    if (batch?.jobId !== jobId) {
      await finish();
      batch = { jobId, infos: [] };
    }
    batch.infos.push(info);
  }
  await finish();
  return deleted;
}

async function unfinishedJobs({ objects }: RetentionDeps): Promise<ReadonlySet<string>> {
  const unfinished = new Set<string>();
  for await (const { key } of objects.list(keys.intents)) unfinished.add(jobOf(key));
  return unfinished;
}

/**
 * Outcomes and inputs whose job has ended (no intent), an hour after they were written. `unfinished` was listed before:
 * what a job that began since has written is younger.
 */
const dropLeftovers = (deps: RetentionDeps, prefix: string, unfinished: ReadonlySet<string>): Promise<number> =>
  dropWhere(deps, prefix, (info) => Promise.resolve(agedBy(deps, info) >= 3600 && !unfinished.has(jobOf(info.key))));

const dropOlder = (deps: RetentionDeps, prefix: string, seconds: number, most = Infinity): Promise<number> =>
  dropWhere(deps, prefix, (info) => Promise.resolve(agedBy(deps, info) > seconds || info.bytes > most));

const BATCH = 1000;

/** Deletes in batches; answers how many went. */
async function dropWhere(
  { objects }: RetentionDeps,
  prefix: string,
  isDue: (info: ObjectInfo) => Promise<boolean>,
): Promise<number> {
  let deleted = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    await objects.delete(batch);
    deleted += batch.length;
    batch = [];
  };
  for await (const info of objects.list(prefix)) {
    if (!(await isDue(info))) continue;
    batch.push(info.key);
    if (batch.length >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return deleted;
}
