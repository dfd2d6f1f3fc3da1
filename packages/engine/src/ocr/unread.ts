import { centerX, centerY, holdsPoint, overlapX, overlapY, widthOf, heightOf } from '../layout/model/geometry.ts';
import type { Rect } from '../layout/model/raw-page.ts';
import { piecesOf } from './components.ts';
import type { Components, Piece } from './components.ts';
import type { OcrLine, OcrWord, Recognized, Recognizer } from './engine.ts';
import type { Picture } from './picture.ts';
import { cut, moved } from './second-look.ts';

/** Set by hand on scans of tables and minutes at 100 to 300 dpi. */
const LIMITS = {
  /** Groups of letters that are read again, at most: more of them are a drawing. */
  groups: 80,
  /** Letters of a group. */
  letters: 12,
  /** Sides of a letter or sign, by the height of small letters. */
  leastHeight: 0.75,
  mostHeight: 3.2,
  leastWidth: 0.2,
  mostWidth: 4,
  /** Letters of one group stand so near, and so little higher or lower. */
  gap: 3.2,
  /** Confidence of what is taken, and of a sign alone. */
  sure: 75,
  sureSign: 88,
  /** Of an equals sign and its like beside a word that is sure. */
  sign: 50,
};

/** Reads a bar, a ruling or a speck as well as a letter. */
const DOUBTFUL_SIGN = /^[IlıiJj|!()[\]{}/\\\p{P}\p{S}]$/u;
const WRITTEN = /[\p{L}\p{N}]/u;
const SIGN = /^[=+−–<>×:%€$£]$/u;

interface Page {
  /** Without its ruled lines. */
  readonly picture: Picture;
  readonly components: Components;
  /** Height of a small letter in pixels. */
  readonly letter: number;
  readonly dpi: number;
}

/**
 * Reads again, each by itself, the letters and digits that Tesseract has passed over: when it cuts a page, it takes
 * single digits in the cells of a table and short lines for dirt, though it reads them well alone.
 */
export async function readUnread(recognized: Recognized, engine: Recognizer, page: Page): Promise<Recognized> {
  const words = recognized.lines.flatMap((line) => line.words);
  const groups = groupsOf(page, words);
  if (groups.length === 0 || groups.length > LIMITS.groups) return recognized;
  let block = Math.max(0, ...recognized.lines.map((line) => line.block));
  const found: OcrLine[] = [];
  for (const group of groups) {
    const margin = Math.round(page.letter);
    const again = await engine.recognize(alone(page.picture, group, margin), page.dpi, 'block');
    block += 1;
    const number = block;
    for (const line of again.lines) {
      const own = moved(line, group.x0 - margin, group.y0 - margin, number);
      if (isWriting(own.words) && own.words.every((word) => holdsPoint(group, centerX(word), centerY(word))))
        found.push(own);
    }
  }
  return found.length === 0 ? recognized : { ...recognized, lines: [...recognized.lines, ...found] };
}

const isSure = ({ text, confidence }: OcrWord): boolean =>
  text.length === 1 ? confidence >= LIMITS.sureSign && !DOUBTFUL_SIGN.test(text) : confidence >= LIMITS.sure;

const isSign = ({ text, confidence }: OcrWord): boolean => SIGN.test(text) && confidence >= LIMITS.sign;

/** Whether a line that was read alone is text: words with a high confidence, and signs between them. */
const isWriting = (words: readonly OcrWord[]): boolean =>
  words.some((word) => isSure(word) && WRITTEN.test(word.text)) && words.every((word) => isSure(word) || isSign(word));

/** A group with nothing but itself around. */
function alone(picture: Picture, group: Rect, margin: number): Picture {
  const part = cut(picture, group, margin);
  const paper = 255;
  for (let y = 0; y < part.height; y += 1) {
    const isOutside = y < margin / 2 || y >= part.height - margin / 2;
    const row = y * part.width;
    if (isOutside) part.data.fill(paper, row, row + part.width);
    else {
      part.data.fill(paper, row, row + Math.floor(margin / 2));
      part.data.fill(paper, row + part.width - Math.floor(margin / 2), row + part.width);
    }
  }
  return part;
}

/** Letters that no word holds, in groups that stand on one line. */
function groupsOf({ components, letter }: Page, words: readonly OcrWord[]): Rect[] {
  const pieces = piecesOf(components)
    .filter(
      (piece) =>
        isLetter(piece, letter) && !words.some((word) => overlapX(word, piece) > 0 && overlapY(word, piece) > 0),
    )
    .sort((a, b) => a.x0 - b.x0);
  if (pieces.length > LIMITS.groups * LIMITS.letters) return [];
  const groups: (Rect & { readonly pieces: Piece[] })[] = [];
  for (const piece of pieces) {
    const index = groups.findIndex(
      (group) =>
        piece.x0 - group.x1 < LIMITS.gap * letter &&
        overlapY(group, piece) > 0.5 * Math.min(heightOf(group), heightOf(piece)),
    );
    const group = groups[index];
    if (!group) {
      groups.push({ x0: piece.x0, y0: piece.y0, x1: piece.x1, y1: piece.y1, pieces: [piece] });
      continue;
    }
    groups[index] = {
      x0: group.x0,
      y0: Math.min(group.y0, piece.y0),
      x1: Math.max(group.x1, piece.x1),
      y1: Math.max(group.y1, piece.y1),
      pieces: [...group.pieces, piece],
    };
  }
  return groups.filter((group) => group.pieces.length <= LIMITS.letters && widthOf(group) < 30 * letter);
}

function isLetter(piece: Piece, letter: number): boolean {
  const [width, height] = [widthOf(piece), heightOf(piece)];
  return (
    height >= LIMITS.leastHeight * letter &&
    height <= LIMITS.mostHeight * letter &&
    width >= LIMITS.leastWidth * letter &&
    width <= LIMITS.mostWidth * letter &&
    piece.area >= 0.1 * width * height
  );
}
