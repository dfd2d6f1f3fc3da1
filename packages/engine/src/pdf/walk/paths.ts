import type { RawBox, RawRule, RawShape } from '../../layout/model/raw-page.ts';
import { quantise } from '../matrix.ts';
import type { Box } from '../matrix.ts';
import { intersect } from './state.ts';
import type { GraphicsState } from './state.ts';

/** A filled rectangle is a rule up to this thickness, in points. */
const THIN = 3;
/** Any other filled area with straight sides is a rule up to this thickness, in points. */
const HAIR = 1;
/** How far a line may lean over its length and be horizontal or vertical, in points. */
const SLANT = 0.5;
/** The same for a long line that somebody drew by hand, as a share of its length. */
const LEAN = 0.005;
/** Shorter lines are dots, in points. */
const DOT = 0.05;
/** A more transparent path is not visible. */
const SEEN_ALPHA = 0.02;
/** Subpaths of a border that is filled between its edges, and how far round corners reach along the shorter side. */
const BORDER = 2;
const ROUND = 0.2;
const SIDES_AT_CORNERS = 8;
/** Sides of a piece of a path that may be a letter drawn as an outline, in points. */
const LETTER = { least: 1.5, most: 72 };
/** Most elements of one kind on a page. Maps and plots have more, and the rest adds nothing. */
const MAX_ELEMENTS = 20_000;

/** An element with its position in the order of painting. */
type Painted<T> = { order: number } & { -readonly [K in keyof T]: T[K] };

/** How a path is painted. */
export interface PathPaint {
  readonly fill: boolean;
  readonly stroke: boolean;
  readonly state: GraphicsState;
  readonly order: number;
}

interface Pen {
  readonly width: number;
  readonly color: number;
  readonly dashed: boolean;
}

/** Collects the painted paths of a page as rules, boxes and shapes. Coordinates given are those of the raw page. */
export class PathCollector {
  readonly rules: Painted<RawRule>[] = [];
  readonly boxes: Painted<RawBox>[] = [];
  readonly shapes: Painted<RawShape>[] = [];
  dropped = 0;
  /** Pieces of painted paths that have the size of letters and are no rectangles: text drawn as outlines has many. */
  outlines = 0;
  /** x, y, x, y, … of each subpath. */
  #subpaths: number[][] = [];
  #current: number[] | null = null;
  #curved = false;
  #startX = 0;
  #startY = 0;

  moveTo(x: number, y: number): void {
    this.#current = [x, y];
    this.#startX = x;
    this.#startY = y;
    this.#subpaths.push(this.#current);
  }

  lineTo(x: number, y: number): void {
    if (this.#current === null)
      this.moveTo(this.#subpaths.length > 0 ? this.#startX : x, this.#subpaths.length > 0 ? this.#startY : y);
    this.#current?.push(x, y);
  }

  /** Control points bound a curve well enough. */
  curveTo(x: number, y: number): void {
    this.#curved = true;
    this.lineTo(x, y);
  }

  close(): void {
    if (this.#current === null) return;
    this.#current.push(this.#startX, this.#startY);
    this.#current = null;
  }

  /** The path is over. Paints it, as far as `fill` and `stroke` say so. */
  paint({ fill, stroke, state, order }: PathPaint): void {
    const seen: PathPaint = {
      fill: fill && state.fillAlpha > SEEN_ALPHA,
      stroke: stroke && state.strokeAlpha > SEEN_ALPHA,
      state,
      order,
    };
    if (seen.fill || seen.stroke) {
      this.outlines += this.#subpaths.filter((points) => maybeLetter(points, state.clip)).length;
      if (this.#curved) this.#paintCurves(seen);
      else for (const points of this.#subpaths) this.#paintPolygon(points, seen);
    }
    this.end();
  }

  /** The clip path that the path makes within another. */
  clipWith(clip: Box): Box {
    const box = bounds(this.#subpaths);
    return box[2] < box[0] ? clip : intersect(clip, box);
  }

  end(): void {
    this.#subpaths = [];
    this.#current = null;
    this.#curved = false;
  }

  #paintPolygon(points: readonly number[], paint: PathPaint): void {
    if (points.length < 4) return;
    const box = bounds([points]);
    if (!isAxisAligned(points)) return this.#paintOblique(box, paint);
    if (paint.fill) this.#fillAxisAligned(box, isRectangle(points), paint);
    else if (isRectangle(points) && thickness(box) > THIN) this.#push(this.boxes, box, paint);
    if (paint.stroke) this.#strokeSegments(points, paint);
  }

  #paintCurves(paint: PathPaint): void {
    const box = bounds(this.#subpaths);
    const isRounded = this.#subpaths.length <= BORDER && this.#subpaths.every(isRoundedRectangle);
    this.#push(this.shapes, box, paint, { ...inkOf(paint), ...(isRounded ? { rounded: true } : {}) });
  }

  #paintOblique(box: Box, paint: PathPaint): void {
    if (paint.fill && !paint.stroke && thickness(box) <= HAIR) this.#pushRule(box, fillPen(box, paint), paint);
    else this.#push(this.shapes, box, paint);
  }

  #fillAxisAligned(box: Box, rectangle: boolean, paint: PathPaint): void {
    const [x0, y0, x1, y1] = box;
    // borders that meet are filled with slanted ends or with a corner at each joint
    const isThin = thickness(box) <= (rectangle ? THIN : HAIR) && Math.max(x1 - x0, y1 - y0) > thickness(box);
    if (isThin) this.#pushRule(box, fillPen(box, paint), paint);
    else this.#push(rectangle ? this.boxes : this.shapes, box, paint);
  }

  #strokeSegments(points: readonly number[], paint: PathPaint): void {
    const { state } = paint;
    const pen = { width: strokeWidth(state), color: state.stroke, dashed: state.dashed };
    for (let i = 0; i + 3 < points.length; i += 2) this.#pushRule(points.slice(i, i + 4) as unknown as Box, pen, paint);
  }

  #pushRule([ax, ay, bx, by]: Box, pen: Pen, paint: PathPaint): void {
    const dx = Math.abs(bx - ax);
    const dy = Math.abs(by - ay);
    if (dx < DOT && dy < DOT) return;
    const [left, top, right, bottom] = paint.state.clip;
    const { width } = pen;
    if (dx >= dy) {
      const y = (ay + by) / 2;
      if (!(y >= top - width && y <= bottom + width)) return;
      this.#addRule(
        'horizontal',
        [Math.max(Math.min(ax, bx), left), y, Math.min(Math.max(ax, bx), right), y],
        pen,
        paint,
      );
    } else {
      const x = (ax + bx) / 2;
      if (!(x >= left - width && x <= right + width)) return;
      this.#addRule(
        'vertical',
        [x, Math.max(Math.min(ay, by), top), x, Math.min(Math.max(ay, by), bottom)],
        pen,
        paint,
      );
    }
  }

  #addRule(kind: RawRule['kind'], [x0, y0, x1, y1]: Box, { width, color, dashed }: Pen, { order }: PathPaint): void {
    if (x1 < x0 || y1 < y0 || !this.#room(this.rules)) return;
    this.rules.push({
      x0: quantise(x0),
      y0: quantise(y0),
      x1: quantise(x1),
      y1: quantise(y1),
      kind,
      width: quantise(width),
      color,
      order,
      ...(dashed ? { dashed: true as const } : {}),
    });
  }

  #push<T extends RawBox>(into: Painted<T>[], box: Box, paint: PathPaint, ink: Ink = inkOf(paint)): void {
    const [x0, y0, x1, y1] = intersect(paint.state.clip, box);
    if (x1 < x0 || y1 < y0 || !this.#room(into)) return;
    into.push({
      x0: quantise(x0),
      y0: quantise(y0),
      x1: quantise(x1),
      y1: quantise(y1),
      ...ink,
      order: paint.order,
    } as unknown as Painted<T>);
  }

  /** Everything within the clip is painted (shadings). */
  shade(state: GraphicsState, color: number, order: number): void {
    this.#push(this.boxes, state.clip, { fill: true, stroke: false, state, order }, { fill: color });
  }

  #room(elements: readonly unknown[]): boolean {
    if (elements.length < MAX_ELEMENTS) return true;
    this.dropped++;
    return false;
  }
}

type Ink = Pick<RawShape, 'fill' | 'stroke' | 'rounded'>;

function inkOf({ fill, stroke, state }: PathPaint): Ink {
  return { ...(fill ? { fill: state.fill } : {}), ...(stroke ? { stroke: state.stroke } : {}) };
}

/** A filled area is drawn like a line of its thickness. */
const fillPen = (box: Box, { state }: PathPaint): Pen => ({ width: thickness(box), color: state.fill, dashed: false });

const thickness = ([x0, y0, x1, y1]: Box): number => Math.min(x1 - x0, y1 - y0);

function strokeWidth(state: GraphicsState): number {
  const [a, b, c, d] = state.ctm;
  return Math.max(state.lineWidth * Math.sqrt(Math.abs(a * d - b * c)), 0.1);
}

function bounds(subpaths: readonly (readonly number[])[]): Box {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const points of subpaths) {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i] as number;
      const y = points[i + 1] as number;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  return [x0, y0, x1, y1];
}

function maybeLetter(points: readonly number[], clip: Box): boolean {
  if (points.length < 8 || isRectangle(points)) return false;
  const [x0, y0, x1, y1] = bounds([points]);
  if (x0 > clip[2] || x1 < clip[0] || y0 > clip[3] || y1 < clip[1]) return false;
  return thickness([x0, y0, x1, y1]) >= LETTER.least && Math.max(x1 - x0, y1 - y0) <= LETTER.most;
}

/** All sides are horizontal or vertical, or it is one line that nearly is. */
function isAxisAligned(points: readonly number[]): boolean {
  const lean = points.length === 4 ? LEAN : 0;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const dx = Math.abs((points[i + 2] as number) - (points[i] as number));
    const dy = Math.abs((points[i + 3] as number) - (points[i + 1] as number));
    if (Math.min(dx, dy) > Math.max(SLANT, lean * Math.max(dx, dy))) return false;
  }
  return true;
}

/** All points lie on the sides of the box or near its corners, and some of each side near both of its ends. */
function isRoundedRectangle(points: readonly number[]): boolean {
  const [x0, y0, x1, y1] = bounds([points]);
  const most = ROUND * thickness([x0, y0, x1, y1]);
  const near = new Set<string>();
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number];
    const [fromX, fromY] = [Math.min(x - x0, x1 - x), Math.min(y - y0, y1 - y)];
    const isOn = Math.min(fromX, fromY) < SLANT;
    if (!isOn && Math.max(fromX, fromY) > most) return false;
    if (Math.max(fromX, fromY) > most) continue;
    const corner = `${x - x0 < x1 - x ? 0 : 1}${y - y0 < y1 - y ? 0 : 1}`;
    if (fromX < SLANT) near.add(`${corner}x`);
    if (fromY < SLANT) near.add(`${corner}y`);
  }
  return near.size === SIDES_AT_CORNERS;
}

/** Four corners (closed or not) of a rectangle, or a line drawn forth and back. */
function isRectangle(points: readonly number[]): boolean {
  const last = points.length - 2;
  const closed =
    points.length >= 10 &&
    Math.abs((points[0] as number) - (points[last] as number)) < SLANT &&
    Math.abs((points[1] as number) - (points[last + 1] as number)) < SLANT;
  return points.length === 8 || (closed && points.length <= 12);
}
