import { accessSync, constants, createWriteStream, statSync, type Stats } from 'node:fs';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileNameOf } from '../../job/file-name.ts';

/** A document to convert. `name` is its place below the output folder, without an extension. */
export interface Input {
  readonly path: string;
  /** As the user wrote it, for messages. */
  readonly shown: string;
  readonly name: string;
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

interface Found {
  readonly path: string;
  readonly shown: string;
  readonly place: string;
}

/** An argument behind which there is nothing. */
class NoInput extends Error {
  readonly missing: Omit<Missing, 'shown'>;

  constructor(code: Missing['code'], error: string) {
    super(error);
    this.missing = { code, error };
  }
}

const isUrl = (arg: string): boolean => /^https?:\/\//i.test(arg);

/**
 * The documents behind the arguments: files as they are, folders with all that is in them (hidden files aside), keeping
 * their structure; `-` is standard input, and a URL is fetched, both into `folder`. Two documents that would write the
 * same file keep their extensions.
 */
export async function findInputs(args: readonly string[], folder: string): Promise<Inputs> {
  const found: Found[] = [];
  const missing: Missing[] = [];
  for (const [i, arg] of args.entries()) {
    const lacks = (shown: string, error: unknown): void => {
      if (!(error instanceof NoInput)) throw error;
      missing.push({ shown, ...error.missing });
    };
    try {
      found.push(...(await documentsOf(arg, join(folder, `input-${i}`), lacks)));
    } catch (error) {
      lacks(arg, error);
    }
  }
  const stems = new Map<string, number>();
  for (const { place } of found) stems.set(stem(place), (stems.get(stem(place)) ?? 0) + 1);
  const taken = new Map<string, number>();
  return {
    missing,
    inputs: found.map(({ path, shown, place }) => {
      const name = stems.get(stem(place)) === 1 ? stem(place) : place;
      const uses = (taken.get(name) ?? 0) + 1;
      taken.set(name, uses);
      return { path, shown, name: uses === 1 ? name : `${name}-${uses}` };
    }),
  };
}

const stem = (place: string): string => join(dirname(place), basename(place, extname(place)));

/** Told of what cannot be read; throws any other error. */
type Lacks = (shown: string, error: unknown) => void;

async function documentsOf(arg: string, folder: string, lacks: Lacks): Promise<Found[]> {
  if (arg === '-') return [await save(process.stdin, { folder, name: 'stdin', shown: arg })];
  if (isUrl(arg)) return [await fetchDocument(arg, folder)];
  const info = statOf(arg);
  if (!info.isDirectory()) {
    requireReadable(arg);
    return [{ path: resolve(arg), shown: arg, place: basename(arg) }];
  }
  let lacking = false;
  const found = await walk({ folder: arg, place: '', above: new Set() }, (shown, error) => {
    lacking = true;
    lacks(shown, error);
  });
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
 * told, and the rest is found.
 */
async function walk({ folder, place, above }: Walk, lacks: Lacks): Promise<Found[]> {
  const real = await realpath(folder);
  if (above.has(real)) return [];
  const found: Found[] = [];
  for (const entry of await entriesOf(folder, lacks)) {
    const [path, inside] = [join(folder, entry), join(place, entry)];
    // A link to nothing is no document.
    const info = statIfThere(path);
    if (info?.isDirectory())
      found.push(...(await walk({ folder: path, place: inside, above: new Set([...above, real]) }, lacks)));
    else if (info?.isFile()) {
      try {
        requireReadable(path);
        found.push({ path: resolve(path), shown: path, place: inside });
      } catch (error) {
        lacks(path, error);
      }
    }
  }
  return found;
}

async function entriesOf(folder: string, lacks: Lacks): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    lacks(folder, new NoInput('unreadable', `The folder cannot be read: ${reasonOf(error)}.`));
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
  return { path, shown, place: name };
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

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ENOENT: 'there is no such file or folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file is in the place of the folder',
  ENOTFOUND: 'the host name does not exist',
  ECONNREFUSED: 'the connection was refused',
};

/** What a system error means, for a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException & { readonly cause?: NodeJS.ErrnoException };
  const known = code ?? cause?.code;
  return (known !== undefined && REASONS[known]) || (cause?.message ?? message).replace(/\.$/, '');
}
