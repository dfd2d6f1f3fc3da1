import { Failure } from '../failure.ts';
import { RUN } from '../layout/model/raw-page.ts';
import type { RawPage, RawRun } from '../layout/model/raw-page.ts';
import type { SourcePicture } from '../ocr/picture.ts';
import type { ReadPicture } from '../ocr/read-picture.ts';
import type { ConvertOptions } from '../options.ts';
import type { Warning } from '../warning.ts';
import type { Drawing } from './draw.ts';
import type { ExtractedPage } from './extract.ts';
import type { OpenPdf } from './open.ts';
import { decodeImage, stencilOf, toGrey, weightOf } from './pixels.ts';
import { scanJpeg } from './scan-jpeg.ts';
import type { WalkImage } from './walk/images.ts';

/** A page that OCR has read. */
export interface ReadScan {
  readonly raw: RawPage;
  readonly warnings: readonly Warning[];
}

/** Reads the image that shows the page, without drawing the page anew. Undefined when the image alone does not do. */
export async function readScan(
  pdf: OpenPdf,
  page: ExtractedPage,
  options: ConvertOptions,
): Promise<ReadScan | undefined> {
  const image = page.images.toSorted((a, b) => areaOf(b) - areaOf(a))[0];
  if (image === undefined || image.turn === 'other') return undefined;
  const picture = await pictureAsShown(pdf, image).catch(() => undefined);
  return picture && (await readImage(page, image, picture, options));
}

/**
 * Reads a page that has an image too large to be drawn: by the stencil that its letters are in, or not at all, which is
 * the failure of a document of one page without text, and else a warning. Undefined where no image is too large.
 */
export async function readTooLarge(
  pdf: OpenPdf,
  page: ExtractedPage,
  options: ConvertOptions,
): Promise<ReadScan | undefined> {
  const most = options.limits.imagePixels;
  const large = page.images.find((image) => weightOf(image) > most);
  if (large === undefined) return undefined;
  const number = page.raw.page;
  const stencil = stencilOf(large);
  const { pixelWidth, pixelHeight } = (stencil ?? large).image;
  const detail = `an image of page ${number} has ${pixelWidth} × ${pixelHeight} pixels`;
  const skipped: Warning = { kind: 'image-skipped', page: number, count: 1, detail };
  const picture =
    stencil && weightOf(stencil) <= most ? await pictureAsShown(pdf, stencil).catch(() => undefined) : undefined;
  if (stencil === undefined || picture === undefined) {
    if (pdf.document.numPages === 1 && page.letters === 0) throw new Failure('limit_exceeded', detail, number);
    return { raw: page.raw, warnings: [skipped] };
  }
  const { raw, warnings } = await readImage(page, stencil, picture, options);
  return { raw, warnings: [skipped, ...warnings] };
}

async function readImage(
  page: ExtractedPage,
  image: WalkImage,
  picture: SourcePicture,
  options: ConvertOptions,
): Promise<ReadScan> {
  const { engineFor } = await import('../ocr/engine-for.ts');
  const { readPicture } = await import('../ocr/read-picture.ts');
  const { ocrWarnings } = await import('../ocr/ocr-warnings.ts');
  const read = await readPicture(picture, engineFor(options.ocr), options.ocr.ask);
  return { raw: await place(page.raw, image, read), warnings: ocrWarnings(read, page.raw.page) };
}

/** Pixels an inch at which a page is drawn: small print has letters of 8 to 10 pixels then. */
const DRAWN_DPI = 200;
const DRAWN_PIXELS = 20_000_000;

/**
 * Draws a page and reads it with OCR: a scan in pieces, letters that are drawn as outlines, and text whose meaning is
 * not known. Images, links and everything else on the page stay.
 */
export async function readDrawing(
  open: () => Promise<Drawing>,
  { raw }: Pick<ExtractedPage, 'raw'>,
  options: ConvertOptions,
): Promise<ReadScan> {
  const read = await readDrawn(open, raw.page, options);
  if ('kind' in read) return { raw, warnings: [read] };
  return {
    raw: await asRead(raw, read),
    warnings: (await import('../ocr/ocr-warnings.ts')).ocrWarnings(read, raw.page),
  };
}

/** The text that OCR finds on a page that is drawn for it, or why it could not be drawn. */
export async function readDrawn(
  open: () => Promise<Drawing>,
  page: number,
  options: ConvertOptions,
): Promise<ReadPicture | Warning> {
  let picture: SourcePicture;
  try {
    const drawn = await (await open()).page(page, DRAWN_DPI, Math.min(DRAWN_PIXELS, options.limits.imagePixels));
    picture = { data: toGrey(drawn), width: drawn.width, height: drawn.height, dpi: drawn.dpi };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    return { kind: 'page-not-drawn', page, count: 1, detail };
  }
  const { engineFor } = await import('../ocr/engine-for.ts');
  const { readPicture } = await import('../ocr/read-picture.ts');
  return await readPicture(picture, engineFor(options.ocr), options.ocr.ask);
}

/** The page with what OCR read in the place of its text. */
export async function asRead(raw: RawPage, read: ReadPicture): Promise<RawPage> {
  const { OCR_FONT } = await import('../ocr/raw-of-picture.ts');
  const pieces =
    raw.images.reduce((sum, image) => sum + (image.x1 - image.x0) * (image.y1 - image.y0), 0) >
    0.8 * raw.width * raw.height;
  const { width, height, runs, rules, confidence } = read;
  return {
    ...raw,
    width,
    height,
    runs,
    confidence,
    source: 'ocr',
    fonts: { ocr: OCR_FONT },
    rules: raw.rules.length > 0 && read.turned === 0 ? raw.rules : rules,
    ...(pieces || read.turned !== 0 ? { boxes: [], images: [] } : {}),
    shapes: [],
  };
}

/** The picture as it stands on the page, with the density that its place there gives it. */
async function pictureAsShown(pdf: OpenPdf, walked: WalkImage): Promise<SourcePicture> {
  const grey = (await scanJpeg(pdf, walked)) ?? (await decoded(pdf, walked));
  const { image } = walked;
  const turned = turn(grey, walked);
  return { ...turned, dpi: (turned.width / (image.x1 - image.x0)) * 72 };
}

async function decoded(pdf: OpenPdf, walked: WalkImage): Promise<Grey> {
  const pixels = await decodeImage(pdf, walked);
  return { data: toGrey(pixels), width: pixels.width, height: pixels.height };
}

type Grey = Pick<SourcePicture, 'data' | 'width' | 'height'>;

function turn(grey: Grey, { turn: quarter, mirrored }: WalkImage): Grey {
  if ((quarter === 0 || quarter === 'other') && !mirrored) return grey;
  const { data, width, height } = grey;
  const isOnItsSide = quarter === 90 || quarter === 270;
  const made = new Uint8Array(data.length);
  const outWidth = isOnItsSide ? height : width;
  const outHeight = isOnItsSide ? width : height;
  const { start, right, down } = stepsOfTurn(grey, quarter, mirrored);
  let to = 0;
  for (let y = 0; y < outHeight; y++) {
    let from = start + y * down;
    for (let x = 0; x < outWidth; x++) {
      made[to++] = data[from]!;
      from += right;
    }
  }
  return { data: made, width: outWidth, height: outHeight };
}

/**
 * Where the pixels of the turned picture are in the given one: the index of its first pixel, and how far it is from
 * there to the next to the right and to the next below. A mirrored picture is mirrored before it is turned.
 */
function stepsOfTurn(
  { width, height }: Grey,
  quarter: WalkImage['turn'],
  isMirrored: boolean,
): { readonly start: number; readonly right: number; readonly down: number } {
  const [first, last, along] = isMirrored ? [width - 1, 0, -1] : [0, width - 1, 1];
  const bottom = (height - 1) * width;
  if (quarter === 90) return { start: bottom + first, right: -width, down: along };
  if (quarter === 270) return { start: last, right: width, down: -along };
  if (quarter === 180) return { start: bottom + last, right: -along, down: -width };
  return { start: first, right: along, down: width };
}

/** Puts what was read where the image is; a page that was turned to be read is stated as it was read. */
async function place(raw: RawPage, { image }: WalkImage, read: ReadPicture): Promise<RawPage> {
  const { OCR_FONT } = await import('../ocr/raw-of-picture.ts');
  const whole = (image.x1 - image.x0) * (image.y1 - image.y0) > 0.8 * raw.width * raw.height;
  const move = whole ? { x: 0, y: 0 } : { x: image.x0, y: image.y0 };
  const size = whole ? { width: read.width, height: read.height } : { width: raw.width, height: raw.height };
  const moved = <T extends { x0: number; y0: number; x1: number; y1: number }>(piece: T): T => ({
    ...piece,
    x0: round(piece.x0 + move.x),
    x1: round(piece.x1 + move.x),
    y0: round(piece.y0 + move.y),
    y1: round(piece.y1 + move.y),
  });
  const runs: RawRun[] = read.runs.map((run) => ({ ...moved(run), baseline: round(run.baseline + move.y) }));
  const others = !whole ? raw.runs : read.turned === 0 ? raw.runs.filter((run) => isStamp(run, runs)) : [];
  return {
    ...raw,
    ...size,
    source: others.length > 0 ? 'mixed' : 'ocr',
    runs: [...others, ...runs],
    fonts: { ...raw.fonts, ocr: OCR_FONT },
    rules: [...(whole ? [] : raw.rules), ...read.rules.map(moved)],
    ...(whole
      ? { boxes: [], shapes: [], images: [] }
      : { images: raw.images.filter((other) => other.id !== image.id) }),
    confidence: read.confidence,
  };
}

/**
 * Visible text that was put on a scan afterwards (a page number, where it was downloaded): OCR of the image does not
 * see it.
 */
function isStamp(run: RawRun, read: readonly RawRun[]): boolean {
  if ((run.flags & RUN.hidden) !== 0) return false;
  return !read.some((other) => other.x0 < run.x1 && run.x0 < other.x1 && other.y0 < run.y1 && run.y0 < other.y1);
}

function areaOf({ image }: WalkImage): number {
  return (image.x1 - image.x0) * (image.y1 - image.y0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
