import { withInterval } from './interval.ts';
import { mean } from './metrics/score.ts';
import type { Metric as ScoreMetric, Score } from './metrics/score.ts';
import type { BenchDocument } from './documents.ts';

/** One document by one engine. A failure counts as no text at all. */
export interface Result {
  readonly document: BenchDocument;
  readonly score: Score;
  readonly pages: number;
  readonly ms: number;
  readonly warned?: boolean;
  readonly error?: string;
}

export interface Row {
  readonly engine: string;
  readonly results: readonly Result[];
}

function cell(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

type Metric = 'overall' | ScoreMetric;

export function means(results: readonly Result[]): Record<Metric, number | undefined> {
  const of = (metric: Metric): number | undefined =>
    mean(results.flatMap(({ score }) => (score[metric] === undefined ? [] : [score[metric]])));
  return { overall: of('overall'), order: of('order'), tables: of('tables'), headings: of('headings') };
}

function overallOf(results: readonly Result[], half: 'dev' | 'held'): number[] {
  return results.filter(({ document }) => document.half === half).map(({ score }) => score.overall);
}

function line(name: string, results: readonly Result[]): string {
  const all = means(results);
  const half = (which: 'dev' | 'held'): string => withInterval(overallOf(results, which));
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

function versus(own: readonly Result[], peers: readonly (readonly Result[])[], metric: ScoreMetric): string {
  const best = Math.max(...peers.map((results) => means(results)[metric] ?? 0));
  const ours = means(own)[metric];
  return ours === undefined ? '–' : `${cell(ours)} / ${peers.length > 0 ? cell(best) : '–'}`;
}

/**
 * One line for each genre (or fault): the first engine's figures for both halves, the best peer's beside them, and
 * metric by metric the first engine's and the best of all others', which need not be the same engine's each time.
 */
export function genresOf(rows: readonly Row[]): string {
  const [own, ...others] = rows;
  if (!own) return '';
  const genres = [...new Set(own.results.map(({ document }) => document.genre ?? ''))].sort();
  const lines = genres.map((genre) => {
    const of = ({ results }: Row): Result[] => results.filter(({ document }) => document.genre === genre);
    const mine = of(own);
    const best = [...others].sort((a, b) => (means(of(b)).overall ?? 0) - (means(of(a)).overall ?? 0))[0];
    const theirs = others.map(of);
    return `| ${[
      genre,
      `${overallOf(mine, 'dev').length} + ${overallOf(mine, 'held').length}`,
      withInterval(overallOf(mine, 'dev')),
      withInterval(overallOf(mine, 'held')),
      best
        ? `${best.engine.split(' ')[0]} ${cell(means(of(best)).overall)} / ${cell(mean(overallOf(of(best), 'held')))}`
        : '–',
      versus(mine, theirs, 'order'),
      versus(mine, theirs, 'tables'),
      versus(mine, theirs, 'headings'),
    ].join(' | ')} |`;
  });
  return [
    `| genre | documents, dev + held out | ${own.engine}, dev | held out | best peer, all / held out | order, ours / best | tables | headings |`,
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** By so much another engine is ahead: less is chance. */
const AHEAD = 0.005;
const AHEAD_IN_ONE = 0.05;

/** The documents of the tuning half in which another engine is well ahead by a metric, worst first. */
function lostTo(own: readonly Result[], other: readonly Result[], metric: ScoreMetric): string[] {
  const theirs = new Map(other.map(({ document, score }) => [document.name, score[metric] ?? 0]));
  return own
    .filter(({ document, score }) => document.half === 'dev' && score[metric] !== undefined)
    .map(({ document, score }) => ({
      name: document.name,
      by: (theirs.get(document.name) ?? 0) - (score[metric] ?? 0),
    }))
    .filter(({ by }) => by > AHEAD_IN_ONE)
    .sort((a, b) => b.by - a.by)
    .map(({ name }) => name);
}

/** Where the first engine is behind: genre by genre (or fault) and metric by metric, the engine that is most ahead. */
export function behindOf(rows: readonly Row[]): string {
  const [own, ...others] = rows;
  const genres = [...new Set(own?.results.map(({ document }) => document.genre ?? '') ?? [])].sort();
  const lines = genres.flatMap((genre) => {
    const of = (row: Row): Result[] => row.results.filter(({ document }) => document.genre === genre);
    const mine = own ? of(own) : [];
    return (['order', 'tables', 'headings'] as const).flatMap((metric) => {
      const ours = means(mine)[metric];
      const ranked = others
        .map((row) => ({ row, value: means(of(row))[metric] ?? 0 }))
        .sort((a, b) => b.value - a.value);
      const best = ranked[0];
      if (ours === undefined || !best || best.value < ours + AHEAD) return [];
      const lost = lostTo(mine, of(best.row), metric).slice(0, 4).join(', ');
      return [`| ${genre} | ${metric} | ${cell(ours)} | ${best.row.engine} ${cell(best.value)} | ${lost || '–'} |`];
    });
  });
  return ['| genre | metric | ours | ahead | most, in the dev half |', '|---|---|---|---|---|', ...lines].join('\n');
}

/** Text of which less than this is right is wrong. */
const RIGHT = 0.8;

/**
 * Of the documents whose text layer lies: how many an engine got wrong, and how many of those it did not warn of or
 * refuse.
 */
export function lyingOf(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ engine, results }) => {
    const lying = results.filter(({ document }) => document.genre?.startsWith('layer-'));
    const wrong = lying.filter(({ score }) => (score.order ?? 0) < RIGHT);
    const silent = wrong.filter(({ error, warned }) => error === undefined && warned !== true);
    return lying.length > 0 ? [`| ${engine} | ${lying.length} | ${wrong.length} | ${silent.length} |`] : [];
  });
  return ['| engine | layers that lie | wrong text | of these without a warning |', '|---|---|---|---|', ...lines].join(
    '\n',
  );
}
