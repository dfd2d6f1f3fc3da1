import { boundsOf, heightOf, overlapY } from '../model/geometry.ts';
import type { RawRun, Rect } from '../model/raw-page.ts';
import type { Cluster } from './clusters.ts';

/** A formula that stands in lines of its own. */
export interface Formula extends Rect {
  readonly latex: string;
  /** Left and right edge of the text around it. */
  readonly column: readonly [number, number];
  readonly runs: readonly RawRun[];
  readonly rules: Cluster['rules'];
}

/** Formulas beside each other: em between them at most, and share of the lower one's height that both have. */
const APART_EM = 5;
const BAND = 0.4;

/** Formulas beside each other on one line are one, with space between them. */
export function joinBeside(formulas: readonly Formula[]): Formula[] {
  const joined: Formula[] = [];
  for (const formula of formulas.toSorted((a, b) => a.x0 - b.x0)) {
    const at = joined.findIndex((left) => standsBeside(left, formula));
    const left = joined[at];
    if (!left) joined.push(formula);
    else
      joined[at] = {
        ...boundsOf([left, formula]),
        latex: `${left.latex} \\qquad ${formula.latex}`,
        column: [Math.min(left.column[0], formula.column[0]), Math.max(left.column[1], formula.column[1])],
        runs: [...left.runs, ...formula.runs],
        rules: [...left.rules, ...formula.rules],
      };
  }
  return joined;
}

/** Whether a formula goes on with the line of one at its left, within the column of both. */
const standsBeside = (left: Formula, right: Formula): boolean =>
  right.x0 > left.x1 &&
  right.x0 - left.x1 < APART_EM * Math.max(...right.runs.map(({ size }) => size)) &&
  right.column[0] < left.column[1] &&
  overlapY(left, right) > BAND * Math.min(heightOf(left), heightOf(right));
