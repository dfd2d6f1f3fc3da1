import type { JobSettings } from '../job/settings.ts';
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
  for (const prefix of [keys.works, keys.inputs]) deleted += await dropLeftovers(deps, prefix);
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

/** Outcomes and inputs whose job has ended (no intent), an hour after they were written. */
async function dropLeftovers(deps: RetentionDeps, prefix: string): Promise<number> {
  let deleted = 0;
  const ended = new Map<string, boolean>();
  for await (const info of deps.objects.list(prefix)) {
    if (agedBy(deps, info) < 3600) continue;
    const jobId = jobOf(info.key);
    if (!ended.has(jobId)) ended.set(jobId, (await deps.objects.head(keys.intent(jobId))) === undefined);
    if (!ended.get(jobId)) continue;
    await deps.objects.delete([info.key]);
    deleted++;
  }
  return deleted;
}

async function dropOlder(deps: RetentionDeps, prefix: string, seconds: number, most = Infinity): Promise<number> {
  let deleted = 0;
  for await (const info of deps.objects.list(prefix)) {
    if (agedBy(deps, info) <= seconds && info.bytes <= most) continue;
    await deps.objects.delete([info.key]);
    deleted++;
  }
  return deleted;
}
