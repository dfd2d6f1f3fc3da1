import { mean } from './geometry.ts';

/** Numbers of one tree: input and threshold of each split by level, then the leaves. */
const numbersOf = (splits: number): number => 3 * splits + 1;

/** More than errors of adding leaves, which have few decimals. */
const ROUNDING = 1e-6;

/** How much the sum may change from each tree on, at the place of its first number. */
export function reachOf(trees: readonly number[], depth: number): Float64Array {
  const splits = (1 << depth) - 1;
  const reach = new Float64Array(trees.length + 1).fill(ROUNDING);
  for (let end = trees.length; end > 0; end -= numbersOf(splits)) {
    const leaves = trees.slice(end - splits - 1, end);
    reach[end - numbersOf(splits)] = reach[end]! + Math.max(...leaves.map(Math.abs));
  }
  return reach;
}

/**
 * The sum of all trees, which are complete and `depth` splits deep. Below its threshold, split n is followed by 2n + 1,
 * else by 2n + 2. With `reach`, only whether it is above zero is sure: trees that cannot change this are not asked.
 */
export function treesSum(
  inputs: readonly number[],
  trees: readonly number[],
  depth: number,
  reach?: Float64Array,
): number {
  const splits = (1 << depth) - 1;
  let sum = 0;
  // the answer of a split is a number here, as processors guess wrongly which branch it would take
  for (let start = 0; start < trees.length; start += numbersOf(splits)) {
    if (reach && Math.abs(sum) > reach[start]!) break;
    let split = 0;
    while (split < splits) {
      const at = start + 2 * split;
      split = 2 * split + 2 - Number(inputs[trees[at]!]! < trees[at + 1]!);
    }
    sum += trees[start + splits + split]!;
  }
  return sum;
}

/**
 * What each input adds to the sum: at each split on the way to a leaf, by how much the mean of the leaves below changes
 * (Saabas's attribution, with all leaves weighed alike).
 */
export function treesShares(inputs: readonly number[], trees: readonly number[], depth: number): number[] {
  const splits = 2 ** depth - 1;
  const shares = inputs.map(() => 0);
  for (let start = 0; start < trees.length; start += numbersOf(splits)) {
    let leaves = trees.slice(start + 2 * splits, start + numbersOf(splits));
    let split = 0;
    while (leaves.length > 1) {
      const input = trees[start + 2 * split]!;
      const isBelow = inputs[input]! < trees[start + 2 * split + 1]!;
      const kept = isBelow ? leaves.slice(0, leaves.length / 2) : leaves.slice(leaves.length / 2);
      shares[input]! += mean(kept) - mean(leaves);
      leaves = kept;
      split = 2 * split + (isBelow ? 1 : 2);
    }
  }
  return shares;
}
