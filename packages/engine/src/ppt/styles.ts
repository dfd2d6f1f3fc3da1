import type { TextInline } from '../document.ts';

export type Look = Omit<TextInline, 'kind' | 'text'>;

/** Properties of a stretch of a text: how many characters have them. */
export interface ParagraphRun {
  readonly count: number;
  readonly level: number;
  /** Undefined where the master decides. */
  readonly bullet: boolean | undefined;
}

export interface CharacterRun {
  readonly count: number;
  readonly look: Look;
  /** Number of its font in the document's collection. */
  readonly font: number | undefined;
}

export interface TextStyles {
  readonly paragraphs: readonly ParagraphRun[];
  readonly characters: readonly CharacterRun[];
}

/** Bytes of the fields of paragraphs and characters that are passed over, by the bit that says they are there. */
type Field = readonly [mask: number, bytes: number];
const BULLET_FLAGS = 0xf;
const PARAGRAPH: readonly Field[] = [
  [0x80, 2],
  [0x10, 2],
  [0x40, 2],
  [0x20, 4],
  [0x800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x100, 2],
  [0x400, 2],
  [0x8000, 2],
];
const TABS = 0x100000;
const PARAGRAPH_END: readonly Field[] = [
  [0x10000, 2],
  [0xe0000, 2],
  [0x200000, 2],
];
const STYLE_FLAGS = 0xffff;
const FONT = 0x10000;
const CHARACTER: readonly Field[] = [
  [0x200000, 2],
  [0x400000, 2],
  [0x800000, 2],
  [0x20000, 2],
  [0x40000, 4],
];
const POSITION = 0x80000;

/** Reads the styles of a text of so many characters (MS-PPT 2.9.44), as far as they are sound. */
export function readTextStyles(bytes: Buffer, length: number): TextStyles {
  const paragraphs: ParagraphRun[] = [];
  const characters: CharacterRun[] = [];
  let at = 0;
  const take = (size: number): number => {
    at += size;
    return at - size;
  };
  const skip = (mask: number, fields: readonly Field[]): void => {
    for (const [bit, size] of fields) if ((mask & bit) !== 0) at += size;
  };
  try {
    // Both lists have one character more than the text: the end of its last paragraph.
    for (let left = length + 1; left > 0 && at < bytes.length;) {
      const count = bytes.readUInt32LE(take(4));
      const level = Math.min(4, bytes.readUInt16LE(take(2)));
      const mask = bytes.readUInt32LE(take(4));
      const flags = (mask & BULLET_FLAGS) === 0 ? 0 : bytes.readUInt16LE(take(2));
      skip(mask, PARAGRAPH);
      if ((mask & TABS) !== 0) at += 4 * bytes.readUInt16LE(take(2));
      skip(mask, PARAGRAPH_END);
      paragraphs.push({ count, level, bullet: (mask & 1) === 0 ? undefined : (flags & 1) !== 0 });
      left -= count;
    }
    for (let left = length + 1; left > 0 && at < bytes.length;) {
      const count = bytes.readUInt32LE(take(4));
      const mask = bytes.readUInt32LE(take(4));
      const flags = (mask & STYLE_FLAGS) === 0 ? 0 : bytes.readUInt16LE(take(2));
      const font = (mask & FONT) === 0 ? undefined : bytes.readUInt16LE(take(2));
      skip(mask, CHARACTER);
      const position = (mask & POSITION) === 0 ? 0 : bytes.readInt16LE(take(2));
      characters.push({ count, look: lookOf(flags & mask, position), font });
      left -= count;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { paragraphs, characters };
}

function lookOf(flags: number, position: number): Look {
  return {
    ...((flags & 1) === 0 ? {} : { bold: true }),
    ...((flags & 2) === 0 ? {} : { italic: true }),
    ...(position > 0 ? { sup: true } : position < 0 ? { sub: true } : {}),
  };
}
