import { firstJobId, jobIdOf } from '../../job/ids.ts';
import { partsOf } from '../../accounting/checkpoints.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import type { ApiDeps } from '../deps.ts';
import { endedOf, liveOf, readJobRecord, type KnownJob } from '../jobs/find.ts';
import { presentNamed } from '../jobs/named.ts';

const LISTED = 50;
const DAYS = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The workspace's newest jobs: those that have a resource, and those whose receipts are of the last days. No more are
 * read than are shown.
 */
export async function recentJobs(deps: ApiDeps, workspace: string): Promise<object[]> {
  const live = await newestLive(deps, workspace);
  const since = live.length < LISTED ? '' : live.map(({ base }) => base.createdAt).sort()[0]!;
  const ended = await newestEnded(deps, workspace, since);
  // A record says more than a status that lags.
  const found = new Map([...live, ...ended].map((known) => [known.base.jobId, known]));
  const jobs = [...found.values()].sort((a, b) => (a.base.createdAt < b.base.createdAt ? 1 : -1)).slice(0, LISTED);
  return Promise.all(jobs.map((known) => presentNamed(deps, known)));
}

async function newestLive(deps: ApiDeps, workspace: string): Promise<KnownJob[]> {
  const resources = deps.follower.list().filter((job) => job.spec.workspace === workspace);
  const newest = resources
    .sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? 1 : -1))
    .slice(0, LISTED);
  return Promise.all(
    newest.map(async (job) => liveOf(job, await readRecord(deps.objects, keys.intent(jobIdOf(job.metadata))))),
  );
}

/** Those that ended last, of the jobs made since then: their receipts lie under the day that they were made. */
async function newestEnded(deps: ApiDeps, workspace: string, since: string): Promise<KnownJob[]> {
  const ids: string[] = [];
  for (let day = 0; day < DAYS && ids.length < LISTED; day++) {
    const date = new Date(deps.now().getTime() - day * DAY_MS).toISOString().slice(0, 10);
    if (date < since.slice(0, 10)) break;
    const folder = keys.receiptsOfDay(workspace, date);
    const startAfter = since.startsWith(date) ? folder + firstJobId(new Date(since)) : '';
    const ofDay: { readonly jobId: string; readonly at: number }[] = [];
    for await (const { key, modifiedAt } of deps.objects.list(folder, { startAfter })) {
      ofDay.push({ jobId: partsOf(`${date}/${key.slice(folder.length)}`).jobId, at: modifiedAt.getTime() });
    }
    for (const { jobId } of ofDay.sort((a, b) => b.at - a.at).slice(0, LISTED - ids.length)) ids.push(jobId);
  }
  const records = await Promise.all(ids.map((jobId) => readJobRecord(deps, jobId)));
  return records.filter((record) => record?.workspace === workspace).map((record) => endedOf(record!));
}
