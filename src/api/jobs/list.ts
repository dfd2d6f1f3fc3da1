import { partsOf } from '../../accounting/checkpoints.ts';
import { createdAtOf, type JobState } from '../../job/conversion-job.ts';
import { jobIdOf } from '../../job/ids.ts';
import { keys } from '../../records/keys.ts';
import type { ApiDeps } from '../deps.ts';
import { invalidRequest } from '../problem.ts';
import { findJob, type KnownJob } from './find.ts';
import { presentJob, stateOf } from './present.ts';

export interface ListOptions {
  readonly limit: number;
  readonly after?: string;
  readonly status?: JobState;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const READ_AT_ONCE = 25;

/** Where a job stands in the list. */
interface Place {
  readonly day: string;
  readonly jobId: string;
}

/** One page of a workspace's jobs: by the day that they were made, newest first, and within a day by their ids. */
export async function listPage(
  deps: ApiDeps,
  workspace: string,
  { limit, after, status }: ListOptions,
  present: (known: KnownJob) => object | Promise<object> = presentJob,
): Promise<{ readonly jobs: readonly object[]; readonly nextAfter?: string }> {
  const jobs: object[] = [];
  let last: Place | undefined;
  for await (const { place, known } of jobsAfter(deps, workspace, after === undefined ? undefined : readPlace(after))) {
    if (status !== undefined && stateOf(known) !== status) continue;
    if (last && jobs.length === limit) return { jobs, nextAfter: `${last.day}_${last.jobId}` };
    jobs.push(await present(known));
    last = place;
  }
  return { jobs };
}

function readPlace(text: string): Place {
  const match = /^(\d{4}-\d{2}-\d{2})_([A-Za-z0-9-]{1,100})$/.exec(text);
  if (!match) throw invalidRequest('after must be the nextAfter of another page.');
  return { day: match[1]!, jobId: match[2]! };
}

async function* jobsAfter(
  deps: ApiDeps,
  workspace: string,
  after: Place | undefined,
): AsyncGenerator<{ readonly place: Place; readonly known: KnownJob }> {
  for await (const day of daysAfter(deps, workspace, after)) {
    for (let start = 0; start < day.length; start += READ_AT_ONCE) {
      const places = day.slice(start, start + READ_AT_ONCE);
      const found = await Promise.all(places.map(({ jobId }) => findJob(deps, workspace, jobId)));
      for (const [i, known] of found.entries()) if (known) yield { place: places[i]!, known };
    }
  }
}

/** The jobs of each day: those that have a receipt of the day, and those that have a resource. */
async function* daysAfter(deps: ApiDeps, workspace: string, after: Place | undefined): AsyncGenerator<Place[]> {
  const live = deps.follower
    .list()
    .filter(({ spec }) => spec.workspace === workspace)
    .map(({ metadata }) => ({ day: createdAtOf(metadata).slice(0, 10), jobId: jobIdOf(metadata) }));
  for (let ago = 0; ago < DAYS; ago++) {
    const day = new Date(deps.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10);
    if (after && day > after.day) continue;
    const ids = new Set(live.filter((job) => job.day === day).map(({ jobId }) => jobId));
    const folder = keys.receiptsOfDay(workspace, day);
    for await (const { key } of deps.objects.list(folder)) ids.add(partsOf(`${day}/${key.slice(folder.length)}`).jobId);
    const sorted = [...ids].sort((a, b) => (a < b ? 1 : -1));
    yield sorted.filter((jobId) => !after || day < after.day || jobId < after.jobId).map((jobId) => ({ day, jobId }));
  }
}
