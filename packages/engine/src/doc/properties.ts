import { readPlc, STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';

/** A single property modifier (MS-DOC 2.2.5.1). */
export interface Sprm {
  readonly code: number;
  readonly operand: Buffer;
}

/** Bytes of operands by the upper three bits of the code; 6 states its length. */
const OPERANDS = [1, 1, 2, 4, 2, 2, 0, 3];
const TABLE_DEFINITION = 0xd608;
const TABS = 0xc615;

/** The modifiers of a list, as far as it is sound. */
export function* readSprms(bytes: Buffer): Generator<Sprm> {
  let at = 0;
  while (at + 2 < bytes.length) {
    const code = bytes.readUInt16LE(at);
    at += 2;
    let length = OPERANDS[code >> 13]!;
    if (length === 0) {
      if (code === TABLE_DEFINITION) {
        if (at + 2 > bytes.length) return;
        length = Math.max(0, bytes.readUInt16LE(at) - 1);
        at += 2;
      } else {
        length = bytes[at]!;
        at += 1;
        // A list of tabs too long for its byte does not state its end; nothing of it is read here.
        if (code === TABS && length === 255) return;
      }
    }
    if (at + length > bytes.length) return;
    yield { code, operand: bytes.subarray(at, at + length) };
    at += length;
  }
}

/** Properties of a stretch of the file. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly list: Buffer;
}

/** Finds the properties of the character at an offset in the main stream. */
export interface PropertyIndex {
  /** The list of properties, and the offset behind the last character that has the same. */
  at(offset: number): { readonly list: Buffer; readonly end: number };
}

const PAGE = 512;
const NONE = Buffer.alloc(0);

/** Properties of paragraphs: each list begins with the number of the paragraph's style. */
export function readParagraphProperties(file: DocFile): PropertyIndex {
  return readPages(file, STRUCTURE.paragraphPages, 13, (page, at) => {
    const offset = page[at]! * 2;
    if (offset === 0 || offset >= PAGE) return NONE;
    const half = page[offset]!;
    return half === 0
      ? page.subarray(offset + 2, offset + 2 + 2 * (page[offset + 1] ?? 0))
      : page.subarray(offset + 1, offset + 2 * half);
  });
}

export function readCharacterProperties(file: DocFile): PropertyIndex {
  return readPages(file, STRUCTURE.characterPages, 1, (page, at) => {
    const offset = page[at]! * 2;
    return offset === 0 || offset >= PAGE ? NONE : page.subarray(offset + 1, offset + 1 + page[offset]!);
  });
}

/** Reads formatted disk pages (MS-DOC 2.9.33, 2.9.174). */
function readPages(
  file: DocFile,
  structure: number,
  entryBytes: number,
  listAt: (page: Buffer, at: number) => Buffer,
): PropertyIndex {
  const plc = readPlc(file.structure(structure), 4);
  const stretches: Stretch[] = [];
  const seen = new Set<number>();
  for (let n = 0; n < plc.count; n++) {
    const number = plc.data(n).readUInt32LE(0) & 0x3fffff;
    const page = file.main.subarray(number * PAGE, (number + 1) * PAGE);
    if (page.length < PAGE || seen.has(number)) continue;
    seen.add(number);
    const count = page[PAGE - 1]!;
    const lists = 4 * (count + 1);
    if (lists + count * entryBytes > PAGE) continue;
    for (let run = 0; run < count; run++)
      stretches.push({
        start: page.readUInt32LE(run * 4),
        end: page.readUInt32LE(run * 4 + 4),
        list: listAt(page, lists + run * entryBytes),
      });
  }
  stretches.sort((a, b) => a.start - b.start);
  return {
    at(offset) {
      let low = 0;
      let high = stretches.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (stretches[middle]!.start <= offset) low = middle + 1;
        else high = middle;
      }
      const found = stretches[low - 1];
      return found && offset < found.end
        ? { list: found.list, end: found.end }
        : { list: NONE, end: stretches[low]?.start ?? Number.MAX_SAFE_INTEGER };
    },
  };
}
