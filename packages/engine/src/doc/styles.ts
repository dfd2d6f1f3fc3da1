import type { RtfStyle } from '../rtf/paragraph.ts';
import { styleOf } from '../rtf/paragraph.ts';
import { PLAIN_PARAGRAPH } from '../rtf/paragraph-format.ts';
import { applyCharacter, applyParagraph, PLAIN_CHARACTER } from './formatting.ts';
import type { CharacterFormat, DocParagraph } from './formatting.ts';

/** The styles of a document (MS-DOC 2.9.271). */
export interface DocStyles {
  /** Roles of styles by their number: headings, code, … */
  readonly roles: ReadonlyMap<number, RtfStyle>;
  paragraph(style: number): DocParagraph;
  /** The look of text in a paragraph of that style. */
  character(style: number): CharacterFormat;
  /** The properties of a character style. */
  list(style: number): Buffer;
}

interface Style {
  /** Number of a built-in style: 1 to 9 are headings, 62 is the title. */
  readonly builtIn: number;
  readonly name: string;
  readonly isParagraph: boolean;
  readonly base: number;
  readonly paragraph: Buffer;
  readonly character: Buffer;
}

const EMPTY = Buffer.alloc(0);
const NO_BASE = 0x0fff;
const TITLE = 62;

export function readStyles(bytes: Buffer, data: Buffer): DocStyles {
  const styles = readAll(bytes);
  const roles = new Map<number, RtfStyle>();
  const paragraphs = new Map<number, DocParagraph>();
  const characters = new Map<number, CharacterFormat>();
  /** The style and those that it is based on, the outermost first. */
  const chain = (style: number): Style[] => {
    const found: Style[] = [];
    for (let at = style; at !== NO_BASE && found.length < 64; at = found[0]!.base) {
      const next = styles.get(at);
      if (!next || found.includes(next)) break;
      found.unshift(next);
    }
    return found;
  };
  const paragraph = (style: number): DocParagraph => {
    let format = paragraphs.get(style);
    if (!format) {
      format = { ...PLAIN, style };
      for (const { paragraph: list } of chain(style)) format = applyParagraph(list, format, data);
      paragraphs.set(style, { ...format, tableDepth: 0 });
    }
    return format;
  };
  for (const [number, { builtIn, name, isParagraph }] of styles)
    if (isParagraph)
      roles.set(
        number,
        builtIn >= 1 && builtIn <= 9
          ? { heading: builtIn }
          : builtIn === TITLE
            ? { heading: 0 }
            : styleOf(name, paragraph(number).outline),
      );
  return {
    roles,
    paragraph,
    character(style) {
      let format = characters.get(style);
      if (!format) {
        format = PLAIN_CHARACTER;
        for (const { character: list } of chain(style)) format = applyCharacter(list, format, () => EMPTY);
        characters.set(style, format);
      }
      return format;
    },
    list: (style) => Buffer.concat(chain(style).map(({ character }) => character)),
  };
}

const PLAIN: DocParagraph = {
  ...PLAIN_PARAGRAPH,
  endsRow: false,
  endsInnerCell: false,
  row: { left: 0, isHeader: false, cells: [] },
};

function readAll(bytes: Buffer): ReadonlyMap<number, Style> {
  const styles = new Map<number, Style>();
  if (bytes.length < 8) return styles;
  const base = bytes.readUInt16LE(4);
  let at = 2 + bytes.readUInt16LE(0);
  for (let number = 0; at + 2 <= bytes.length; number++) {
    const length = bytes.readUInt16LE(at);
    const style = readStyle(bytes.subarray(at + 2, at + 2 + length), base);
    if (style) styles.set(number, style);
    at += 2 + length + (length % 2);
  }
  return styles;
}

function readStyle(bytes: Buffer, base: number): Style | undefined {
  if (bytes.length < base + 2 || base < 8) return undefined;
  const kind = bytes.readUInt16LE(2);
  const isParagraph = (kind & 15) === 1;
  const count = bytes.readUInt16LE(4) & 15;
  const nameLength = bytes.readUInt16LE(base);
  let at = base + 2 + nameLength * 2 + 2;
  const lists: Buffer[] = [];
  for (let n = 0; n < count && at + 2 <= bytes.length; n++) {
    const length = bytes.readUInt16LE(at);
    lists.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length + (length % 2);
  }
  return {
    builtIn: bytes.readUInt16LE(0) & 0x0fff,
    name: bytes.toString('utf16le', base + 2, base + 2 + nameLength * 2),
    isParagraph,
    base: kind >> 4,
    // A paragraph style's list begins with its own number.
    paragraph: isParagraph ? (lists[0]?.subarray(2) ?? EMPTY) : EMPTY,
    character: (isParagraph ? lists[1] : lists[0]) ?? EMPTY,
  };
}
