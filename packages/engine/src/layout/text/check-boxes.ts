import { centerY, heightOf, widthOf } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import type { RawPage, RawWidget, Rect } from '../model/raw-page.ts';

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** A box that is lower, higher or wider is no check box. */
  leastHeight: 3,
  mostHeight: 40,
  mostWidth: 60,
  /** How far from its text it stands at most. */
  gap: 60,
  /** Text that lies in the box, its baseline up to this far below, is the sign that the document itself shows. */
  baselineBelow: 2,
};

/** In em of the text beside the box. Set by hand on the tuning half of the corpus. */
const EM = {
  /** Where the middle of the box is expected above the baseline, and how far off it may be. */
  middle: 0.33,
  slack: 0.6,
};

/** Signs for the check boxes and radio buttons of a form, which are no text: empty or checked. */
export function checkBoxes(page: RawPage, runs: readonly GlyphRun[]): GlyphRun[] {
  const signs: GlyphRun[] = [];
  for (const widget of page.widgets) {
    if (!isCheckBox(widget, page) || runs.some((run) => isSignIn(run, widget))) continue;
    const near = textBeside(widget, runs, PT.gap) ?? textBeside(widget, runs, Infinity);
    if (near) signs.push(signFor(widget, near));
  }
  return signs;
}

const isCheckBox = (widget: RawWidget, page: RawPage): boolean =>
  (widget.kind === 'checkbox' || widget.kind === 'radio') &&
  heightOf(widget) >= PT.leastHeight &&
  heightOf(widget) <= PT.mostHeight &&
  widthOf(widget) <= PT.mostWidth &&
  widget.x1 >= 0 &&
  widget.x0 <= page.width;

/** Whether a run is the sign that the document itself shows in a box: it stays, and ours is not needed. */
const isSignIn = (run: GlyphRun, box: Rect): boolean =>
  run.x0 >= box.x0 - 1 && run.x1 <= box.x1 + 1 && run.baseline > box.y0 && run.baseline < box.y1 + PT.baselineBelow;

const gapBetween = (run: Rect, box: Rect): number => Math.max(run.x0 - box.x1, box.x0 - run.x1);

function textBeside(box: Rect, runs: readonly GlyphRun[], most: number): GlyphRun | undefined {
  const middle = centerY(box);
  let near: GlyphRun | undefined;
  for (const run of runs) {
    if (Math.abs(run.baseline - EM.middle * run.size - middle) > EM.slack * run.size) continue;
    const gap = gapBetween(run, box);
    if (gap > -1 && gap < most && (!near || gap < gapBetween(near, box))) near = run;
  }
  return near;
}

const signFor = ({ name, x0, x1, y0, y1, checked }: RawWidget, near: GlyphRun): GlyphRun => ({
  ...near,
  text: checked === true ? '☒' : '☐',
  x0,
  x1,
  y0,
  y1,
  space: true,
  script: undefined,
  href: undefined,
  // fields have tags of their own, while nothing tells where a box belongs that is but drawn
  mcid: name === '' ? near.mcid : undefined,
  latex: undefined,
  bold: false,
  symbolic: true,
});
