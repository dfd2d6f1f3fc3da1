import { u16, u32 } from './doc.ts';

/** A record of the drawing format of Office (MS-ODRAW 2.2.1). */
export function record(type: number, body: Buffer | readonly Buffer[], instance = 0): Buffer {
  const isContainer = !Buffer.isBuffer(body);
  const bytes = isContainer ? Buffer.concat(body) : body;
  return Buffer.concat([u16((instance << 4) | (isContainer ? 15 : 0)), u16(type), u32(bytes.length), bytes]);
}

/** A PNG picture as drawings store it. */
export function pictureRecord(png: Uint8Array): Buffer {
  return record(0xf01e, Buffer.concat([Buffer.alloc(17), png]), 0x6e0);
}

/** Properties of a shape: its picture's number and its description. */
export function shapeOptions(picture: number, alt = ''): Buffer {
  const text = Buffer.from(`${alt}\0`, 'utf16le');
  return record(0xf00b, Buffer.concat([u16(0x4104 & 0x3fff), u32(picture), u16(0x8381), u32(text.length), text]), 2);
}
