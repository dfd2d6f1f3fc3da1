import type { RawImage } from '../layout/model/raw-page.ts';
import type { Asset } from '../part.ts';
import type { Warning } from '../warning.ts';
import type { Core, CoreDict } from '../../../pdf-core/src/types.ts';
import type { OpenPdf } from './open.ts';
import { decodeImage, weightOf } from './pixels.ts';
import { encodePng } from './png.ts';
import type { WalkImage } from './walk/images.ts';

/** Images below this, in points and in pixels, are ornaments: rules, bullets, shadows. */
const MIN_POINTS = 12;
const MIN_PIXELS = 12;

/** True for an image that a reader would miss. */
export function isPicture(image: RawImage): boolean {
  return (
    image.mask !== true &&
    image.x1 - image.x0 >= MIN_POINTS &&
    image.y1 - image.y0 >= MIN_POINTS &&
    image.pixelWidth >= MIN_PIXELS &&
    image.pixelHeight >= MIN_PIXELS
  );
}

/**
 * The file name of an image: that of its object in the document, so that it is the same on every page and in every
 * range.
 */
export function assetName(pdf: OpenPdf, walked: WalkImage): string {
  const id = /^(\d+)R(\d*)$/.exec(walked.image.id);
  const stem =
    id === null ? walked.image.id.replace(/[^A-Za-z0-9]/g, '') : id[2] === '' ? (id[1] as string) : `${id[1]}-${id[2]}`;
  return `image-${stem}.${isPlainJpeg(pdf, walked) ? 'jpg' : 'png'}`;
}

/**
 * The image as a file: a JPEG's own bytes where every program shows them right, else PNG. A warning when it cannot be
 * had.
 */
export async function readAsset(
  pdf: OpenPdf,
  walked: WalkImage,
  page: number,
  maxPixels: number,
): Promise<Asset | Warning> {
  const { image } = walked;
  if (weightOf(walked) > maxPixels)
    return { kind: 'image-skipped', page, count: 1, detail: `${image.pixelWidth} × ${image.pixelHeight} pixels` };
  const name = assetName(pdf, walked);
  try {
    const jpeg = isPlainJpeg(pdf, walked) ? jpegBytes(walked) : undefined;
    if (jpeg !== undefined) return { name, contentType: 'image/jpeg', bytes: jpeg, page };
    return { name, contentType: 'image/png', bytes: encodePng(await decodeImage(pdf, walked)), page };
  } catch (error) {
    return {
      kind: 'image-skipped',
      page,
      count: 1,
      detail: error instanceof Error ? error.message.slice(0, 200) : 'cannot be decoded',
    };
  }
}

/**
 * Grey and RGB without a mask or an unusual meaning of its numbers: CMYK is shown inverted by some programs, by others
 * not at all.
 */
export function isPlainJpeg({ core }: OpenPdf, { stream, opaque }: WalkImage): boolean {
  const { dict } = stream;
  if (!(stream instanceof core.JpegStream) || dict === null || !opaque || dict.has('Decode') || dict.has('D'))
    return false;
  const space = dict.get('ColorSpace', 'CS');
  if (space instanceof core.Name) return ['DeviceRGB', 'DeviceGray', 'RGB', 'G'].includes(space.name);
  return Array.isArray(space) ? isGreyOrRgb(core, dict, space) : space === undefined;
}

/** Whether a CIE-based color space is one of grey or RGB (ISO 32000-2, 8.6.5). */
function isGreyOrRgb(core: Core, dict: CoreDict, [kind, stream]: readonly unknown[]): boolean {
  if (!(kind instanceof core.Name)) return false;
  if (kind.name !== 'ICCBased') return kind.name === 'CalRGB' || kind.name === 'CalGray';
  const profile = (dict as unknown as { xref: { fetchIfRef(value: unknown): unknown } }).xref.fetchIfRef(stream);
  const components = profile instanceof core.BaseStream ? profile.dict?.get('N') : undefined;
  return components === 1 || components === 3;
}

/** The bytes that the JPEG decoder would read; undefined when they do not begin as a JPEG does. */
export function jpegBytes({ stream }: WalkImage): Uint8Array | undefined {
  const source = stream.stream;
  if (source === undefined) return undefined;
  source.reset();
  const bytes = source.getBytes();
  source.reset();
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : undefined;
}
