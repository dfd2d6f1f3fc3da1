import { readFile } from 'node:fs/promises';
import type { Asset } from '../part.ts';
import { frameAsPng } from './decode.ts';
import type { ImageFile } from './decode.ts';

const TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
} as const;

/**
 * The picture as an image of the document: its own bytes, untouched; a frame of a TIFF, which browsers do not show, as
 * PNG.
 */
export async function assetOf(image: ImageFile, page: number): Promise<Asset> {
  if (image.format === 'tiff')
    return { name: `page-${page}.png`, contentType: 'image/png', bytes: await frameAsPng(image, page), page };
  return {
    name: `image.${image.format === 'jpeg' ? 'jpg' : image.format}`,
    contentType: TYPES[image.format],
    bytes: await readFile(image.path),
    page,
  };
}
