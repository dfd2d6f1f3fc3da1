import type { FormatEntry } from '../format-entry.ts';
import type { FormatReader } from '../format-reader.ts';

const image = async (): Promise<FormatReader> => (await import('./reader.ts')).reader;

export const PICTURE_FORMATS = {
  png: {
    contentTypes: ['image/png'],
    signature: { bytes: ["89 'PNG' 0d0a1a0a"] },
    ranged: false,
    native: true,
    load: image,
  },
  jpeg: {
    contentTypes: ['image/jpeg'],
    signature: { bytes: ['ffd8ff'] },
    ranged: false,
    native: true,
    load: image,
  },
  tiff: {
    contentTypes: ['image/tiff'],
    signature: { bytes: ["'II*' 00", "'MM' 00 '*'", "'II+' 00", "'MM' 00 '+'"] },
    ranged: true,
    native: true,
    load: image,
  },
  webp: {
    contentTypes: ['image/webp'],
    signature: { bytes: ["'RIFF' ........ 'WEBP'"] },
    ranged: false,
    native: true,
    load: image,
  },
  gif: {
    contentTypes: ['image/gif'],
    signature: { bytes: ["'GIF8'"] },
    ranged: false,
    native: true,
    load: image,
  },
  bmp: {
    contentTypes: ['image/bmp'],
    signature: { bytes: ["'BM' ........ 00000000"] },
    ranged: false,
    native: true,
    load: image,
  },
  avif: {
    contentTypes: ['image/avif'],
    signature: { bytes: ["@4 'ftypavif'", "@4 'ftypavis'"] },
    ranged: false,
    native: true,
    load: image,
  },
  svg: {
    contentTypes: ['image/svg+xml'],
    signature: { text: /^<(?:[\w.-]+:)?svg\b/ },
    ranged: false,
    native: true,
    load: image,
  },
} as const satisfies Readonly<Record<string, FormatEntry>>;
