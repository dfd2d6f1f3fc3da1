/**
 * Makes the list of real documents anew: every PDF of the clones whose truth is believed, few of each kind.
 *
 *     node test/bench/quality/real/choose.ts FOLDER-OF-CLONES [--more | --tuning | --locked] [PART-OF-A-REPOSITORY …]
 *
 * With --more the list stays as it is, and documents of repositories that no list names come after it. With --tuning
 * the list for tuning only, of repositories that no other list names. With --locked those of repositories that no list
 * names come after the lock box, `quality/locked.tsv`.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutTags } from './believe.ts';
import { findClone, headOf, isPrivate, pathsOf, readBlob } from './clones.ts';
import type { Clone } from './clones.ts';
import { genreOf } from './genres.ts';
import { readList, writeList } from './list.ts';
import type { Listed, ListName, TruthKind } from './list.ts';
import { SOURCES } from './pandoc.ts';
import { isTagged, readTextLayer, wordsOf } from './text-layer.ts';
import { beliefOf, truthOf } from './truth.ts';

/** A tagged document is cut after so many pages: the truth of each page is known. */
const PAGES = 20;
/** A longer document with a source is left out. */
const MOST_PAGES = 40;
const MOST_BYTES = 8e6;
/** From one repository, of one genre; and after how many tries the search ends. */
const MOST_ALIKE = { list: 32, more: 4, tuning: 12, locked: 32 };
const MOST_TRIES = 200;

type Task = keyof typeof MOST_ALIKE;

interface Candidate {
  readonly path: string;
  readonly truth: TruthKind;
  readonly truthPath: string;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What may be the truth of a PDF, the surest first; tags are looked for in any. */
function candidatesOf(path: string, among: ReadonlySet<string>): Candidate[] {
  const stem = path.replace(/\.pdf$/iu, '');
  const found: Candidate[] = [];
  const add = (truth: TruthKind, truthPath: string): void => {
    if (truthPath !== path && among.has(truthPath)) found.push({ path, truth, truthPath });
  };
  add('tables', `${stem}-str.xml`);
  add('tables', path.replace(/([^/]+)\.pdf$/u, 'csv/$1.csv'));
  add('tables', `${stem}.csv`);
  add('markdown', path.replace(/\/sources\/([^/]+)$/u, '/groundtruth/$1.md'));
  add('markdown', path.replace(/\/sources\/([^/]+)\.pdf$/u, '/groundtruth/$1.md'));
  add('markdown', path.replace(/\/test_files\/([^/]+)\.pdf$/u, '/test_files/expected_outputs/$1.md'));
  for (const extension of SOURCES) add('source', `${stem}${extension}`);
  return [...found, { path, truth: 'tags', truthPath: path }];
}

const LICENCES: readonly (readonly [RegExp, string])[] = [
  [/apache license/iu, 'Apache-2.0'],
  [/mit license|permission is hereby granted, free of charge/iu, 'MIT'],
  [/gnu affero/iu, 'AGPL-3.0'],
  [/gnu lesser|lgpl/iu, 'LGPL'],
  [/gnu general public/iu, 'GPL'],
  [/mozilla public/iu, 'MPL-2.0'],
  [/redistribution and use in source and binary forms/iu, 'BSD'],
  [/cc0|public domain|unlicense/iu, 'public domain'],
  [/attribution-?sharealike|by-sa/iu, 'CC-BY-SA'],
  [/attribution-?noncommercial|by-nc/iu, 'CC-BY-NC'],
  [/creative commons attribution|cc[- ]by/iu, 'CC-BY'],
  [/latex project public/iu, 'LPPL'],
];

function licenceOf(clone: Clone, commit: string, paths: readonly string[]): string {
  const file = paths.find((path) => /^(?:licen[cs]e|copying)[^/]*$/iu.test(path));
  const description = paths.includes('DESCRIPTION') ? readBlob(clone, commit, 'DESCRIPTION')?.toString() : undefined;
  const stated = /^Licen[cs]e: *(.*)$/mu.exec(description ?? '')?.[1];
  if (stated) return stated.trim();
  if (!file) return 'none stated';
  const text = readBlob(clone, commit, file)?.toString('utf8').slice(0, 6000) ?? '';
  return LICENCES.find(([pattern]) => pattern.test(text))?.[1] ?? 'see its licence file';
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\w]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .toLowerCase()
    .slice(0, 40);
}

/**
 * Shares of common words by which a document is too much like one that was taken, as this year's edition of last
 * year's form is.
 */
function isLike(words: ReadonlySet<string>, taken: readonly ReadonlySet<string>[]): boolean {
  return taken.some((other) => {
    let common = 0;
    for (const word of words) if (other.has(word)) common++;
    return common > 0.8 * Math.min(words.size, other.size);
  });
}

class Chooser {
  readonly #counts = new Map<string, number>();
  readonly #tries = new Map<string, number>();
  readonly #seen: Set<string>;
  readonly #mostAlike: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'choose-'));
  readonly reasons = new Map<string, number>();

  constructor(mostAlike: number, kept: readonly Listed[]) {
    this.#mostAlike = mostAlike;
    this.#seen = new Set(kept.map(({ sha256 }) => sha256));
  }

  #reject(reason: string): void {
    const short = reason.replace(/ \(.*/u, '');
    this.reasons.set(short, (this.reasons.get(short) ?? 0) + 1);
  }

  async #judge(
    clone: Clone,
    commit: string,
    candidate: Candidate,
    pdf: string,
  ): Promise<{ pages: number; truth: string; metrics: Listed['metrics'] } | string> {
    const cut = candidate.truth === 'tags';
    if (cut && !isTagged(pdf)) return 'no tags';
    const layer = readTextLayer(pdf, cut ? PAGES : MOST_PAGES + 1);
    if (layer.pages.length > MOST_PAGES) return 'too long';
    const request = { clone, commit, ...candidate, pages: layer.pages.length };
    const truth = await truthOf(request, pdf, layer);
    const belief = beliefOf(request, pdf, layer, truth);
    return 'reason' in belief ? belief.reason : { pages: layer.pages.length, truth, metrics: belief.metrics };
  }

  /** Documents of one clone, in an order that their names give by chance. */
  async choose(clone: Clone): Promise<Listed[]> {
    const commit = headOf(clone);
    const paths = pathsOf(clone, commit);
    const among = new Set(paths);
    const licence = licenceOf(clone, commit, paths);
    const alike: Set<string>[] = [];
    const chosen: Listed[] = [];
    const pdfs = paths
      .filter((path) => /\.pdf$/iu.test(path) && !isPrivate(path))
      .sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
    for (const path of pdfs) {
      const genre = genreOf(clone.repository, path);
      const key = `${clone.repository} ${genre}`;
      const most = path.includes('icdar2013') ? Infinity : this.#mostAlike;
      if ((this.#counts.get(key) ?? 0) >= most || (this.#tries.get(key) ?? 0) >= MOST_TRIES) continue;
      const bytes = readBlob(clone, commit, path);
      if (!bytes || bytes.length > MOST_BYTES || !bytes.subarray(0, 1024).includes('%PDF')) continue;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (this.#seen.has(sha256)) continue;
      this.#seen.add(sha256);
      const pdf = join(this.#folder, 'a.pdf');
      writeFileSync(pdf, bytes);
      for (const candidate of candidatesOf(path, among)) {
        const judged = await this.#judge(clone, commit, candidate, pdf).catch(() => 'an error');
        if (typeof judged === 'string') {
          this.#reject(judged);
          if (judged !== 'no tags') this.#tries.set(key, (this.#tries.get(key) ?? 0) + 1);
          continue;
        }
        const words = new Set(wordsOf(withoutTags(judged.truth)));
        if (isLike(words, alike)) {
          this.#reject('like another');
          this.#tries.set(key, (this.#tries.get(key) ?? 0) + 1);
          break;
        }
        alike.push(words);
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
        const { pages, metrics } = judged;
        const name = `${slug(genre)}-${slug(basename(path, '.pdf'))}-${sha256.slice(0, 4)}`;
        chosen.push({
          name,
          genre,
          repository: clone.repository,
          commit,
          sha256,
          licence,
          ...candidate,
          pages,
          metrics,
        });
        break;
      }
    }
    return chosen;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

async function main(task: Task, folder: string, only: readonly string[]): Promise<void> {
  const list: ListName = task === 'more' ? 'list' : task;
  const others = (['list', 'tuning', 'locked'] as const).filter((name) => name !== list).flatMap(readList);
  const adds = task === 'more' || task === 'locked';
  const named = new Set([...others, ...(adds ? readList(list) : [])].map(({ repository }) => repository));
  const isWanted = (repository: string): boolean =>
    !named.has(repository) && (only.length === 0 || only.some((part) => repository.includes(part)));
  const chosen = readList(list).filter(({ repository }) => !isWanted(repository));
  const chooser = new Chooser(MOST_ALIKE[task], [...others, ...chosen]);
  for (const place of readdirSync(folder).sort()) {
    const repository = place.replace('+', '/');
    const clone = findClone(folder, repository);
    if (!clone || !isWanted(repository)) continue;
    const own = await chooser.choose(clone);
    console.log(`${repository}: ${own.length}`);
    chosen.push(...own);
    if (!adds) chosen.sort((a, b) => (a.name < b.name ? -1 : 1));
    writeList(list, chosen);
  }
  chooser.close();
  console.log(
    `${chosen.length} documents. Left out: ${[...chooser.reasons].map(([reason, count]) => `${reason} ${count}`).join(', ')}`,
  );
}

// pdf.js leaves some failures of broken files to nobody: such a document is judged by what was read
process.on('unhandledRejection', () => undefined);
const { values, positionals } = parseArgs({
  options: { more: { type: 'boolean' }, tuning: { type: 'boolean' }, locked: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder, ...only] = positionals;
const task = (['more', 'tuning', 'locked'] as const).find((name) => values[name]) ?? 'list';
if (folder) await main(task, folder, only);
else
  console.log(
    'node test/bench/quality/real/choose.ts FOLDER-OF-CLONES [--more | --tuning | --locked] [PART-OF-A-REPOSITORY …]',
  );
