import { randomOf } from './corpus/random.ts';
import { mean } from './metrics/score.ts';

const ROUNDS = 1000;

/** The 95 % confidence interval of a mean: percentiles over resamples of the values, the same in each run. */
export function intervalOf(values: readonly number[]): readonly [number, number] | undefined {
  if (values.length < 2) return undefined;
  const random = randomOf(`interval ${values.length}`);
  const means: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += random.pick(values);
    means.push(sum / values.length);
  }
  means.sort((a, b) => a - b);
  return [means[Math.floor(0.025 * ROUNDS)] ?? 0, means[Math.ceil(0.975 * ROUNDS) - 1] ?? 1];
}

/** A mean with its interval, as it is printed. */
export function withInterval(values: readonly number[]): string {
  const interval = intervalOf(values);
  const middle = mean(values);
  if (middle === undefined) return '–';
  return interval ? `${middle.toFixed(3)} (${interval.map((end) => end.toFixed(2)).join('–')})` : middle.toFixed(3);
}
