import { boundsOf, isNear, overlapX, widthOf } from '../model/geometry.ts';
import { axisOf } from './group.ts';
import { hangs } from './signs/fonts.ts';
import { hangsFrom } from './rules.ts';
import { isOperator } from './signs/symbols.ts';
import type { RawPage, RawRule, RawRun, Rect } from '../model/raw-page.ts';

/** In em: how near the parts of one formula are. */
const EM = {
  sameLine: 0.15,
  scriptLine: 0.35,
  gap: 2.6,
  /** Parts above each other: a limit and its operator, a numerator or denominator and its bar. */
  stacked: 1.4,
  limit: 1.7,
  beside: 0.35,
  barAbove: 1.1,
  barBelow: 1.5,
  /** No bar goes on so far beyond all runs of its formula: the rule above footnotes does. */
  barBeyond: 1,
  /** How deep large symbols and the pieces of bars hang below their baseline, and how near their neighbours are. */
  depth: 3.2,
  piece: 1.2,
  height: 0.4,
  near: 0.9,
  /** How far below that of a large operator the baseline of its line lies: from 0.95 for sums to 1.36 for integrals. */
  line: 1.15,
  lineSlack: 0.35,
};
/** Points: shorter rules are no bars. */
const LEAST_RULE_PT = 2;

/** What may be one formula: runs and rules that are near each other. */
export interface Cluster {
  readonly runs: readonly RawRun[];
  readonly rules: readonly RawRule[];
  readonly box: Rect;
}

interface Node extends Rect {
  readonly run?: RawRun;
  readonly rule?: RawRule;
  readonly hangs: boolean;
  /** A large operator, and one with limits above and below. */
  readonly isOperator: boolean;
  readonly isLarge: boolean;
  /** Delimiters and radicals: nothing stands above or below them. */
  readonly isHigh: boolean;
  /** One of the pieces of a vertical bar, which stand below each other. */
  readonly isPiece: boolean;
  /** The rule of a radical: nothing above it belongs to it. */
  readonly isRoot: boolean;
  readonly y: number;
  readonly size: number;
}

const gapX = (a: Node, b: Node): number => -overlapX(a, b);

/** Whether a run is above or below a bar, near it, or beside the bar of a fraction. */
function isAtBar(bar: Node, run: Node): boolean {
  const below = run.y - bar.y;
  if (Math.abs(axisOf(run.y, run.size) - bar.y) < EM.sameLine * run.size) return gapX(bar, run) < EM.gap * run.size;
  if (gapX(bar, run) > EM.beside * run.size) return false;
  return below > (bar.isRoot ? 0 : -EM.barAbove * run.size) && below < EM.barBelow * run.size;
}

/** Whether a run is beside a large symbol that hangs below its baseline, at any height of it. */
const isAtLarge = (large: Node, { y, size }: Node): boolean =>
  y > large.y - EM.height * size && y < large.y + (large.isPiece ? EM.piece : EM.depth) * large.size;

/** Whether letters stand on the line of a large operator, which hangs from above their baseline. */
const isOnLineOf = (large: Node, { y, hangs: isHanging }: Node): boolean =>
  large.isOperator && large.hangs && !isHanging && isNear(y - large.y, EM.line * large.size, EM.lineSlack * large.size);

function areNear(a: Node, b: Node): boolean {
  if (a.rule && b.rule) return gapX(a, b) < 0 && Math.abs(a.y - b.y) < EM.stacked * 10;
  if (a.rule) return isAtBar(a, b);
  return b.rule ? isAtBar(b, a) : areRunsNear(a, b);
}

const eitherWay = (a: Node, b: Node, is: (a: Node, b: Node) => boolean): boolean => is(a, b) || is(b, a);

/** Whether nodes that stand on one line have one baseline there. */
const areOnLine = (a: Node, b: Node): boolean => a.size === b.size && !a.isOperator && !b.isOperator;

function areRunsNear(a: Node, b: Node): boolean {
  const size = Math.max(a.size, b.size);
  const gap = gapX(a, b);
  if (eitherWay(a, b, (large, other) => large.hangs && isAtLarge(large, other)))
    return gap < (eitherWay(a, b, isOnLineOf) ? EM.gap : EM.near) * size;
  const dy = Math.abs(a.y - b.y);
  if (dy < (areOnLine(a, b) ? EM.sameLine : EM.scriptLine) * size) return gap < EM.gap * size;
  if (a.isHigh || b.isHigh) return false;
  const isLimit = (a.isLarge || b.isLarge) && a.size !== b.size;
  return gap < EM.beside * size && dy < (isLimit ? EM.limit : EM.stacked) * size;
}

/** Nodes by how far below each other near ones can be. */
const reachOf = (size: number): number => (EM.depth + EM.height) * size;

function nodesOf(runs: readonly RawRun[], rules: readonly RawRule[], page: RawPage): Node[] {
  const largest = Math.max(...runs.map(({ size }) => size));
  const radicals = runs.filter(({ text }) => text.endsWith('√'));
  return [
    ...runs.map((run): Node => {
      const { x0, y0, x1, y1, size } = run;
      return {
        x0,
        y0,
        x1,
        y1,
        size,
        run,
        y: run.baseline,
        isRoot: false,
        isOperator: isOperator(run.text),
        isPiece: /^[|∣‖∥]$/u.test(run.text),
        isHigh: /^[√()[\]{}⌊⌋⌈⌉⎛-⎭]$/u.test(run.text) && hangs(run, page.fonts[run.font]),
        isLarge: /^[∑∏∐⋃⋂⨁⨂⋁⋀]$/u.test(run.text),
        hangs: hangs(run, page.fonts[run.font]),
      };
    }),
    ...rules.map((rule): Node => ({
      ...rule,
      rule,
      y: rule.y0,
      hangs: false,
      isOperator: false,
      isLarge: false,
      isHigh: false,
      isPiece: false,
      isRoot: radicals.some((run) => isNear(run.x1, rule.x0, 1) && hangsFrom(rule, run)),
      size: largest,
    })),
  ].sort((a, b) => a.y - b.y);
}

/** Whether a rule ends near the runs at either side. */
function isWithin(rule: RawRule, runs: readonly RawRun[]): boolean {
  const reach = EM.barBeyond * Math.max(...runs.map(({ size }) => size));
  const { x0, x1 } = boundsOf(runs);
  return rule.x0 > x0 - reach && rule.x1 < x1 + reach;
}

/** Groups runs that are on no line of text with the rules at them. */
export function clustersOf(runs: readonly RawRun[], page: RawPage): Cluster[] {
  if (runs.length === 0) return [];
  const rules = page.rules.filter((rule) => rule.kind === 'horizontal' && widthOf(rule) > LEAST_RULE_PT);
  const nodes = nodesOf(runs, rules, page);
  const roots = nodes.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (roots[root] !== root) root = roots[root]!;
    roots[index] = root;
    return root;
  };
  const reach = reachOf(Math.max(...nodes.map(({ size }) => size)));
  for (let i = 0; i < nodes.length; i += 1)
    for (let j = i + 1; j < nodes.length && nodes[j]!.y - nodes[i]!.y < reach; j += 1)
      if (areNear(nodes[i]!, nodes[j]!)) roots[rootOf(j)] = rootOf(i);
  const groups = Map.groupBy(nodes, (_, index) => rootOf(index));
  return [...groups.values()].flatMap((group) => {
    const members = group.flatMap(({ run }) => run ?? []);
    if (members.length === 0) return [];
    const bars = group.filter(({ rule }) => rule !== undefined && isWithin(rule, members));
    const box = boundsOf([...members, ...bars]);
    return [{ runs: members, rules: bars.flatMap(({ rule }) => rule ?? []), box }];
  });
}
