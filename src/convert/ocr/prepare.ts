import { inkOf } from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import { componentsOf } from './components.ts';
import type { Components } from './components.ts';
import { eraseLines } from './erase-lines.ts';
import { measureGround, paperAt } from './ground.ts';
import type { Ground } from './ground.ts';
import { leadersOf } from './leaders.ts';
import type { Leader } from './leaders.ts';
import { lettersOf } from './letters.ts';
import type { Letters } from './letters.ts';
import type { Picture, SourcePicture } from './picture.ts';
import { linesOf } from './rules.ts';
import type { Line } from './rules.ts';
import { scalePicture } from './scale.ts';
import { directionOf, headsAlign } from './skew.ts';
import { level, turnQuarters } from './turn.ts';

/** A picture made ready for reading, and what was learned on the way. */
export interface Prepared {
  /** Without its ruled lines and leaders. */
  readonly picture: Picture;
  readonly ground: Ground;
  /** The ink, ruled lines included. */
  readonly bitmap: Bitmap;
  readonly lines: readonly Line[];
  readonly leaders: readonly Leader[];
  /** Pieces of ink; absent for mere noise. */
  readonly components?: Components;
  /** Height of a small letter in pixels of `picture`; absent where nothing looks like writing. */
  readonly letter?: number;
  /** Pixels of `picture` by those of the source. */
  readonly scale: number;
  /** Clockwise quarter turns that the source got. Whether the result stands on its head, only reading can tell for sure. */
  readonly quarters: 0 | 1 | 2 | 3;
  /** True when the heads of the letters stand in line rather than their feet. */
  readonly maybeOnHead: boolean;
  /** Slope of the lines in the source (after the quarter turns) that was levelled. */
  readonly slope: number;
}

/**
 * Letters smaller than this are scaled up, larger ones down: text of 10 points at 100 to 250 dpi is read as it is. Larger letters are read no better,
 * and cost a fifth to a third more.
 */
const SMALLEST = 8;
const UP_TO = 12;
const LARGEST = 20;
const DOWN_TO = 15;
/** Lines that rise or fall by less than this are left: about a quarter of a degree. */
const LEVEL = 0.0045;
/** Pixels to work on at most. */
const MOST_PIXELS = 24_000_000;
const TILE = 64;

/** Turns light writing on dark dark on light, upright lines level, slanting ones too, and tiny or huge letters into readable ones. */
export async function prepare(source: SourcePicture): Promise<Prepared> {
  let scale = Math.min(1, Math.sqrt(MOST_PIXELS / (source.width * source.height)));
  let seen = look(scale < 1 ? await scalePicture(source, scale) : source);
  const { isNoise } = seen;
  if (isNoise) {
    // The dots of a screened print; made smaller, they become greys.
    scale *= 0.5;
    seen = look(await scalePicture(seen.picture, 0.5));
  }
  if (isDark(seen)) seen = look(negative(seen.picture));
  let quarters: Prepared['quarters'] = 0;
  let slope = 0;
  if (seen.found) {
    const { components, letters } = seen.found;
    const lying = directionOf(components, letters);
    const upright = directionOf(components, letters, true);
    if (upright.clarity > 1.5 * lying.clarity && upright.clarity > 2.5 && letters.index.length > 40) {
      quarters = 1;
      seen = look(turnQuarters(seen.picture, 1));
      slope = seen.found ? directionOf(seen.found.components, seen.found.letters).slope : 0;
    } else if (lying.clarity > 1.8) {
      slope = lying.slope;
    }
    if (Math.abs(slope) < LEVEL) slope = 0;
    let { picture } = seen;
    if (slope !== 0) picture = level(picture, slope, Math.round(paperOf(seen.ground)));
    const better = isNoise ? 1 : scaleFor(letters, picture);
    if (better !== 1) picture = await scalePicture(picture, better);
    scale *= better;
    if (picture !== seen.picture) seen = look(picture);
  }
  const { ground, bitmap, found } = seen;
  const letter = found?.letters.height;
  const lines = letter === undefined ? [] : linesOf(bitmap, letter);
  const leaders = found === undefined ? [] : leadersOf(found.components, found.letters.height);
  const picture =
    lines.length + leaders.length === 0 ? seen.picture : without(seen.picture, bitmap, ground, lines, leaders);
  const components = found && { components: found.components };
  return {
    picture,
    ground,
    bitmap,
    lines,
    leaders,
    ...components,
    ...(letter === undefined ? {} : { letter }),
    scale,
    quarters,
    slope,
    maybeOnHead: found !== undefined && headsAlign(found.components, found.letters),
  };
}

/** The same, stood on its head. */
export function turnOver(prepared: Prepared): Prepared {
  const { picture, ground, bitmap } = prepared;
  const { width, height } = picture;
  const components = prepared.components && { components: turnedComponents(prepared.components, width, height) };
  const over = <T extends Line | Leader>(box: T): T => ({
    ...box,
    x0: width - box.x1,
    x1: width - box.x0,
    y0: height - box.y1,
    y1: height - box.y0,
  });
  const quarters = prepared.quarters === 0 ? 2 : prepared.quarters === 1 ? 3 : prepared.quarters === 2 ? 0 : 1;
  return {
    ...prepared,
    ...components,
    picture: turnQuarters(picture, 2),
    bitmap: { ...bitmap, bits: bitmap.bits.toReversed() },
    ground: { ...ground, paper: ground.paper.toReversed() },
    lines: prepared.lines.map(over),
    leaders: prepared.leaders.map(over),
    quarters,
  };
}

function turnedComponents({ count, area, x0, y0, x1, y1 }: Components, width: number, height: number): Components {
  const across = (x: number): number => width - x;
  const down = (y: number): number => height - y;
  return { count, area, x0: x1.map(across), x1: x0.map(across), y0: y1.map(down), y1: y0.map(down) };
}

function without(
  picture: Picture,
  bitmap: Bitmap,
  ground: Ground,
  lines: readonly Line[],
  leaders: readonly Leader[],
): Picture {
  const copy = { ...picture, data: new Uint8Array(picture.data) };
  eraseLines(copy, bitmap, ground, lines);
  for (const { x0, y0, x1, y1 } of leaders) {
    const paper = paperAt(ground, x0, y0);
    for (let y = Math.max(0, y0 - 1); y < Math.min(picture.height, y1 + 1); y++) {
      copy.data.fill(
        paper,
        y * picture.width + Math.max(0, x0 - 1),
        y * picture.width + Math.min(picture.width, x1 + 1),
      );
    }
  }
  return copy;
}

function look(picture: Picture) {
  const ground = measureGround(picture, TILE);
  const bitmap = inkOf(picture, ground);
  const components = componentsOf(bitmap);
  const letters = components && lettersOf(components, picture.width, picture.height);
  return {
    picture,
    ground,
    bitmap,
    isNoise: components === undefined,
    found: components && letters ? { components, letters } : undefined,
  };
}

function scaleFor(letters: Letters, { width, height }: Picture): number {
  const { height: letter } = letters;
  const most = Math.sqrt(MOST_PIXELS / (width * height));
  if (letter < SMALLEST) return Math.min(4, UP_TO / letter, Math.max(1, most));
  return letter > LARGEST ? DOWN_TO / letter : Math.min(1, most);
}

function paperOf({ paper }: Ground): number {
  return paper.toSorted()[Math.floor(paper.length / 2)] ?? 255;
}

/** Most of the picture is nearer to black. */
function isDark({ ground }: { ground: Ground }): boolean {
  return paperOf(ground) < 96;
}

function negative({ data, width, height }: Picture): Picture {
  return { data: data.map((grey) => 255 - grey), width, height };
}
