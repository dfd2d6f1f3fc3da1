import type { TextInline } from '../document.ts';

export type Look = Omit<TextInline, 'kind' | 'text'>;

/** Properties that consecutive characters of a text share. */
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

/** Sizes of the fields of paragraphs and characters that are skipped, by the bit that says they are present. */
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

/** Reads the styles of a text of `length` characters (MS-PPT 2.9.44). Stops where they are damaged. */
export function readTextStyles(bytes: Buffer, length: number): TextStyles {
  const paragraphs: ParagraphRun[] = [];
  const characters: CharacterRun[] = [];
  const reader = new StyleReader(bytes);
  try {
    // Both lists have one character more than the text: the end of its last paragraph.
    for (let left = length + 1; left > 0 && !reader.isAtEnd(); left -= paragraphs.at(-1)!.count)
      paragraphs.push(reader.paragraphRun());
    for (let left = length + 1; left > 0 && !reader.isAtEnd(); left -= characters.at(-1)!.count)
      characters.push(reader.characterRun());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { paragraphs, characters };
}

/** Reads runs one after the other. Throws `RangeError` at the end of the bytes. */
class StyleReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  paragraphRun(): ParagraphRun {
    const count = this.#uint32();
    const level = Math.min(4, this.#uint16());
    const mask = this.#uint32();
    const flags = (mask & BULLET_FLAGS) === 0 ? 0 : this.#uint16();
    this.#skip(mask, PARAGRAPH);
    if ((mask & TABS) !== 0) {
      const tabs = this.#uint16();
      this.#at += 4 * tabs;
    }
    this.#skip(mask, PARAGRAPH_END);
    return { count, level, bullet: (mask & 1) === 0 ? undefined : (flags & 1) !== 0 };
  }

  characterRun(): CharacterRun {
    const count = this.#uint32();
    const mask = this.#uint32();
    const flags = (mask & STYLE_FLAGS) === 0 ? 0 : this.#uint16();
    const font = (mask & FONT) === 0 ? undefined : this.#uint16();
    this.#skip(mask, CHARACTER);
    const position = (mask & POSITION) === 0 ? 0 : this.#int16();
    return { count, look: lookOf(flags & mask, position), font };
  }

  #skip(mask: number, fields: readonly Field[]): void {
    for (const [bit, size] of fields) if ((mask & bit) !== 0) this.#at += size;
  }

  #uint16(): number {
    this.#at += 2;
    return this.#bytes.readUInt16LE(this.#at - 2);
  }

  #int16(): number {
    this.#at += 2;
    return this.#bytes.readInt16LE(this.#at - 2);
  }

  #uint32(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }
}

function lookOf(flags: number, position: number): Look {
  return {
    ...((flags & 1) === 0 ? {} : { bold: true }),
    ...((flags & 2) === 0 ? {} : { italic: true }),
    ...(position > 0 ? { sup: true } : position < 0 ? { sub: true } : {}),
  };
}
