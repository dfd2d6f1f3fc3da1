import { channel } from 'node:diagnostics_channel';
import type { Rect } from '../../model/raw-page.ts';
import { treesSum } from '../../model/trees.ts';
import { factsOf, type TableShape } from './table-facts.ts';
import { DEPTH, START, TREES } from './table-trees.ts';

/** Log odds below which cells are no table. How it was set: docs/decisions/012-heading-scores.md. */
const LEAST_ODDS = -0.9;

/** Cells that were asked about, for the script that grows the trees. */
export interface WeighedShape {
  readonly facts: readonly number[];
  readonly box: Rect;
}

/** Weighed shapes are published here. */
export const SHAPES = 'scriptorium:table-shapes';

const shapes = channel(SHAPES);

/** Whether cells that rulings, marks or alignment show are those of a table by what they look like together. */
export function looksLikeTable(shape: TableShape, box: () => Rect): boolean {
  const facts = factsOf(shape);
  if (shapes.hasSubscribers) shapes.publish({ facts, box: box() } satisfies WeighedShape);
  return START + treesSum(facts, TREES, DEPTH) >= LEAST_ODDS;
}
