import { detect } from './detect.ts';
import { Failure, isFailure, passwordNeeded, unreadable, wrongPassword } from './failure.ts';
import { frameAsPicture, isImageFormat, openImage, pixelsAsPicture } from './image/decode.ts';
import type { Limits } from './limits.ts';
import type { SourceFile } from './source.ts';

/** A page of A4 becomes 910 × 1290 pixels: small print can be read, and it has about 100 KiB. */
const DPI = 110;
const PIXELS = 2_000_000;
const SIDE = 1400;

/**
 * One page (from 1) as it looks, as a WebP file: of a PDF, or a frame of a picture. Native code. Throws `Failure`,
 * `unsupported_format` for formats whose pages have no looks of their own.
 */
export async function pictureOfPage(file: SourceFile, page: number, limits: Limits): Promise<Uint8Array> {
  const format = await detect(file);
  if (format === 'pdf') return pageOfPdf(file, page);
  if (isImageFormat(format)) return frameAsPicture(await openImage(file.path, format, limits), page, SIDE, limits);
  throw new Failure('unsupported_format', `Pages of ${format} cannot be drawn`, page);
}

async function pageOfPdf(file: SourceFile, page: number): Promise<Uint8Array> {
  const { openDrawing } = await import('./pdf/draw.ts');
  try {
    const drawing = await openDrawing(file);
    return await pixelsAsPicture(await drawing.page(page, DPI, PIXELS));
  } catch (error) {
    if (isFailure(error)) throw error;
    if ((error as Error).name === 'PasswordException')
      throw file.password === undefined ? passwordNeeded() : wrongPassword();
    // An error of pdf.js here is about the document; the process ends after this page.
    throw unreadable('The page cannot be drawn.', error, page);
  }
}
