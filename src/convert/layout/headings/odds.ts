import { CONTEXT_FEATURES, contextFeature, type ContextFeature, type Input } from './context.ts';
import { FEATURES, headingFeatures, type Feature, type PlacedBlock } from './features.ts';
import { DEPTH, INPUTS, TREES } from './trees.ts';
import { BIAS, WEIGHTS } from './weights.ts';

const isOfContext = (name: Input): name is ContextFeature => (CONTEXT_FEATURES as readonly string[]).includes(name);

type Features = Readonly<Record<Feature, boolean | number>>;

/** What the trees look at: features as they are weighed, and what the document and the neighbours tell. */
export const inputsOf = (placed: PlacedBlock, features: Features, names: readonly Input[]): number[] =>
  names.map((name) => (isOfContext(name) ? contextFeature(name, placed) : Number(features[name])));

/** Log odds by the weights alone. */
export const weightedOdds = (features: Features): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * Number(features[name]), BIAS);

const SPLITS = 2 ** DEPTH - 1;
/** Numbers of one tree: input and threshold of each split, then the leaves. */
const NUMBERS = 3 * SPLITS + 1;

/** The sum of all trees. Below its threshold, split n is followed by 2n + 1, else by 2n + 2. */
export function treesSum(inputs: readonly number[], trees: readonly number[]): number {
  let sum = 0;
  for (let start = 0; start < trees.length; start += NUMBERS) {
    let split = 0;
    while (split < SPLITS) {
      const isBelow = inputs[trees[start + 2 * split]!]! < trees[start + 2 * split + 1]!;
      split = 2 * split + (isBelow ? 1 : 2);
    }
    sum += trees[start + SPLITS + split]!;
  }
  return sum;
}

/** Log odds that a block is a heading: the weighted sum of its features, corrected by the trees. */
export function logOdds(placed: PlacedBlock): number {
  const features = headingFeatures(placed);
  return weightedOdds(features) + treesSum(inputsOf(placed, features, INPUTS), TREES);
}
