import { LRUCache } from 'lru-cache';
import { partsOf } from '../../accounting/checkpoints.ts';
import { createdAtOf } from '../../resource/conversion-job.ts';
import { jobIdOf, namedAt } from '../../resource/ids.ts';
import { hasEnded } from '../../resource/lifecycle.ts';
import { keys } from '../../records/keys.ts';
import { listKeys } from '../../records/store.ts';
import type { ApiDeps } from '../deps.ts';
import { findJob, type KnownJob } from './find.ts';
import type { Answer } from '../schema/all.ts';
import { findDocumentName } from './named.ts';
import { presentJob, stateOf } from './present.ts';
import { byPlace, formatCursor, inReach, ruledOut, parseSearch } from './search.ts';
import type { Facts, ListOptions, Place, Search } from './search.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const READ_AT_ONCE = 25;
/** The most jobs that one page reads. A page that reaches it is short, and the next one goes on. */
const MOST_READ = 500;
const MOST_DAYS = 120;
/** Days whose receipts are listed at once, once the first ones have led to nothing. */
const DAYS_AT_ONCE = 16;

export interface JobPage<J> {
  readonly jobs: readonly J[];
  readonly nextCursor?: string;
}

/** The facts of jobs that were read before, by which a search knows which ones it need not read again. */
const remembered = new WeakMap<ApiDeps, LRUCache<string, Facts>>();
const FACTS = { max: 50_000 };

function knownFacts(deps: ApiDeps): LRUCache<string, Facts> {
  const facts = remembered.get(deps) ?? new LRUCache<string, Facts>(FACTS);
  remembered.set(deps, facts);
  return facts;
}

/** A job as REST lists it. */
export const presentListed = (known: KnownJob, documentName: string): Answer<'ListedJob'> => ({
  ...presentJob(known),
  documentName,
});

/** One page of those jobs of a workspace that are looked for. */
export async function listPage<J>(
  deps: ApiDeps,
  workspace: string,
  options: ListOptions,
  present: (known: KnownJob, documentName: string) => J,
): Promise<JobPage<J>> {
  const search = parseSearch(options);
  const facts = knownFacts(deps);
  const jobs: J[] = [];
  let listed: Place | undefined;
  let read = 0;
  for await (const { places, rest } of readDays(deps, workspace, search)) {
    if (rest) return { jobs, nextCursor: formatCursor(rest) };
    const asked = places.filter(({ jobId }) => {
      const known = facts.get(jobId);
      return !known || !ruledOut(known, jobId, search);
    });
    let looked: Place | undefined;
    for (let start = 0; start < asked.length; start += READ_AT_ONCE) {
      if (looked && read >= MOST_READ) return { jobs, nextCursor: formatCursor(looked) };
      const some = asked.slice(start, start + READ_AT_ONCE);
      const found = await Promise.all(some.map(({ jobId }) => look(deps, workspace, jobId)));
      read += some.length;
      for (const [i, one] of found.entries()) {
        looked = some[i]!;
        if (!one || !isMeant(one, search)) continue;
        if (listed && jobs.length === options.limit) return { jobs, nextCursor: formatCursor(listed) };
        jobs.push(present(one.known, one.facts.name));
        listed = looked;
      }
    }
  }
  return { jobs };
}

interface Looked {
  readonly known: KnownJob;
  readonly facts: Facts;
}

async function look(deps: ApiDeps, workspace: string, jobId: string): Promise<Looked | undefined> {
  const known = await findJob(deps, workspace, jobId);
  if (!known) return undefined;
  const name = knownFacts(deps).get(jobId)?.name ?? (await findDocumentName(deps, known));
  const state = known.stage === 'ended' ? stateOf(known) : undefined;
  const facts = { name, createdAt: known.base.createdAt, ...(state && { state }) };
  knownFacts(deps).set(jobId, facts);
  return { known, facts };
}

function isMeant({ known, facts }: Looked, search: Search): boolean {
  const state = stateOf(known);
  return search.statuses?.has(state) !== false && !ruledOut(facts, known.base.jobId, search);
}

interface Day {
  readonly places: readonly Place[];
  /** Where the next page goes on, in place of all that is left. */
  readonly rest?: Place;
}

/** The jobs of each day in their order: those that have a receipt of the day, and those that have a resource. */
async function* readDays(deps: ApiDeps, workspace: string, search: Search): AsyncGenerator<Day> {
  const live = liveByDay(deps, workspace, search);
  const days = await daysBetween(deps, workspace, search, live);
  for (let start = 0, size = 1; start < days.length; start += size, size = Math.min(DAYS_AT_ONCE, 2 * size)) {
    if (start >= MOST_DAYS) {
      const next = search.oldestFirst ? days[start]! : dayAfter(days[start]!);
      return yield { places: [], rest: { at: `${next}T00:00:00.000Z`, jobId: '' } };
    }
    const some = days.slice(start, start + size);
    const all = await Promise.all(some.map((day) => readPlaces(deps, { workspace, day, search }, live.get(day))));
    for (const places of all) yield { places };
  }
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** The days that can have jobs, in their order. */
async function daysBetween(
  deps: ApiDeps,
  workspace: string,
  { from, to, after, oldestFirst }: Search,
  live: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const starts = [from.slice(0, 10), await firstDay(deps, workspace, live)];
  const ends = [to.slice(0, 10), deps.now().toISOString().slice(0, 10)];
  if (after) (oldestFirst ? starts : ends).push(after.at.slice(0, 10));
  const last = ends.sort()[0]!;
  const days: string[] = [];
  for (let day = starts.sort().at(-1)!; day <= last; day = dayAfter(day)) days.push(day);
  return oldestFirst ? days : days.reverse();
}

/** The first day that has a receipt or a job; a day after all others if there is none. */
async function firstDay(deps: ApiDeps, workspace: string, live: ReadonlyMap<string, unknown>): Promise<string> {
  const folder = keys.receiptsOf(workspace);
  const [firstLive = '9999'] = [...live.keys()].sort();
  for await (const key of listKeys(deps.objects, folder)) {
    const day = key.slice(folder.length, folder.length + 10);
    return day < firstLive ? day : firstLive;
  }
  return firstLive;
}

/** The workspace's jobs that have a resource, as far as their state does not rule them out. */
function liveByDay(deps: ApiDeps, workspace: string, { statuses }: Search): Map<string, Place[]> {
  const days = new Map<string, Place[]>();
  for (const job of deps.follower.list()) {
    if (job.spec.workspace !== workspace) continue;
    const unfinished = !hasEnded(job);
    if (unfinished && statuses?.has(job.status?.state ?? 'queued') === false) continue;
    const place = toPlace(jobIdOf(job.metadata), createdAtOf(job.metadata));
    const day = place.at.slice(0, 10);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(place);
    else days.set(day, [place]);
  }
  return days;
}

/** The id of a job of REST has its time more exactly than its resource, and without its record. */
const toPlace = (jobId: string, createdAt: string): Place => ({
  jobId,
  at: namedAt(jobId)?.toISOString() ?? new Date(createdAt).toISOString(),
});

async function readPlaces(
  deps: ApiDeps,
  { workspace, day, search }: { readonly workspace: string; readonly day: string; readonly search: Search },
  live: readonly Place[] = [],
): Promise<Place[]> {
  const places = new Map(live.map((place) => [place.jobId, place]));
  const unnamed: string[] = [];
  const folder = keys.receiptsOfDay(workspace, day);
  for await (const key of listKeys(deps.objects, folder)) {
    const { jobId } = partsOf(`${day}/${key.slice(folder.length)}`);
    if (places.has(jobId)) continue;
    const at = namedAt(jobId)?.toISOString();
    if (at === undefined) unnamed.push(jobId);
    else places.set(jobId, { jobId, at: within(day, at) });
  }
  for (const place of await placesOfUnnamed(deps, workspace, unnamed)) places.set(place.jobId, place);
  return [...places.values()].filter(inReach(search)).sort(byPlace(search));
}

/** A receipt lies under the day of its job, which may have been created just after its id was chosen. */
const within = (day: string, at: string): string => (at < day ? `${day}T00:00:00.000Z` : at);

/** The ids of kubectl's jobs have no time: what is not remembered is read. */
async function placesOfUnnamed(deps: ApiDeps, workspace: string, ids: readonly string[]): Promise<Place[]> {
  const places: Place[] = [];
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const some = ids.slice(start, start + READ_AT_ONCE);
    const found = await Promise.all(
      some.map(async (jobId) => {
        const facts = knownFacts(deps).get(jobId) ?? (await look(deps, workspace, jobId))?.facts;
        return facts && { jobId, at: facts.createdAt };
      }),
    );
    for (const place of found) if (place) places.push(place);
  }
  return places;
}
