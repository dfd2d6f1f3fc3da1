import { withInterval } from '../quality/interval.ts';
import { mean } from '../quality/metrics/score.ts';
import type { Metric } from '../quality/metrics/score.ts';
import type { Evaluation } from './evaluate.ts';
import { factsOf } from './style.ts';

const METRICS: readonly Metric[] = ['order', 'tables', 'headings'];

const valuesOf = (evaluations: readonly Evaluation[], metric: Metric | 'overall'): number[] =>
  evaluations.flatMap(({ score }) => (score[metric] === undefined ? [] : [score[metric]]));

function row(name: string, evaluations: readonly Evaluation[]): string {
  const cells = METRICS.map((metric) => mean(valuesOf(evaluations, metric))?.toFixed(3) ?? '–');
  return `| ${[name, evaluations.length, withInterval(valuesOf(evaluations, 'overall')), ...cells].join(' | ')} |`;
}

const head = (first: string): string =>
  `| ${first} | documents | overall | order | tables | headings |\n|---|---|---|---|---|---|`;

function grouped(
  first: string,
  evaluations: readonly Evaluation[],
  keysOf: (each: Evaluation) => readonly string[],
): string {
  const keys = [...new Set(evaluations.flatMap(keysOf))].sort();
  const rows = keys.map((key) =>
    row(
      key,
      evaluations.filter((each) => keysOf(each).includes(key)),
    ),
  );
  return [head(first), ...rows].join('\n');
}

/** One line for each engine, over all documents. */
export const engineTable = (rows: readonly (readonly [string, readonly Evaluation[]])[]): string =>
  [head('engine'), ...rows.map(([name, evaluations]) => row(name, evaluations))].join('\n');

export const byProducer = (evaluations: readonly Evaluation[]): string =>
  grouped('producer', evaluations, ({ made }) => [made.sample.producer]);

export const byStyle = (evaluations: readonly Evaluation[]): string =>
  grouped('style', evaluations, ({ made }) => factsOf(made.sample));

/** How many blocks of a kind are there in one piece and as what they are; the interval is over documents. */
export function byBlock(evaluations: readonly Evaluation[]): string {
  const kinds = [...new Set(evaluations.flatMap(({ units }) => units.map(({ kind }) => kind)))].sort();
  const rows = kinds.map((kind) => {
    const documents = evaluations
      .map(({ units }) => units.filter((unit) => unit.kind === kind))
      .filter((units) => units.length > 0);
    const found = documents.map((units) => mean(units.map((unit) => unit.found)) ?? 0);
    return `| ${kind} | ${documents.flat().length} | ${withInterval(found)} |`;
  });
  return ['| block | count | found |\n|---|---|---|', ...rows].join('\n');
}

/** The worst documents with what is worst in them. */
export function worst(evaluations: readonly Evaluation[], count: number): string {
  return [...evaluations]
    .sort((a, b) => a.score.overall - b.score.overall)
    .slice(0, count)
    .map(({ made, score, units }) => {
      const lost = [...new Set(units.filter(({ found }) => found < 0.9).map(({ kind }) => kind))];
      const metrics = METRICS.map((metric) => `${metric} ${score[metric]?.toFixed(3) ?? '–'}`).join('  ');
      return `${score.overall.toFixed(3)}  ${metrics}  ${made.sample.name}  ${made.sample.content}: ${lost.slice(0, 6).join(', ')}`;
    })
    .join('\n');
}
