/** A record of a workbook of Excel 97 to 2003 (MS-XLS 2.1.4), without the records that continue it. */
export interface BookRecord {
  readonly type: number;
  readonly body: Buffer;
  /** True within a chart of a sheet. */
  readonly isInChart: boolean;
}

const BOF = 0x0809;
export const EOF = 0x000a;
export const SHEET = 0x0085;
export const FILE_PASS = 0x002f;
export const CONTINUE = 0x003c;

export const HEADER = 4;
/** Version in a BOF record. Older workbooks keep the texts of their drawings in other records. */
const BIFF8 = 0x0600;

export interface StreamRecord {
  readonly type: number;
  /** Where it begins. */
  readonly at: number;
  /** As its header says; its body may be cut. */
  readonly bytes: number;
  readonly body: Buffer;
}

/** All records from an offset up to the end of the stream, of whatever substreams. */
export function* recordsFrom(stream: Buffer, offset = 0): Generator<StreamRecord> {
  for (let at = offset; at + HEADER <= stream.length;) {
    const bytes = stream.readUInt16LE(at + 2);
    const end = at + HEADER + bytes;
    yield { type: stream.readUInt16LE(at), at, bytes, body: stream.subarray(at + HEADER, end) };
    at = end;
  }
}

/**
 * The records of one substream, from its BOF at an offset up to its EOF. Charts are substreams within.
 */
export function* recordsOfSubstream(stream: Buffer, offset: number): Generator<BookRecord> {
  let depth = 0;
  for (const { type, body } of recordsFrom(stream, offset)) {
    if (type === BOF) depth++;
    if (type === EOF) depth--;
    if (depth <= 0) return;
    yield { type, body, isInChart: depth > 1 };
  }
}

/** Offsets of the sheets, ascending (MS-XLS 2.4.28); none in a workbook that is encrypted or from before Excel 97. */
export function findSheets(stream: Buffer): number[] {
  const offsets: number[] = [];
  for (const { type, body } of recordsOfSubstream(stream, 0)) {
    if (type === FILE_PASS || (type === BOF && (body.length < 2 || body.readUInt16LE(0) !== BIFF8))) return [];
    if (type === SHEET && body.length >= 4) offsets.push(body.readUInt32LE(0));
  }
  return offsets.toSorted((a, b) => a - b);
}
