import { deflateSync } from 'node:zlib';
import { record } from './art.ts';
import { makeCompound } from './compound.ts';
import { u16, u32 } from './doc.ts';

export interface PptSlide {
  /** Shapes of the slide, as records. */
  readonly shapes: readonly Buffer[];
  readonly hidden?: boolean;
  readonly notes?: string;
  /** Records of texts that the document's outline holds. */
  readonly outline?: readonly Buffer[];
}

export interface PptParts {
  readonly slides: readonly PptSlide[];
  /** Records of the document beside its lists. */
  readonly document?: readonly Buffer[];
  readonly pictures?: Buffer;
  /** Embedded objects, which shapes know by their numbers from 1. */
  readonly objects?: readonly Uint8Array[];
}

/** Text of a kind (MS-PPT 2.13.33), in paragraphs parted by `\r`. */
export function text(kind: number, characters: string): Buffer[] {
  return [record(3999, u32(kind)), record(4000, Buffer.from(characters, 'utf16le'))];
}

/** A shape at a place (left, top, right, bottom) with the records of its text. */
export function shape(
  [left, top, right, bottom]: readonly [number, number, number, number],
  content: readonly Buffer[],
  more: readonly Buffer[] = [],
): Buffer {
  return record(0xf004, [
    record(0xf00a, Buffer.concat([u32(1), u32(0)])),
    ...more,
    record(0xf010, Buffer.concat([top, left, right, bottom].map(u16))),
    ...(content.length > 0 ? [record(0xf00d, content)] : []),
  ]);
}

const drawing = (shapes: readonly Buffer[]): Buffer =>
  record(1036, [record(0xf002, [record(0xf003, [record(0xf004, [record(0xf009, Buffer.alloc(16))]), ...shapes])])]);

/** A presentation of PowerPoint 97 (MS-PPT), saved once. */
export function makePpt({ slides, document = [], pictures, objects = [] }: PptParts): Uint8Array {
  const stored: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const store = (bytes: Buffer): number => {
    stored.push(bytes);
    length += bytes.length;
    return length - bytes.length;
  };
  const persist = (bytes: Buffer): number => offsets.push(store(bytes));
  const listed = (id: number, number: number, texts: readonly Buffer[] = []): Buffer[] => [
    record(1011, Buffer.concat([u32(id), u32(0), u32(0), u32(number), u32(0)])),
    ...texts,
  ];
  const slideList = slides.flatMap(({ shapes, hidden = false, notes, outline }, n) => {
    const atom = Buffer.alloc(24);
    atom.writeUInt32LE(notes === undefined ? 0 : 1000 + n, 16);
    const info = Buffer.alloc(16);
    info.writeUInt16LE(hidden ? 4 : 0, 10);
    return listed(persist(record(1006, [record(1007, atom), record(1017, info), drawing(shapes)])), 256 + n, outline);
  });
  const notesList = slides.flatMap(({ notes }, n) =>
    notes === undefined
      ? []
      : listed(persist(record(1008, [drawing([shape([0, 0, 100, 100], text(2, notes))])])), 1000 + n),
  );
  const embedded = objects.map((bytes, n) => {
    const number = persist(record(4113, Buffer.concat([u32(bytes.length), deflateSync(bytes)]), 1));
    return record(4044, [record(4035, Buffer.concat([1, 0, n + 1, 0, number, 0].map(u32)))]);
  });
  const list = embedded.length > 0 ? [record(1033, embedded)] : [];
  const id = persist(record(1000, [...document, ...list, record(4080, slideList, 0), record(4080, notesList, 2)]));
  const directory = store(record(6002, Buffer.concat([u32((offsets.length << 20) | 1), ...offsets.map(u32)])));
  const edit = store(
    record(4085, Buffer.concat([u32(0), u32(0), u32(0), u32(directory), u32(id), u32(offsets.length), u32(0)])),
  );
  return makeCompound({
    'PowerPoint Document': Buffer.concat(stored),
    'Current User': record(4086, Buffer.concat([u32(20), u32(0xe391c05f), u32(edit), u32(0)])),
    ...(pictures ? { Pictures: pictures } : {}),
  });
}
