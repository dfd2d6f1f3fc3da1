import type { JobState } from '../../resource/choices.ts';
import { namedAt } from '../../resource/ids.ts';
import { invalidRequest } from '../problem.ts';
import type { Accepted } from '../schema/all.ts';

/** The console asks for several statuses at once. */
export type ListOptions = Omit<Accepted<'ListJobsOptions'>, 'status'> & {
  readonly status?: JobState | readonly JobState[] | undefined;
};

/** Where a job stands in the list: by its time, then by its id. */
export interface Place {
  readonly at: string;
  readonly jobId: string;
}

/** Facts of a job that are known without reading it and cannot change any more. */
export interface Facts {
  readonly name: string;
  readonly createdAt: string;
  /** Once it has ended; it may still expire. */
  readonly state?: JobState;
}

/** Which jobs are looked for, and from where on. */
export interface Search {
  readonly text: string;
  readonly statuses: ReadonlySet<JobState> | undefined;
  readonly from: string;
  readonly to: string;
  readonly oldestFirst: boolean;
  readonly after: Place | undefined;
}

/** After all times. */
const NEVER = '9999';
/** An id is chosen before its job is created, at the most so long: then an unfinished request is dropped. */
const CHOSEN_BEFORE_MS = 60 * 60 * 1000;

export function parseSearch({ query = '', status, from, to, sort, cursor, after }: ListOptions): Search {
  const place = cursor ?? after;
  return {
    text: plain(query),
    statuses: status === undefined ? undefined : new Set([status].flat()),
    from: from === undefined ? '' : new Date(from).toISOString(),
    to: to === undefined ? NEVER : new Date(to).toISOString(),
    oldestFirst: sort === 'createdAt',
    after: place === undefined ? undefined : readCursor(place),
  };
}

/** A cursor is a place of the list. It goes on from there, whatever is added meanwhile. */
export const formatCursor = ({ at, jobId }: Place): string => `${at}_${jobId}`;

function readCursor(text: string): Place {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})_([A-Za-z0-9-]*)$/.exec(text) ?? [];
  // From the former address.
  if (id !== undefined) return { at: namedAt(id)?.toISOString() ?? `${day}T23:59:59.999Z`, jobId: id };
  const [, at, jobId] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([A-Za-z0-9-]*)$/.exec(text) ?? [];
  if (at === undefined || jobId === undefined) throw invalidRequest('cursor must be the nextCursor of another page.');
  return { at, jobId };
}

/** Negative if `a` stands before `b`. */
export function byPlace({ oldestFirst }: Search): (a: Place, b: Place) => number {
  const order = oldestFirst ? 1 : -1;
  return (a, b) => order * (compare(a.at, b.at) || compare(a.jobId, b.jobId));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether the job at a place can be on the page, as far as its place says. */
export function inReach(search: Search): (place: Place) => boolean {
  const { after, from, to } = search;
  const since = from === '' ? '' : new Date(Date.parse(from) - CHOSEN_BEFORE_MS).toISOString();
  const order = byPlace(search);
  return (place) => place.at >= since && place.at < to && (after === undefined || order(after, place) < 0);
}

/** Whether a job cannot be meant, so that it need not be read. */
export function ruledOut({ name, createdAt, state }: Facts, jobId: string, search: Search): boolean {
  const { statuses } = search;
  const expires = statuses?.has('expired') === true && state !== undefined;
  return (
    createdAt < search.from ||
    createdAt >= search.to ||
    (statuses !== undefined && state !== undefined && !statuses.has(state) && !expires) ||
    !(plain(name).includes(search.text) || jobId.startsWith(search.text))
  );
}

const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();
