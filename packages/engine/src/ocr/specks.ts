import { paperAt } from './background.ts';
import type { Background } from './background.ts';
import type { Components } from './components.ts';
import type { Letters } from './letters.ts';
import type { Picture } from './picture.ts';

/** Sides of a speck at most, by the height of small letters: a full stop of print has about a quarter. */
const SPECK = 0.24;
/** Specks for each letter that make a page dirty. Clean ones have up to 0.4, a table of contents with leaders 3. */
const DIRTY = 5;
/** Side of a tile by the height of small letters, and specks in it that are dirt. Dots of three leaders are fewer. */
const TILE = 8;
const DENSE = 50;

interface Seen {
  readonly components: Components;
  readonly letters: Letters;
}

function findSpecks({ components: { count, x0, y0, x1, y1 }, letters: { height } }: Seen): number[] {
  const most = SPECK * height;
  const specks: number[] = [];
  for (let i = 0; i < count; i++) if (x1[i]! - x0[i]! <= most && y1[i]! - y0[i]! <= most) specks.push(i);
  return specks;
}

/** Whether there are many more specks than letters. */
export const isDirty = (seen: Seen): boolean => findSpecks(seen).length >= DIRTY * seen.letters.index.length;

/**
 * The picture without the specks of a bad copy, which make Tesseract see no lines of text at all. Undefined where they
 * are few. They are left where they are few around, so that text beside a screened photograph keeps its full stops.
 */
export function withoutSpecks(
  picture: Picture,
  { components, letters }: Seen,
  background: Background,
): Picture | undefined {
  const { x0, y0, x1, y1 } = components;
  const specks = findSpecks({ components, letters });
  if (specks.length < DIRTY * letters.index.length) return undefined;
  const side = Math.max(1, Math.round(TILE * letters.height));
  const columns = Math.ceil(picture.width / side);
  const tileOf = (i: number): number => Math.floor(y0[i]! / side) * columns + Math.floor(x0[i]! / side);
  const inTile = new Uint32Array(columns * Math.ceil(picture.height / side));
  for (const i of specks) inTile[tileOf(i)]! += 1;
  const data = new Uint8Array(picture.data);
  for (const i of specks) {
    if (inTile[tileOf(i)]! < DENSE) continue;
    const paper = paperAt(background, x0[i]!, y0[i]!);
    for (let y = y0[i]!; y < y1[i]!; y++) data.fill(paper, y * picture.width + x0[i]!, y * picture.width + x1[i]!);
  }
  return { ...picture, data };
}
