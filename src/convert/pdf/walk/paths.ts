import type { RawBox, RawRule, RawShape } from '../../layout/raw-page.ts';
import { quantise } from '../matrix.ts';
import { intersect } from './state.ts';
import type { Clip, GraphicsState } from './state.ts';

/** A filled box is a rule up to this thickness, in points. */
const THIN = 3;
/** How far from upright or level a line may be, in points. */
const SLANT = 0.5;
/** Pieces of one kind that a page may have; a map or a plot has more, and they tell nothing more. */
const MAX_PIECES = 20_000;

type Piece<T> = { order: number } & { -readonly [K in keyof T]: T[K] };

/** Collects the painted paths of a page as rules, boxes and shapes. Coordinates given are those of the raw page. */
export class PathCollector {
  readonly rules: Piece<RawRule>[] = [];
  readonly boxes: Piece<RawBox>[] = [];
  readonly shapes: Piece<RawShape>[] = [];
  dropped = 0;
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
  curveTo(...points: number[]): void {
    this.#curved = true;
    for (let i = 0; i + 1 < points.length; i += 2) this.lineTo(points[i] as number, points[i + 1] as number);
  }

  close(): void {
    if (this.#current === null) return;
    this.#current.push(this.#startX, this.#startY);
    this.#current = null;
  }

  /** The path is over. Paints it, as far as `fill` and `stroke` say so. */
  paint(state: GraphicsState, fill: boolean, stroke: boolean, order: number): void {
    const fills = fill && state.fillAlpha > 0.02;
    const strokes = stroke && state.strokeAlpha > 0.02;
    if (fills || strokes) {
      if (this.#curved) this.#paintShape(state, fills, strokes, order);
      else for (const points of this.#subpaths) this.#paintPolygon(points, state, fills, strokes, order);
    }
    this.end();
  }

  /** The clip path that the path makes within another. */
  clipWith(clip: Clip): Clip {
    const [x0, y0, x1, y1] = bounds(this.#subpaths);
    return x1 < x0 ? clip : intersect(clip, x0, y0, x1, y1);
  }

  end(): void {
    this.#subpaths = [];
    this.#current = null;
    this.#curved = false;
  }

  #paintShape(state: GraphicsState, fill: boolean, stroke: boolean, order: number): void {
    const [x0, y0, x1, y1] = bounds(this.#subpaths);
    this.#push(this.shapes, x0, y0, x1, y1, state, order, colors(state, fill, stroke));
  }

  #paintPolygon(points: readonly number[], state: GraphicsState, fill: boolean, stroke: boolean, order: number): void {
    if (points.length < 4) return;
    const upright = isUpright(points);
    const [x0, y0, x1, y1] = bounds([points]);
    if (!upright) {
      if (fill && Math.min(x1 - x0, y1 - y0) <= 1 && !stroke)
        this.#pushRule(x0, y0, x1, y1, Math.min(x1 - x0, y1 - y0), state.fill, false, state, order);
      else this.#push(this.shapes, x0, y0, x1, y1, state, order, colors(state, fill, stroke));
      return;
    }
    const rectangle = isRectangle(points);
    if (fill && rectangle) {
      const thickness = Math.min(x1 - x0, y1 - y0);
      if (thickness <= THIN && Math.max(x1 - x0, y1 - y0) > thickness) {
        this.#pushRule(x0, y0, x1, y1, thickness, state.fill, false, state, order);
        if (!stroke) return;
      } else {
        this.#push(this.boxes, x0, y0, x1, y1, state, order, colors(state, true, stroke));
      }
    } else if (fill) {
      this.#push(this.shapes, x0, y0, x1, y1, state, order, colors(state, true, stroke));
    } else if (rectangle && Math.min(x1 - x0, y1 - y0) > THIN) {
      this.#push(this.boxes, x0, y0, x1, y1, state, order, colors(state, false, true));
    }
    if (!stroke) return;
    const width = strokeWidth(state);
    for (let i = 0; i + 3 < points.length; i += 2) {
      this.#pushRule(
        points[i] as number,
        points[i + 1] as number,
        points[i + 2] as number,
        points[i + 3] as number,
        width,
        state.stroke,
        state.dashed,
        state,
        order,
      );
    }
  }

  #pushRule(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    width: number,
    color: number,
    dashed: boolean,
    state: GraphicsState,
    order: number,
  ): void {
    const dx = Math.abs(bx - ax);
    const dy = Math.abs(by - ay);
    if (dx < 0.05 && dy < 0.05) return;
    const horizontal = dx >= dy;
    const middle = horizontal ? (ay + by) / 2 : (ax + bx) / 2;
    const [x0, y0, x1, y1] = horizontal
      ? [Math.max(Math.min(ax, bx), state.clip[0]), middle, Math.min(Math.max(ax, bx), state.clip[2]), middle]
      : [middle, Math.max(Math.min(ay, by), state.clip[1]), middle, Math.min(Math.max(ay, by), state.clip[3])];
    const inside = horizontal
      ? middle >= state.clip[1] - width && middle <= state.clip[3] + width
      : middle >= state.clip[0] - width && middle <= state.clip[2] + width;
    if (!inside || x1 < x0 || y1 < y0 || !this.#room(this.rules)) return;
    this.rules.push({
      x0: quantise(x0),
      y0: quantise(y0),
      x1: quantise(x1),
      y1: quantise(y1),
      kind: horizontal ? 'horizontal' : 'vertical',
      width: quantise(width),
      color,
      order,
      ...(dashed ? { dashed: true as const } : {}),
    });
  }

  #push<T extends RawBox>(
    into: Piece<T>[],
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    state: GraphicsState,
    order: number,
    ink: Pick<RawBox, 'fill' | 'stroke'>,
  ): void {
    const [cx0, cy0, cx1, cy1] = intersect(state.clip, x0, y0, x1, y1);
    if (cx1 < cx0 || cy1 < cy0 || !this.#room(into)) return;
    into.push({
      x0: quantise(cx0),
      y0: quantise(cy0),
      x1: quantise(cx1),
      y1: quantise(cy1),
      ...ink,
      order,
    } as unknown as Piece<T>);
  }

  /** Everything within the clip is painted (shadings). */
  shade(state: GraphicsState, color: number, order: number): void {
    const [x0, y0, x1, y1] = state.clip;
    this.#push(this.boxes, x0, y0, x1, y1, state, order, { fill: color });
  }

  #room(pieces: readonly unknown[]): boolean {
    if (pieces.length < MAX_PIECES) return true;
    this.dropped++;
    return false;
  }
}

function colors(state: GraphicsState, fill: boolean, stroke: boolean): Pick<RawBox, 'fill' | 'stroke'> {
  return { ...(fill ? { fill: state.fill } : {}), ...(stroke ? { stroke: state.stroke } : {}) };
}

function strokeWidth(state: GraphicsState): number {
  const [a, b, c, d] = state.ctm;
  return Math.max(state.lineWidth * Math.sqrt(Math.abs(a * d - b * c)), 0.1);
}

function bounds(subpaths: readonly (readonly number[])[]): [number, number, number, number] {
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

function isUpright(points: readonly number[]): boolean {
  for (let i = 0; i + 3 < points.length; i += 2) {
    if (
      Math.abs((points[i + 2] as number) - (points[i] as number)) > SLANT &&
      Math.abs((points[i + 3] as number) - (points[i + 1] as number)) > SLANT
    )
      return false;
  }
  return true;
}

/** Four corners (closed or not) of an upright rectangle, or a line drawn forth and back. */
function isRectangle(points: readonly number[]): boolean {
  const last = points.length - 2;
  const closed =
    points.length >= 10 &&
    Math.abs((points[0] as number) - (points[last] as number)) < SLANT &&
    Math.abs((points[1] as number) - (points[last + 1] as number)) < SLANT;
  return points.length === 8 || (closed && points.length <= 12);
}
