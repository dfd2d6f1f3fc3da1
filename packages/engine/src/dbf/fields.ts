import iconv from 'iconv-lite';
import { Failure } from '../failure.ts';

/** A column of a table, and where in a record it lies. */
export interface DbfField {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly bytes: number;
}

export interface DbfHeader {
  readonly records: number;
  readonly headerBytes: number;
  readonly recordBytes: number;
  readonly encoding: string | undefined;
  readonly fields: readonly DbfField[];
}

const HEADER = 32;
const DESCRIPTOR = 32;
/** dBase 7 has longer names. */
const DESCRIPTOR_7 = 48;
const END = 0x0d;

/** Code pages by the number of the language driver. */
const CODE_PAGES: Readonly<Record<number, number>> = {
  0x01: 437,
  0x02: 850,
  0x03: 1252,
  0x04: 10000,
  0x08: 865,
  0x09: 437,
  0x0a: 850,
  0x0b: 437,
  0x0d: 437,
  0x0e: 850,
  0x0f: 437,
  0x10: 850,
  0x11: 437,
  0x12: 850,
  0x13: 932,
  0x14: 850,
  0x15: 437,
  0x16: 850,
  0x17: 865,
  0x18: 437,
  0x19: 437,
  0x1a: 850,
  0x1b: 437,
  0x1c: 863,
  0x1d: 850,
  0x1f: 852,
  0x22: 852,
  0x23: 852,
  0x24: 860,
  0x25: 850,
  0x26: 866,
  0x37: 850,
  0x40: 852,
  0x4d: 936,
  0x4e: 949,
  0x4f: 950,
  0x50: 874,
  0x57: 1252,
  0x58: 1252,
  0x59: 1252,
  0x64: 852,
  0x65: 866,
  0x66: 865,
  0x67: 861,
  0x6a: 737,
  0x6b: 857,
  0x78: 950,
  0x79: 949,
  0x7a: 936,
  0x7b: 932,
  0x7c: 874,
  0x7d: 1255,
  0x7e: 1256,
  0x86: 737,
  0x87: 852,
  0x88: 857,
  0xc8: 1250,
  0xc9: 1251,
  0xca: 1254,
  0xcb: 1253,
  0xcc: 1257,
};

/** Reads the header of a table. Throws `corrupt_document`. */
export function readHeader(bytes: Buffer): DbfHeader {
  if (bytes.length < HEADER) throw damaged();
  const headerBytes = bytes.readUInt16LE(8);
  const recordBytes = bytes.readUInt16LE(10);
  const isLong = (bytes[0]! & 7) === 4;
  const step = isLong ? DESCRIPTOR_7 : DESCRIPTOR;
  const encoding = encodingOf(bytes[29]!);
  const fields: DbfField[] = [];
  let offset = 1;
  for (
    let at = isLong ? 68 : HEADER;
    at + step <= Math.min(bytes.length, headerBytes) && bytes[at] !== END;
    at += step
  ) {
    const nameBytes = isLong ? 32 : 11;
    const name = iconv.decode(bytes.subarray(at, at + nameBytes), encoding ?? 'cp437').split('\0')[0]!;
    const length = bytes[at + (isLong ? 33 : 16)]!;
    fields.push({ name, type: String.fromCharCode(bytes[at + nameBytes]!), offset, bytes: length });
    offset += length;
  }
  if (fields.length === 0 || offset > recordBytes) throw damaged();
  return { records: bytes.readUInt32LE(4), headerBytes, recordBytes, encoding, fields };
}

function encodingOf(driver: number): string | undefined {
  const codePage = CODE_PAGES[driver];
  if (codePage === undefined) return undefined;
  return codePage === 10000 ? 'macintosh' : `cp${codePage}`;
}

function damaged(): Failure {
  return new Failure('corrupt_document', 'The header of the table is damaged.');
}
