import { Failure } from '../failure.ts';
import { readPlc, STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';

/** The text of a document, and where in the file each character is. */
export interface DocText {
  readonly characters: string;
  /** Offset in the main stream of the character at a position, by which its properties are found. */
  offsetOf(position: number): number;
  /** The position after this one of the character at an offset of the same piece, or that of the next piece. */
  positionOf(offset: number, after: number): number;
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly bytes: 1 | 2;
}

const COMPRESSED = 0x40000000;

/** Reads the piece table (MS-DOC 2.8.35): a text that was saved fast lies in pieces all over the file. */
export function readText(file: DocFile): DocText {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  const decoder = new TextDecoder('windows-1252');
  let length = 0;
  const table = readPlc(pieceTable(file.structure(STRUCTURE.pieces)), 8);
  for (let n = 0; n < table.count; n++) {
    const descriptor = table.data(n).readUInt32LE(2);
    const bytes = (descriptor & COMPRESSED) === 0 ? 2 : 1;
    const offset = bytes === 2 ? descriptor : (descriptor & ~COMPRESSED) / 2;
    const stated = table.position(n + 1) - table.position(n);
    const count = Math.min(stated, Math.floor((file.main.length - offset) / bytes));
    if (stated <= 0 || count <= 0) continue;
    if (length + count > file.main.length)
      throw new Failure('corrupt_document', 'The pieces of the text overlap each other.');
    const part = file.main.subarray(offset, offset + count * bytes);
    parts.push(bytes === 2 ? part.toString('utf16le') : decoder.decode(part));
    pieces.push({ start: length, end: length + count, offset, bytes });
    length += count;
  }
  const pieceAt = (position: number): Piece | undefined => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pieces[middle]!.start <= position) low = middle;
      else high = middle - 1;
    }
    return pieces[low];
  };
  return {
    characters: parts.join(''),
    offsetOf(position) {
      const piece = pieceAt(position);
      return piece ? piece.offset + (position - piece.start) * piece.bytes : 0;
    },
    positionOf(offset, after) {
      const piece = pieceAt(after);
      if (!piece) return after + 1;
      const reached = piece.start + Math.ceil((offset - piece.offset) / piece.bytes);
      return Math.max(after + 1, Math.min(piece.end, reached));
    },
  };
}

/** The piece table comes behind property lists of fast saves, which are passed over. */
function pieceTable(clx: Buffer): Buffer {
  let at = 0;
  while (at + 3 <= clx.length && clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (at + 5 > clx.length || clx[at] !== 2)
    throw new Failure('corrupt_document', 'The piece table of the document is missing.');
  return clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
}
