import { call, type Job } from '../client.ts';
import { NEWEST, type Query } from '../routes.ts';
import { state, update } from '../state.ts';

/** Jobs of one page of the list, and the most that are read again at once. */
const PAGE = 50;
const MOST = 200;

interface JobPage {
  readonly jobs: readonly Job[];
  readonly next?: string;
  readonly sortedAmong?: number;
}

/** The query that the list shows; that of the last visit while another page is open. */
let query: Query = NEWEST;
/** Counts queries, so that an answer that comes late is not shown for another one. */
let asked = 0;

/** Reads the list again, as far as it is loaded. */
export async function refreshJobs(): Promise<void> {
  const { route, jobs, listed } = state();
  if (route.name === 'jobs') query = route.query;
  const turn = ++asked;
  const limit = listed ? Math.min(MOST, Math.max(PAGE, jobs.length)) : PAGE;
  const page = await readPage(limit);
  if (turn !== asked) return;
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
  const turn = ++asked;
  const page = await readPage(PAGE, next);
  if (turn !== asked) return;
  const ids = new Set(state().jobs.map(({ id }) => id));
  update({ jobs: [...state().jobs, ...page.jobs.filter(({ id }) => !ids.has(id))], next: page.next });
}

function readPage(limit: number, cursor?: string): Promise<JobPage> {
  const { search, status, sort, ascending } = query;
  const text = new URLSearchParams({
    limit: `${limit}`,
    sort,
    ...(ascending && { order: 'ascending' }),
    ...(search && { search }),
    ...(status && { status }),
    ...(cursor !== undefined && { cursor }),
  });
  return call<JobPage>('GET', `/console/api/jobs?${text}`);
}
