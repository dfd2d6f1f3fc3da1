import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../source.ts';
import { readSectorTables } from './tables.ts';
import type { SectorTables } from './tables.ts';

/** A stream or storage of an OLE compound file (MS-CFB 2.6). */
export interface CompoundEntry {
  readonly name: string;
  readonly storage: boolean;
  /** As the directory claims; reading gives at most the bytes that its sectors hold. */
  readonly bytes: number;
  readonly first: number;
  /** Entries of a storage by name, which is compared without case. */
  readonly entries: ReadonlyMap<string, CompoundEntry>;
}

export interface CompoundFile {
  readonly root: CompoundEntry;
  /** True where the end of the file is missing. Streams are then as long as what is left of them. */
  readonly isCut: boolean;
  /** The whole stream. Throws `limit_exceeded` when all that was read passes `expandedBytes`. */
  read(stream: CompoundEntry): Promise<Buffer>;
}

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether bytes begin as a compound file does. */
export const isCompound = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, at) => bytes[at] === byte);

const ENTRY_BYTES = 128;
const MINI_BYTES = 64;

/**
 * Opens an OLE compound file for as long as it is used. Throws `limit_exceeded`, or `corrupt_document`, also where its
 * end is missing unless it need not be `whole`.
 */
export async function withCompound<T>(
  file: SourceFile,
  limits: Limits,
  use: (compound: CompoundFile) => Promise<T>,
  { whole = true } = {},
): Promise<T> {
  const handle = await open(file.path, 'r');
  try {
    return await use(await openCompound(handle, limits, whole));
  } finally {
    await handle.close();
  }
}

async function openCompound(handle: FileHandle, limits: Limits, whole: boolean): Promise<CompoundFile> {
  const { size } = await handle.stat();
  const tables = await readSectorTables(handle, size, whole);
  const root = await readTree(tables, limits);
  let left = limits.expandedBytes;
  let mini: { readonly stream: Buffer; readonly table: Uint32Array } | undefined;
  const readSectors = async (first: number, bytes: number): Promise<Buffer> => {
    const chain = tables.chain(first);
    const length = Math.min(bytes, chain.length * tables.sectorBytes);
    const pieces: Buffer[] = [];
    for (const sector of chain.slice(0, Math.ceil(length / tables.sectorBytes))) pieces.push(await tables.read(sector));
    return Buffer.concat(pieces).subarray(0, length);
  };
  const readMini = async ({ first, bytes }: CompoundEntry): Promise<Buffer> => {
    mini ??= {
      stream: await readSectors(root.first, root.bytes),
      table: wordsOf(await readSectors(tables.firstMiniTableSector, size)),
    };
    const { stream, table } = mini;
    const pieces = tables.follow(table, first).map((n) => stream.subarray(n * MINI_BYTES, (n + 1) * MINI_BYTES));
    return Buffer.concat(pieces).subarray(0, bytes);
  };
  return {
    root,
    isCut: tables.isCut,
    async read(stream) {
      if (stream.bytes === 0) return Buffer.alloc(0);
      left -= Math.min(stream.bytes, size);
      if (left < 0)
        throw new Failure('limit_exceeded', `The document expands to more than ${limits.expandedBytes} bytes.`);
      return stream.bytes < tables.miniCutoff
        ? await readMini(stream)
        : await readSectors(stream.first, Math.min(stream.bytes, size));
    },
  };
}

function wordsOf(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readUInt32LE(i * 4));
}

interface RawEntry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly first: number;
  readonly bytes: number;
}

/** Reads the directory and builds its tree. An entry that is named twice, as in a circle, is read once. */
async function readTree(tables: SectorTables, limits: Limits): Promise<CompoundEntry> {
  const raw: RawEntry[] = [];
  for (const sector of tables.chain(tables.firstDirectorySector)) {
    const bytes = await tables.read(sector);
    for (let at = 0; at < bytes.length; at += ENTRY_BYTES) raw.push(readEntry(bytes, at));
    if (raw.length > limits.archiveEntries)
      throw new Failure('limit_exceeded', `The document has more than ${limits.archiveEntries} streams.`);
  }
  const used = new Set<number>();
  const childrenOf = (first: number, depth: number): ReadonlyMap<string, CompoundEntry> => {
    if (depth > limits.depth)
      throw new Failure('limit_exceeded', `The document is nested deeper than ${limits.depth} levels.`);
    const found = new Map<string, CompoundEntry>();
    const open = [first];
    for (let n = open.pop(); n !== undefined; n = open.pop()) {
      const entry = raw[n];
      if (!entry || used.has(n)) continue;
      used.add(n);
      open.push(entry.right, entry.left);
      if (entry.type === 1 || entry.type === 2)
        found.set(entry.name.toLowerCase(), {
          name: entry.name,
          storage: entry.type === 1,
          bytes: entry.bytes,
          first: entry.first,
          entries: entry.type === 1 ? childrenOf(entry.child, depth + 1) : new Map(),
        });
    }
    return found;
  };
  const root = raw[0];
  if (!root) throw new Failure('corrupt_document', 'The directory of the compound file is missing.');
  used.add(0);
  return { name: root.name, storage: true, bytes: root.bytes, first: root.first, entries: childrenOf(root.child, 0) };
}

function readEntry(bytes: Buffer, at: number): RawEntry {
  const nameBytes = Math.min(64, bytes.readUInt16LE(at + 64));
  return {
    name: bytes.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
    type: bytes[at + 66]!,
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
    first: bytes.readUInt32LE(at + 116),
    // The upper half is rubbish in files of version 3 (MS-CFB 2.6.1).
    bytes: bytes.readUInt32LE(at + 120),
  };
}
