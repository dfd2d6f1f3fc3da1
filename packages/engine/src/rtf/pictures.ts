import type { ImageInline } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { createHexReader } from './hex.ts';

/** The pictures of a document, numbered as they come. */
export interface RtfPictures {
  begin(): RtfPicture;
  /** The picture of that name, which is forgotten: its bytes are kept no longer than needed. */
  take(name: string): FlowImage | undefined;
}

/** A picture whose bytes are still coming. */
export interface RtfPicture {
  alt: string;
  /** `\pngblip`, `\emfblip`, … */
  type(word: string): void;
  hex(text: string): void;
  binary(bytes: Buffer): void;
  end(): ImageInline | undefined;
}

const TYPES: Readonly<Record<string, readonly [extension: string, contentType: string]>> = {
  pngblip: ['png', 'image/png'],
  jpegblip: ['jpg', 'image/jpeg'],
  emfblip: ['emf', 'image/emf'],
  wmetafile: ['wmf', 'image/wmf'],
};

export function createPictures(flow: Flow): RtfPictures {
  const byName = new Map<string, FlowImage>();
  let count = 0;
  return {
    take(name) {
      const image = byName.get(name);
      byName.delete(name);
      return image;
    },
    begin() {
      let type: readonly [string, string] | undefined;
      let pieces: Buffer[] = [];
      const read = createHexReader();
      let bytes = 0;
      const keep = (piece: Buffer): void => {
        bytes += piece.length;
        if (flow.includeImages) pieces.push(piece);
      };
      return {
        alt: '',
        type: (word) => void (type ??= TYPES[word]),
        hex: (text) => keep(read(text)),
        binary: keep,
        end() {
          if (bytes === 0) return undefined;
          if (!type) {
            flow.warn('image-skipped', 'a bitmap of Windows');
            return { kind: 'image', alt: this.alt };
          }
          const [extension, contentType] = type;
          const name = `image-${++count}.${extension}`;
          if (!flow.includeImages) return { kind: 'image', alt: this.alt };
          const body = Buffer.concat(pieces);
          pieces = [];
          byName.set(name, { name, contentType, load: () => Promise.resolve(new Uint8Array(body)) });
          return { kind: 'image', asset: name, alt: this.alt };
        },
      };
    },
  };
}
