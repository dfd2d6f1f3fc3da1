import { isWhite } from '../model/colors.ts';
import {
  boundsOf,
  centerX,
  centerY,
  heightOf,
  holdsPoint,
  isNear,
  isWithin,
  middleOfLetters,
  overlapX,
  overlapY,
  widthOf,
} from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import type { RawBox, RawPage, RawRule, RawWidget, Rect } from '../model/raw-page.ts';

/** In points. Set by hand on forms that are in no list. */
const PT = {
  leastSide: 5,
  mostSide: 24,
  /** How much two boxes of one form differ in width and height. */
  alike: 1.5,
  /** How near two boxes touch, as the cells for the digits of a number do, or a line that leads to a box. */
  touching: 0.75,
  /** How far sides that are drawn one by one end from each other. */
  corner: 1.2,
  /** The widest border, and by how much the widths of its sides differ. */
  border: 2.5,
  even: 0.3,
  /** How far what crosses a box may reach out of it. */
  margin: 1.5,
};

/** In em of the text beside the box. Set by hand on forms that are in no list. */
const EM = {
  leastHeight: 0.5,
  mostHeight: 2,
  /** How far from its text a box stands at most. */
  gap: 1.6,
  /** How far the middle of the box lies from that of the letters. */
  slack: 0.5,
};

/** A box is at most so many times as wide as high, or the other way round. */
const ELONGATION = 2;
/** Fewest boxes of a page: one alone may frame anything. With more, it is a drawing. */
const BOXES = { least: 2, most: 150 };
/** Fewest boxes of a row, and of a column, where none of them has text beside it. */
const MATRIX = 3;
/** Sides of a box. */
const SIDES = 4;
/** What crosses a box is at least as wide and high as this share of it. */
const CROSSING = 0.45;
/** What is typed into a box to tick it. */
const MARK = /^[xX×✓✔✕✗✘]$/u;
/** Brightness of the fill of an empty box. */
const EMPTY = 0xf0;

const isEmptySquare = (box: RawBox): boolean => {
  const [width, height] = [widthOf(box), heightOf(box)];
  const isSmall = Math.min(width, height) >= PT.leastSide && Math.max(width, height) <= PT.mostSide;
  const isOutline =
    box.stroke !== undefined && !isWhite(box.stroke, EMPTY) && (box.fill === undefined || isWhite(box.fill, EMPTY));
  return isSmall && isOutline && width < ELONGATION * height && height < ELONGATION * width;
};

/** Whether a box is filled in a step of its own: a sample of a colour, as the legend of a map has. */
const isFilledApart = (box: Rect, { boxes, shapes }: RawPage): boolean =>
  [...boxes, ...shapes].some(
    (other) =>
      other.fill !== undefined &&
      !isWhite(other.fill, EMPTY) &&
      isWithin(other, box, PT.margin) &&
      isWithin(box, other, PT.margin) &&
      isAlike(other, box),
  );

const isAlike = (a: Rect, b: Rect): boolean =>
  isNear(widthOf(a), widthOf(b), PT.alike) && isNear(heightOf(a), heightOf(b), PT.alike);

const meets = (a: Rect, b: Rect): boolean => overlapX(a, b) > -PT.touching && overlapY(a, b) > -PT.touching;

const stands = (run: GlyphRun, box: Rect): boolean =>
  run.x0 < box.x1 && run.x1 > box.x0 && middleOfLetters(run) > box.y0 && middleOfLetters(run) < box.y1;

/** Whether a run is the mark that was typed into a box. */
const isMarkIn = (run: GlyphRun, box: Rect): boolean =>
  MARK.test(run.text) && stands(run, box) && holdsPoint(box, centerX(run), middleOfLetters(run));

const holdsText = (box: Rect, runs: readonly GlyphRun[]): boolean =>
  runs.some((run) => stands(run, box) && !isMarkIn(run, box));

const isBeside = (box: Rect, run: GlyphRun): boolean => {
  const gap = Math.max(run.x0 - box.x1, box.x0 - run.x1);
  return (
    gap >= 0 &&
    gap < EM.gap * run.size &&
    heightOf(box) > EM.leastHeight * run.size &&
    heightOf(box) < EM.mostHeight * run.size &&
    isNear(middleOfLetters(run), centerY(box), EM.slack * run.size)
  );
};

/** Whether a box is one of several in rows and columns, with what they answer at the left of its row. */
function isInMatrix(box: Rect, boxes: readonly Rect[], runs: readonly GlyphRun[]): boolean {
  const alike = boxes.filter((other) => isAlike(other, box));
  return (
    alike.filter((other) => isNear(other.y0, box.y0, PT.alike)).length >= MATRIX &&
    alike.filter((other) => isNear(other.x0, box.x0, PT.alike)).length >= MATRIX &&
    runs.some((run) => run.x1 < box.x0 && isNear(middleOfLetters(run), centerY(box), EM.slack * run.size))
  );
}

/** Whether lines or a mark are painted over a box. */
const isCrossed = (box: Rect, { shapes }: RawPage): boolean =>
  shapes.some(
    (shape) =>
      isWithin(shape, box, PT.margin) &&
      widthOf(shape) > CROSSING * widthOf(box) &&
      heightOf(shape) > CROSSING * heightOf(box),
  );

/** Whether lines that go on beyond a box, or the edges of another one, meet it: it is part of a drawing. */
const isConnected = (box: Rect, { rules, boxes }: RawPage): boolean =>
  rules.some((rule) => meets(rule, box) && !isWithin(rule, box, PT.margin)) ||
  boxes.some((other) => meets(other, box) && !isWithin(other, box, PT.margin) && !isWithin(box, other, PT.margin));

/** Whether two boxes are the outer and the inner edge of a border that is filled between them, as those of HTML are. */
function isBorder(first: RawBox, second: RawBox): boolean {
  const [inner, outer] = widthOf(first) < widthOf(second) ? [first, second] : [second, first];
  const margins = [inner.x0 - outer.x0, outer.x1 - inner.x1, inner.y0 - outer.y0, outer.y1 - inner.y1];
  return (
    inner.fill !== undefined &&
    inner.fill === outer.fill &&
    Math.min(...margins) > 0 &&
    Math.max(...margins) < PT.border &&
    Math.max(...margins) - Math.min(...margins) < PT.even
  );
}

/** The boxes with one outline for both edges of each border. */
function withBorders(boxes: readonly RawBox[]): RawBox[] {
  const joined: RawBox[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    if (last?.fill !== undefined && isBorder(last, box)) {
      const { x0, y0, x1, y1 } = boundsOf([last, box]);
      joined[joined.length - 1] = { x0, y0, x1, y1, stroke: last.fill };
    } else joined.push(box);
  }
  return joined;
}

/** Boxes whose sides are drawn one by one. */
function boxesOfRules({ rules }: RawPage): RawBox[] {
  const isSide = (rule: RawRule): boolean => {
    const length = Math.max(widthOf(rule), heightOf(rule));
    return length >= PT.leastSide && length <= PT.mostSide;
  };
  const sides = rules.filter(isSide);
  if (sides.length > SIDES * BOXES.most) return [];
  const across = sides.filter(({ kind }) => kind === 'horizontal');
  const upright = sides.filter(({ kind }) => kind === 'vertical');
  const isEdge = (rule: RawRule, x: number, top: RawRule, bottom: RawRule): boolean =>
    isNear(rule.x0, x, PT.corner) && isNear(rule.y0, top.y0, PT.corner) && isNear(rule.y1, bottom.y1, PT.corner);
  return across.flatMap((top) => {
    const bottom = across.find(
      (other) =>
        other.y0 - top.y0 >= PT.leastSide &&
        other.y0 - top.y0 <= PT.mostSide &&
        isNear(other.x0, top.x0, PT.corner) &&
        isNear(other.x1, top.x1, PT.corner),
    );
    const isWhole = bottom && [top.x0, top.x1].every((x) => upright.some((rule) => isEdge(rule, x, top, bottom)));
    return isWhole ? [{ x0: top.x0, x1: top.x1, y0: top.y0, y1: bottom.y1, stroke: top.color }] : [];
  });
}

/** The marks that were typed into boxes: the symbols of their boxes take their place. */
export const marksIn = (boxes: readonly Rect[], runs: readonly GlyphRun[]): GlyphRun[] =>
  boxes.length === 0 ? [] : runs.filter((run) => boxes.some((box) => isMarkIn(run, box)));

/**
 * Boxes alike with text beside them, or in rows and columns, and none within: those that a form without fields shows
 * for a tick. Like the fields of other forms, but without a name.
 */
export function drawnCheckBoxes(raw: RawPage, runs: readonly GlyphRun[]): RawWidget[] {
  const page = { ...raw, boxes: withBorders(raw.boxes) };
  const squares: RawBox[] = [];
  for (const box of [...page.boxes, ...boxesOfRules(page)].filter(isEmptySquare)) {
    const isKnown = [...squares, ...page.widgets].some((other) => holdsPoint(other, centerX(box), centerY(box)));
    if (!isKnown) squares.push(box);
  }
  if (squares.length < BOXES.least || squares.length > BOXES.most) return [];
  const apart = squares.filter(
    (box) =>
      !squares.some((other) => other !== box && meets(box, other)) &&
      !holdsText(box, runs) &&
      !isFilledApart(box, page) &&
      (runs.some((run) => isBeside(box, run)) || isInMatrix(box, squares, runs)) &&
      !isConnected(box, page),
  );
  return apart
    .filter((box) => apart.some((other) => other !== box && isAlike(box, other)))
    .map(({ x0, x1, y0, y1 }) => {
      const box = { x0, x1, y0, y1 };
      return {
        ...box,
        name: '',
        kind: 'checkbox',
        checked: isCrossed(box, page) || runs.some((run) => isMarkIn(run, box)),
      };
    });
}
