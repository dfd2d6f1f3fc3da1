import { headingScore } from './headings.ts';
import { orderScore } from './order.ts';
import { tableScore } from './tables.ts';

export type Metric = 'order' | 'tables' | 'headings';

/**
 * Metrics of one document, 0..1 each; absent where the truth has nothing of the kind. `overall` is the mean of those
 * that exist.
 */
export interface Score {
  readonly overall: number;
  readonly order?: number;
  readonly tables?: number;
  readonly headings?: number;
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Scores a document's Markdown by the metrics for which its truth is believed. */
export function score(
  truth: string,
  markdown: string,
  metrics: readonly Metric[] = ['order', 'tables', 'headings'],
): Score {
  const order = metrics.includes('order') ? orderScore(truth, markdown) : undefined;
  const tables = metrics.includes('tables') ? tableScore(truth, markdown) : undefined;
  const headings = metrics.includes('headings') ? headingScore(truth, markdown) : undefined;
  const overall = mean([order, tables, headings].filter((value) => value !== undefined)) ?? 0;
  return {
    overall,
    ...(order === undefined ? {} : { order }),
    ...(tables === undefined ? {} : { tables }),
    ...(headings === undefined ? {} : { headings }),
  };
}
