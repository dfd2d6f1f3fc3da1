import type { Rect } from '../layout/model/raw-page.ts';
import { overlapX, overlapY } from '../layout/model/geometry.ts';
import { paperAt } from './background.ts';
import { binarize } from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import { findComponents, piecesOf } from './components.ts';
import type { Components } from './components.ts';
import type { Picture } from './picture.ts';
import type { Prepared } from './prepare.ts';
import type { RuledLine } from './ruled-lines.ts';
import type { PlacedWord } from './words.ts';

/** A frame for a tick, in pixels; ends exclusive. */
export interface CheckBox extends Rect {
  readonly checked: boolean;
}

/** Sides by the height of small letters, how much longer one is than the other, and by how much boxes differ. */
const SIDE = { least: 1.1, most: 3.2, longer: 1.25, alike: 0.15 };
/** Shares: of a box, where its sides lie, of their length that has ink, and of ink amid an empty box. */
const FRAME = { depth: 0.2, whole: 0.95, empty: 0.02 };
/** Part of the diagonals that a cross covers, the share of it that has ink, and where paper is beside the cross. */
const CROSS = { from: 0.3, to: 0.7, inked: 0.8, steps: 12, beside: [0.28, 0.72] };
/** The first letter beside a box by the height of small letters: how far it is, and how high. */
const LABEL = { gap: 2.5, height: 2.5 };
/** Shares of a box: between its sides and its dash, and how thick this is. */
const DASH = { inset: 0.4, thick: 0.1 };
/** In em: distance from the text, height, and how far the middle lies above the baseline, more or less. */
const EM = { gap: 1.8, height: 2, middle: 0.35, slack: 0.5 };

/** Share of the way from paper to ink at which a pixel belongs to a hairline. */
const HAIRLINE = 0.2;

/**
 * Finds the boxes that a form shows for a tick: at least two frames alike, empty or crossed. Those with anything else
 * within stay what they are read as. `letter` is the height of a small letter. Where there are boxes, others like them
 * may have sides so thin that they are grey.
 */
export function findCheckBoxes(prepared: Prepared): CheckBox[] {
  const { picture, background, bitmap, components, letter } = prepared;
  if (!components || letter === undefined) return [];
  const frames = framesIn(bitmap, components, letter);
  const boxes = frames.filter((box) => frames.some((other) => other !== box && isAlike(box, other)));
  if (boxes.length === 0) return [];
  const faint = binarize(picture, background, HAIRLINE);
  const pieces = findComponents(faint);
  const others = pieces ? framesIn(faint, pieces, letter) : [];
  const isNew = (box: Rect): boolean => !boxes.some((other) => overlapX(box, other) > 0 && overlapY(box, other) > 0);
  const all = [...boxes, ...others.filter((box) => isNew(box) && boxes.some((other) => isAlike(box, other)))];
  return all.filter((box) => isLabelled(box, prepared.lines, components, letter));
}

/** Whether a letter follows the box: those of a table, which stand alone in their cells, stay what they are read as. */
function isLabelled(box: CheckBox, lines: readonly RuledLine[], components: Components, letter: number): boolean {
  const middle = (box.y0 + box.y1) / 2;
  const isNext = ({ x0, y0, y1 }: Rect): boolean => x0 >= box.x1 - 1 && y0 < middle && y1 > middle;
  const next = piecesOf(components)
    .filter(isNext)
    .reduce<Rect | undefined>((nearest, piece) => (nearest && nearest.x0 <= piece.x0 ? nearest : piece), undefined);
  return (
    next !== undefined &&
    next.x0 - box.x1 <= LABEL.gap * letter &&
    next.y1 - next.y0 <= LABEL.height * letter &&
    !isAlike(next, box) &&
    !lines.some((line) => line.kind === 'vertical' && isNext(line) && line.x0 <= next.x0)
  );
}

function framesIn(bitmap: Bitmap, components: Components, letter: number): CheckBox[] {
  return piecesOf(components).flatMap(({ area: _area, ...box }): CheckBox[] => {
    if (!isSquare(box, letter) || !isFrame(bitmap, box)) return [];
    const checked = isCrossed(bitmap, box);
    return checked || isEmpty(bitmap, box) ? [{ ...box, checked }] : [];
  });
}

function isSquare({ x0, y0, x1, y1 }: Rect, letter: number): boolean {
  const [shorter, longer] = [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)];
  return shorter >= SIDE.least * letter && longer <= SIDE.most * letter && longer <= SIDE.longer * shorter;
}

function isAlike(a: Rect, b: Rect): boolean {
  const near = (one: number, two: number): boolean => Math.abs(one - two) <= Math.max(1, SIDE.alike * two);
  return near(a.x1 - a.x0, b.x1 - b.x0) && near(a.y1 - a.y0, b.y1 - b.y0);
}

/** Whether ink runs along all sides, from corner to corner, which it does in no letter. */
function isFrame(bitmap: Bitmap, { x0, y0, x1, y1 }: Rect): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  const [across, down] = [Math.ceil(FRAME.depth * width), Math.ceil(FRAME.depth * height)];
  const [left, right] = [x0 + across, x1 - across];
  const isInked = (part: Rect): boolean => inkIn(bitmap, part) > 0;
  const isWhole = (length: number, at: (i: number) => Rect): boolean =>
    Array.from({ length }, (_, i) => i).filter((i) => isInked(at(i))).length >= FRAME.whole * length;
  return (
    isWhole(width, (i) => ({ x0: x0 + i, x1: x0 + i + 1, y0, y1: y0 + down })) &&
    isWhole(width, (i) => ({ x0: x0 + i, x1: x0 + i + 1, y0: y1 - down, y1 })) &&
    isWhole(height, (i) => ({ x0, x1: left, y0: y0 + i, y1: y0 + i + 1 })) &&
    isWhole(height, (i) => ({ x0: right, x1, y0: y0 + i, y1: y0 + i + 1 }))
  );
}

function isEmpty(bitmap: Bitmap, { x0, y0, x1, y1 }: Rect): boolean {
  const [across, down] = [Math.ceil(FRAME.depth * (x1 - x0)), Math.ceil(FRAME.depth * (y1 - y0))];
  const inner = { x0: x0 + across, x1: x1 - across, y0: y0 + down, y1: y1 - down };
  return inkIn(bitmap, inner) <= FRAME.empty * (inner.x1 - inner.x0) * (inner.y1 - inner.y0);
}

/** Whether both diagonals have ink, and what lies between them has none. */
function isCrossed(bitmap: Bitmap, { x0, y0, x1, y1 }: Rect): boolean {
  const inked = (across: number, down: number): boolean => {
    const [x, y] = [Math.floor(x0 + across * (x1 - x0)), Math.floor(y0 + down * (y1 - y0))];
    return inkIn(bitmap, { x0: x - 1, x1: x + 2, y0: y, y1: y + 1 }) > 0;
  };
  const along = Array.from(
    { length: CROSS.steps },
    (_, i) => CROSS.from + ((CROSS.to - CROSS.from) * i) / (CROSS.steps - 1),
  );
  return (
    along.filter((part) => inked(part, part)).length >= CROSS.inked * CROSS.steps &&
    along.filter((part) => inked(part, 1 - part)).length >= CROSS.inked * CROSS.steps &&
    CROSS.beside.every((part) => !inked(part, 0.5) && !inked(0.5, part))
  );
}

function inkIn({ bits, width }: Bitmap, { x0, y0, x1, y1 }: Rect): number {
  let count = 0;
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) count += bits[y * width + x]!;
  return count;
}

/**
 * The picture with a dash in the place of each box, which Tesseract reads as `[J`, `|]` or `O`, also as part of the
 * word beside it. Without the dash, it loses the first letter of some lines, and spaces beside the wide gap.
 */
export function withoutCheckBoxes({ picture, background }: Prepared, boxes: readonly CheckBox[]): Picture {
  if (boxes.length === 0) return picture;
  const data = new Uint8Array(picture.data);
  const fill = (grey: number, { x0, y0, x1, y1 }: Rect): void => {
    for (let y = Math.max(0, y0); y < Math.min(picture.height, y1); y++) {
      data.fill(grey, y * picture.width + Math.max(0, x0), y * picture.width + Math.min(picture.width, x1));
    }
  };
  for (const { x0, y0, x1, y1 } of boxes) {
    fill(paperAt(background, x0, y0), { x0: x0 - 1, y0: y0 - 1, x1: x1 + 1, y1: y1 + 1 });
    const [inset, middle] = [Math.round(DASH.inset * (x1 - x0)), Math.round((y0 + y1) / 2)];
    const thickness = Math.max(2, Math.round(DASH.thick * (y1 - y0)));
    fill(background.ink, { x0: x0 + inset, x1, y0: middle, y1: middle + thickness });
  }
  return { ...picture, data };
}

/** Adds the boxes to the lines of the words beside them, in the place of their dashes. */
export function withCheckBoxes(words: readonly PlacedWord[], boxes: readonly CheckBox[]): PlacedWord[] {
  const clean = words.flatMap((word) => {
    const box = boxes.find((other) => startsAt(word, other));
    if (!box) return [word];
    const text = word.text.replace(DASHES, '');
    return text === '' ? [] : [{ ...word, text, x0: Math.min(word.x1, Math.max(word.x0, box.x1)) }];
  });
  return boxes.reduce(withCheckBox, clean);
}

const DASHES = /^[-–—_=~]+/u;

const startsAt = (word: PlacedWord, box: CheckBox): boolean =>
  word.x0 >= box.x0 - 2 && word.x0 < box.x1 && word.y0 < box.y1 && word.y1 > box.y0;

function withCheckBox(words: PlacedWord[], box: CheckBox): PlacedWord[] {
  const index = words.findIndex((word) => isBeside(box, word));
  if (index === -1) return words;
  const word = words[index]!;
  const { checked, ...place } = box;
  const isFirst = words[index - 1]?.line !== word.line;
  const sign = { ...word, ...place, text: checked ? '☒' : '☐', confidence: 95, space: !isFirst };
  return words.toSpliced(index, 1, sign, { ...word, space: true });
}

function isBeside({ x0, y0, x1, y1 }: CheckBox, { baseline, size, ...word }: PlacedWord): boolean {
  const gap = word.x0 - x1;
  const isNear = gap > -0.5 * (x1 - x0) && gap < EM.gap * size && y1 - y0 < EM.height * size;
  return isNear && Math.abs(baseline - EM.middle * size - (y0 + y1) / 2) <= EM.slack * size;
}
