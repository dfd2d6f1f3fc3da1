import type { RawRule, RawRun, RawWidget, Rect } from '../layout/model/raw-page.ts';
import { quantise } from './matrix.ts';

/** Set by hand on forms of Acrobat, LibreOffice, ReportLab and pikepdf. */
const LABEL = {
  /** How far baselines of a value and its label differ at most, in em of the value. */
  shift: 0.75,
  /** Points: how far above and below a field the baseline of its label may lie, and how far before it it may stand. */
  above: 1,
  below: 4,
  gap: 320,
  /** Points by which text reaches into a field, and by which its border stands off. */
  slack: 2,
  /** The space between a label and its value, in em. */
  space: 0.3,
};

/** The text that a field belongs to. */
export interface FieldLabel {
  readonly run: RawRun;
  /** Nothing else stands between it and the field, and no other field after it: its value is read right behind it. */
  readonly isOnlyOne: boolean;
}

interface PageText {
  readonly text: readonly RawRun[];
  readonly rules: readonly RawRule[];
}

const isOnRow = (run: RawRun, field: Rect): boolean =>
  (run.angle ?? 0) === 0 && run.baseline >= field.y0 - LABEL.above && run.baseline <= field.y1 + LABEL.below;

const overlapY = (a: Rect, b: Rect): boolean => Math.min(a.y1, b.y1) > Math.max(a.y0, b.y0);

/** The labels of fields: what ends nearest before each on its row. */
export function labelsOf<T extends Rect>(fields: readonly T[], { text, rules }: PageText): ReadonlyMap<T, FieldLabel> {
  const walls = rules.filter(({ kind }) => kind === 'vertical');
  const labels = new Map<T, FieldLabel>();
  for (const field of fields) {
    let run: RawRun | undefined;
    for (const each of text)
      if (isOnRow(each, field) && each.x1 <= field.x0 + LABEL.slack && (!run || each.x1 > run.x1)) run = each;
    if (!run || field.x0 - run.x1 > LABEL.gap) continue;
    const end = run.x1;
    const next = Math.min(...text.filter((each) => isOnRow(each, field) && each.x0 > end + 1).map(({ x0 }) => x0));
    const isShared = fields.some(
      (other) => other !== field && overlapY(other, field) && other.x0 >= end - LABEL.slack && other.x0 < next,
    );
    const isWalled = walls.some((wall) => wall.x0 > end && wall.x0 < field.x0 - LABEL.slack && overlapY(wall, field));
    labels.set(field, { run, isOnlyOne: !isShared && !isWalled });
  }
  return labels;
}

/** The value of a field of one line, on the baseline of its label and, where nothing else may be meant, behind it. */
export function besideLabel(value: readonly RawRun[], label: FieldLabel | undefined): readonly RawRun[] {
  const first = value[0];
  if (!first || !label || value.some((run) => run.baseline !== first.baseline || (run.angle ?? 0) !== 0)) return value;
  const { run, isOnlyOne } = label;
  const down = run.baseline - first.baseline;
  if (Math.abs(down) > LABEL.shift * first.size) return value;
  const left = isOnlyOne ? Math.max(0, first.x0 - run.x1 - LABEL.space * run.size) : 0;
  return value.map((each) => movedBy(each, -left, down));
}

const movedBy = (run: RawRun, right: number, down: number): RawRun => ({
  ...run,
  x0: quantise(run.x0 + right),
  x1: quantise(run.x1 + right),
  y0: quantise(run.y0 + down),
  y1: quantise(run.y1 + down),
  baseline: quantise(run.baseline + down),
});

/** Points: a check box with text so near belongs to it, on either side. */
const BOX_GAP = 60;

/** Fields with the check boxes that stand far behind their text moved up to it. */
export function boxesBesideLabels<T extends Rect & Pick<RawWidget, 'kind'>>(fields: readonly T[], page: PageText): T[] {
  const labels = labelsOf(fields, page);
  return fields.map((field) => {
    const label = labels.get(field);
    const isBox = field.kind === 'checkbox' || field.kind === 'radio';
    if (!isBox || !label?.isOnlyOne || hasTextBeside(field, page)) return field;
    const x0 = quantise(label.run.x1 + LABEL.space * label.run.size);
    return { ...field, x0, x1: quantise(x0 + field.x1 - field.x0) };
  });
}

const hasTextBeside = (box: Rect, { text }: PageText): boolean =>
  text.some((run) => isOnRow(run, box) && Math.max(run.x0 - box.x1, box.x0 - run.x1) < BOX_GAP);
