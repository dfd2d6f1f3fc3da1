import type { Scope } from '../../records/types.ts';
import { readMarkdown, requireResult, startConversion, waitForEnd } from '../convert/run.ts';
import type { ApiDeps } from '../deps.ts';
import { cancel } from '../jobs/cancel.ts';
import { findJob, type KnownJob } from '../jobs/find.ts';
import { findDocumentName } from '../jobs/named.ts';
import { ID } from '../mount.ts';
import type { Call } from '../operation.ts';
import type { Pictures } from '../console/pictures.ts';
import { Problem } from '../problem.ts';
import { Unanswerable, type Conversion, type Documents, type Wanted } from './documents.ts';
import { splitPages } from './pages.ts';

/** Pictures that hosts take. */
const MOST_PICTURE_BYTES = 5 * 1024 * 1024;
const WAIT_SECONDS = 60;

type Growing = { -readonly [K in keyof Conversion]: Conversion[K] };

export interface Workplace {
  readonly deps: ApiDeps;
  readonly call: Call;
  readonly scopes: readonly Scope[];
  readonly pictures: Pictures;
}

/** The jobs of a workspace as documents of an agent: nothing is kept between its calls. */
export function jobDocuments(place: Workplace): Documents {
  const { deps, call } = place;
  const { workspace } = call.credential;
  return {
    open: (wanted) => saying(() => openDocument(place, wanted)),
    get: (id, withText) =>
      saying(async () => {
        const known = await findDocument(place, id);
        return known && followConversion(place, known, withText);
      }),
    all: async () => {
      const mine = deps.follower.list().filter((job) => job.spec.workspace === workspace);
      const names = mine.slice(-MOST_LISTED).map((job) => job.metadata.name);
      const known = await Promise.all(names.map((name) => findJob(deps, workspace, name)));
      return Promise.all(known.filter((job) => job !== undefined).map((job) => followConversion(place, job, false)));
    },
    abandon: async ({ id }) => {
      const known = await findDocument(place, id);
      if (known) await cancel(deps, known);
    },
    picture: (id, wanted) => saying(() => readPicture(place, id, wanted)),
  };
}

const MOST_LISTED = 20;

const findDocument = async ({ deps, call }: Workplace, id: string): Promise<KnownJob | undefined> =>
  ID.test(id) ? findJob(deps, call.credential.workspace, id) : undefined;

/** Refusals of the interface are passed on to the agent. */
async function saying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem && error.status < 500 ? new Unanswerable(error.message) : error;
  }
}

async function openDocument(place: Workplace, { source, pages, ocr, password }: Wanted): Promise<Conversion> {
  const { deps, call, scopes } = place;
  if (!scopes.includes('documents:write'))
    throw new Unanswerable('The API key does not have the scope documents:write.');
  const input = /^https?:\/\//i.test(source) ? { url: source } : { documentId: source };
  const known = await startConversion(deps, call, input, {
    wait: 0,
    pageMarkers: true,
    includeImages: true,
    ...(ocr !== 'auto' && { ocr }),
    ...(pages && { startPage: pages.start, ...(pages.end <= LAST_PAGE && { endPage: pages.end }) }),
    ...(password !== undefined && { password }),
  });
  return followConversion(place, known, true);
}

const LAST_PAGE = 100_000;

/** A job that has ended, or one that changes until it has. */
async function followConversion(place: Workplace, first: KnownJob, withText: boolean): Promise<Conversion> {
  const { deps, call } = place;
  const conversion: Growing = {
    id: first.base.jobId,
    ...(await readStanding(place, first, withText)),
    ...NO_END,
  };
  if (first.stage === 'ended') return conversion;
  // Read where it is waited for; a job that waits for credits has failed, as far as an agent can do anything.
  const follow = async (): Promise<void> => {
    try {
      const known = await waitForEnd(deps, first, { seconds: WAIT_SECONDS, gone: call.gone });
      Object.assign(conversion, await readStanding(place, known, withText));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      Object.assign(conversion, { state: 'failed', error: error.message });
    }
  };
  let ended: Promise<void> | undefined;
  return Object.defineProperty(conversion, 'ended', { get: () => (ended ??= follow()) });
}

const NO_END = { ended: Promise.resolve() };

type Standing = Omit<Conversion, 'id' | 'ended'>;

async function readStanding({ deps }: Workplace, known: KnownJob, withText: boolean): Promise<Standing> {
  const source = await findDocumentName(deps, known);
  if (known.stage !== 'ended') return { ...toRunning(known), source };
  const { ending, base } = known;
  const total = ending.pageRange ? ending.pageRange.end - ending.pageRange.start + 1 : 0;
  const warnings = (ending.warnings ?? []).map(({ message }) => message);
  try {
    const manifest = await requireResult(deps, known);
    const text = withText
      ? splitPages((await readMarkdown(deps, manifest)).toString('utf8'), base.spec.startPage ?? 1)
      : undefined;
    return { source, state: 'done', pagesDone: total, pagesTotal: total, warnings, ...(text && { text }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { source, state: 'failed', pagesDone: 0, pagesTotal: total, warnings, error: error.message };
  }
}

function toRunning(known: Exclude<KnownJob, { stage: 'ended' }>): Omit<Standing, 'source'> {
  const status = known.stage === 'live' ? known.job.status : undefined;
  const range = status?.pageRange;
  const total = range ? range.end - range.start + 1 : (status?.source?.pages ?? known.intent?.source?.pages ?? 0);
  const done = Math.floor((total * (status?.progress ?? 0)) / 100);
  return { state: 'running', pagesDone: done, pagesTotal: total, warnings: [] };
}

async function readPicture(
  place: Workplace,
  id: string,
  wanted: number | string,
): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }> {
  const { deps, pictures } = place;
  const known = await findDocument(place, id);
  if (known?.stage !== 'ended')
    throw new Unanswerable(known ? `${id} is still being converted.` : `There is no ${id}.`);
  if (typeof wanted === 'number') {
    const bytes = await pictures.read(known, wanted);
    if (!bytes)
      throw new Unanswerable(`There is no picture of page ${wanted}: only of pages of uploaded PDFs and images.`);
    return { contentType: 'image/webp', bytes };
  }
  const { artifacts } = await requireResult(deps, known);
  const entry = artifacts.find(({ kind, fileName }) => kind === 'image' && fileName === wanted);
  if (entry && entry.bytes > MOST_PICTURE_BYTES) throw new Unanswerable(`${wanted} is larger than 5 MiB.`);
  const found = entry && (await deps.objects.get(entry.key));
  if (!found) throw new Unanswerable(`${id} has no picture ${wanted}.`);
  return { contentType: entry.contentType, bytes: found.body };
}
