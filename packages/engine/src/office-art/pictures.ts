import { inflateSync } from 'node:zlib';
import type { ImageInline } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { recordsIn } from './records.ts';

/** A picture that a document stores (MS-ODRAW 2.2.22 to 2.2.32). */
export interface StoredPicture {
  readonly extension: string;
  readonly contentType: string;
  load(): Buffer | undefined;
}

const ENTRY = 0xf007;
const ENTRY_BYTES = 36;
const METAFILE_HEADER = 34;
const METAFILE_BYTES = 64 * 1024 * 1024;

const TYPES: Readonly<Record<number, readonly [extension: string, contentType: string]>> = {
  0xf01a: ['emf', 'image/emf'],
  0xf01b: ['wmf', 'image/wmf'],
  0xf01d: ['jpg', 'image/jpeg'],
  0xf02a: ['jpg', 'image/jpeg'],
  0xf01e: ['png', 'image/png'],
  0xf01f: ['bmp', 'image/bmp'],
  0xf029: ['tiff', 'image/tiff'],
};

/** The first picture among records, also behind its entry in a store. `delayed`: where stores keep theirs apart. */
export function findPicture(bytes: Buffer, delayed?: Buffer): StoredPicture | undefined {
  for (const { type, instance, body } of recordsIn(bytes)) {
    if (type === ENTRY && body.length >= ENTRY_BYTES) {
      const inside = findPicture(body.subarray(ENTRY_BYTES + body[33]!));
      const at = body.readUInt32LE(28);
      if (inside) return inside;
      return delayed && at < delayed.length ? findPicture(delayed.subarray(at)) : undefined;
    }
    const found = TYPES[type];
    if (found) return { extension: found[0], contentType: found[1], load: () => bodyOf(type, instance, body) };
    if (type < 0xf000 || type > 0xf200) return undefined;
  }
  return undefined;
}

function bodyOf(type: number, instance: number, body: Buffer): Buffer | undefined {
  const start = (instance & 1) === 0 ? 16 : 32;
  if (type !== 0xf01a && type !== 0xf01b) {
    const bytes = body.subarray(start + 1);
    return type === 0xf01f ? asBitmap(bytes) : bytes;
  }
  const bytes = body.subarray(start + METAFILE_HEADER);
  if (body[start + 32] !== 0) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: METAFILE_BYTES });
  } catch {
    return undefined;
  }
}

/** Bitmaps are stored without the header that files have. */
function asBitmap(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 40) return undefined;
  const colours = bytes.readUInt16LE(14) <= 8 ? bytes.readUInt32LE(32) || 2 ** bytes.readUInt16LE(14) : 0;
  const header = Buffer.alloc(14);
  header.write('BM', 'latin1');
  header.writeUInt32LE(14 + bytes.length, 2);
  header.writeUInt32LE(Math.min(14 + bytes.readUInt32LE(0) + colours * 4, 0xffffffff), 10);
  return Buffer.concat([header, bytes]);
}

/** The pictures of a document, numbered as they are shown. */
export interface PictureNames {
  show(picture: StoredPicture, alt: string): ImageInline;
  image(name: string): FlowImage | undefined;
}

export function createPictureNames(flow: Flow): PictureNames {
  const images = new Map<string, FlowImage>();
  const names = new Map<StoredPicture, string>();
  return {
    show(picture, alt) {
      if (!flow.includeImages) return { kind: 'image', alt };
      const name = names.get(picture) ?? `image-${names.size + 1}.${picture.extension}`;
      names.set(picture, name);
      images.set(name, { name, contentType: picture.contentType, load: async () => picture.load() });
      return { kind: 'image', asset: name, alt };
    },
    image: (name) => images.get(name),
  };
}
