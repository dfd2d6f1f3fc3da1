import { byHeight, isNear, type Heights } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { isBullet, isPlainBullet } from './labels.ts';

/** In em of the text. Set by hand on the tuning half of the corpus. */
const EM = {
  /** A number of a note is smaller than its text. */
  numberSize: 0.86,
  /** How far above or below the text's baseline its label is looked for. */
  reach: 1.6,
  /**
   * How far below the label the text's baseline lies (a bullet may also stand lower, a number is raised), and how far
   * the label stands at most before its text.
   */
  bullet: { rise: [-0.45, 0.6], gap: 2.6 },
  number: { rise: [0.12, 0.8], gap: 1.5 },
  /** A number with parentheses stands before notes that hang from their first words. */
  mark: { rise: [0.12, 0.8], gap: 2.2 },
  /** ReportLab sets numbers of items larger than their text and a little lower, and designs of pages more so. */
  item: { rise: [-0.6, -0.05], gap: 2.6 },
  itemSize: [1.1, 2.2],
  /** A number in a disc is raised by less than that of a note, and farther from its text. */
  low: { rise: 0.22, gap: 0.5 },
  /** How far the label may reach into its text. */
  overlap: 0.1,
  /** Text that ends this near at its left makes it a sign within that line. */
  textBefore: 3,
  /** Baselines that differ by less are one. */
  sameBaseline: 0.05,
} as const;

/** Longer runs are no labels: `123`, `††`, `(1)`. */
const MAX_LETTERS = 3;
const NUMBER = /^(?:\d{1,3}|[*†‡§])$/;
const MARK = /^(?:\([\da-z]\)|\d\d?\))$/;
const ITEM = /^(?:\d{1,2}|[a-zA-Z])$/;
/** A page with more signs is a pattern or a map. */
const MAX_LABELS = 1000;
/** Signs beside each other in more than this share of the lines stand in cells of a table. Set by hand. */
const BESIDE_SHARE = 0.6;
/** Points: baselines of signs beside each other, and ends of numbers below each other. */
const BESIDE_PT = 0.5;

interface RaisedLabel {
  readonly label: GlyphRun;
  readonly first: GlyphRun;
}

/**
 * Moves bullets, and raised numbers of notes, onto the baseline of the line that they stand before: signs of other
 * fonts and sizes are shifted up or down until they look right. `usual`: the size of the page's text.
 */
export function settleLabels(runs: readonly GlyphRun[], usual: number): void {
  const labels = runs.filter(
    (run) =>
      run.text.length <= MAX_LETTERS &&
      !run.script &&
      (isPlainBullet(run) ||
        (run.size < EM.numberSize * usual && (NUMBER.test(run.text) || MARK.test(run.text))) ||
        isLarge(run, usual)),
  );
  if (labels.length === 0 || labels.length > MAX_LABELS) return;
  const heights = byHeight(runs, ({ baseline }) => baseline);
  const found = labels.flatMap((label) => {
    const first = firstWordAfter(label, heights, usual);
    return first ? [{ label, first }] : [];
  });
  const beside = found.filter(({ first }) =>
    found.some((other) => other.first !== first && isNear(other.first.baseline, first.baseline, BESIDE_PT)),
  );
  if (beside.length > BESIDE_SHARE * found.length) return;
  for (const raised of found) {
    const isItem = isLarge(raised.label, usual);
    if ((isItem || isLow(raised)) && found.some((other) => areNeighbors(raised.label, other.label))) settleItem(raised);
    else if (!isItem) settle(raised);
  }
}

/** Whether a small number is hardly raised and stands far before its text, as in the middle of a disc on slides. */
const isLow = ({ label, first }: RaisedLabel): boolean =>
  ITEM.test(label.text) &&
  first.baseline - label.baseline < EM.low.rise * first.size &&
  first.x0 - label.x1 > EM.low.gap * first.size;

/** Whether a run may be the number of an item that is larger than its text. */
const isLarge = ({ text, size }: GlyphRun, usual: number): boolean =>
  size > EM.itemSize[0] * usual && size < EM.itemSize[1] * usual && ITEM.test(text);

/** Whether labels are neighbors in one list, by their places and numbers. */
const areNeighbors = (a: GlyphRun, b: GlyphRun): boolean =>
  isNear(a.size, b.size, BESIDE_PT) &&
  (isNear(a.x0, b.x0, BESIDE_PT) || isNear(a.x1, b.x1, BESIDE_PT)) &&
  Math.abs(Number.parseInt(a.text, 36) - Number.parseInt(b.text, 36)) === 1;

const kindOf = (label: GlyphRun, usual: number): 'bullet' | 'item' | 'mark' | 'number' => {
  if (isBullet(label)) return 'bullet';
  return isLarge(label, usual) ? 'item' : MARK.test(label.text) ? 'mark' : 'number';
};

/** The first word of the line that a label stands before, when the label is not part of some line already. */
function firstWordAfter(label: GlyphRun, heights: Heights<GlyphRun>, usual: number): GlyphRun | undefined {
  const most = EM[kindOf(label, usual)];
  let first: GlyphRun | undefined;
  for (const run of heights.near(label.baseline, EM.reach * usual)) {
    const rise = (run.baseline - label.baseline) / run.size;
    if (run === label || rise < most.rise[0] || rise > most.rise[1]) continue;
    if (isPartOfLine(label, run, rise)) return undefined;
    if (isRightAfter(label, run, most.gap) && !(first && first.x0 <= run.x0)) first = run;
  }
  return first && (isLarge(label, first.size) || isRaised(label, first)) ? first : undefined;
}

const isRaised = (label: GlyphRun, { baseline, size }: GlyphRun): boolean =>
  !isNear(baseline, label.baseline, EM.sameBaseline * size) && (isBullet(label) || label.size <= EM.numberSize * size);

function isRightAfter(label: GlyphRun, run: GlyphRun, mostGap: number): boolean {
  const gap = run.x0 - label.x1;
  return gap > -EM.overlap * run.size && gap < mostGap * run.size;
}

/** Text at its left, or on its own baseline at its right, makes the label a part of that line. */
const isPartOfLine = (label: GlyphRun, run: GlyphRun, rise: number): boolean =>
  (run.x0 < label.x0 && run.x1 > label.x0 - EM.textBefore * run.size) ||
  (Math.abs(rise) < EM.sameBaseline && run.x0 > label.x1 && run.x0 < label.x1 + EM.bullet.gap * run.size);

/** A number that stands alone is one of a list with its period. */
function settleItem({ label, first }: RaisedLabel): void {
  label.baseline = first.baseline;
  label.text += '.';
  first.space = true;
}

function settle({ label, first }: RaisedLabel): void {
  label.baseline = first.baseline;
  // what has parentheses is a label by itself
  if (NUMBER.test(label.text)) label.script = 'sup';
  first.space = true;
}
