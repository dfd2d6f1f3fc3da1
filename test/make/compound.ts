/** Streams by name; an object is a storage. */
export interface CompoundTree {
  readonly [name: string]: Uint8Array | CompoundTree;
}

const SECTOR = 512;
const MINI = 64;
const CUTOFF = 4096;
const END = 0xfffffffe;
const FREE = 0xffffffff;

interface Entry {
  readonly name: string;
  readonly type: number;
  right: number;
  child: number;
  first: number;
  bytes: number;
}

/** An OLE compound file of version 3 (MS-CFB). Siblings are chained to the right: sound, if not balanced. */
export function makeCompound(tree: CompoundTree): Uint8Array {
  const sectors: Buffer[] = [];
  const next: number[] = [];
  const mini: Buffer[] = [];
  const miniNext: number[] = [];
  const store = (data: Uint8Array, pieces: Buffer[], chain: number[], size: number): number => {
    if (data.length === 0) return END;
    const first = pieces.length;
    for (let at = 0; at < data.length; at += size) {
      const piece = Buffer.alloc(size);
      piece.set(data.subarray(at, at + size));
      pieces.push(piece);
      chain.push(at + size < data.length ? pieces.length : END);
    }
    return first;
  };
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, right: FREE, child: FREE, first: END, bytes: 0 }];
  const add = (children: CompoundTree): number => {
    let first = FREE;
    let last: Entry | undefined;
    for (const [name, value] of Object.entries(children)) {
      const stream = value instanceof Uint8Array ? value : undefined;
      const entry: Entry = {
        name,
        type: stream ? 2 : 1,
        right: FREE,
        child: FREE,
        first: 0,
        bytes: stream?.length ?? 0,
      };
      const at = entries.push(entry) - 1;
      if (stream)
        entry.first =
          stream.length < CUTOFF ? store(stream, mini, miniNext, MINI) : store(stream, sectors, next, SECTOR);
      else entry.child = add(value as CompoundTree);
      if (last) last.right = at;
      else first = at;
      last = entry;
    }
    return first;
  };
  entries[0]!.child = add(tree);
  entries[0]!.bytes = mini.length * MINI;
  entries[0]!.first = store(Buffer.concat(mini), sectors, next, SECTOR);
  const miniTable = store(Buffer.from(Uint32Array.from(miniNext).buffer), sectors, next, SECTOR);
  const directory = store(Buffer.concat(entries.map(writeEntry)), sectors, next, SECTOR);
  let tables = 1;
  while (tables * 128 < sectors.length + tables) tables++;
  const firstTable = sectors.length;
  const table = Buffer.alloc(tables * SECTOR, 0xff);
  [...next, ...Array.from({ length: tables }, () => 0xfffffffd)].forEach((value, n) =>
    table.writeUInt32LE(value, n * 4),
  );
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(CUTOFF, 56);
  header.writeUInt32LE(miniTable, 60);
  header.writeUInt32LE(END, 68);
  header.fill(0xff, 76);
  for (let n = 0; n < Math.min(109, tables); n++) header.writeUInt32LE(firstTable + n, 76 + n * 4);
  return Buffer.concat([header, ...sectors, table]);
}

function writeEntry({ name, type, right, child, first, bytes }: Entry): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = type;
  entry[67] = 1;
  entry.writeUInt32LE(FREE, 68);
  entry.writeUInt32LE(right, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(first, 116);
  entry.writeUInt32LE(bytes, 120);
  return entry;
}
