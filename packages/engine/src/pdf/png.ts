import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './pixels.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOR_TYPE = { 1: 0, 3: 2, 4: 6 } as const;

/** A PNG file (ISO/IEC 15948) of the pixels, each row filtered by the difference to the pixel above. */
export function encodePng({ width, height, channels, data }: Pixels): Uint8Array {
  const rowBytes = width * channels;
  const filtered = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (rowBytes + 1);
    const from = y * rowBytes;
    filtered[to] = y === 0 ? 0 : 2;
    for (let x = 0; x < rowBytes; x++)
      filtered[to + 1 + x] = (data[from + x] as number) - (y === 0 ? 0 : (data[from + x - rowBytes] as number));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = COLOR_TYPE[channels];
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered, { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const made = Buffer.alloc(12 + data.length);
  made.writeUInt32BE(data.length, 0);
  made.write(type, 4, 'latin1');
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
  return made;
}
