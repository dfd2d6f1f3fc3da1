import type { OpenPdf } from './open.ts';
import type { CoreStream } from '../../../pdf-core/src/types.ts';
import type { WalkImage } from './walk/images.ts';

/** A decoded image. Rows from the top, without padding. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 1: grey, 3: RGB, 4: RGBA; one byte a channel. */
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
}

/** Kinds of the core's images (`ImageKind`). */
const KIND = { grey1: 1, rgb: 2, rgba: 3 } as const;

/** Decodes an image of a page. Throws what the core throws for broken data. */
export async function decodeImage(pdf: OpenPdf, { stream, image, resources, inline }: WalkImage): Promise<Pixels> {
  if (image.mask === true) return decodeMask(stream, image.pixelWidth, image.pixelHeight);
  const { core, document } = pdf;
  const { xref, catalog } = document;
  const decoder = await core.PDFImage.buildImage({
    xref,
    res: resources,
    image: stream,
    isInline: inline,
    pdfFunctionFactory: new core.PDFFunctionFactory({ xref }),
    globalColorSpaceCache: catalog.globalColorSpaceCache,
    localColorSpaceCache: new core.LocalColorSpaceCache(),
  });
  const { width, height, kind, data } = await decoder.createImageData(false);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (kind === KIND.grey1) return fromBits(bytes, width, height, 0xff);
  const channels = kind === KIND.rgb ? 3 : 4;
  if (bytes.length < width * height * channels) {
    const whole = new Uint8Array(width * height * channels);
    whole.set(bytes);
    return { width, height, channels, data: whole };
  }
  return { width, height, channels, data: bytes.subarray(0, width * height * channels) };
}

/** A stencil as black on white: 0 paints, unless `Decode` turns it around (PDF 32000-1, 8.9.6.2). */
async function decodeMask(stream: CoreStream, width: number, height: number): Promise<Pixels> {
  const decode = stream.dict?.getArray('D', 'Decode');
  const inverted = Array.isArray(decode) && decode[0] === 1;
  const reader = stream as CoreStream & { getImageData(length: number): Promise<Uint8Array> };
  stream.reset();
  const bits = await reader.getImageData(((width + 7) >> 3) * height);
  return fromBits(bits, width, height, inverted ? 0 : 0xff);
}

/**
 * Pixels of one bit up to which each becomes a byte; larger pictures (engineering drawings, 1200 dpi scans) are reduced
 * to grey.
 */
const MAX_SPREAD = 25_000_000;

/** Grey from one bit a pixel; `one` is what a set bit becomes. */
function fromBits(bits: Uint8Array, width: number, height: number, one: 0 | 0xff): Pixels {
  if (width * height <= MAX_SPREAD) return { width, height, channels: 1, data: spreadBits(bits, width, height, one) };
  const step = Math.ceil(Math.sqrt((width * height) / MAX_SPREAD));
  const small = { width: Math.floor(width / step), height: Math.floor(height / step) };
  const data = new Uint8Array(small.width * small.height);
  const rowBytes = (width + 7) >> 3;
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      let set = 0;
      for (let v = y * step; v < (y + 1) * step; v++) {
        for (let u = x * step; u < (x + 1) * step; u++)
          if (((bits[v * rowBytes + (u >> 3)] ?? 0) & (0x80 >> (u & 7))) !== 0) set++;
      }
      const share = Math.round((255 * set) / (step * step));
      data[y * small.width + x] = one === 0 ? 255 - share : share;
    }
  }
  return { ...small, channels: 1, data };
}

/** One byte a pixel from one bit a pixel. */
function spreadBits(bits: Uint8Array, width: number, height: number, one: 0 | 0xff): Uint8Array {
  const bytes = new Uint8Array(width * height).fill(0xff);
  const rowBytes = (width + 7) >> 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = bits[y * rowBytes + (x >> 3)];
      if (byte === undefined) return bytes;
      bytes[y * width + x] = (byte & (0x80 >> (x & 7))) === 0 ? 0xff - one : one;
    }
  }
  return bytes;
}

/** How many pixels of eight bits an image counts as, against the limit of pixels. */
export function weightOf({ stream, image }: WalkImage): number {
  const pixels = image.pixelWidth * image.pixelHeight;
  const bits = stream.dict?.get('BPC', 'BitsPerComponent');
  const own = image.mask === true || bits === 1 ? pixels / 8 : pixels;
  // The core scales an image up to its mask.
  return Math.max(own, sizeOf(maskOf(stream)));
}

function maskOf({ dict }: CoreStream): CoreStream | undefined {
  for (const key of ['SMask', 'Mask']) {
    const mask = dict?.get(key) as CoreStream | undefined;
    if (typeof mask?.getBytes === 'function') return mask;
  }
  return undefined;
}

function sizeOf(stream: CoreStream | undefined): number {
  const width = stream?.dict?.get('W', 'Width');
  const height = stream?.dict?.get('H', 'Height');
  return typeof width === 'number' && typeof height === 'number' ? width * height : 0;
}

/**
 * The stencil of an image, as an image of its own: where a page is kept in layers (ISO 32000-2, 8.9.6.3), it has the
 * letters, and the image only their colors.
 */
export function stencilOf(walked: WalkImage): WalkImage | undefined {
  const stream = walked.stream.dict?.has('SMask') === true ? undefined : maskOf(walked.stream);
  const size = (key: string): number => Number(stream?.dict?.get(key) ?? 0);
  if (stream === undefined || stream.dict?.get('ImageMask') !== true) return undefined;
  const image = { ...walked.image, pixelWidth: size('Width'), pixelHeight: size('Height'), mask: true as const };
  return { ...walked, stream, image };
}

/** Grey on white, as OCR wants it. */
export function toGrey({ width, height, channels, data }: Pixels): Uint8Array {
  if (channels === 1) return data;
  const grey = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < grey.length; i++, at += channels) {
    const value = (77 * (data[at] as number) + 150 * (data[at + 1] as number) + 29 * (data[at + 2] as number)) >> 8;
    grey[i] = channels === 4 ? 255 - ((255 - value) * (data[at + 3] as number)) / 255 : value;
  }
  return grey;
}
