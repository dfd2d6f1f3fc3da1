/** One observation: numbers, the answer, and how much it counts. */
export interface Sample {
  readonly x: readonly number[];
  readonly y: 0 | 1;
  readonly weight: number;
}

/** Probability by weights of which the last is the constant. */
export function probability(weights: readonly number[], x: readonly number[]): number {
  let sum = weights.at(-1) ?? 0;
  for (const [index, value] of x.entries()) sum += value * (weights[index] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Solves a symmetric positive definite system by Gaussian elimination; changes its arguments. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const row = matrix[pivot] ?? [];
    for (let other = pivot + 1; other < size; other++) {
      const target = matrix[other] ?? [];
      const factor = (target[pivot] ?? 0) / (row[pivot] ?? 1);
      for (let column = pivot; column < size; column++)
        target[column] = (target[column] ?? 0) - factor * (row[column] ?? 0);
      right[other] = (right[other] ?? 0) - factor * (right[pivot] ?? 0);
    }
  }
  const result = Array.from({ length: size }, () => 0);
  for (let row = size - 1; row >= 0; row--) {
    let sum = right[row] ?? 0;
    for (let column = row + 1; column < size; column++) sum -= (matrix[row]?.[column] ?? 0) * (result[column] ?? 0);
    result[row] = sum / (matrix[row]?.[row] ?? 1);
  }
  return result;
}

/** Logistic regression by Newton's method with a ridge penalty on all weights but the constant, which comes last. */
export function fitLogistic(samples: readonly Sample[], ridge: number): number[] {
  const size = (samples[0]?.x.length ?? 0) + 1;
  const scale = samples.length / samples.reduce((sum, { weight }) => sum + weight, 0);
  let weights = Array.from({ length: size }, () => 0);
  for (let round = 0; round < 40; round++) {
    const gradient = weights.map((value, index) => (index < size - 1 ? ridge * value : 0));
    const hessian = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_unused, column) => (row === column ? (row < size - 1 ? ridge : 1e-6) : 0)),
    );
    for (const { x, y, weight } of samples) {
      const chance = probability(weights, x);
      const values = [...x, 1];
      const slope = weight * scale * (chance - y);
      const curve = weight * scale * chance * (1 - chance);
      for (const [row, value] of values.entries()) {
        gradient[row] = (gradient[row] ?? 0) + slope * value;
        const line = hessian[row];
        if (value === 0 || !line) continue;
        for (const [column, other] of values.entries()) line[column] = (line[column] ?? 0) + curve * value * other;
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((value, index) => value - (step[index] ?? 0));
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  return weights;
}
