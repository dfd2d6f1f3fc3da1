import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';

/** One entry of a ZIP archive's central directory (APPNOTE 4.3.12). Sizes are claims until the bytes were read. */
export interface ArchiveEntry {
  readonly name: string;
  /** 0 stored, 8 deflated; others are refused when read. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly compressedBytes: number;
  readonly claimedBytes: number;
  /** Offset of the local header in the file. */
  readonly offset: number;
}

const END = 0x06054b50;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const DIRECTORY_BYTES = 64 * 1024 * 1024;

/** Reads exactly `length` bytes at `offset`. Throws `corrupt_document` where the file ends before. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, offset + done);
    if (bytesRead === 0) throw new Failure('corrupt_document', 'The file is truncated.');
    done += bytesRead;
  }
  return buffer;
}

/**
 * Reads the central directory, which says where each entry lies. Names that occur twice keep the first entry.
 * Throws `corrupt_document` without a sound directory, `limit_exceeded` beyond `limits.archiveEntries`.
 */
export async function readDirectory(
  file: FileHandle,
  size: number,
  limits: Limits,
): Promise<ReadonlyMap<string, ArchiveEntry>> {
  const { count, bytes, offset } = await locateDirectory(file, size);
  if (count > limits.archiveEntries) {
    throw new Failure(
      'limit_exceeded',
      `The archive has ${count} entries, which exceeds the limit of ${limits.archiveEntries}.`,
    );
  }
  if (offset + bytes > size || bytes > DIRECTORY_BYTES)
    throw new Failure('corrupt_document', 'The directory of the archive is damaged.');
  const directory = await readAt(file, offset, bytes);
  const entries = new Map<string, ArchiveEntry>();
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY)
      throw new Failure('corrupt_document', 'The directory of the archive is damaged.');
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const commentLength = directory.readUInt16LE(at + 32);
    const name = decodeName(directory.subarray(at + 46, at + 46 + nameLength))
      .replaceAll('\\', '/')
      .replace(/^\/+/, '');
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const entry = readEntry(directory, at, name, extra);
    if (!entries.has(name)) entries.set(name, entry);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** Names are UTF-8 or, whatever the entry's flag says, in the code page of DOS. */
function decodeName(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : iconv.decode(bytes, 'cp437');
}

function readEntry(directory: Buffer, at: number, name: string, extra: Buffer): ArchiveEntry {
  let compressedBytes = directory.readUInt32LE(at + 20);
  let claimedBytes = directory.readUInt32LE(at + 24);
  let offset = directory.readUInt32LE(at + 42);
  if (compressedBytes === 0xffffffff || claimedBytes === 0xffffffff || offset === 0xffffffff) {
    const wide = zip64Field(extra);
    let next = 0;
    const take = (): number => {
      if (next + 8 > wide.length) throw new Failure('corrupt_document', 'The directory of the archive is damaged.');
      next += 8;
      return Number(wide.readBigUInt64LE(next - 8));
    };
    if (claimedBytes === 0xffffffff) claimedBytes = take();
    if (compressedBytes === 0xffffffff) compressedBytes = take();
    if (offset === 0xffffffff) offset = take();
  }
  const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
  return { name, method: directory.readUInt16LE(at + 10), encrypted, compressedBytes, claimedBytes, offset };
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return Buffer.alloc(0);
}

async function locateDirectory(
  file: FileHandle,
  size: number,
): Promise<{ count: number; bytes: number; offset: number }> {
  const length = Math.min(size, 22 + 65_535 + 20);
  const tail = await readAt(file, size - length, length);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const found = {
      count: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const wide = found.count === 0xffff || found.bytes === 0xffffffff || found.offset === 0xffffffff;
    if (!wide || at < 20 || tail.readUInt32LE(at - 20) !== END64_LOCATOR) return found;
    const end64 = Number(tail.readBigUInt64LE(at - 12));
    if (end64 + 56 > size) break;
    const record = await readAt(file, end64, 56);
    if (record.readUInt32LE(0) !== END64) break;
    return {
      count: Number(record.readBigUInt64LE(32)),
      bytes: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
    };
  }
  throw new Failure('corrupt_document', 'The archive has no directory. The file may be truncated.');
}
