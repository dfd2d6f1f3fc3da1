import { mkdir, realpath, rename, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Unanswerable } from '../../api/mcp/documents.ts';
import { fileNameOf } from '../../resource/file-name.ts';
import { spoolUrl } from '../../worker/fetcher/fetch-url.ts';

/** Why there is no document behind what an agent named, as a sentence. */
class NoSource extends Unanswerable {}

/** A document of this machine or of the internet, as a file. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  /** Changes when the document does. */
  readonly version: string;
}

const MAX_BYTES = 1024 * 2 ** 20;
const FETCH_SECONDS = 120;

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/**
 * The file that an agent names: below one of the folders, links followed, or a public URL, which is stored in
 * `scratch`. Throws `Unanswerable`.
 */
export async function openSource(source: string, folders: readonly string[], scratch: string): Promise<SourceFile> {
  return isUrl(source) ? await fetchSource(source, scratch) : await openFile(source, folders);
}

async function openFile(source: string, folders: readonly string[]): Promise<SourceFile> {
  const given = source.startsWith('file:') ? pathOfUrl(source) : source;
  const places = isAbsolute(given) ? [given] : folders.map((folder) => resolve(folder, given));
  for (const place of places) {
    const path = await realpath(place).catch(() => undefined);
    // A path outside is answered like one that does not exist: an agent cannot find out which files there are.
    if (path === undefined || !folders.some((folder) => isBelow(path, folder))) continue;
    const info = await stat(path);
    if (!info.isFile()) throw new NoSource(`${source} is not a file.`);
    return { path, bytes: info.size, version: `${info.mtimeMs}-${info.size}` };
  }
  throw new NoSource(`${source} was not found in ${folders.join(', ')}. Other folders cannot be read.`);
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new NoSource(`${url} is not the URL of a file of this machine.`);
  }
}

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

async function fetchSource(url: string, scratch: string): Promise<SourceFile> {
  await mkdir(scratch, { recursive: true });
  const fetched = await spoolUrl({
    mode: 'fetch',
    url,
    maxBytes: MAX_BYTES,
    seconds: FETCH_SECONDS,
    allowedNets: [],
    scratch,
  });
  if (!fetched.ok) throw new NoSource(fetched.failure.message);
  const name = fileNameOf(fetched.fileName ?? '') ?? 'document';
  const path = join(scratch, basename(name));
  if (path !== fetched.file) await rename(fetched.file, path);
  return { path, bytes: fetched.bytes, version: new Date().toISOString() };
}
