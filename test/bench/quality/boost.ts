/** One observation: numbers, the answer, how much it counts, and the log odds that are corrected. */
export interface BoostSample {
  readonly x: readonly number[];
  readonly y: 0 | 1;
  readonly weight: number;
  readonly odds: number;
}

export interface BoostOptions {
  readonly trees: number;
  /** Splits on the way to a leaf: each tree is complete. */
  readonly depth: number;
  /** Part of each tree's answer that is added. */
  readonly rate: number;
  /** Ridge penalty on the leaves. */
  readonly ridge: number;
  /** Least curvature (weight of undecided samples) on either side of a split. */
  readonly least: number;
}

/** Thresholds that are tried for one input. */
const MOST_CUTS = 32;
/** Least gain of a split. */
const LEAST_GAIN = 1e-3;
/** Every sample is below it: a split that splits nothing. */
const ABOVE_ALL = 1e9;

const short = (value: number): number => Number(value.toPrecision(4));

/** Thresholds of one input: between all its values if there are few, else at quantiles. */
function cutsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  const cuts =
    distinct.length <= MOST_CUTS + 1
      ? distinct.slice(1).map((value, index) => (value + distinct[index]!) / 2)
      : Array.from(
          { length: MOST_CUTS },
          (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / (MOST_CUTS + 1))]!,
        );
  return [...new Set(cuts.map(short))].filter((cut) => cut > sorted[0]!);
}

/** For each input its thresholds, and for each sample how many of them it is not below. */
interface Bins {
  readonly cuts: readonly (readonly number[])[];
  readonly of: readonly Uint8Array[];
}

function binsOf(samples: readonly BoostSample[]): Bins {
  const cuts = (samples[0]?.x ?? []).map((_, input) => cutsOf(samples.map(({ x }) => x[input]!)));
  const of = cuts.map((own, input) =>
    Uint8Array.from(samples, ({ x }) => own.filter((cut) => x[input]! >= cut).length),
  );
  return { cuts, of };
}

/** First and second derivatives of the loss for each sample. */
interface Slopes {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

interface Split {
  readonly input: number;
  /** Samples whose bin is not above it are below the threshold. */
  readonly bin: number;
}

function sums(among: readonly number[], { first, second }: Slopes): [number, number] {
  let [slope, curve] = [0, 0];
  for (const index of among) {
    slope += first[index]!;
    curve += second[index]!;
  }
  return [slope, curve];
}

function bestSplit(
  among: readonly number[],
  bins: Bins,
  slopes: Slopes,
  { ridge, least }: BoostOptions,
): Split | undefined {
  const [slope, curve] = sums(among, slopes);
  let most = LEAST_GAIN + slope ** 2 / (curve + ridge);
  let best: Split | undefined;
  const slopeOf = new Float64Array(MOST_CUTS + 1);
  const curveOf = new Float64Array(MOST_CUTS + 1);
  for (const [input, cuts] of bins.cuts.entries()) {
    slopeOf.fill(0);
    curveOf.fill(0);
    for (const index of among) {
      const bin = bins.of[input]![index]!;
      slopeOf[bin]! += slopes.first[index]!;
      curveOf[bin]! += slopes.second[index]!;
    }
    let [slopeBelow, curveBelow] = [0, 0];
    for (let bin = 0; bin < cuts.length; bin++) {
      slopeBelow += slopeOf[bin]!;
      curveBelow += curveOf[bin]!;
      if (curveBelow < least || curve - curveBelow < least) continue;
      const gain = slopeBelow ** 2 / (curveBelow + ridge) + (slope - slopeBelow) ** 2 / (curve - curveBelow + ridge);
      if (gain > most) [most, best] = [gain, { input, bin }];
    }
  }
  return best;
}

/**
 * Gradient boosting with logistic loss and Newton steps. Gives the trees as `treesSum` of
 * `packages/engine/src/layout/model/trees.ts` reads them: for each its splits (input, threshold) by level, then its
 * leaves. The same samples give the same trees.
 */
export function boost(samples: readonly BoostSample[], options: BoostOptions): number[] {
  const { trees, depth, rate, ridge } = options;
  const bins = binsOf(samples);
  const scale = samples.length / samples.reduce((sum, { weight }) => sum + weight, 0);
  const odds = Float64Array.from(samples, (sample) => sample.odds);
  const slopes: Slopes = { first: new Float64Array(samples.length), second: new Float64Array(samples.length) };
  const numbers: number[] = [];
  for (let tree = 0; tree < trees; tree++) {
    for (const [index, { y, weight }] of samples.entries()) {
      const chance = 1 / (1 + Math.exp(-odds[index]!));
      slopes.first[index] = weight * scale * (chance - y);
      slopes.second[index] = weight * scale * chance * (1 - chance);
    }
    let level: number[][] = [[...samples.keys()]];
    let dead = new Set<number>();
    for (let step = 0; step < depth; step++) {
      const next: number[][] = [];
      const nextDead = new Set<number>();
      for (const [place, among] of level.entries()) {
        const split = dead.has(place) ? undefined : bestSplit(among, bins, slopes, options);
        numbers.push(split?.input ?? 0, split ? bins.cuts[split.input]![split.bin]! : ABOVE_ALL);
        if (!split) nextDead.add(next.length).add(next.length + 1);
        next.push(
          among.filter((index) => !split || bins.of[split.input]![index]! <= split.bin),
          among.filter((index) => split && bins.of[split.input]![index]! > split.bin),
        );
      }
      [level, dead] = [next, nextDead];
    }
    for (const among of level) {
      const [slope, curve] = sums(among, slopes);
      const leaf = short((-rate * slope) / (curve + ridge));
      numbers.push(leaf === 0 ? 0 : leaf);
      for (const index of among) odds[index]! += leaf;
    }
  }
  return numbers;
}
