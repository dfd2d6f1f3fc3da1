import { call, type Job } from '../client.ts';
import { state, update } from '../state.ts';

/** Jobs of one page of the list, and the most that are read again at once. */
const PAGE = 50;
const MOST = 200;

interface JobPage {
  readonly jobs: readonly Job[];
  readonly next?: string;
  readonly sortedAmong?: number;
}

/** Reads the list again, as far as it is loaded. */
export async function refreshJobs(): Promise<void> {
  const { jobs, listed } = state();
  const limit = listed ? Math.min(MOST, Math.max(PAGE, jobs.length)) : PAGE;
  const page = await readPage(limit);
  if (!page) return;
  const rest = listed && jobs.length > limit ? jobs.slice(limit) : [];
  const ids = new Set(page.jobs.map(({ id }) => id));
  update({
    jobs: [...page.jobs, ...rest.filter(({ id }) => !ids.has(id))],
    next: rest.length > 0 ? state().next : page.next,
    sortedAmong: page.sortedAmong,
    listed: true,
  });
}

/** Adds the next page to the list. */
export async function loadMore(): Promise<void> {
  const { next } = state();
  if (next === undefined) return;
  const page = await readPage(PAGE, next);
  if (!page) return;
  const ids = new Set(state().jobs.map(({ id }) => id));
  update({ jobs: [...state().jobs, ...page.jobs.filter(({ id }) => !ids.has(id))], next: page.next });
}

/** Undefined where the list was asked for again meanwhile. */
async function readPage(limit: number, cursor?: string): Promise<JobPage | undefined> {
  const { search, status, sort, ascending } = state().query;
  const request = state().listRequests + 1;
  update({ listRequests: request });
  const text = new URLSearchParams({
    limit: `${limit}`,
    sort,
    ...(ascending && { order: 'ascending' }),
    ...(search && { search }),
    ...(status && { status }),
    ...(cursor !== undefined && { cursor }),
  });
  const page = await call<JobPage>('GET', `/console/api/jobs?${text}`);
  return state().listRequests === request ? page : undefined;
}
