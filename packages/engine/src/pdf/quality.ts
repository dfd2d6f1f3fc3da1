import { RUN } from '../layout/model/raw-page.ts';
import type { RawPage, RawRun } from '../layout/model/raw-page.ts';
import type { ExtractedPage } from './extract.ts';

/**
 * `text`: the text layer is good. `picture`: one image shows the page. `drawing`: the page has to be drawn to be read.
 */
export type TextSource = 'text' | 'picture' | 'drawing';

/** A page with fewer letters counts as one without text. */
const FEW_LETTERS = 25;
/** Share of the page that images cover when it is a scan. */
const SCAN_COVER = 0.4;
/**
 * A scan with a stamp: the letters that a stamp may have, the share of the page that the scan covers at least, and how
 * near to the edge a stamp stands.
 */
const STAMP_LETTERS = 300;
const STAMPED_COVER = 0.6;
const EDGE = 0.1;
/** From this share of letters whose meaning is a guess, OCR reads the page better. */
const GUESSED = 0.04;
/**
 * A page whose letters are drawn as outlines: painted shapes, or pieces of them that have the size of letters, since
 * one shape may be all letters of a line. Beside letters of a font (a page number, bullets), it takes more of these,
 * and beside up to a hundred (notes in a form) ten times as many.
 */
const OUTLINED = { shapes: 60, pieces: 20, beside: 60, letters: 100, byLetter: 10 };

/** Where to read the text of a page from. */
export function textSource(page: ExtractedPage): TextSource {
  const { raw, letters } = page;
  const hidden = raw.runs.filter((run) => (run.flags & RUN.hidden) !== 0);
  if (isScan(page)) return isGoodReading(hidden) ? 'text' : pictureOrDrawing(raw);
  if (hidden.length === 0 && isOutlined(page)) return 'drawing';
  if (letters < FEW_LETTERS) return 'text';
  return hasUnknownLetters(page) ? 'drawing' : 'text';
}

function isScan({ raw, letters }: ExtractedPage): boolean {
  const cover = imageCover(raw);
  if (letters < FEW_LETTERS) return cover >= SCAN_COVER;
  return letters <= STAMP_LETTERS && cover >= STAMPED_COVER && isAtTheEdge(raw);
}

/** Whether the meaning of so many letters is a guess that the text layer cannot be used. */
function hasUnknownLetters({ raw, letters, guessed }: ExtractedPage): boolean {
  const unknown = guessed / letters;
  if (unknown >= 0.5 || (unknown >= GUESSED && !isGoodText(raw.runs))) return true;
  return unknown > 0 && isGarbled(raw.runs);
}

function isOutlined({ raw, letters, outlines }: ExtractedPage): boolean {
  if (letters >= FEW_LETTERS) return letters <= OUTLINED.letters && outlines >= OUTLINED.byLetter * letters;
  if (letters > 0) return outlines >= OUTLINED.beside;
  return outlines >= OUTLINED.pieces || raw.shapes.length >= OUTLINED.shapes;
}

/** True when the text of a page is what was put, invisibly, under the scan that shows it. */
export function isUnderScan(raw: RawPage): boolean {
  let hidden = 0;
  let seen = 0;
  for (const { flags, text } of raw.runs) {
    if ((flags & RUN.hidden) !== 0) hidden += text.length;
    else seen += text.length;
  }
  return hidden > seen && imageCover(raw) >= SCAN_COVER;
}

/**
 * True when all that is to be seen of the text stands at the edges of the page: put on a scan by whoever passed it on.
 */
function isAtTheEdge({ runs, width, height }: RawPage): boolean {
  return runs.every(
    (run) =>
      (run.flags & RUN.hidden) !== 0 ||
      run.y1 < EDGE * height ||
      run.y0 > (1 - EDGE) * height ||
      run.x1 < EDGE * width ||
      run.x0 > (1 - EDGE) * width,
  );
}

/** Area of the page that images cover, as a share; overlaps count once only as far as the page is full. */
function imageCover(raw: RawPage): number {
  const area = raw.images.reduce((sum, image) => sum + (image.x1 - image.x0) * (image.y1 - image.y0), 0);
  return Math.min(1, area / (raw.width * raw.height));
}

/** One image that makes up nearly all of what images show. */
function pictureOrDrawing(raw: RawPage): TextSource {
  const areas = raw.images.map((image) => (image.x1 - image.x0) * (image.y1 - image.y0));
  const largest = Math.max(...areas);
  return largest >= 0.85 * areas.reduce((sum, area) => sum + area, 0) ? 'picture' : 'drawing';
}

/** Signs may belong to a number or stand around it, so that a long row of them could be parted in too many ways. */
const LONGEST_WORD = 100;
const PLAIN_WORD = /^[\p{P}\p{S}]*(?:\p{L}[\p{L}\p{M}'’-]*|[\p{Nd}.,:/%-]+)[\p{P}\p{S}]*$/u;

/**
 * Share of words that are a single letter or digit, beyond which a reading is that of a drawing or of a page that lies
 * on its side. Of 190 pages with a layer under a scan, good ones had up to 0.32 (a table of numbers).
 */
const SINGLES = 0.5;
const SINGLE = /^[\p{sc=Latin}\p{Nd}]$/u;

/** Hidden text is kept when it reads like words: that of a good OCR program does, and costs nothing. */
function isGoodReading(runs: readonly RawRun[]): boolean {
  return isGoodText(runs) && runs.filter(({ text }) => SINGLE.test(text)).length < SINGLES * runs.length;
}

function isGoodText(runs: readonly RawRun[]): boolean {
  const words = runs.map((run) => run.text);
  const all = words.join('');
  if (all.length < FEW_LETTERS) return false;
  const letters = all.match(/[\p{L}\p{Nd}]/gu)?.length ?? 0;
  const unusable = all.match(/[\uFFFD\p{Cc}\p{Co}]/gu)?.length ?? 0;
  const plain = words.filter((word) => word.length <= LONGEST_WORD && PLAIN_WORD.test(word)).length;
  return letters >= 0.7 * all.length && unusable < 0.03 * all.length && plain >= 0.7 * words.length;
}

/** Text of a font whose codes were taken for characters: signs in the place of letters. */
function isGarbled(runs: readonly RawRun[]): boolean {
  const all = runs.map((run) => run.text).join('');
  const letters = all.match(/[\p{L}\p{Nd}]/gu)?.length ?? 0;
  return all.length >= 50 && letters < 0.3 * all.length && !/[.…·_-]{20}/.test(all);
}
