import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metric } from '../metrics/score.ts';

/**
 * Where the truth comes from: the document's own tags, a source that Pandoc reads, tables as data, or Markdown that
 * another project keeps as expected output.
 */
export type TruthKind = 'tags' | 'source' | 'tables' | 'markdown';

/** A document of another project, as the list names it: only its address, never its content. */
export interface Listed {
  readonly name: string;
  readonly genre: string;
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly sha256: string;
  /** As the repository's file of licence says; `none stated` where there is none. */
  readonly licence: string;
  /** How many of its first pages are converted. */
  readonly pages: number;
  readonly truth: TruthKind;
  /** The file that holds the truth, where it is not the document itself. */
  readonly truthPath: string;
  /** What may be scored: a truth of tables says nothing of the rest, and many authors tag headings at random. */
  readonly metrics: readonly Metric[];
}

/**
 * The list whose documents have two halves; documents of other repositories that are for tuning only; and those of
 * further repositories that nobody looks at, scored when a step of work ends.
 */
export type ListName = 'list' | 'tuning' | 'locked';

const fileOf = (list: ListName): string =>
  list === 'locked' ? join(import.meta.dirname, '..', 'locked.tsv') : join(import.meta.dirname, `${list}.tsv`);
const COLUMNS = [
  'name',
  'genre',
  'repository',
  'commit',
  'path',
  'sha256',
  'licence',
  'pages',
  'truth',
  'truthPath',
  'metrics',
] as const;

export function readList(list: ListName): Listed[] {
  const [, ...lines] = readFileSync(fileOf(list), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const cells = line.split('\t');
    const held = Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index] ?? '']));
    return {
      ...held,
      pages: Number(held['pages']),
      metrics: (held['metrics'] ?? '').split('+'),
    } as unknown as Listed;
  });
}

/** The repositories of the documents that may be looked at, by the documents' names. */
export const repositoriesByName = (): ReadonlyMap<string, string> =>
  new Map((['list', 'tuning'] as const).flatMap(readList).map(({ name, repository }) => [name, repository]));

export function writeList(list: ListName, documents: readonly Listed[]): void {
  const line = (document: Listed): string =>
    COLUMNS.map((column) => (column === 'metrics' ? document.metrics.join('+') : String(document[column]))).join('\t');
  writeFileSync(fileOf(list), `${[COLUMNS.join('\t'), ...documents.map(line)].join('\n')}\n`);
}
