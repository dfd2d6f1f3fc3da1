import { mean } from './metrics/score.ts';
import type { Score } from './metrics/score.ts';
import type { BenchDocument } from './documents.ts';

/** One document by one engine. A failure counts as no text at all. */
export interface Result {
  readonly document: BenchDocument;
  readonly score: Score;
  readonly pages: number;
  readonly ms: number;
  readonly error?: string;
}

export interface Row {
  readonly engine: string;
  readonly results: readonly Result[];
}

function cell(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

type Metric = 'overall' | 'order' | 'tables' | 'headings';

export function means(results: readonly Result[]): Record<Metric, number | undefined> {
  const of = (metric: Metric): number | undefined =>
    mean(results.flatMap(({ score }) => (score[metric] === undefined ? [] : [score[metric]])));
  return { overall: of('overall'), order: of('order'), tables: of('tables'), headings: of('headings') };
}

function line(name: string, results: readonly Result[]): string {
  const all = means(results);
  const half = (which: 'dev' | 'held'): string =>
    cell(means(results.filter(({ document }) => document.half === which)).overall);
  const done = results.filter(({ error }) => error === undefined);
  const pages = done.reduce((sum, result) => sum + result.pages, 0);
  const ms = done.reduce((sum, result) => sum + result.ms, 0) / Math.max(1, pages);
  return `| ${[name, cell(all.overall), half('dev'), half('held'), cell(all.order), cell(all.tables), cell(all.headings), `${ms.toFixed(ms < 10 ? 1 : 0)} ms`, results.length - done.length].join(' | ')} |`;
}

const HEAD =
  '| engine | overall | dev | held out | order | tables | headings | CPU a page | failures |\n|---|---|---|---|---|---|---|---|---|';

/** A Markdown table with one line for each engine, best first. */
export function tableOf(rows: readonly Row[]): string {
  const ranked = [...rows].sort((a, b) => (means(b.results).overall ?? 0) - (means(a.results).overall ?? 0));
  return [HEAD, ...ranked.map(({ engine, results }) => line(engine, results))].join('\n');
}

/** The documents of one engine, worst first, with what their metrics are. */
export function detailOf(results: readonly Result[]): string {
  return results
    .filter(({ document }) => document.half === 'dev')
    .sort((a, b) => a.score.overall - b.score.overall)
    .map(
      ({ document, score, error }) =>
        `${cell(score.overall)}  order ${cell(score.order)}  tables ${cell(score.tables)}  headings ${cell(score.headings)}  ${document.name}${error ? `  ${error}` : ''}`,
    )
    .join('\n');
}
