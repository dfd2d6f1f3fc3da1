import { makeCompound } from './compound.ts';
import type { CompoundTree } from './compound.ts';

/** A single property modifier (MS-DOC 2.2.5.1) and its operand. */
export function sprm(code: number, ...operand: readonly number[]): Buffer {
  return Buffer.from([code & 0xff, code >> 8, ...operand]);
}

export interface DocRun {
  readonly text: string;
  readonly sprms?: Buffer;
}

export interface DocParagraph {
  readonly runs: readonly (string | DocRun)[];
  /** `\r` ends a paragraph, `\x07` a cell or a row. */
  readonly end?: string;
  /** Number of a style: 0 normal, 1 to 9 headings, 10 the title. */
  readonly style?: number;
  readonly sprms?: Buffer;
}

export interface DocParts {
  readonly body: readonly DocParagraph[];
  /** Footnotes, referred to by `\x02` in the body in their order. */
  readonly notes?: readonly DocParagraph[];
  /** Headers of the first section: of its odd pages, and of its first page alone. */
  readonly headers?: { readonly odd: readonly DocParagraph[]; readonly first?: readonly DocParagraph[] };
  /** More structures of the table stream, by number; what follows a structure without counting as a part of it. */
  readonly structures?: Readonly<Record<number, Buffer>>;
  readonly behind?: Readonly<Record<number, Buffer>>;
  readonly data?: Buffer;
  /** Storages of embedded objects, by name. */
  readonly objects?: CompoundTree;
  /** Flags of the header. */
  readonly flags?: number;
}

const PAGE = 512;
const TEXT = 1536;

/** A document of Word 97 (MS-DOC) in one piece of UTF-16. */
export function makeDoc({
  body,
  notes = [],
  headers,
  structures = {},
  behind = {},
  data,
  objects,
  flags = 0,
}: DocParts): Uint8Array {
  const { odd, first = [] } = headers ?? { odd: [] };
  const paragraphs = [...body, ...notes, ...odd, ...first];
  const runs = paragraphs.flatMap(({ runs: own, end = '\r' }): DocRun[] => [
    ...own.map((run) => (typeof run === 'string' ? { text: run } : run)),
    { text: end },
  ]);
  const textOf = ({ runs: own, end = '\r' }: DocParagraph): string =>
    own.map((run) => (typeof run === 'string' ? run : run.text)).join('') + end;
  const text = runs.map((run) => run.text).join('');
  const lengthOf = (some: readonly DocParagraph[]): number => some.map(textOf).join('').length;
  const main: Buffer[] = [Buffer.alloc(TEXT), pad(Buffer.from(text, 'utf16le'))];
  const pageNumber = (): number => Buffer.concat(main).length / PAGE;

  const paragraphPages = makePages(
    paragraphs.map((paragraph) => ({
      length: textOf(paragraph).length,
      list: (): Buffer => {
        const list = Buffer.concat([u16(paragraph.style ?? 0), paragraph.sprms ?? Buffer.alloc(0)]);
        return list.length % 2 === 0
          ? Buffer.concat([Buffer.from([0, list.length / 2]), list])
          : Buffer.concat([Buffer.from([(list.length + 1) / 2]), list]);
      },
    })),
    13,
    main,
    pageNumber,
  );
  const characterPages = makePages(
    runs.map(({ text: own, sprms = Buffer.alloc(0) }) => ({
      length: own.length,
      list: () => Buffer.concat([Buffer.from([sprms.length]), sprms]),
    })),
    1,
    main,
    pageNumber,
  );
  const [oddEnd, firstEnd] = [lengthOf(odd), lengthOf([...odd, ...first])];
  const section = Buffer.alloc(12);
  section.writeUInt32LE(Buffer.concat(main).length, 2);
  if (headers) {
    const properties = headers.first ? sprm(0x300a, 1) : Buffer.alloc(0);
    main.push(pad(Buffer.concat([u16(properties.length), properties])));
  }
  const piece = Buffer.alloc(8);
  piece.writeUInt32LE(TEXT, 2);
  const pieces = Buffer.concat([u32(0), u32(text.length), piece]);
  const references = [...lengthsBefore(text.slice(0, lengthOf(body)))];
  const all: Record<number, Buffer> = {
    1: makeStyles(),
    12: characterPages,
    13: paragraphPages,
    33: Buffer.concat([Buffer.from([2]), u32(pieces.length), pieces]),
    ...(notes.length > 0
      ? {
          2: Buffer.concat([...references.map(u32), u32(lengthOf(body)), ...references.map(() => u16(1))]),
          3: Buffer.concat([
            ...notes.map((_, n) => u32(lengthOf(notes.slice(0, n)))),
            u32(lengthOf(notes)),
            u32(lengthOf(notes) + 1),
          ]),
        }
      : {}),
    ...(headers
      ? {
          6: Buffer.concat([u32(0), u32(lengthOf(body)), section]),
          // Separators of notes, headers and footers of even and odd pages, those of the first page, and the end.
          11: Buffer.concat(
            [...Array<number>(8).fill(0), oddEnd, oddEnd, oddEnd, firstEnd, firstEnd, firstEnd].map(u32),
          ),
        }
      : {}),
    ...structures,
  };
  const table: Buffer[] = [Buffer.alloc(16)];
  const header = main[0]!;
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0x00c1, 2);
  header.writeUInt16LE(0x0200 | flags, 10);
  header.writeUInt32LE(lengthOf(body), 76);
  header.writeUInt32LE(lengthOf(notes), 80);
  header.writeUInt32LE(firstEnd, 84);
  for (const [number, bytes] of Object.entries(all)) {
    header.writeUInt32LE(Buffer.concat(table).length, 154 + Number(number) * 8);
    header.writeUInt32LE(bytes.length, 158 + Number(number) * 8);
    table.push(bytes, behind[Number(number)] ?? Buffer.alloc(0));
  }
  return makeCompound({
    WordDocument: pad(Buffer.concat(main), 4096),
    '1Table': Buffer.concat(table),
    ...(data ? { Data: data } : {}),
    ...(objects ? { ObjectPool: objects } : {}),
  });
}

interface Stretch {
  readonly length: number;
  list(): Buffer;
}

/** Formatted disk pages of three stretches each; returns the structure that finds them. */
function makePages(
  stretches: readonly Stretch[],
  entryBytes: number,
  main: Buffer[],
  pageNumber: () => number,
): Buffer {
  const firsts: number[] = [];
  const numbers: number[] = [];
  let at = TEXT;
  for (let n = 0; n < stretches.length; n += 3) {
    const group = stretches.slice(n, n + 3);
    const page = Buffer.alloc(PAGE);
    page[PAGE - 1] = group.length;
    firsts.push(at);
    page.writeUInt32LE(at, 0);
    let free = PAGE - 2;
    for (const [i, { length, list }] of group.entries()) {
      at += length * 2;
      page.writeUInt32LE(at, (i + 1) * 4);
      const bytes = list();
      free = (free - bytes.length) & ~1;
      bytes.copy(page, free);
      page[(group.length + 1) * 4 + i * entryBytes] = free / 2;
    }
    numbers.push(pageNumber());
    main.push(page);
  }
  return Buffer.concat([...firsts.map(u32), u32(at), ...numbers.map(u32)]);
}

function makeStyles(): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt16LE(18, 0);
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(10, 4);
  const styles = Array.from({ length: 11 }, (_, n) => {
    const style = Buffer.alloc(10);
    style.writeUInt16LE(n === 10 ? 62 : n, 0);
    style.writeUInt16LE(1 | (0xfff << 4), 2);
    style.writeUInt16LE(2, 4);
    const name = `Style ${n}`;
    const bytes = Buffer.concat([style, u16(name.length), Buffer.from(`${name}\0`, 'utf16le'), u16(2), u16(n), u16(0)]);
    return Buffer.concat([u16(bytes.length), bytes]);
  });
  return Buffer.concat([head, ...styles]);
}

function* lengthsBefore(text: string): Generator<number> {
  for (let at = text.indexOf('\u0002'); at >= 0; at = text.indexOf('\u0002', at + 1)) yield at;
}

function pad(bytes: Buffer, least = 0): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(least - bytes.length, (PAGE - (bytes.length % PAGE)) % PAGE))]);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
