import type { CompoundFile } from '../compound/open-compound.ts';
import { Failure } from '../failure.ts';

/** The streams of a document and where in them things lie (MS-DOC 2.5). */
export interface DocFile {
  /** Text and formatted disk pages. */
  readonly main: Buffer;
  readonly table: Buffer;
  /** Pictures and long lists of properties. */
  readonly data: Buffer;
  /** Characters of each part of the text, in the order in which they follow each other. */
  readonly lengths: StoryLengths;
  /** A structure of the table stream, by its number in FibRgFcLcb97; empty where there is none. */
  structure(index: number): Buffer;
  /** The table stream from where a structure begins, for what goes on behind it. */
  from(index: number): Buffer;
}

export interface StoryLengths {
  readonly body: number;
  readonly footnotes: number;
  readonly headers: number;
  readonly comments: number;
  readonly endnotes: number;
  readonly textBoxes: number;
}

/** Numbers of the structures that are read. */
export const STRUCTURE = {
  styles: 1,
  footnoteReferences: 2,
  footnotes: 3,
  sections: 6,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  drawings: 40,
  endnoteReferences: 46,
  endnotes: 47,
  art: 50,
  textBoxes: 56,
  lists: 73,
  listOverrides: 74,
} as const;

const FIRST_STRUCTURE = 154;
const ENCRYPTED = 0x0100;
const WORD_97 = 0x00c1;

/** Reads the streams of a Word document. Throws `Failure`, `unsupported_format` for documents before Word 97. */
export async function openDoc(compound: CompoundFile): Promise<DocFile> {
  const read = async (name: string): Promise<Buffer> => {
    const entry = compound.root.entries.get(name);
    return entry && !entry.storage ? await compound.read(entry) : Buffer.alloc(0);
  };
  const main = await read('worddocument');
  if (main.length < FIRST_STRUCTURE) throw new Failure('corrupt_document', 'The document is truncated.');
  const flags = main.readUInt16LE(10);
  if ((flags & ENCRYPTED) !== 0) throw new Failure('password_protected', 'The document is password-protected.');
  if (main.readUInt16LE(2) < WORD_97)
    throw new Failure(
      'unsupported_format',
      'The file format is not supported: Word 6 or Word 95 document. Save it as DOCX.',
    );
  const table = await read((flags & 0x0200) === 0 ? '0table' : '1table');
  const place = (index: number): { readonly at: number; readonly length: number } => {
    const entry = FIRST_STRUCTURE + index * 8;
    if (entry + 8 > main.length) return { at: 0, length: 0 };
    return { at: main.readUInt32LE(entry), length: main.readUInt32LE(entry + 4) };
  };
  const length = (index: number): number => Math.max(0, main.readInt32LE(64 + index * 4));
  return {
    main,
    table,
    data: await read('data'),
    lengths: {
      body: length(3),
      footnotes: length(4),
      headers: length(5) + length(6),
      comments: length(7),
      endnotes: length(8),
      textBoxes: length(9),
    },
    structure(index) {
      const { at, length: bytes } = place(index);
      return table.subarray(at, at + bytes);
    },
    from(index) {
      const { at, length: bytes } = place(index);
      return bytes === 0 ? Buffer.alloc(0) : table.subarray(at);
    },
  };
}

/** The positions and data of a PLC (MS-DOC 2.2.2): one more position than there are pieces of data. */
export interface Plc {
  readonly count: number;
  position(n: number): number;
  data(n: number): Buffer;
}

export function readPlc(bytes: Buffer, dataBytes: number): Plc {
  const count = Math.max(0, Math.floor((bytes.length - 4) / (4 + dataBytes)));
  const first = 4 * (count + 1);
  return {
    count,
    position: (n) => bytes.readUInt32LE(n * 4),
    data: (n) => bytes.subarray(first + n * dataBytes, first + (n + 1) * dataBytes),
  };
}
