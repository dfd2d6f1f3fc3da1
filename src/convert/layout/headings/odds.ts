import { treesSum } from '../model/trees.ts';
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

/** Log odds that a block is a heading: the weighted sum of its features, corrected by the trees. */
export function logOdds(placed: PlacedBlock): number {
  const features = headingFeatures(placed);
  return weightedOdds(features) + treesSum(inputsOf(placed, features, INPUTS), TREES, DEPTH);
}
