import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../source.ts';
import type { ArchiveEntry } from './directory.ts';
import { readAt, readDirectory } from './directory.ts';

/**
 * A ZIP archive read at random. All reads count against `limits.expandedBytes` together, whatever the directory claims.
 */
export interface Archive {
  has(name: string): boolean;
  names(): Iterable<string>;
  /** Size that the directory claims, undefined without such an entry. */
  claimedBytes(name: string): number | undefined;
  /** The whole entry, undefined when there is none. Throws `Failure`. */
  read(name: string): Promise<Buffer | undefined>;
  /** The entry in pieces, for parts that may be large. Throws `Failure`. */
  stream(name: string): AsyncIterable<Buffer>;
  /** Expands the entry only to count it. Throws `Failure`. */
  skim(name: string): Promise<void>;
  close(): Promise<void>;
}

const PIECE = 256 * 1024;
/** A member that is read as a whole is also parsed as a whole; a larger one would not fit the memory of a range. */
const WHOLE_BYTES = 256 * 1024 * 1024;

/** Opens a document that is a ZIP archive. The caller closes it. Throws `corrupt_document` or `limit_exceeded`. */
export async function openArchive(file: SourceFile, limits: Limits): Promise<Archive> {
  const handle = await open(file.path, 'r');
  try {
    const { size } = await handle.stat();
    return createArchive(handle, size, await readDirectory(handle, size, limits), limits);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a document that is a ZIP archive for as long as it is used. Throws `corrupt_document` or `limit_exceeded`. */
export async function withArchive<T>(
  file: SourceFile,
  limits: Limits,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(file, limits);
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}

function createArchive(
  handle: FileHandle,
  size: number,
  entries: ReadonlyMap<string, ArchiveEntry>,
  limits: Limits,
): Archive {
  let left = limits.expandedBytes;
  /** Most bytes that were counted of each entry: reading one again costs no more room. */
  const counted = new Map<string, number>();
  const count = (name: string, bytes: number): void => {
    const before = counted.get(name) ?? 0;
    if (bytes <= before) return;
    counted.set(name, bytes);
    left -= bytes - before;
    if (left < 0) throw tooLarge(limits);
  };
  const archive: Archive = {
    has: (name) => entries.has(name),
    names: () => entries.keys(),
    claimedBytes: (name) => entries.get(name)?.claimedBytes,
    close: () => handle.close(),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const start = await dataOffset(handle, entry);
      const packed = await readAt(handle, start, checkedLength(size, start, entry.compressedBytes));
      const bytes = entry.method === 0 ? packed : inflate(packed, Math.min(left, WHOLE_BYTES), entry, limits);
      count(name, bytes.length);
      return bytes;
    },
    async *stream(name) {
      const entry = entries.get(name);
      if (!entry) return;
      const start = await dataOffset(handle, entry);
      const packed = pieces(handle, start, checkedLength(size, start, entry.compressedBytes));
      let bytes = 0;
      for await (const piece of entry.method === 0 ? packed : inflatePieces(packed, entry)) {
        bytes += piece.length;
        count(name, bytes);
        yield piece;
      }
    },
    async skim(name) {
      for await (const piece of archive.stream(name)) void piece;
    },
  };
  return archive;
}

function tooLarge(limits: Limits): Failure {
  return new Failure('limit_exceeded', `The document expands to more than ${limits.expandedBytes} bytes.`);
}

function damaged(entry: ArchiveEntry): Failure {
  return new Failure('corrupt_document', `The part ${entry.name} of the document is corrupt.`);
}

/**
 * The local header repeats name and extra field with lengths of its own, so the data's place is only known from there.
 */
async function dataOffset(handle: FileHandle, entry: ArchiveEntry): Promise<number> {
  if (entry.encrypted) throw new Failure('password_protected', 'The document is password-protected.');
  if (entry.method !== 0 && entry.method !== 8)
    throw new Failure(
      'unsupported_format',
      `The archive uses compression method ${entry.method}, which is not supported.`,
    );
  const header = await readAt(handle, entry.offset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged(entry);
  return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function checkedLength(size: number, start: number, length: number): number {
  if (start + length > size) throw new Failure('corrupt_document', 'The file is truncated.');
  return length;
}

function inflate(packed: Buffer, left: number, entry: ArchiveEntry, limits: Limits): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, left + 1) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limits);
    throw damaged(entry);
  }
}

async function* pieces(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; done += PIECE)
    yield await readAt(handle, start + done, Math.min(PIECE, length - done));
}

async function* inflatePieces(packed: AsyncIterable<Buffer>, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: PIECE });
  const source = Readable.from(packed, { objectMode: false });
  source.on('error', (error) => inflater.destroy(error));
  source.pipe(inflater);
  try {
    for await (const piece of inflater) yield piece as Buffer;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw damaged(entry);
  } finally {
    source.destroy();
    inflater.destroy();
  }
}
