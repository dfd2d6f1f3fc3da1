import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { REPOSITORY } from '../../checks/pages.ts';
import { findClone, headOf, isPrivate, pathsOf, readBlob } from './clones.ts';
import type { Clone } from './clones.ts';
import { readList } from './list.ts';

/** Bytes of a PDF, and PDFs of one repository. */
const MOST = { bytes: 4e6, pdfs: 40 };
/** Repositories whose pages are checks, or documents of another set. */
const JUDGED: ReadonlySet<string> = new Set([REPOSITORY, 'opendataloader-project/opendataloader-bench']);

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** PDFs of the clones that no list names, by repository, in an order by chance; of the lock box's repositories none. */
export function* unlistedPdfs(folder: string): Generator<{ repository: string; pdfs: Iterable<Buffer> }> {
  const seen = new Set((['list', 'tuning', 'locked'] as const).flatMap(readList).map(({ sha256 }) => sha256));
  const locked = new Set(readList('locked').map(({ repository }) => repository));
  for (const place of readdirSync(folder).sort()) {
    const repository = place.replace('+', '/');
    const clone = JUDGED.has(repository) || locked.has(repository) ? undefined : findClone(folder, repository);
    if (clone) yield { repository, pdfs: pdfsOf(clone, seen) };
  }
}

function* pdfsOf(clone: Clone, seen: Set<string>): Generator<Buffer> {
  const commit = headOf(clone);
  const paths = pathsOf(clone, commit)
    .filter((path) => /\.pdf$/iu.test(path) && !isPrivate(path))
    .map((path) => ({ path, place: hashOf(`${clone.repository}${path}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  for (const { path } of paths.slice(0, MOST.pdfs)) {
    const bytes = readBlob(clone, commit, path);
    if (!bytes || bytes.length > MOST.bytes || !bytes.subarray(0, 1024).includes('%PDF')) continue;
    const sha256 = hashOf(bytes);
    if (seen.has(sha256)) continue;
    seen.add(sha256);
    yield bytes;
  }
}
