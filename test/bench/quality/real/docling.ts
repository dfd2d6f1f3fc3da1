import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS } from '../documents.ts';

const OFFICE = ['docx', 'pptx', 'xlsx', 'xls', 'odf', 'html', 'csv'];

/** Comments stand for pictures and formulas that were not read: no engine is asked for them. */
export function withoutComments(markdown: string): string {
  return markdown.replaceAll(/<!--[\s\S]*?-->/gu, '');
}

/**
 * Takes docling's test documents and its own Markdown of them out of a clone of its repository (`git clone
 * https://github.com/docling-project/docling`): PDFs into the set `real`, the others into `office`. They stay outside of this repository.
 */
export function importDocling(clone: string): string[] {
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-C', clone, ...args], {
      maxBuffer: 1e9,
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
    });
  const paths = new Set(git('ls-tree', '-r', '--name-only', 'HEAD', 'tests/data').toString().split('\n'));
  const taken: string[] = [];
  for (const path of paths) {
    const match = /^tests\/data\/(\w+)\/sources\/([^/]+)$/u.exec(path);
    const [, folder = '', file = ''] = match ?? [];
    const set =
      folder === 'pdf' || (folder === 'odf' && file.endsWith('.pdf'))
        ? 'real'
        : OFFICE.includes(folder)
          ? 'office'
          : undefined;
    const truth = [
      `tests/data/${folder}/groundtruth/${file}.md`,
      `tests/data/${folder}/groundtruth/${file.replace(/\.\w+$/u, '')}.md`,
    ].find((name) => paths.has(name));
    if (!set || !truth) continue;
    try {
      const bytes = git('cat-file', 'blob', `HEAD:${path}`);
      mkdirSync(join(CORPUS, set), { recursive: true });
      writeFileSync(join(CORPUS, set, file), bytes);
      writeFileSync(
        join(CORPUS, set, `${file}.truth.md`),
        withoutComments(git('cat-file', 'blob', `HEAD:${truth}`).toString()),
      );
      taken.push(file);
    } catch {
      // the blob is not in this clone
    }
  }
  return taken;
}
