import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../archive/directory.ts';
import { Failure } from '../failure.ts';

/** Where the sectors of a compound file lie and how they are chained (MS-CFB 2.2 to 2.5). */
export interface SectorTables {
  readonly sectorBytes: number;
  /** Streams shorter than this lie in the mini stream. */
  readonly miniCutoff: number;
  readonly firstDirectorySector: number;
  readonly firstMiniTableSector: number;
  /** True where sectors are missing at the end of the file. */
  readonly isCut: boolean;
  /**
   * The sectors of a chain in order. Throws `corrupt_document` where it runs in a circle or out of the file, unless the
   * end of the file may be missing.
   */
  chain(first: number): number[];
  /** The same in another table of next sectors. */
  follow(table: Uint32Array, first: number): number[];
  read(sector: number): Promise<Buffer>;
}

const LAST = 0xfffffffa;
const FREE = 0xffffffff;
const HEADER_SECTORS = 109;

/**
 * Reads the header and the whole allocation table: a 128th of the file. Throws `corrupt_document`, for a file whose end
 * is missing only if it has to be `whole`.
 */
export async function readSectorTables(file: FileHandle, size: number, whole: boolean): Promise<SectorTables> {
  const header = await readAt(file, 0, Math.min(512, size));
  if (header.length < 512) throw cutOff();
  const sectorBytes = 2 ** header.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw unsound();
  const sectors = Math.ceil(size / sectorBytes) - 1;
  const read = async (sector: number): Promise<Buffer> => {
    const at = (sector + 1) * sectorBytes;
    if (at >= size) throw cutOff();
    // The last sector may be written short.
    const bytes = await readAt(file, at, Math.min(sectorBytes, size - at));
    return bytes.length === sectorBytes ? bytes : Buffer.concat([bytes, Buffer.alloc(sectorBytes - bytes.length)]);
  };
  const table = new Uint32Array(sectors).fill(FREE);
  const perTable = sectorBytes / 4;
  let isCut = false;
  for (const [n, sector] of (await tableSectors(header, read, sectors, perTable)).entries()) {
    isCut ||= sector >= sectors;
    if (isCut && !whole) break;
    const part = await read(sector);
    for (let i = 0; i < perTable; i++) {
      const next = part.readUInt32LE(i * 4);
      if (n * perTable + i < sectors) table[n * perTable + i] = next;
      else isCut ||= next !== FREE;
    }
  }
  const follow: SectorTables['follow'] = (next, first) => followChain(next, first, isCut && !whole);
  return {
    sectorBytes,
    miniCutoff: header.readUInt32LE(56),
    firstDirectorySector: header.readUInt32LE(48),
    firstMiniTableSector: header.readUInt32LE(60),
    isCut,
    chain: (first) => follow(table, first),
    follow,
    read,
  };
}

/** The sectors that hold the allocation table: 109 in the header, more in a chain of their own (MS-CFB 2.5). */
async function tableSectors(
  header: Buffer,
  read: (sector: number) => Promise<Buffer>,
  sectors: number,
  perTable: number,
): Promise<number[]> {
  const most = Math.ceil(sectors / perTable);
  const found: number[] = [];
  const take = (part: Buffer, from: number, count: number): void => {
    for (let i = 0; i < count && found.length < most; i++) {
      const sector = part.readUInt32LE(from + i * 4);
      if (sector < LAST) found.push(sector);
    }
  };
  take(header, 76, HEADER_SECTORS);
  let next = header.readUInt32LE(68);
  for (let n = 0; n < sectors && next < LAST && found.length < most; n++) {
    const part = await read(next);
    take(part, 0, perTable - 1);
    next = part.readUInt32LE((perTable - 1) * 4);
  }
  return found;
}

/** Where the end of the file `mayLack`, a chain ends with the table. */
function followChain(table: Uint32Array, first: number, mayLack: boolean): number[] {
  const chain: number[] = [];
  for (let sector = first; sector < LAST; sector = table[sector]!) {
    if (mayLack && sector >= table.length) break;
    if (sector >= table.length || chain.length >= table.length) throw unsound();
    chain.push(sector);
  }
  return chain;
}

function cutOff(): Failure {
  return new Failure('corrupt_document', 'The file is truncated.');
}

function unsound(): Failure {
  return new Failure('corrupt_document', 'The tables of the compound file are damaged.');
}
