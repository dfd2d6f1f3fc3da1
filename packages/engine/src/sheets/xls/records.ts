/** A record of a workbook of Excel 97 to 2003 (MS-XLS 2.1.4), without the records that continue it. */
export interface BookRecord {
  readonly type: number;
  readonly body: Buffer;
  /** True within a chart of a sheet. */
  readonly isInChart: boolean;
}

const BOF = 0x0809;
const EOF = 0x000a;
const SHEET = 0x0085;
const ENCRYPTED = 0x002f;
export const CONTINUE = 0x003c;

const HEADER = 4;
/** Version in a BOF record. Older workbooks keep the texts of their drawings in other records. */
const BIFF8 = 0x0600;

/**
 * The records of one substream, from its BOF at an offset up to its EOF. Charts are substreams within.
 */
export function* recordsOfSubstream(stream: Buffer, offset: number): Generator<BookRecord> {
  let depth = 0;
  for (let at = offset; at + HEADER <= stream.length;) {
    const type = stream.readUInt16LE(at);
    const end = at + HEADER + stream.readUInt16LE(at + 2);
    if (type === BOF) depth++;
    if (type === EOF) depth--;
    if (depth <= 0) return;
    yield { type, body: stream.subarray(at + HEADER, end), isInChart: depth > 1 };
    at = end;
  }
}

/** Offsets of the sheets, ascending (MS-XLS 2.4.28); none in a workbook that is encrypted or from before Excel 97. */
export function findSheets(stream: Buffer): number[] {
  const offsets: number[] = [];
  for (const { type, body } of recordsOfSubstream(stream, 0)) {
    if (type === ENCRYPTED || (type === BOF && (body.length < 2 || body.readUInt16LE(0) !== BIFF8))) return [];
    if (type === SHEET && body.length >= 4) offsets.push(body.readUInt32LE(0));
  }
  return offsets.toSorted((a, b) => a - b);
}
