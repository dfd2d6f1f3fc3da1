import { treesSum } from '../model/trees.ts';
import { CONTEXT_FEATURES, contextFeature, type ContextFeature, type Input } from './context.ts';
import { FEATURES, headingFeatures, type PlacedBlock } from './features.ts';
import { DEPTH, INPUTS, TREES } from './trees.ts';
import { BIAS, WEIGHTS } from './weights.ts';

/** One number for the trees: of the features as they are weighed, or of what the document and the neighbours tell. */
type Measure = (placed: PlacedBlock, features: readonly number[]) => number;

const isOfContext = (name: Input): name is ContextFeature => (CONTEXT_FEATURES as readonly string[]).includes(name);

function measureOf(name: Input): Measure {
  if (isOfContext(name)) return (placed) => contextFeature(name, placed);
  const at = FEATURES.indexOf(name);
  return (_placed, features) => features[at]!;
}

/** What the trees look at, where they are given these names. */
export function inputsOf(names: readonly Input[]): (placed: PlacedBlock, features: readonly number[]) => number[] {
  const measures = names.map(measureOf);
  return (placed, features) => measures.map((measure) => measure(placed, features));
}

const WEIGHT_LIST = FEATURES.map((name) => WEIGHTS[name]);
const inputsOfTrees = inputsOf(INPUTS);

/** Log odds by the weights alone. */
export const weightedOdds = (features: readonly number[]): number =>
  features.reduce((sum, value, at) => sum + WEIGHT_LIST[at]! * value, BIAS);

/** Log odds that a block is a heading: the weighted sum of its features, corrected by the trees. */
export function logOdds(placed: PlacedBlock): number {
  const features = headingFeatures(placed);
  return weightedOdds(features) + treesSum(inputsOfTrees(placed, features), TREES, DEPTH);
}
