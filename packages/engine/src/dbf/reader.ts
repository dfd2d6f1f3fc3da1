import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import type { SheetRow } from '../sheets/source.ts';
import { streamTable } from '../sheets/stream-table.ts';
import { detectEncoding } from '../text/decode.ts';
import { readHeader } from './fields.ts';
import type { DbfField, DbfHeader } from './fields.ts';

const HEADER_BYTES = 65_536;
const PIECE_RECORDS = 1000;
const DELETED = 0x2a;

/** Reads tables of dBase and FoxPro, streaming. Deleted records are left out; memos lie in another file. */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  const handle = await open(file.path, 'r');
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    const header = readHeader(head.subarray(0, bytesRead));
    const encoding = header.encoding ?? (await encodingOf(handle, header)) ?? (await detectEncoding(file));
    const first: SheetRow = {
      row: 0,
      cells: header.fields.map(({ name }, column) => ({ column, text: name })),
    };
    if (header.fields.some(({ type }) => MEMOS.has(type))) flow.warn('memo-left-out');
    const stream = streamTable([first], flow);
    await stream.row(first);
    let row = 1;
    for await (const record of recordsOf(handle, header))
      await stream.row({
        row: row++,
        cells: header.fields.map((field, column) => ({ column, text: textOf(record, field, encoding) })),
      });
    await stream.end();
  } finally {
    await handle.close();
  }
});

const MEMOS = new Set(['M', 'G', 'P', 'W']);

/** The records that are there, whatever the header says of their number. */
async function* recordsOf(file: FileHandle, { records, headerBytes, recordBytes }: DbfHeader): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(recordBytes * PIECE_RECORDS);
  for (let done = 0; done < records;) {
    const { bytesRead } = await file.read(piece, 0, piece.length, headerBytes + done * recordBytes);
    const count = Math.min(records - done, Math.floor(bytesRead / recordBytes));
    if (count === 0) return;
    for (let n = 0; n < count; n++) {
      const record = piece.subarray(n * recordBytes, (n + 1) * recordBytes);
      if (record[0] !== DELETED) yield record;
    }
    done += count;
  }
}

/** UTF-8 where all texts of the first records are: the bytes of the header and of numbers would hide it. */
async function encodingOf(handle: FileHandle, header: DbfHeader): Promise<string | undefined> {
  let records = 0;
  for await (const record of recordsOf(handle, header)) {
    if (records++ === PIECE_RECORDS) break;
    const texts = header.fields.filter(({ type }) => type === 'C');
    if (!texts.every(({ offset, bytes }) => isCutUtf8(record.subarray(offset, offset + bytes)))) return undefined;
  }
  return 'utf-8';
}

/** A field may end within a letter of up to four bytes. */
function isCutUtf8(bytes: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))));
}

function textOf(record: Buffer, { type, offset, bytes }: DbfField, encoding: string): string {
  const value = record.subarray(offset, offset + bytes);
  if (MEMOS.has(type)) return '';
  const binary = BINARY[type];
  if (binary && bytes === binary.bytes) return binary.read(value);
  const text = iconv.decode(value, encoding).replaceAll('\0', '').trim();
  if (type === 'D') return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (type === 'L') return text === '?' ? '' : text;
  // A number that does not fit its field is written in asterisks.
  return type === 'N' && /^\*+$/.test(text) ? '' : text;
}

interface Binary {
  readonly bytes: number;
  read(value: Buffer): string;
}

/** The day before the first of January 1970 in Julian days. */
const EPOCH = 2_440_588;
const DAY = 86_400_000;

const BINARY: Readonly<Record<string, Binary>> = {
  I: { bytes: 4, read: (value) => String(value.readInt32LE(0)) },
  '+': { bytes: 4, read: (value) => String(value.readInt32BE(0) ^ -0x80000000) },
  B: { bytes: 8, read: (value) => String(value.readDoubleLE(0)) },
  Y: { bytes: 8, read: (value) => (Number(value.readBigInt64LE(0)) / 10_000).toFixed(4) },
  T: {
    bytes: 8,
    read: (value) => {
      const [day, time] = [value.readUInt32LE(0), value.readUInt32LE(4)];
      const date = new Date((day - EPOCH) * DAY + time);
      return day === 0 || Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' ');
    },
  },
};
