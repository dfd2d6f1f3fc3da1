import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { makeArchive } from '../../make/archive.ts';

/** Files of one format of one repository, at most: large collections of one kind say little that is new. */
const MOST = 50;

export interface SweptFile {
  /** Repository and path. */
  readonly name: string;
  readonly format: string;
  /** Where its bytes lie. */
  readonly path: string;
}

/** Takes the files of the listed repositories out of clones (`OWNER+NAME`, bare or not), the same ones each time. */
export function sweptFiles(clones: string, folder: string): SweptFile[] {
  const rows = readFileSync(join(import.meta.dirname, 'repositories.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const files: SweptFile[] = [];
  for (const row of rows) {
    const [repository = '', commit = '', formats = ''] = row.split('\t');
    const clone = join(clones, repository.replace('/', '+'));
    if (!existsSync(clone)) {
      console.error(`${repository} is left out: no ${clone}`);
      continue;
    }
    const git = gitOf(clone);
    const paths = filesOf(git, commit);
    for (const format of formats.split(' '))
      for (const path of chosen(
        format === 'epub' ? books(paths) : paths.filter((each) => extensionOf(each) === format),
      )) {
        const name = `${repository}/${path}`;
        const copy = join(folder, `${hashOf(name).slice(0, 16)}.${format}`);
        if (!existsSync(copy)) {
          mkdirSync(dirname(copy), { recursive: true });
          const bytes = format === 'epub' ? packed(git, commit, path, paths) : run(git, ['show', `${commit}:${path}`]);
          writeFileSync(copy, bytes);
        }
        files.push({ name, format, path: copy });
      }
  }
  return files;
}

const gitOf = (clone: string): string =>
  [join(clone, 'repo'), join(clone, '.git'), clone].find((path) => existsSync(join(path, 'HEAD'))) ?? clone;

/** Paths of the files that the clone has: some clones leave out large ones. */
function filesOf(git: string, commit: string): string[] {
  const tree = run(git, ['ls-tree', '-r', '-z', '--format=%(objectname) %(path)', commit]).toString();
  const files = tree.split('\0').flatMap((row) => (row === '' ? [] : [row.split(/ (.*)/s) as [string, string]]));
  const asked = [`--git-dir=${git}`, 'cat-file', '--batch-check=%(objectname)'];
  const found = execFileSync('git', asked, { input: files.map(([id]) => id).join('\n'), maxBuffer: 1 << 28 });
  const missing = new Set(
    found
      .toString()
      .split('\n')
      .flatMap((line) => (line.endsWith(' missing') ? [line.split(' ')[0]!] : [])),
  );
  return files.flatMap(([id, path]) => (missing.has(id) ? [] : [path]));
}

const run = (git: string, parameters: readonly string[]): Buffer =>
  execFileSync('git', [`--git-dir=${git}`, ...parameters], { maxBuffer: 1 << 30 });

const extensionOf = (path: string): string =>
  extname(path)
    .slice(1)
    .toLowerCase()
    .replace(/^htm$|^xhtml$/, 'html');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const chosen = (paths: readonly string[]): string[] =>
  paths.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1)).slice(0, MOST);

const CONTAINER = '/META-INF/container.xml';

/** Folders that are books which nobody has packed. */
const books = (paths: readonly string[]): string[] =>
  paths.filter((path) => path.endsWith(CONTAINER)).map((path) => path.slice(0, -CONTAINER.length));

function packed(git: string, commit: string, book: string, paths: readonly string[]): Uint8Array {
  const inside = paths.filter((path) => path.startsWith(`${book}/`) && !path.endsWith('/mimetype'));
  const entries = inside.map((path) => [path.slice(book.length + 1), run(git, ['show', `${commit}:${path}`])]);
  return makeArchive({ mimetype: 'application/epub+zip', ...Object.fromEntries(entries) });
}
