import { score } from '../quality/metrics/score.ts';
import type { Score } from '../quality/metrics/score.ts';
import type { Made } from './make.ts';
import { PRODUCERS } from './producers.ts';
import { placed, shown } from './truth.ts';
import { foundUnits, unitsOf } from './units.ts';
import type { Unit } from './units.ts';

/** How well one engine read one document. */
export interface Evaluation {
  readonly made: Made;
  readonly score: Score;
  readonly units: readonly (Unit & { readonly found: number })[];
  readonly ms: number;
  readonly error?: string;
}

export function evaluate(made: Made, markdown: string, ms: number): Evaluation {
  const { sample, truth } = made;
  const printed = PRODUCERS.find(({ name }) => name === sample.producer)!.printed(sample).source;
  const units = unitsOf(printed);
  const found = foundUnits(units, markdown);
  return {
    made,
    ms,
    score: score(shown(placed(truth, markdown)), shown(markdown)),
    units: units.map((unit, index) => ({ ...unit, found: found[index] ?? 0 })),
  };
}
