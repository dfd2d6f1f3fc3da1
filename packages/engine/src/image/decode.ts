import { readFile, stat } from 'node:fs/promises';
import type { Sharp, SharpConstructor, SharpOptions } from 'sharp';
import { Failure, isFailure, unreadable } from '../failure.ts';
import type { Format } from '../format.ts';
import type { Limits } from '../limits.ts';
import type { SourcePicture } from '../ocr/picture.ts';
import type { Pixels } from '../pdf/pixels.ts';
import { decodeBitmap } from './bitmap.ts';

const IMAGE_FORMATS = ['png', 'jpeg', 'webp', 'tiff', 'gif', 'bmp', 'avif', 'svg'] as const satisfies readonly Format[];

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The image file as its header describes it. */
export interface ImageFile {
  readonly path: string;
  readonly format: ImageFormat;
  /** The input of the decoder: the file, or a conversion of one that it cannot open itself. */
  readonly input: ImageInput;
  /** Frames that count as pages: those of a TIFF; every other format is one page. */
  readonly frames: number;
  /** Frames of an animation that are not read. */
  readonly skipped: number;
}

/**
 * Pixels of a decoded frame at most: an A3 page at 300 dpi. A larger picture is scaled down while it is decoded, which
 * OCR does not notice.
 */
const WORKING_PIXELS = 20_000_000;
const PICTURE = { quality: 80 };
/** Beyond this, letters of any size that a page has are large enough. */
const WORKING_DPI = 300;

interface ImageInput {
  readonly source: string | Buffer;
  readonly options: SharpOptions;
}

/** Pixels of the longer side that a drawing in vectors is drawn with: a page of A4 at 300 dpi. */
const DRAWN_SIDE = 3500;
const DRAWING_BYTES = 16 * 1024 * 1024;
/** Pixels to the inch that a drawing has without being asked. */
const DRAWING_DPI = 72;

/** Reads the header. Throws `Failure` when the file is no image, or one of more pixels than the limit. */
export async function openImage(path: string, format: Format, limits: Limits): Promise<ImageFile> {
  if (!isImageFormat(format)) throw new Error(`${format} is not an image format`);
  const sharp = await loadSharp();
  const input = await inputOf(path, format, limits);
  const header = await named(() =>
    sharp(input.source, { ...input.options, failOn: 'none', limitInputPixels: false }).metadata(),
  );
  checkSize(header.width, header.pageHeight ?? header.height, limits, 1);
  const frames = header.pages ?? 1;
  return format === 'tiff'
    ? { path, format, input, frames, skipped: 0 }
    : { path, format, input, frames: 1, skipped: frames - 1 };
}

/**
 * Bitmaps are decoded here, since the library cannot. Drawings are read as bytes, so that nothing beside them can be
 * referred to, and drawn large enough for OCR.
 */
async function inputOf(path: string, format: ImageFormat, limits: Limits): Promise<ImageInput> {
  if (format === 'bmp') {
    const { data, width, height } = decodeBitmap(await readFile(path), limits);
    return { source: data, options: { raw: { width, height, channels: 3 } } };
  }
  if (format !== 'svg') return { source: path, options: {} };
  const { size } = await stat(path);
  if (size > DRAWING_BYTES) throw new Failure('limit_exceeded', `The drawing is larger than ${DRAWING_BYTES} bytes.`);
  const source = await readFile(path);
  const sharp = await loadSharp();
  const sideAt = async (density: number): Promise<number> => {
    const { width, height } = await named(() => sharp(source, { density, limitInputPixels: false }).metadata());
    return Math.max(width, height);
  };
  const side = await sideAt(DRAWING_DPI);
  const scale = Math.min(8, Math.max(1, DRAWN_SIDE / side));
  // A drawing whose size is in points or millimetres grows by the density twice.
  const isSquared = scale > 1 && Math.abs((await sideAt(DRAWING_DPI * scale)) / (side * scale) - scale) < 0.1 * scale;
  return { source, options: { density: DRAWING_DPI * (isSquared ? Math.sqrt(scale) : scale) } };
}

export function isImageFormat(format: Format): format is ImageFormat {
  return (IMAGE_FORMATS as readonly Format[]).includes(format);
}

export interface DecodedFrame {
  readonly picture: SourcePicture;
  /** True when the data is cut off or broken, and the picture is what could be read of it. */
  readonly damaged: boolean;
}

/**
 * Decodes one frame (from 1) to grey on its own background, turned as its EXIF orientation says.
 * Of damaged data, what can be read is kept; a frame that cannot be read at all is `corrupt_document`.
 */
export async function decodeFrame(file: ImageFile, frame: number, limits: Limits): Promise<DecodedFrame> {
  try {
    return { picture: await decode(file, frame, limits, 'truncated'), damaged: false };
  } catch (error) {
    if (!isFailure(error) || error.code !== 'corrupt_document') throw error;
    return { picture: await decode(file, frame, limits, 'none'), damaged: true };
  }
}

async function decode(
  file: ImageFile,
  frame: number,
  limits: Limits,
  failOn: 'truncated' | 'none',
): Promise<SourcePicture> {
  const sharp = await loadSharp();
  const open = () =>
    sharp(file.input.source, {
      ...frameOf(file, frame),
      failOn,
      limitInputPixels: limits.imagePixels,
      unlimited: false,
    });
  return named(async () => {
    const header = await open().metadata();
    checkSize(header.width, header.pageHeight ?? header.height, limits, frame);
    const dpi = statedDpi(header.density, header.width, header.height);
    const scale = workingScale(header.width, header.height, dpi);
    let image = open().autoOrient();
    if (scale < 1) image = image.resize({ width: Math.round(header.autoOrient.width * scale), kernel: 'lanczos3' });
    if (header.hasAlpha) image = image.flatten({ background: await backgroundOf(open) });
    const { data, info } = await image
      .toColourspace('b-w')
      .extractChannel(0)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, ...(dpi === undefined ? {} : { dpi: dpi * scale }) };
  }, frame);
}

/** One frame as a WebP file for the eye: turned upright, on one background, and within a square of `side` pixels. */
export async function frameAsPicture(
  file: ImageFile,
  frame: number,
  side: number,
  limits: Limits,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const open = () =>
    sharp(file.input.source, {
      ...frameOf(file, frame),
      failOn: 'none',
      limitInputPixels: limits.imagePixels,
      unlimited: false,
    });
  return named(async () => {
    const { hasAlpha } = await open().metadata();
    const image = open().autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    return (hasAlpha ? image.flatten({ background: await backgroundOf(open) }) : image).webp(PICTURE).toBuffer();
  }, frame);
}

/** Pixels as a WebP file for the eye. */
export async function pixelsAsPicture({ data, width, height, channels }: Pixels): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels } }).removeAlpha().webp(PICTURE).toBuffer();
}

/** One frame as it is, as a PNG file. */
export async function frameAsPng(file: ImageFile, frame: number): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return named(
    () =>
      sharp(file.input.source, { ...frameOf(file, frame), failOn: 'none' })
        .autoOrient()
        .png()
        .toBuffer(),
    frame,
  );
}

/** Pixels and drawings have no frames that could be asked for. */
function frameOf({ format, input }: ImageFile, frame: number): SharpOptions {
  return format === 'bmp' || format === 'svg' ? input.options : { ...input.options, page: frame - 1, pages: 1 };
}

/** sharp is native code: only a process that reads images ever loads it. */
async function loadSharp(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** A picture that is transparent in places is put on white, or on black when its opaque parts are light themselves. */
async function backgroundOf(open: () => Sharp): Promise<string> {
  const { data } = await open()
    .resize({ width: 64, height: 64, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  let weight = 0;
  let light = 0;
  for (let i = 0; i + 3 < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    weight += alpha;
    light += alpha * (0.3 * (data[i] ?? 0) + 0.59 * (data[i + 1] ?? 0) + 0.11 * (data[i + 2] ?? 0));
  }
  return weight > 0 && light / weight > 200 ? '#000' : '#fff';
}

/**
 * Density is believed when the page would then have the size of something that gets scanned; 72 and 96 are what
 * programs write who do not know.
 */
function statedDpi(density: number | undefined, width: number, height: number): number | undefined {
  if (density === undefined || density < 100 || density > 2400) return undefined;
  const short = Math.min(width, height) / density;
  const long = Math.max(width, height) / density;
  return short >= 1.5 && long <= 50 ? density : undefined;
}

function workingScale(width: number, height: number, dpi: number | undefined): number {
  const pixels = width * height;
  return Math.min(1, Math.sqrt(WORKING_PIXELS / pixels), dpi === undefined ? 1 : WORKING_DPI / dpi);
}

function checkSize(width: number, height: number, limits: Limits, frame: number): void {
  if (width * height > limits.imagePixels) {
    throw new Failure(
      'limit_exceeded',
      `The image has ${width} × ${height} pixels, which exceeds the limit of ${limits.imagePixels}`,
      frame,
    );
  }
}

/** An error of libvips is the file's fault. */
async function named<T>(read: () => Promise<T>, frame?: number): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable('The image cannot be decoded.', error, frame);
  }
}
