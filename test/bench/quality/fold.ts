import { treesSum } from '../../../packages/engine/src/layout/model/trees.ts';
import { boost, type BoostOptions, type BoostSample } from './boost.ts';

/** Samples of one repository are in one fold. */
export interface GroupedSample extends BoostSample {
  readonly group: string;
}

/** The fold of cross-validation that a repository is in, of so many. */
function foldOf(group: string, folds: number): number {
  let sum = 7;
  for (const sign of group) sum = (sum * 31 + sign.codePointAt(0)!) % 100_003;
  return sum % folds;
}

/** Log odds of a sample by trees that were not grown on its fold. */
export function oddsOutOfFold(
  samples: readonly GroupedSample[],
  folds: number,
  options: BoostOptions,
): (sample: GroupedSample) => number {
  const trees = Array.from({ length: folds }, (_, fold) =>
    boost(
      samples.filter(({ group }) => foldOf(group, folds) !== fold),
      options,
    ),
  );
  return ({ x, odds, group }) => odds + treesSum(x, trees[foldOf(group, folds)]!, options.depth);
}
