import { readFile } from 'node:fs/promises';
import { Failure, isFailure } from '../../failure.ts';
import { emptyPage, plainFont, RUN, type RawPage, type RawRun, type Rect } from '../../layout/model/raw-page.ts';
import type { Limits } from '../../limits.ts';
import { parseXml } from '../../xml/parse.ts';
import type { XmlElement } from '../../xml/element.ts';
import { extentOf, needsEyes, readDrawing } from './read-drawing.ts';
import type { Word } from './words.ts';

const FONT = plainFont('drawing');
/** More than the largest posters have; the layout of a page is made for fewer. */
const MOST_WORDS = 20_000;
/** Points of the usual letter, whatever the unit of the drawing is. */
const SIZE = 10;

/**
 * The page of a drawing that states its text; undefined for one that shows pictures or letters as outlines, or that is
 * no sound XML: such a drawing is looked at.
 */
export async function rawOfDrawing(path: string, limits: Limits): Promise<RawPage | undefined> {
  let svg: XmlElement;
  try {
    svg = parseXml(await readFile(path), limits.depth);
  } catch (error) {
    if (isFailure(error) && error.code === 'corrupt_document') return undefined;
    throw error;
  }
  const words = needsEyes(svg) ? [] : readDrawing(svg);
  if (words.length === 0) return undefined;
  if (words.length > MOST_WORDS) throw new Failure('limit_exceeded', `The drawing has more than ${MOST_WORDS} words.`);
  const sizes = words.map(({ size }) => size).sort((one, other) => one - other);
  const scale = SIZE / (sizes[sizes.length >> 1] || SIZE);
  const extent = extentOf(svg);
  const runs = words.map((word) =>
    runOf({
      ...word,
      x: (word.x - extent.x) * scale,
      y: (word.y - extent.y) * scale,
      width: word.width * scale,
      size: word.size * scale,
    }),
  );
  const width = runs.reduce((most, { x1 }) => Math.max(most, x1), extent.width * scale);
  const height = runs.reduce((most, { y1 }) => Math.max(most, y1), extent.height * scale);
  return { ...emptyPage(1), width: round(width), height: round(height), runs, fonts: { [FONT.name]: FONT } };
}

function runOf(word: Word): RawRun {
  const { text, size, angle, bold, italic, space } = word;
  return {
    text,
    ...boxOf(word),
    baseline: round(angle === 90 || angle === 270 ? word.x : word.y),
    size: round(size),
    font: FONT.name,
    color: 0,
    flags: (bold ? RUN.bold : 0) | (italic ? RUN.italic : 0),
    ...(angle !== 0 && { angle }),
    ...(space && { space: true as const }),
  };
}

/** Around the four corners of the turned word. */
function boxOf({ x, y, width, size, angle }: Word): Rect {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const corners = [0, width].flatMap((along) =>
    [-FONT.ascent * size, FONT.descent * size].map((down) => ({
      x: x + along * cos - down * sin,
      y: y + along * sin + down * cos,
    })),
  );
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return {
    x0: round(Math.min(...xs)),
    y0: round(Math.min(...ys)),
    x1: round(Math.max(...xs)),
    y1: round(Math.max(...ys)),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
