import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';

/** Pixels of three bytes each: red, green, blue. */
export interface Bitmap {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

interface Header {
  readonly width: number;
  readonly height: number;
  /** The first row is the uppermost; usually it is the lowest. */
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly palette: Buffer;
  /** Bytes of a colour in the palette. */
  readonly colourBytes: number;
  readonly masks: readonly [number, number, number];
  readonly pixels: Buffer;
}

const FILE_HEADER = 14;
const CORE_HEADER = 12;
const INFO_HEADER = 40;
const RLE8 = 1;
const RLE4 = 2;
const MASKS = 3;
const ALPHA_MASKS = 6;
const WHITE = 0xff;

/** Decodes a bitmap of Windows or OS/2. What is cut off is white. Throws `Failure`. */
export function decodeBitmap(bytes: Buffer, limits: Limits): Bitmap {
  const header = readHeader(bytes);
  const { width, height } = header;
  if (width * height > limits.imagePixels)
    throw new Failure(
      'limit_exceeded',
      `The image has ${width} × ${height} pixels, which exceeds the limit of ${limits.imagePixels}`,
    );
  const data = Buffer.alloc(width * height * 3, WHITE);
  if (header.compression === RLE8 || header.compression === RLE4) expandRuns(header, data);
  else for (let y = 0; y < height; y++) if (!readRow(header, y, data)) break;
  return { data, width, height };
}

function readHeader(bytes: Buffer): Header {
  if (bytes.length < FILE_HEADER + CORE_HEADER) throw damaged();
  const size = bytes.readUInt32LE(FILE_HEADER);
  const isCore = size === CORE_HEADER;
  if (bytes.length < FILE_HEADER + size || (!isCore && size < INFO_HEADER)) throw damaged();
  const measures = isCore ? readCore(bytes) : readInfo(bytes);
  const { width, rows, bits, compression } = measures;
  if (width <= 0 || rows === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) throw damaged();
  if (![0, RLE8, RLE4, MASKS, ALPHA_MASKS].includes(compression))
    throw new Failure('unsupported_format', 'The bitmap contains a picture in another format. Save it as PNG.');
  return {
    width,
    height: Math.abs(rows),
    topDown: rows < 0,
    bits,
    compression,
    palette: bytes.subarray(FILE_HEADER + size),
    colourBytes: isCore ? 3 : 4,
    masks: masksOf(bytes, measures),
    pixels: bytes.subarray(bytes.readUInt32LE(10)),
  };
}

type Measures = { readonly [name in 'width' | 'rows' | 'bits' | 'compression']: number };

function readCore(bytes: Buffer): Measures {
  return {
    width: bytes.readUInt16LE(18),
    rows: bytes.readUInt16LE(20),
    bits: bytes.readUInt16LE(24),
    compression: 0,
  };
}

function readInfo(bytes: Buffer): Measures {
  return {
    width: bytes.readInt32LE(18),
    rows: bytes.readInt32LE(22),
    bits: bytes.readUInt16LE(28),
    compression: bytes.readUInt32LE(30),
  };
}

/** Which bits of a pixel are red, green and blue. */
function masksOf(bytes: Buffer, { bits, compression }: Measures): Header['masks'] {
  if (compression === MASKS || compression === ALPHA_MASKS) return readMasks(bytes);
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0xff00, 0xff];
}

/** The masks stand at the same place within a long header and after a short one. */
function readMasks(bytes: Buffer): Header['masks'] {
  const at = FILE_HEADER + INFO_HEADER;
  if (bytes.length < at + 12) throw damaged();
  return [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
}

function damaged(): Failure {
  return new Failure('corrupt_document', 'The header of the bitmap is damaged.');
}

/** Where the pixels of a stored row begin in the picture. */
function rowStart({ width, height, topDown }: Header, y: number): number {
  return (topDown ? y : height - 1 - y) * width * 3;
}

function readRow(header: Header, y: number, data: Buffer): boolean {
  const { width, bits, pixels, masks } = header;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const row = pixels.subarray(y * rowBytes, (y + 1) * rowBytes);
  if (row.length < Math.ceil((width * bits) / 8)) return false;
  const out = rowStart(header, y);
  for (let x = 0; x < width; x++) {
    const to = out + x * 3;
    if (bits <= 8) putIndex(header, indexAt(row, x, bits), data, to);
    else if (bits === 24) {
      data[to] = row[x * 3 + 2]!;
      data[to + 1] = row[x * 3 + 1]!;
      data[to + 2] = row[x * 3]!;
    } else {
      const value = bits === 16 ? row.readUInt16LE(x * 2) : row.readUInt32LE(x * 4);
      for (const [n, mask] of masks.entries()) data[to + n] = scaled(value, mask);
    }
  }
  return true;
}

function indexAt(row: Buffer, x: number, bits: number): number {
  const perByte = 8 / bits;
  return (row[Math.floor(x / perByte)]! >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1);
}

function putIndex({ palette, colourBytes }: Header, index: number, data: Buffer, to: number): void {
  const at = index * colourBytes;
  data[to] = palette[at + 2] ?? 0;
  data[to + 1] = palette[at + 1] ?? 0;
  data[to + 2] = palette[at] ?? 0;
}

/** The bits below a mask, of 255. */
function scaled(value: number, mask: number): number {
  if (mask === 0) return 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return Math.round((((value & mask) >>> shift) * 255) / most);
}

/**
 * Expands runs of one colour and what escapes stand for: the end of a row or of the picture, a step, literal pixels
 * (codes 0, 1, 2 and larger ones).
 */
function expandRuns(header: Header, data: Buffer): void {
  const { height, pixels } = header;
  const painter = new RunPainter(header, data);
  for (let at = 0; at + 1 < pixels.length && painter.y < height;) {
    const [count, value] = [pixels[at]!, pixels[at + 1]!];
    at += 2;
    if (count > 0) painter.putRun(count, value);
    else if (value === 0) painter.moveTo(0, painter.y + 1);
    else if (value === 1) return;
    else if (value === 2) {
      painter.moveTo(painter.x + (pixels[at] ?? 0), painter.y + (pixels[at + 1] ?? 0));
      at += 2;
    } else at += painter.putLiteral(at, value);
  }
}

/** Puts pixels into a picture from left to right; those beyond its edge are not shown. */
class RunPainter {
  x = 0;
  y = 0;
  readonly #header: Header;
  readonly #data: Buffer;
  readonly #bits: number;

  constructor(header: Header, data: Buffer) {
    this.#header = header;
    this.#data = data;
    this.#bits = header.compression === RLE8 ? 8 : 4;
  }

  moveTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
  }

  /** With four bits a pixel, the colours of a run alternate. */
  putRun(count: number, value: number): void {
    const shown = Math.min(count, Math.max(0, this.#header.width - this.x));
    for (let n = 0; n < shown; n++) this.#put(this.#bits === 8 ? value : n % 2 === 0 ? value >> 4 : value & 15);
  }

  /** Returns how many bytes the pixels take, which is an even number. */
  putLiteral(at: number, count: number): number {
    const bits = this.#bits;
    const literal = this.#header.pixels.subarray(at, at + Math.ceil((count * bits) / 8));
    for (let n = 0; n < count && literal.length * 8 >= (n + 1) * bits; n++) this.#put(indexAt(literal, n, bits));
    return literal.length + (literal.length % 2);
  }

  #put(index: number): void {
    const { width, height } = this.#header;
    if (this.x < width && this.y < height)
      putIndex(this.#header, index, this.#data, rowStart(this.#header, this.y) + this.x * 3);
    this.x++;
  }
}
