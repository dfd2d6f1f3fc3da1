import type { SourcePicture } from '../ocr/picture.ts';
import { isPlainJpeg, jpegBytes } from './assets.ts';
import type { OpenPdf } from './open.ts';
import type { WalkImage } from './walk/images.ts';

/** Scans above this are decoded to it, which costs a JPEG nothing and OCR no accuracy. */
const ENOUGH_DPI = 300;

/**
 * An image that is a JPEG in grey, decoded by sharp, which takes a quarter of the time that the core does. Undefined
 * for any other image, or one that sharp cannot read.
 */
export async function scanJpeg(
  pdf: OpenPdf,
  walked: WalkImage,
): Promise<Pick<SourcePicture, 'data' | 'width' | 'height'> | undefined> {
  const bytes = isPlainJpeg(pdf, walked) ? jpegBytes(walked) : undefined;
  if (bytes === undefined) return undefined;
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const { image, turn } = walked;
  const points = turn === 90 || turn === 270 ? image.y1 - image.y0 : image.x1 - image.x0;
  const scale = Math.min(1, ENOUGH_DPI / ((image.pixelWidth / points) * 72));
  try {
    let picture = sharp(bytes, { failOn: 'none' });
    if (scale < 0.9) picture = picture.resize({ width: Math.round(image.pixelWidth * scale) });
    const { data, info } = await picture
      .toColourspace('b-w')
      .extractChannel(0)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}
