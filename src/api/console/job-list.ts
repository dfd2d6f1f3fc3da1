import type { JobState } from '../../resource/choices.ts';
import { isNote } from '../../resource/warnings.ts';
import type { JobRecord } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import type { KnownJob } from '../jobs/find.ts';
import { listPage } from '../jobs/list.ts';
import { findDocumentName } from '../jobs/named.ts';
import { presentJob } from '../jobs/present.ts';
import { bodyReader } from '../schema/body-reader.ts';
import type { Answer } from '../schema/all.ts';
import { closed } from '../schema/json-schema.ts';

/** A job as the console lists it. */
type ListedJob = Answer<'ListedJob'> & Figures;

const SORTS = ['created', 'name', 'status', 'pages', 'warnings', 'duration', 'credits'] as const;
type Sort = (typeof SORTS)[number];

const ACTIVE = ['queued', 'running', 'input_required'] as const satisfies readonly JobState[];
const UNEXPIRED = [...ACTIVE, 'succeeded', 'failed', 'canceled'] as const satisfies readonly JobState[];
const text = { type: 'string', maxLength: 200 } as const;
const readQuery = bodyReader(
  closed(
    '',
    {
      limit: { type: 'integer', minimum: 1, maximum: 200 },
      cursor: text,
      search: text,
      status: { type: 'string', enum: [...UNEXPIRED, 'expired', 'active'] },
      sort: { type: 'string', enum: SORTS },
      order: { type: 'string', enum: ['ascending'] },
    },
    ['limit', 'sort'],
  ),
);

/** Of REST's list. */
const PAGE = 100;
/** Jobs that are sorted by something else than their time: the newest ones. */
const MOST_SORTED = 500;
/** Short pages of REST's list that are put together at once. */
const MOST_PAGES = 10;

/** Jobs of the workspace in the order that is asked for, and where they go on. */
export async function listForConsole(
  deps: ApiDeps,
  workspace: string,
  query: Readonly<Record<string, unknown>>,
): Promise<{ readonly jobs: readonly object[]; readonly next?: string; readonly sortedAmong?: number }> {
  const asked = readQuery({ ...query, limit: Number(query['limit'] ?? 50), sort: query['sort'] ?? 'created' });
  const { sort, order, limit, cursor } = asked;
  if (sort === 'created') return readJobs(deps, workspace, asked);
  const { jobs, next } = await readJobs(deps, workspace, { ...asked, cursor: undefined, limit: MOST_SORTED });
  const turn = order === 'ascending' ? 1 : -1;
  const sorted = jobs.toSorted((a, b) => turn * compare(sortKey(a, sort), sortKey(b, sort)));
  const start = /^\d{1,4}$/.test(cursor ?? '') ? Number(cursor) : 0;
  return {
    jobs: sorted.slice(start, start + limit),
    ...(start + limit < sorted.length && { next: String(start + limit) }),
    ...(next !== undefined && { sortedAmong: sorted.length }),
  };
}

type Reading = Omit<ReturnType<typeof readQuery>, 'cursor'> & { readonly cursor?: string | undefined };

async function readJobs(
  deps: ApiDeps,
  workspace: string,
  { limit, search, status, sort, order, cursor }: Reading,
): Promise<{ readonly jobs: readonly ListedJob[]; readonly next?: string }> {
  const jobs: ListedJob[] = [];
  let next = cursor;
  for (let page = 0; page < MOST_PAGES && jobs.length < limit; page++) {
    const found = await listPage(
      deps,
      workspace,
      {
        limit: Math.min(PAGE, limit - jobs.length),
        status: status === 'active' ? ACTIVE : (status ?? UNEXPIRED),
        sort: sort === 'created' && order === 'ascending' ? 'createdAt' : '-createdAt',
        ...(search !== undefined && { query: search }),
        ...(next !== undefined && { cursor: next }),
      },
      presentListed,
    );
    jobs.push(...found.jobs);
    next = found.nextCursor;
    if (next === undefined) break;
  }
  return { jobs, ...(next !== undefined && { next }) };
}

function sortKey(job: ListedJob, sort: Exclude<Sort, 'created'>): string | number {
  if (sort === 'name') return job.documentName.toLowerCase();
  if (sort === 'warnings') return job.warningCount;
  return job[sort];
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** A job as the console shows it. */
export async function presentForConsole(deps: ApiDeps, known: KnownJob): Promise<object> {
  return presentListed(known, await findDocumentName(deps, known));
}

function presentListed(known: KnownJob, documentName: string): ListedJob {
  const job = presentJob(known);
  const listed = known.stage === 'ended' ? ofEnded(known) : ofUnfinished(known);
  return { ...job, ...listed, documentName };
}

interface Figures {
  readonly format?: string;
  readonly pages: number;
  readonly warningCount: number;
  readonly credits: number;
  readonly duration: number;
}

function ofEnded({ base, ending }: Extract<KnownJob, { stage: 'ended' }>): Figures {
  const { pageRange, source, warnings = [], usage } = ending;
  return {
    ...(source && { format: source.format }),
    pages: pageRange ? pageRange.end - pageRange.start + 1 : (source?.pages ?? 0),
    warningCount: warnings.filter(({ kind }) => !isNote(kind)).length,
    // The base of an ended job is its record.
    credits: (base as Partial<JobRecord>).settledCredits ?? 0,
    duration: usage.durationMs ?? 0,
  };
}

function ofUnfinished({ intent }: Exclude<KnownJob, { stage: 'ended' }>): Figures {
  const { source, hold = 0 } = intent ?? {};
  return {
    ...(source && { format: source.format }),
    pages: source?.pages ?? 0,
    warningCount: 0,
    credits: hold,
    duration: 0,
  };
}
