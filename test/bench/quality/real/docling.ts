import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headOf, pathsOf, readBlob } from './clones.ts';
import type { Clone } from './clones.ts';
import { withoutComments } from './truth.ts';

const OFFICE = ['docx', 'pptx', 'xlsx', 'xls', 'odf', 'html', 'csv'];

/** Takes docling's Office documents and its own Markdown of them out of a clone into a folder. */
export function importOffice(clone: Clone, folder: string): number {
  const commit = headOf(clone);
  const paths = new Set(pathsOf(clone, commit));
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  for (const path of paths) {
    const match = /^tests\/data\/(\w+)\/sources\/([^/]+)$/u.exec(path);
    const [, kind = '', file = ''] = match ?? [];
    if (!OFFICE.includes(kind) || file.endsWith('.pdf')) continue;
    const truthPath = [
      `tests/data/${kind}/groundtruth/${file}.md`,
      `tests/data/${kind}/groundtruth/${file.replace(/\.\w+$/u, '')}.md`,
    ].find((name) => paths.has(name));
    const bytes = truthPath && readBlob(clone, commit, path);
    const truth = truthPath && readBlob(clone, commit, truthPath);
    if (!bytes || !truth) continue;
    writeFileSync(join(folder, file), bytes);
    writeFileSync(join(folder, `${file}.truth.md`), withoutComments(truth.toString('utf8')));
    taken++;
  }
  return taken;
}
