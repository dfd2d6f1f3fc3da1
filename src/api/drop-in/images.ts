import type { Manifest } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';

export interface LoadedImage {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Images beyond this stay links: the whole answer is held in memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The images of a document, by their file names. */
export async function loadImages(deps: ApiDeps, manifest: Manifest): Promise<ReadonlyMap<string, LoadedImage>> {
  const images = new Map<string, LoadedImage>();
  let left = MOST_BYTES;
  for (const { kind, key, fileName, contentType, bytes: size } of manifest.artifacts) {
    if (kind !== 'image' || (left -= size) < 0) continue;
    const found = await deps.objects.get(key);
    if (found) images.set(fileName, { fileName, contentType, bytes: Buffer.from(found.body) });
  }
  return images;
}

export const dataUrl = ({ contentType, bytes }: LoadedImage): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`;

/** The Markdown with other addresses of its images. */
export function relinkImages(
  markdown: string,
  images: Iterable<LoadedImage>,
  urlOf: (image: LoadedImage) => string,
): string {
  let relinked = markdown;
  for (const image of images) {
    const url = urlOf(image);
    relinked = relinked
      .replaceAll(`](${image.fileName})`, () => `](${url})`)
      .replaceAll(`<img src="${image.fileName}"`, () => `<img src="${url}"`);
  }
  return relinked;
}

/** Width and height in pixels of a PNG, JPEG or GIF; undefined for others. */
export function measureImage({ contentType, bytes }: LoadedImage): { width: number; height: number } | undefined {
  if (contentType === 'image/png' && bytes.length >= 24)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (contentType === 'image/gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  return contentType === 'image/jpeg' ? sizeOfJpeg(bytes) : undefined;
}

/** Of the first start of frame (ITU-T T.81, B.2.2). */
function sizeOfJpeg(bytes: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
}
