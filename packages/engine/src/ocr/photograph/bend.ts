import type { TextLine } from './text-lines.ts';

/** How far down each point must move for the lines of text to become level; 0 in the middle of the picture. */
export interface Bend {
  at(x: number, y: number): number;
}

/** Lines and letters that must be there before a picture is bent by them. */
const LINES = 6;
const LETTERS = 120;
/** By the height of a small letter: bending that is worth it, and what may be left of it. */
const LEAST = 0.45;
const LEFT = 0.22;
/** Share of the letters that must stand on lines that fit. */
const KEPT = 0.7;
/** Feet further than this from the line belong to descenders, commas and quotation marks. */
const OFF_THE_LINE = [0.8, 0.4, 0.25, 0.25];

/**
 * Fits the course of all lines of text by one smooth surface: on a book that lies open, or a page that is seen from the
 * side without its edges, lines bend and converge. Undefined where they are straight, or do not fit any surface.
 */
export function measureBend(lines: readonly TextLine[], letter: number): Bend | undefined {
  const letters = lines.flat();
  if (lines.length < LINES || letters.length < LETTERS) return undefined;
  const box = boxOf(letters);
  const terms = (x: number, y: number): number[] => {
    const u = clamp((2 * (x - box.x)) / box.size);
    const v = clamp((2 * (y - box.y)) / box.size);
    return [u, u * v, u * u, u * u * v, u * v * v, u ** 3, u ** 3 * v, u * u * v * v];
  };
  let kept = lines;
  let weights: number[] = [];
  for (const limit of OFF_THE_LINE) {
    weights = fit(kept, terms);
    kept = kept.map((line) => onTheLine(line, terms, weights, limit * letter)).filter(({ length }) => length > 3);
    if (kept.length < LINES) return undefined;
  }
  if (kept.flat().length < KEPT * letters.length) return undefined;
  const straight = fit(kept, (x, y) => terms(x, y).slice(0, 1));
  const before = meanError(kept, (x, y) => terms(x, y)[0]! * straight[0]!);
  const at = (x: number, y: number): number => dot(terms(x, y), weights);
  const after = meanError(kept, at);
  const bent = kept.map((line) => spreadOf(line.map(({ x, y }) => at(x, y) - terms(x, y)[0]! * straight[0]!)));
  const typical = bent.sort((a, b) => a - b)[Math.floor(0.8 * bent.length)]!;
  const isBent = typical > LEAST * letter && after < LEFT * letter && after < 0.6 * before;
  return isBent ? { at: (x, y) => -at(x, y) } : undefined;
}

const clamp = (value: number): number => Math.max(-1.2, Math.min(1.2, value));

function boxOf(points: TextLine): { x: number; y: number; size: number } {
  const xs = points.map(({ x }) => x).sort((a, b) => a - b);
  const ys = points.map(({ y }) => y).sort((a, b) => a - b);
  const last = points.length - 1;
  const size = Math.max(xs[last]! - xs[0]!, ys[last]! - ys[0]!);
  return { x: (xs[0]! + xs[last]!) / 2, y: (ys[0]! + ys[last]!) / 2, size };
}

type Terms = (x: number, y: number) => number[];

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Least squares; each line has a height of its own, which drops out with the means. */
function fit(lines: readonly TextLine[], terms: Terms): number[] {
  const size = terms(0, 0).length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (const line of lines) {
    const rows = line.map(({ x, y }) => [...terms(x, y), y]);
    const means = rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
    for (const row of rows) {
      const centred = row.map((value, i) => value - means[i]!);
      for (let i = 0; i < size; i++) for (let j = 0; j <= size; j++) matrix[i]![j]! += centred[i]! * centred[j]!;
    }
  }
  // Where the lines do not say, the surface stays flat.
  for (let i = 0; i < size; i++) matrix[i]![i]! += 0.01;
  return solve(matrix);
}

/** Gaussian elimination of a positive definite matrix with its right side as last column. */
function solve(matrix: readonly Float64Array[]): number[] {
  const size = matrix.length;
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) {
      const factor = matrix[j]![i]! / matrix[i]![i]!;
      for (let k = i; k <= size; k++) matrix[j]![k]! -= factor * matrix[i]![k]!;
    }
  const result = Array.from({ length: size }, () => 0);
  for (let i = size - 1; i >= 0; i--) {
    let sum = matrix[i]![size]!;
    for (let k = i + 1; k < size; k++) sum -= matrix[i]![k]! * result[k]!;
    result[i] = sum / matrix[i]![i]!;
  }
  return result;
}

/** How far the feet are from the height of their line. */
function errorsOf(line: TextLine, at: (x: number, y: number) => number): number[] {
  const heights = line.map(({ x, y }) => y - at(x, y));
  const middle = heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)]!;
  return heights.map((height) => height - middle);
}

function onTheLine(line: TextLine, terms: Terms, weights: readonly number[], limit: number): TextLine {
  const errors = errorsOf(line, (x, y) => dot(terms(x, y), weights));
  return line.filter((_, i) => Math.abs(errors[i]!) <= limit);
}

function meanError(lines: readonly TextLine[], at: (x: number, y: number) => number): number {
  const errors = lines.flatMap((line) => errorsOf(line, at));
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
}

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
