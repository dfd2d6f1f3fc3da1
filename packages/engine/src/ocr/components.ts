import type { Rect } from '../layout/model/raw-page.ts';
import type { Bitmap } from './bitmap.ts';

/** Connected pieces of ink, each by its box (ends exclusive) and its number of pixels. */
export interface Components {
  readonly count: number;
  readonly x0: Int32Array;
  readonly y0: Int32Array;
  readonly x1: Int32Array;
  readonly y1: Int32Array;
  readonly area: Int32Array;
}

/** A piece of ink: its box, in pixels with ends exclusive, and how many of them are ink. */
export interface Piece extends Rect {
  readonly area: number;
}

export const pieceAt = ({ x0, y0, x1, y1, area }: Components, i: number): Piece => ({
  x0: x0[i]!,
  y0: y0[i]!,
  x1: x1[i]!,
  y1: y1[i]!,
  area: area[i]!,
});

export const piecesOf = (components: Components): Piece[] =>
  Array.from({ length: components.count }, (_, i) => pieceAt(components, i));

/** Most pieces of a picture with text: one of noise has millions. */
const MAX_COMPONENTS = 400_000;

/**
 * Finds the pieces of ink that touch, corners included: runs of each row are joined with those of the row above.
 * Undefined for noise.
 */
export function findComponents({ bits, width, height }: Bitmap): Components | undefined {
  const finder = new Finder();
  let above: number[] = [];
  let next = 0;
  for (let y = 0; y < height; y++) {
    const here: number[] = [];
    let from = 0;
    const row = y * width;
    if (next >= 0 && next < row) next = bits.indexOf(1, row);
    for (let x = next < 0 ? width : next - row; x < width;) {
      const start = x;
      x = endOfRun(bits, row + x, row + width, 1) - row;
      const label = finder.add(start, x, y);
      // `above` holds triples of start, end and label, from left to right.
      while (from < above.length && above[from + 1]! < start) from += 3;
      for (let i = from; i < above.length && above[i]! <= x; i += 3) finder.join(label, above[i + 2]!);
      here.push(start, x, label);
      x = endOfRun(bits, row + x, row + width, 0) - row;
    }
    above = here;
    if (finder.size > MAX_COMPONENTS * 8) return undefined;
  }
  return finder.finish();
}

function endOfRun(bits: Uint8Array, start: number, end: number, value: 0 | 1): number {
  let at = start;
  while (at < end && bits[at] === value) at++;
  return at;
}

/** Union-find over the runs. */
class Finder {
  #parent: Int32Array = new Int32Array(4096);
  #boxes: Int32Array = new Int32Array(4096 * 5);
  size = 0;

  add(x0: number, x1: number, y: number): number {
    if (this.size === this.#parent.length) this.#grow();
    const label = this.size++;
    this.#parent[label] = label;
    this.#boxes.set([x0, y, x1, y + 1, x1 - x0], label * 5);
    return label;
  }

  join(a: number, b: number): void {
    const left = this.#root(a);
    const right = this.#root(b);
    if (left === right) return;
    const [keep, drop] = left < right ? [left, right] : [right, left];
    this.#parent[drop] = keep;
    const box = this.#boxes;
    const k = keep * 5;
    const d = drop * 5;
    box[k] = Math.min(box[k]!, box[d]!);
    box[k + 1] = Math.min(box[k + 1]!, box[d + 1]!);
    box[k + 2] = Math.max(box[k + 2]!, box[d + 2]!);
    box[k + 3] = Math.max(box[k + 3]!, box[d + 3]!);
    box[k + 4]! += box[d + 4]!;
  }

  finish(): Components | undefined {
    const roots: number[] = [];
    for (let label = 0; label < this.size; label++) if (this.#parent[label] === label) roots.push(label);
    if (roots.length > MAX_COMPONENTS) return undefined;
    const column = (offset: number): Int32Array => Int32Array.from(roots, (root) => this.#boxes[root * 5 + offset]!);
    return { count: roots.length, x0: column(0), y0: column(1), x1: column(2), y1: column(3), area: column(4) };
  }

  #root(label: number): number {
    const parent = this.#parent;
    let at = label;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }

  #grow(): void {
    const parent = new Int32Array(this.#parent.length * 2);
    parent.set(this.#parent);
    this.#parent = parent;
    const boxes = new Int32Array(this.#boxes.length * 2);
    boxes.set(this.#boxes);
    this.#boxes = boxes;
  }
}
