import { explain } from '../../model/decisions.ts';
import { boundsOf, isNear, stretchesOf } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { labelLook, looksLikeLabel } from './label-looks.ts';
import { isNumeric } from '../model/numeric.ts';

/** A label above the lines of its value. */
interface LabelAbove {
  readonly label: Segment;
  readonly values: readonly Segment[];
}

/** Labels in print that is not that of their values, above these. Set by hand on the tuning half of the corpus. */
const ABOVE = {
  /** Fewest labels on one line. */
  labels: 2,
  /** Points by which label and value may start elsewhere. */
  startPt: 1.6,
  /** Em of the value: distance of baselines, and of the lines of one value. */
  gapEm: 2,
  lineEm: 1.5,
  /** Labels are at most so large as their values. */
  size: 0.92,
  /** Most labels that only look otherwise than their values, and em below to what may be more rows of a table. */
  named: 3,
  clearEm: 2.6,
  /** Lines of a value; and the share of its lines that may be numbers, where it has several. */
  lines: 7,
  numbers: 0.34,
};

/** The segments of a row that stand right below labels. */
const below = (label: Segment, row: TextRow): Segment | undefined =>
  row.segments.find((segment) => isNear(segment.x0, label.x0, ABOVE.startPt));

/** The lines of the value of each label of a row; nothing for those without. */
function valuesBelow(labels: readonly Segment[], rows: readonly TextRow[]): Segment[][] {
  const values: Segment[][] = labels.map(() => []);
  const right = (index: number): number => labels[index + 1]?.x0 ?? Infinity;
  const isOpen = labels.map(() => true);
  for (const row of rows) {
    labels.forEach((label, index) => {
      if (!isOpen[index]) return;
      const value = below(label, row);
      const above = values[index]!.at(-1);
      const gap = row.baseline - (above ?? label).baseline;
      const most = above ? ABOVE.lineEm : ABOVE.gapEm;
      if (gap > most * row.size) isOpen[index] = false;
      else if (value && (value.x1 > right(index) || (above && labelLook(value) !== labelLook(above))))
        isOpen[index] = false;
      else if (value) values[index]!.push(value);
    });
    if (!isOpen.some(Boolean)) break;
  }
  return values;
}

/** Whether the print of labels tells them from their values, which are no rows of a table. */
function areApart(labels: readonly Segment[], values: readonly (readonly Segment[])[]): boolean {
  const look = labelLook(labels[0]!);
  const filled = values.filter((lines) => lines.length > 0);
  if (filled.length < ABOVE.labels || labels.some((label) => labelLook(label) !== look)) return false;
  if (filled.some((lines) => lines.length > ABOVE.lines || labels[0]!.size > ABOVE.size * lines[0]!.size)) return false;
  const further = filled.flatMap((lines) => lines.slice(1));
  return (
    further.length === 0 || further.filter((line) => isNumeric(lineText(line))).length <= ABOVE.numbers * further.length
  );
}

/**
 * A few labels of one look, each above a value of another look that is the same for all, with no more rows of this look
 * below: they are no header of a table, and nothing right above: they are no lines of addresses. One value may have
 * several lines.
 */
function areAlone(
  labels: readonly Segment[],
  values: readonly (readonly Segment[])[],
  others: readonly Segment[],
): boolean {
  const lines = values.flat();
  const [first] = lines;
  if (!first || labels.length > ABOVE.named || values.some((each) => each.length === 0)) return false;
  const [look, valueLook] = [labelLook(labels[0]!), labelLook(first)];
  if (look === valueLook || labels.some((label) => labelLook(label) !== look)) return false;
  if (labels.some((label) => label.size > first.size + 1 || !label.runs.every((run) => run.bold))) return false;
  if (lines.some((line) => labelLook(line) !== valueLook) || values.filter((each) => each.length > 1).length > 1)
    return false;
  const clear = ABOVE.clearEm * first.size;
  const start = labels[0]!.baseline;
  const end = Math.max(...lines.map((line) => line.baseline)) + clear;
  const x1 = Math.max(...[...labels, ...lines].map((each) => each.x1));
  const isLineAbove = ({ x0, baseline }: Segment): boolean =>
    baseline < start - 1 && baseline > start - clear && labels.some((label) => isNear(x0, label.x0, ABOVE.startPt));
  const isRowBelow = (segment: Segment): boolean =>
    segment.baseline > start + 1 &&
    segment.baseline < end &&
    segment.x1 > labels[0]!.x0 &&
    segment.x0 < x1 &&
    !lines.includes(segment) &&
    labelLook(segment) === valueLook;
  return !others.some((segment) => isLineAbove(segment) || isRowBelow(segment));
}

/** Labels of one row that stand in print of one look, above values in larger print. */
export function pairsAbove(rows: readonly TextRow[], taken: ReadonlySet<Segment>): LabelAbove[][] {
  const used = new Set(taken);
  const found: LabelAbove[][] = [];
  rows.forEach((row, index) => {
    if (row.segments.length < ABOVE.labels) return;
    const labels = row.segments.filter((segment) => !used.has(segment) && looksLikeLabel(lineText(segment)));
    for (const group of groupsByLook(labels)) {
      const values = valuesBelow(group, rows.slice(index + 1, index + 3 + ABOVE.lines));
      if (values.flat().some((value) => used.has(value))) continue;
      const free = rows.flatMap(({ segments }) => segments.filter((segment) => !used.has(segment)));
      if (!areApart(group, values) && !areAlone(group, values, free)) continue;
      const pairs = group.map((label, at) => ({ label, values: values[at]! }));
      explain('labels and values', 'yes', 'above each other', () => boundsOf([...group, ...values.flat()]));
      for (const segment of [...group, ...values.flat()]) used.add(segment);
      found.push(pairs);
    }
  });
  return found;
}

/** Neighbours of one look. */
const groupsByLook = (labels: readonly Segment[]): Segment[][] =>
  stretchesOf(labels, ([first], label) => labelLook(first!) === labelLook(label)).filter(
    (group) => group.length >= ABOVE.labels,
  );
