import { areYears, continuesScale, tickValue, type Tick } from '../../model/axis-scale.ts';
import { explain } from '../../model/decisions.ts';
import { centerX, isNear, middleOfLetters, stretchesOf } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { Rect } from '../../model/raw-page.ts';
import { lengthOf, type Ruling, type Rulings } from './rulings.ts';

/** The numbers of an axis. Set by hand on charts of public PDFs. */
const SCALE = {
  /** Fewest numbers in equal steps. */
  ticks: 4,
  /** Points: how far the middle of a number may lie from its line, and the end of the line before or behind it. */
  linePt: 2,
  overlapPt: 3,
  gapPt: 15,
  /** Points by which the ends of the lines differ. */
  edgePt: 3,
  /** Points: shorter lines may lead to the pins of a chip. */
  pinPt: 30,
};

/** Points: what a plot takes beyond its numbers, where an axis begins beyond their lines, and least rest of a line. */
const PLOT = { edgePt: 2, axisPt: 10, restPt: 5 };

/** A number at the end of a ruling. */
interface Label extends Tick {
  readonly ruling: Ruling;
  /** From where to where it stands along the ruling. */
  readonly from: number;
  readonly to: number;
}

/** An axis, and the lines that stand upright on it. */
interface Direction {
  readonly along: 'horizontal' | 'vertical';
  /** The middle of a number, and where it begins and ends along the lines. */
  readonly middleOf: (run: GlyphRun) => number;
  readonly startOf: (run: GlyphRun) => number;
  readonly endOf: (run: GlyphRun) => number;
  /** Ends of the lines at which numbers may stand: above upright lines are names of columns. */
  readonly edges: readonly Edge[];
}

type Edge = 'from' | 'to';

const DIRECTIONS: readonly Direction[] = [
  {
    along: 'horizontal',
    middleOf: middleOfLetters,
    startOf: ({ x0 }) => x0,
    endOf: ({ x1 }) => x1,
    edges: ['from', 'to'],
  },
  { along: 'vertical', middleOf: centerX, startOf: ({ y0 }) => y0, endOf: ({ y1 }) => y1, edges: ['to'] },
];

/** Numbers whose middle is on the line of a ruling that begins right behind them, or ends right before. */
function ticksOf(rulings: readonly Ruling[], numbers: readonly GlyphRun[], edge: Edge, direction: Direction): Label[] {
  return numbers.flatMap((run) => {
    const value = tickValue(run.text)!;
    const [middle, from, to] = [direction.middleOf(run), direction.startOf(run), direction.endOf(run)];
    const ruling = rulings.find((each) => {
      const gap = edge === 'from' ? each.from - to : from - each.to;
      return isNear(each.at, middle, SCALE.linePt) && gap > -SCALE.overlapPt && gap < SCALE.gapPt;
    });
    return ruling ? [{ value, at: ruling.at, ruling, from, to }] : [];
  });
}

/** Numbers of pins, or of fields, at short lines: they count from one. */
const arePins = (scale: readonly Label[]): boolean =>
  scale.every(({ value, ruling }) => Number.isInteger(value) && value > 0 && lengthOf(ruling) < SCALE.pinPt) &&
  Math.abs(scale[1]!.value - scale[0]!.value) === 1;

/** Numbers in equal steps at the ends of lines that begin, or end, at one place. */
function scalesIn(ticks: readonly Label[], edge: Edge): Label[][] {
  const columns = stretchesOf(
    ticks.toSorted((a, b) => a.ruling[edge] - b.ruling[edge]),
    ([first], tick) => tick.ruling[edge] - first!.ruling[edge] < SCALE.edgePt,
  );
  return columns.flatMap((column) => {
    const scales: Label[][] = [];
    for (const tick of column.toSorted((a, b) => a.at - b.at)) {
      const scale = scales.at(-1);
      const before = scale?.at(-1);
      if (before && isNear(before.at, tick.at, SCALE.linePt)) continue;
      if (scale && (scale.length < 2 ? before!.value !== tick.value : continuesScale(scale, tick))) scale.push(tick);
      else scales.push(before && before.value !== tick.value ? [before, tick] : [tick]);
    }
    return scales.filter((scale) => scale.length >= SCALE.ticks && !areYears(scale) && !arePins(scale));
  });
}

/** What a scale measures: from its first to its last line, and along these. */
interface Plot {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

function plotOf(scale: readonly Label[], edge: Edge, rulings: readonly Ruling[]): Plot {
  const [first, last] = [scale[0]!.at - PLOT.edgePt, scale.at(-1)!.at + PLOT.edgePt];
  const at = scale[0]!.ruling[edge];
  const lines = rulings.filter((each) => each.at > first && each.at < last && isNear(each[edge], at, PLOT.axisPt));
  return {
    first,
    last,
    from: Math.min(...lines.map(({ from }) => from)) - PLOT.edgePt,
    to: Math.max(...lines.map(({ to }) => to)) + PLOT.edgePt,
  };
}

const boxOf = ({ first, last, from, to }: Plot, along: Direction['along']): Rect =>
  along === 'horizontal' ? { x0: from, y0: first, x1: to, y1: last } : { x0: first, y0: from, x1: last, y1: to };

/** What is left of a line that goes through a plot. */
function restOf(ruling: Ruling, from: number, to: number): Ruling[] {
  const parts = [
    { ...ruling, to: Math.min(ruling.to, from) },
    { ...ruling, from: Math.max(ruling.from, to) },
  ];
  return ruling.to <= from || ruling.from >= to ? [ruling] : parts.filter((part) => lengthOf(part) > PLOT.restPt);
}

/** The rulings without those in a plot; its last line stays where a table begins at it. */
function without(
  { first, last, from, to }: Plot,
  { horizontal, vertical }: Rulings,
  along: Direction['along'],
): Rulings {
  const [lines, across] = along === 'horizontal' ? [horizontal, vertical] : [vertical, horizontal];
  const rest = across.flatMap((each) => (each.at > from && each.at < to ? restOf(each, first, last) : [each]));
  const goOn = rest.some((each) => each.at > from && each.at < to && isNear(each.from, last, 2 * PLOT.edgePt));
  const isAxis = ({ at }: Ruling): boolean => goOn && at > last - 2 * PLOT.edgePt;
  const isLineOf = (each: Ruling): boolean =>
    each.at > first && each.at < last && each.to > from && each.from < to && !isAxis(each);
  const left = lines.filter((each) => !isLineOf(each));
  return along === 'horizontal' ? { horizontal: left, vertical: rest } : { horizontal: rest, vertical: left };
}

/**
 * Leaves out the axes and grid lines of charts, which are no table: numbers in equal steps stand at the ends of the
 * lines, where the cells of a table stand between them.
 */
export function withoutPlots(rulings: Rulings, runs: readonly GlyphRun[]): Rulings {
  const directions = DIRECTIONS.filter(({ along }) => rulings[along].length >= SCALE.ticks);
  const numbers = directions.length === 0 ? [] : runs.filter(({ text }) => tickValue(text) !== undefined);
  if (numbers.length < SCALE.ticks) return rulings;
  let left = rulings;
  for (const direction of directions) {
    const lines = rulings[direction.along];
    for (const edge of direction.edges) {
      for (const scale of scalesIn(ticksOf(lines, numbers, edge, direction), edge)) {
        const plot = plotOf(scale, edge, lines);
        explain('rulings', 'no', 'the axis and grid lines of a chart', () => boxOf(plot, direction.along));
        left = without(plot, left, direction.along);
      }
    }
  }
  return left;
}
