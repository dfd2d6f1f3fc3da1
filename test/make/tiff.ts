import type { Picture } from '../../packages/engine/src/ocr/picture.ts';

/**
 * Writes frames as one uncompressed grey TIFF (TIFF 6.0, sections 2 and 4), little-endian, each frame with its own
 * size.
 */
export function makeTiff(frames: readonly (Picture & { readonly dpi?: number })[]): Uint8Array<ArrayBuffer> {
  const TAGS = 11;
  const directory = 2 + TAGS * 12 + 4 + 16;
  const size = 8 + frames.reduce((sum, frame) => sum + directory + frame.width * frame.height, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4949, true);
  view.setUint16(2, 42, true);
  let at = 8;
  view.setUint32(4, at, true);
  frames.forEach(({ data, width, height, dpi }, index) => {
    const rationals = at + directory - 16;
    const pixels = at + directory;
    const next = pixels + width * height;
    const tags: [number, number, number][] = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, pixels],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, width * height],
      [282, 5, rationals],
      [283, 5, rationals + 8],
    ];
    view.setUint16(at, tags.length, true);
    tags.forEach(([tag, type, value], i) => {
      const entry = at + 2 + i * 12;
      view.setUint16(entry, tag, true);
      view.setUint16(entry + 2, type, true);
      view.setUint32(entry + 4, 1, true);
      if (type === 3) view.setUint16(entry + 8, value, true);
      else view.setUint32(entry + 8, value, true);
    });
    view.setUint32(at + 2 + tags.length * 12, index === frames.length - 1 ? 0 : next, true);
    for (const rational of [rationals, rationals + 8]) {
      view.setUint32(rational, dpi ?? 72, true);
      view.setUint32(rational + 4, 1, true);
    }
    bytes.set(data.subarray(0, width * height), pixels);
    at = next;
  });
  return bytes;
}
