import { accessSync, constants, createWriteStream, statSync, type Stats } from 'node:fs';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, matchesGlob, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileNameOf } from '../../resource/file-name.ts';
import { reasonOf } from '../system-error.ts';

/** The suffix of a folder of images, after the name of its document. */
export const IMAGE_FOLDER = '_images';

/** A document to convert. */
export interface Input {
  readonly path: string;
  /** As the user wrote it, for messages. */
  readonly shown: string;
  /** Its place below an output folder, without an extension. */
  readonly name: string;
  /** Its place next to the source, without an extension; a URL and standard input belong to the current folder. */
  readonly beside: string;
}

/** An argument that there is no document behind, and why. */
export interface Missing {
  readonly shown: string;
  readonly code: 'no_file' | 'no_documents' | 'unreadable' | 'fetch_failed';
  readonly error: string;
}

export interface Inputs {
  readonly inputs: readonly Input[];
  readonly missing: readonly Missing[];
}

/** Patterns of `--exclude`, for folders. Files that are named are always converted. */
export interface LeaveOut {
  /** Globs, for a name or for a path below the folder. */
  readonly exclude?: readonly string[];
  /** Where results are written; without one, they are next to their sources and are recognized by their names. */
  readonly directory?: string;
  /** The name of folders of images that were written. */
  readonly assets?: string;
}

interface Found {
  readonly path: string;
  readonly shown: string;
  /** Below the output folder. */
  readonly place: string;
  /** Next to the source. */
  readonly next: string;
}

/** An argument behind which there is nothing. */
class NoInput extends Error {
  readonly missing: Omit<Missing, 'shown'>;

  constructor(code: Missing['code'], error: string) {
    super(error);
    this.missing = { code, error };
  }
}

export const isUrl = (arg: string): boolean => /^https?:\/\//i.test(arg);

/**
 * The documents behind the arguments: files as they are, folders with all that is in them (hidden files, what is
 * excluded and earlier results aside), keeping their structure; `-` is standard input, and a URL is fetched, both into
 * `folder`. Two documents that would write the same file keep their extensions.
 */
export async function findInputs(args: readonly string[], folder: string, leaveOut: LeaveOut = {}): Promise<Inputs> {
  const found: Found[] = [];
  const missing: Missing[] = [];
  for (const [i, arg] of args.entries()) {
    const reportMissing = (shown: string, error: unknown): void => {
      if (!(error instanceof NoInput)) throw error;
      missing.push({ shown, ...error.missing });
    };
    try {
      found.push(...(await findDocuments(arg, join(folder, `input-${i}`), { reportMissing, leaveOut })));
    } catch (error) {
      reportMissing(arg, error);
    }
  }
  const names = distinct(found.map(({ place }) => place));
  const besides = distinct(found.map(({ next }) => next));
  return {
    missing,
    inputs: found.map(({ path, shown }, i) => ({ path, shown, name: names[i]!, beside: besides[i]! })),
  };
}

/** Paths without their extensions where no two are the same then, with a number where two are the same anyway. */
function distinct(places: readonly string[]): string[] {
  const stems = new Map<string, number>();
  for (const place of places) stems.set(stem(place), (stems.get(stem(place)) ?? 0) + 1);
  const taken = new Map<string, number>();
  return places.map((place) => {
    const name = stems.get(stem(place)) === 1 ? stem(place) : place;
    const uses = (taken.get(name) ?? 0) + 1;
    taken.set(name, uses);
    return uses === 1 ? name : `${name}-${uses}`;
  });
}

const stem = (place: string): string => join(dirname(place), basename(place, extname(place)));

/** Notes what cannot be read; throws any other error. */
type ReportMissing = (shown: string, error: unknown) => void;

interface Search {
  readonly reportMissing: ReportMissing;
  readonly leaveOut: LeaveOut;
}

async function findDocuments(arg: string, folder: string, { reportMissing, leaveOut }: Search): Promise<Found[]> {
  if (arg === '-') return [await save(process.stdin, { folder, name: 'stdin', shown: arg })];
  if (isUrl(arg)) return [await fetchDocument(arg, folder)];
  const info = statOf(arg);
  if (!info.isDirectory()) {
    requireReadable(arg);
    return [{ path: resolve(arg), shown: arg, place: basename(arg), next: arg }];
  }
  let lacking = false;
  const noted: ReportMissing = (shown, error) => {
    lacking = true;
    reportMissing(shown, error);
  };
  const found = await walk({ folder: arg, place: '', above: new Set() }, { reportMissing: noted, leaveOut });
  if (found.length === 0 && !lacking) throw new NoInput('no_documents', 'The folder contains no files.');
  return found.sort((a, b) => (a.place < b.place ? -1 : 1));
}

/** In one go, as all that is done for each of many small files: another thread costs more than the work. */
function statOf(file: string): Stats {
  try {
    return statSync(file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EACCES'
      ? new NoInput('unreadable', 'The file cannot be read: permission denied.')
      : new NoInput('no_file', 'File not found.');
  }
}

function statIfThere(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new NoInput('unreadable', `The file cannot be read: ${reasonOf(error)}.`);
  }
}

interface Walk {
  readonly folder: string;
  readonly place: string;
  /** The folders on the way, with links resolved. */
  readonly above: ReadonlySet<string>;
}

/**
 * All files below a folder. Links are followed, but none that leads back to a folder on the way. What cannot be read is
 * reported, and the rest is found.
 */
async function walk({ folder, place, above }: Walk, search: Search): Promise<Found[]> {
  const { reportMissing, leaveOut } = search;
  const real = await realpath(folder);
  if (above.has(real)) return [];
  const found: Found[] = [];
  const entries = await listEntries(folder, reportMissing);
  const isLeftOut = leftOut(entries, leaveOut);
  for (const entry of entries) {
    const [path, inside] = [join(folder, entry), join(place, entry)];
    // A link to nothing is no document.
    const info = statIfThere(path);
    if (!info || isLeftOut({ entry, path, place: inside, isFolder: info.isDirectory() })) continue;
    if (info.isDirectory())
      found.push(...(await walk({ folder: path, place: inside, above: new Set([...above, real]) }, search)));
    else if (info.isFile()) {
      try {
        requireReadable(path);
        found.push({ path: resolve(path), shown: path, place: inside, next: path });
      } catch (error) {
        reportMissing(path, error);
      }
    }
  }
  return found;
}

interface Entry {
  readonly entry: string;
  readonly path: string;
  readonly place: string;
  readonly isFolder: boolean;
}

/** Says of the entries of a folder which are excluded, or results of an earlier run. */
function leftOut(entries: readonly string[], { exclude = [], directory, assets }: LeaveOut): (entry: Entry) => boolean {
  const stems = new Set(entries.filter((name) => /\.(?:md|json)$/.test(name)).map(stem));
  const isResult = ({ entry, isFolder }: Entry): boolean =>
    isFolder
      ? entry === assets || (entry.endsWith(IMAGE_FOLDER) && stems.has(entry.slice(0, -IMAGE_FOLDER.length)))
      : /\.(?:md|document\.json|chunks\.jsonl)$/.test(entry);
  const isDirectory = (path: string): boolean => directory !== undefined && resolve(path) === resolve(directory);
  return (entry) =>
    exclude.some((glob) => matchesGlob(entry.entry, glob) || matchesGlob(entry.place, glob)) ||
    (entry.isFolder && isDirectory(entry.path)) ||
    (directory === undefined && isResult(entry));
}

async function listEntries(folder: string, reportMissing: ReportMissing): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    reportMissing(folder, new NoInput('unreadable', `The folder cannot be read: ${reasonOf(error)}.`));
    return [];
  }
}

interface Saved {
  readonly folder: string;
  readonly name: string;
  readonly shown: string;
}

async function save(body: Readable, { folder, name, shown }: Saved): Promise<Found> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await pipeline(body, createWriteStream(path));
  return { path, shown, place: name, next: name };
}

async function fetchDocument(url: string, folder: string): Promise<Found> {
  try {
    const response = await fetch(url);
    if (!response.ok || !response.body)
      throw new NoInput('fetch_failed', `The server responded with status ${response.status}.`);
    const name = fileNameOf(decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')) ?? 'document';
    return await save(Readable.fromWeb(response.body), { folder, name, shown: url });
  } catch (error) {
    if (error instanceof NoInput) throw error;
    throw new NoInput('fetch_failed', `Failed to fetch the URL: ${reasonOf(error)}.`);
  }
}
