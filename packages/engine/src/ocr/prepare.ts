import { binarize } from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import { findComponents } from './components.ts';
import type { Components } from './components.ts';
import { eraseLines, restoreBar } from './erase-lines.ts';
import { measureBackground, paperAt } from './background.ts';
import type { Background } from './background.ts';
import { withoutGrain } from './grain.ts';
import { findLeaders } from './leaders.ts';
import type { Leader } from './leaders.ts';
import { findLetters } from './letters.ts';
import type { Letters } from './letters.ts';
import { findDarkBoxes, withDarkLetters, withReadableBars } from './light-bars.ts';
import type { Bar } from './light-bars.ts';
import type { Picture, SourcePicture } from './picture.ts';
import { measureBend } from './photograph/bend.ts';
import type { Bend } from './photograph/bend.ts';
import { straighten } from './photograph/straighten.ts';
import { findTextLines } from './photograph/text-lines.ts';
import { unbend } from './photograph/unbend.ts';
import { findRings, withoutRings } from './rings.ts';
import { findRuledLines } from './ruled-lines.ts';
import type { RuledLine } from './ruled-lines.ts';
import { scalePicture } from './scale.ts';
import { measureDirection, headsAlign } from './skew.ts';
import { isDirty, withoutSpecks } from './specks.ts';
import { deskew, turnQuarters } from './turn.ts';

/** A picture made ready for reading, and what was learned on the way. */
export interface Prepared {
  /** Without its ruled lines and leaders. */
  readonly picture: Picture;
  readonly background: Background;
  /** The ink, ruled lines included. */
  readonly bitmap: Bitmap;
  readonly lines: readonly RuledLine[];
  readonly leaders: readonly Leader[];
  /** Bars of a dark colour with light letters. */
  readonly darkBars: readonly Bar[];
  /** Pieces of ink; absent for noise. */
  readonly components?: Components;
  /** Height of a small letter in pixels of `picture`; absent where nothing looks like writing. */
  readonly letter?: number;
  /** Pixels of `picture` by those of the source. */
  readonly scale: number;
  /**
   * Clockwise quarter turns of the source. Only reading shows for certain whether the result stands on its head.
   */
  readonly quarters: 0 | 1 | 2 | 3;
  /** True when the heads of the letters stand in line rather than their feet. */
  readonly maybeOnHead: boolean;
  /** True when the source was changed as a photograph of a page, by its edges or its light. */
  readonly isStraightened: boolean;
  /** Slope of the lines in the source (after the quarter turns) that was levelled. */
  readonly slope: number;
}

/**
 * Letters smaller than this are scaled up, larger ones down: text of 10 points at 100 to 250 dpi is read as it is.
 * Larger letters are read no better, and cost a fifth to a third more.
 */
const SMALLEST = 8;
const UP_TO = 12;
const LARGEST = 20;
const DOWN_TO = 15;
/** Height of small letters by that of capitals and digits. */
const SMALL_BY_CAPITAL = 0.7;
/** Lines that rise or fall by less than this are left: about a quarter of a degree. */
const MIN_SLOPE = 0.0045;
/** Pixels to work on at most. */
const MAX_PIXELS = 24_000_000;
const TILE = 64;

/**
 * How much clearer lines of text are than no lines at all (`Direction.clarity`) before the picture is turned by them.
 */
const CLEAR = { horizontal: 1.8, vertical: 2.5 } as const;

/**
 * Makes light text on dark dark on light, vertical lines of text horizontal, deskews the page, and scales tiny or huge
 * letters to a readable size. Without `turn`, lines stay as they lie, since they may be columns. With `asPhotograph`,
 * a page that was photographed becomes a scan.
 */
export async function prepare(source: SourcePicture, { turn = true, asPhotograph = true } = {}): Promise<Prepared> {
  const { seen: first, scale, isNoise, isStraightened } = await firstLook(source, asPhotograph);
  const { seen: turned, quarters, slope } = turn ? turnToRead(first) : { seen: first, quarters: 0 as const, slope: 0 };
  const level = turn ? levelled(turned, slope) : first.picture;
  const factor = isNoise || !first.found ? 1 : scaleFor(first.found, level);
  const picture = factor === 1 ? level : await scalePicture(level, factor);
  const seen = lookPastRings(withoutBars(picture === turned.picture ? turned : look(picture)));
  const { background, bitmap, found } = seen;
  const drawn = found ? drawnOn(seen, found) : NOTHING_DRAWN;
  return {
    picture: withoutLines(seen, drawn),
    background,
    bitmap,
    ...drawn,
    ...(found && { components: found.components, letter: found.letters.height }),
    scale: scale * factor,
    quarters,
    slope,
    isStraightened,
    maybeOnHead: mayStandOnHead(found),
  };
}

const mayStandOnHead = (found: Found | undefined): boolean =>
  found !== undefined && headsAlign(found.components, found.letters);

type Drawn = Pick<Prepared, 'lines' | 'leaders' | 'darkBars'>;

const NOTHING_DRAWN: Drawn = { lines: [], leaders: [], darkBars: [] };

function drawnOn({ picture, bitmap }: Look, { components, letters: { height } }: Found): Drawn {
  const boxes = findDarkBoxes(picture, height);
  const lines = findRuledLines(boxes.length === 0 ? bitmap : inkOf(withDarkLetters(picture, boxes)), height);
  return { lines, leaders: findLeaders(components, height), darkBars: boxes.filter(({ hasLetters }) => hasLetters) };
}

/** Ink of a picture whose bars are white: lines that touch a bar, and those within it, are lines then. */
const inkOf = (picture: Picture): Bitmap => binarize(picture, measureBackground(picture, TILE));

/** The picture within the limit of pixels, dark on light, without the dots of a screened print or of a bad copy. */
async function firstLook(
  source: SourcePicture,
  asPhotograph: boolean,
): Promise<{ seen: Look; scale: number; isNoise: boolean; isStraightened: boolean }> {
  let scale = Math.min(1, Math.sqrt(MAX_PIXELS / (source.width * source.height)));
  const small = scale < 1 ? await scalePicture(source, scale) : source;
  const straight = asPhotograph ? straighten(small) : small;
  let seen = lookThroughGrain(straight);
  const { isNoise } = seen;
  if (isNoise) {
    // The dots of a screened print; made smaller, they become greys.
    scale *= 0.5;
    seen = look(await scalePicture(seen.picture, 0.5));
  }
  if (isDark(seen)) seen = look(negative(seen.picture));
  const clean = seen.found && withoutSpecks(seen.picture, seen.found, seen.background);
  return { seen: clean ? look(clean) : seen, scale, isNoise, isStraightened: straight !== small };
}

/** A speckled picture with the grain of single pixels is smoothed. */
function lookThroughGrain(picture: Picture): Look {
  const seen = look(picture);
  if (!seen.isNoise && !(seen.found && isDirty(seen.found))) return seen;
  const smooth = withoutGrain(picture);
  const again = smooth && look(smooth);
  return again?.found ? again : seen;
}

/** The rings of stamps are taken out. */
function lookPastRings(seen: Look): Look {
  const { picture, bitmap, background, found } = seen;
  const rings = found ? findRings(bitmap, found.components, found.letters.height) : [];
  return rings.length === 0 ? seen : look(withoutRings(picture, bitmap, background, rings));
}

function withoutBars(seen: Look): Look {
  const readable = seen.found && withReadableBars(seen.picture, seen.found.letters.height);
  return readable ? look(readable) : seen;
}

/** Turns vertical lines of text by 90 degrees, and says how far the lines are from horizontal then. */
function turnToRead(seen: Look): { seen: Look; quarters: Prepared['quarters']; slope: number } {
  if (!seen.found) return { seen, quarters: 0, slope: 0 };
  const { components, letters } = seen.found;
  const horizontal = measureDirection(components, letters);
  const vertical = measureDirection(components, letters, true);
  const isVertical = vertical.clarity > 1.5 * horizontal.clarity && vertical.clarity > CLEAR.vertical;
  if (isVertical && letters.index.length > 40) {
    const turned = look(turnQuarters(seen.picture, 1));
    const slope = turned.found ? measureDirection(turned.found.components, turned.found.letters).slope : 0;
    return { seen: turned, quarters: 1, slope: usable(slope) };
  }
  return { seen, quarters: 0, slope: horizontal.clarity > CLEAR.horizontal ? usable(horizontal.slope) : 0 };
}

/** The picture with its lines of text level: turned by their slope and, where they bend or converge, bent back. */
function levelled(seen: Look, slope: number): Picture {
  const paper = Math.round(paperOf(seen.background));
  const picture = slope === 0 ? seen.picture : deskew(seen.picture, slope, paper);
  if (!bendSeen(seen)) return picture;
  const bend = bendSeen(picture === seen.picture ? seen : look(picture));
  return bend ? unbend(picture, bend, paper) : picture;
}

function bendSeen({ found }: Look): Bend | undefined {
  return found && measureBend(findTextLines(found.components, found.letters), found.letters.height);
}

const usable = (slope: number): number => (Math.abs(slope) < MIN_SLOPE ? 0 : slope);

/** The same, stood on its head. */
export function turnOver(prepared: Prepared): Prepared {
  const { picture, background, bitmap } = prepared;
  const { width, height } = picture;
  const components = prepared.components && { components: turnedComponents(prepared.components, width, height) };
  const over = <T extends RuledLine | Leader | Bar>(box: T): T => ({
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
    background: { ...background, paper: background.paper.toReversed() },
    lines: prepared.lines.map(over),
    leaders: prepared.leaders.map(over),
    darkBars: prepared.darkBars.map(over),
    quarters,
  };
}

function turnedComponents({ count, area, x0, y0, x1, y1 }: Components, width: number, height: number): Components {
  const across = (x: number): number => width - x;
  const down = (y: number): number => height - y;
  return { count, area, x0: x1.map(across), x1: x0.map(across), y0: y1.map(down), y1: y0.map(down) };
}

function withoutLines({ picture, bitmap, background }: Look, { lines, leaders, darkBars }: Drawn): Picture {
  if (lines.length + leaders.length === 0) return picture;
  const copy = { ...picture, data: new Uint8Array(picture.data) };
  eraseLines(copy, bitmap, background, lines);
  for (const bar of darkBars) restoreBar(copy, picture, bar);
  for (const { x0, y0, x1, y1 } of leaders) {
    const paper = paperAt(background, x0, y0);
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

/** Measurements of a picture before it is read. */
interface Look {
  readonly picture: Picture;
  readonly background: Background;
  readonly bitmap: Bitmap;
  readonly isNoise: boolean;
  /** Absent where nothing looks like text. */
  readonly found: Found | undefined;
}

interface Found {
  readonly components: Components;
  readonly letters: Letters;
}

function look(picture: Picture): Look {
  const background = measureBackground(picture, TILE);
  const bitmap = binarize(picture, background);
  const components = findComponents(bitmap);
  const letters = components && findLetters(components, picture.width, picture.height);
  return {
    picture,
    background,
    bitmap,
    isNoise: components === undefined,
    found: components && letters ? { components, letters } : undefined,
  };
}

function scaleFor(found: Found, { width, height }: Picture): number {
  const letter = smallLetter(found);
  const most = Math.sqrt(MAX_PIXELS / (width * height));
  if (letter < SMALLEST) return Math.min(4, UP_TO / letter, Math.max(1, most));
  return letter > LARGEST ? DOWN_TO / letter : Math.min(1, most);
}

/** Height of small letters, also where there are only capitals and digits, as on a receipt: these have one height. */
function smallLetter({ components: { y0, y1 }, letters: { index, height } }: Found): number {
  const share = (least: number, most: number): number =>
    index.filter((c) => y1[c]! - y0[c]! > least * height && y1[c]! - y0[c]! <= most * height).length / index.length;
  return share(0.85, 1.15) > 0.75 && share(1.2, 1.7) < 0.05 ? SMALL_BY_CAPITAL * height : height;
}

function paperOf({ paper }: Background): number {
  return paper.toSorted()[Math.floor(paper.length / 2)] ?? 255;
}

/** Most of the picture is nearer to black. */
function isDark({ background }: Look): boolean {
  return paperOf(background) < 96;
}

function negative({ data, width, height }: Picture): Picture {
  return { data: data.map((grey) => 255 - grey), width, height };
}
