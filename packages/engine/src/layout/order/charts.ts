import { areYears, continuesScale, tickValue, type Tick } from '../model/axis-scale.ts';
import { explain } from '../model/decisions.ts';
import { isSegment, segmentsOf, type Atom, type Element } from '../model/element.ts';
import {
  areaOf,
  boundsOf,
  centerX,
  centerY,
  holdsPoint,
  isNear,
  isWithin,
  stretchesOf,
  widthOf,
} from '../model/geometry.ts';
import type { Segment } from '../model/line.ts';
import type { Canvas, Rect } from '../model/raw-page.ts';
import { lineText } from '../text/inlines.ts';
import { textRows } from '../text/text-rows.ts';
import { grown } from './drawings.ts';

/** Numbers along a vertical axis. Set by hand on charts of public PDFs. */
const SCALE = {
  ticks: 4,
  /** Points by which edges of ticks differ, and lines overlap. */
  edgePt: 2.5,
  overlapPt: 1,
  /** Ticks on whose baseline something stands, at most, as a share: in a table it does in all rows. */
  named: 0.7,
  baselineEm: 0.3,
};

/** What is drawn beside a scale, in points unless stated otherwise. Set by hand on the same charts. */
const PLOT = {
  parts: 3,
  width: 60,
  partPt: 24,
  /** Em of the ticks: how far the plot goes beyond its scale. */
  beyondEm: 1.5,
  mostOfPage: 0.6,
  /** Names below the axis: distance between rows in em, rows, and size as a share of that of the ticks. */
  belowEm: 1.5,
  belowRows: 3,
  belowSize: 1.2,
  /** Longer lines are prose. */
  words: 8,
};

const WORD = /[\p{L}\p{N}]{3}/u;

/** A line of text that is a number of an axis. */
interface Label extends Tick {
  readonly segment: Segment;
}

/** Numbers below each other that fall in equal steps, or by equal factors, at equal distances. */
function scalesIn(column: readonly Label[]): Label[][] {
  const scales: Label[][] = [];
  let scale: Label[] = [];
  const end = (): void => {
    if (scale.length >= SCALE.ticks && !areYears(scale)) scales.push(scale);
  };
  for (const tick of column) {
    const before = scale.at(-1);
    if (scale.length >= 2 && continuesScale(scale, tick)) {
      scale.push(tick);
      continue;
    }
    end();
    const isBelow = before && tick.value < before.value && tick.segment.y0 >= before.segment.y1 - SCALE.overlapPt;
    scale = isBelow ? [before, tick] : [tick];
  }
  end();
  return scales;
}

/** Numbers that end, or begin, at one place, from top to bottom. */
const columnsOf = (ticks: readonly Label[], edge: 'x0' | 'x1'): Label[][] =>
  stretchesOf(
    ticks.toSorted((a, b) => a.segment[edge] - b.segment[edge]),
    ([first], tick) => tick.segment[edge] - first!.segment[edge] < SCALE.edgePt,
  ).map((column) => column.toSorted((a, b) => a.segment.baseline - b.segment.baseline));

/** The scales of vertical axes, the longest where two have numbers in common. */
function scalesOf(segments: readonly Segment[]): Segment[][] {
  const ticks = segments.flatMap((segment) => {
    const value = segment.runs.length <= 2 ? tickValue(lineText(segment)) : undefined;
    return value === undefined ? [] : [{ segment, value, at: segment.baseline }];
  });
  if (ticks.length < SCALE.ticks) return [];
  const found = (['x1', 'x0'] as const).flatMap((edge) => columnsOf(ticks, edge).flatMap(scalesIn));
  const taken = new Set<Label>();
  return found
    .toSorted((a, b) => b.length - a.length)
    .filter((scale) => {
      if (scale.some((tick) => taken.has(tick))) return false;
      for (const tick of scale) taken.add(tick);
      return true;
    })
    .map((scale) => scale.map(({ segment }) => segment));
}

/** What is drawn at the height of the scale and beside it, or the frame around this. */
function plotOf(scale: readonly Segment[], page: Canvas): Rect | undefined {
  const bounds = boundsOf(scale);
  const beyond = PLOT.beyondEm * scale[0]!.size;
  const isPart = (part: Rect): boolean => part.y0 > bounds.y0 - beyond && part.y1 < bounds.y1 + beyond;
  const drawn = [...page.shapes, ...page.boxes, ...page.rules].filter(isPart);
  const { box, parts } = grown<Rect>(bounds, drawn, [PLOT.partPt, PLOT.partPt]);
  if (parts.length < PLOT.parts || widthOf(box) < PLOT.width) return undefined;
  const [frame] = page.boxes
    .filter((each) => isWithin(box, each, 1) && areaOf(each) < PLOT.mostOfPage * page.width * page.height)
    .sort((a, b) => areaOf(a) - areaOf(b));
  const outer = frame ? { x0: frame.x0, x1: frame.x1, y1: frame.y1 } : {};
  return { ...box, y0: bounds.y0 - 1, y1: Math.max(box.y1, bounds.y1), ...outer };
}

const isInside = (segment: Segment, box: Rect): boolean => holdsPoint(box, centerX(segment), centerY(segment));

/** A long line of words: conditions such as `V = 5 V, T = 25 °C` have many signs, but few of them. */
const isProse = ({ runs }: Segment): boolean => runs.filter(({ text }) => WORD.test(text)).length > PLOT.words;

/** The words in the plot, and the names below its axis. */
function wordsOf(plot: Rect, segments: readonly Segment[], size: number): Segment[] {
  const words = new Set(segments.filter((segment) => isInside(segment, plot)));
  let { y1 } = plot;
  for (let row = 0; row < PLOT.belowRows; row += 1) {
    // the names at the ends of the axis reach beyond it
    const band = { x0: plot.x0 - size, x1: plot.x1 + size, y0: y1, y1: y1 + PLOT.belowEm * size };
    const below = segments.filter(
      (each) => each.size < PLOT.belowSize * size && each.x0 > band.x0 && each.x1 < band.x1 && isInside(each, band),
    );
    if (below.length === 0) break;
    for (const each of below) words.add(each);
    y1 = boundsOf(below).y1;
  }
  return segments.filter((segment) => words.has(segment) || isInside(segment, { ...plot, y1 }));
}

/** The values written at its bars or points from left to right, then all other words from top to bottom. */
function rowsOf(words: readonly Segment[], axis: number): Segment[][] {
  const isValue = (word: Segment): boolean => word.baseline < axis && tickValue(lineText(word)) !== undefined;
  const values = words.filter(isValue).sort((a, b) => centerX(a) - centerX(b));
  const rows = textRows(words.filter((word) => !values.includes(word))).map(({ segments }) => segments);
  return values.length > 0 ? [values, ...rows] : rows;
}

/**
 * Takes out the charts that have a vertical axis with numbers: their words are one paragraph, the numbers of each axis
 * a line of it.
 */
export function takeCharts(elements: readonly Element[], page: Canvas): readonly Element[] {
  if (page.shapes.length + page.boxes.length + page.rules.length < PLOT.parts) return elements;
  const segments = segmentsOf(elements);
  const scales = scalesOf(segments);
  const ticks = new Set(scales.flat());
  const taken = new Set<Segment>();
  const charts: Atom[] = [];
  for (const scale of scales) {
    if (scale.some((tick) => taken.has(tick))) continue;
    const plot = plotOf(scale, page);
    const words = plot ? wordsOf(plot, segments, scale[0]!.size).filter((word) => !taken.has(word)) : [];
    const others = words.filter((word) => !ticks.has(word));
    const isNamed = (tick: Segment): boolean =>
      others.some((word) => isNear(word.baseline, tick.baseline, SCALE.baselineEm * tick.size));
    const isTable = scale.filter(isNamed).length > SCALE.named * scale.length;
    if (!plot || isTable || words.some(isProse)) continue;
    explain('figure', 'yes', 'an axis has numbers in equal steps', () => plot);
    const own = scales.filter((each) => each.every((tick) => words.includes(tick)));
    const axes = new Set(own.flat());
    const inPlot = words.filter((word) => !axes.has(word));
    const rows = [...own, ...rowsOf(inPlot, boundsOf(scale).y1)];
    charts.push({ ...boundsOf([...words, plot]), kind: 'figure', contents: [{ kind: 'chart', rows }] });
    for (const word of words) taken.add(word);
  }
  if (charts.length === 0) return elements;
  return [...elements.filter((element) => !isSegment(element) || !taken.has(element.segment)), ...charts];
}
