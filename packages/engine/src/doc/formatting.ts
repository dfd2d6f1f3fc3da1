import type { ParagraphFormat } from '../rtf/paragraph-format.ts';
import type { CellFormat, RowFormat } from '../rtf/table.ts';
import { readSprms } from './properties.ts';
import type { Sprm } from './properties.ts';

/** The properties of a character. */
export interface CharacterFormat {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  /** 1 raised, 2 lowered. */
  position: number;
  hidden: boolean;
  deleted: boolean;
  /** The character stands for something else: a picture, a note, a field. */
  special: boolean;
  /** It stands for data other than a picture. */
  isData: boolean;
  /** The offset of its picture in the data stream. */
  picture: number | undefined;
  /** A character of a symbol font. */
  symbol: { readonly font: number; readonly code: number } | undefined;
  font: number | undefined;
}

export const PLAIN_CHARACTER: CharacterFormat = {
  bold: false,
  italic: false,
  strike: false,
  position: 0,
  hidden: false,
  deleted: false,
  special: false,
  isData: false,
  picture: undefined,
  symbol: undefined,
  font: undefined,
};

export interface DocParagraph extends ParagraphFormat {
  /** It ends a row of a table. */
  endsRow: boolean;
  /** It ends a cell of a table within a cell. */
  endsInnerCell: boolean;
  row: RowFormat;
}

/** A property that may depend on the style: 128 is the style's value, 129 its opposite. */
function toggled(value: number, base: boolean): boolean {
  return value === 0x80 ? base : value === 0x81 ? !base : value !== 0;
}

type Apply<T> = (format: T, operand: Buffer, base: T) => void;

const CHARACTER: Readonly<Record<number, Apply<CharacterFormat>>> = {
  0x0835: (format, operand, base) => void (format.bold = toggled(operand[0]!, base.bold)),
  0x0836: (format, operand, base) => void (format.italic = toggled(operand[0]!, base.italic)),
  0x0837: (format, operand, base) => void (format.strike = toggled(operand[0]!, base.strike)),
  0x2a53: (format, operand) => void (format.strike = operand[0] !== 0),
  0x083c: (format, operand, base) => void (format.hidden = toggled(operand[0]!, base.hidden)),
  0x0800: (format, operand) => void (format.deleted = operand[0] !== 0),
  0x0806: (format, operand) => void (format.isData = operand[0] !== 0),
  0x0855: (format, operand) => void (format.special = operand[0] !== 0),
  0x4a4f: (format, operand) => void (format.font = operand.readUInt16LE(0)),
  0x2a48: (format, operand) => void (format.position = operand[0]!),
  0x6a03: (format, operand) => {
    format.picture = operand.readUInt32LE(0);
    format.special = true;
  },
  0x6a09: (format, operand) => {
    format.symbol = { font: operand.readUInt16LE(0), code: operand.readUInt16LE(2) };
    format.special = true;
  },
};

const CHARACTER_STYLE = 0x4a30;

/** Applies a list of properties to those of a style. */
export function applyCharacter(
  list: Buffer,
  base: CharacterFormat,
  styleOf: (style: number) => Buffer,
): CharacterFormat {
  const format = { ...base };
  const apply = ({ code, operand }: Sprm): void => CHARACTER[code]?.(format, operand, base);
  for (const sprm of readSprms(list)) {
    if (sprm.code === CHARACTER_STYLE) {
      for (const own of readSprms(styleOf(sprm.operand.readUInt16LE(0)))) apply(own);
    } else apply(sprm);
  }
  return format;
}

const PARAGRAPH: Readonly<Record<number, Apply<DocParagraph>>> = {
  0x2640: (format, operand) => void (format.outline = operand[0]),
  0x260a: (format, operand) => void (format.level = Math.min(8, operand[0]!)),
  0x460b: (format, operand) => {
    const list = operand.readUInt16LE(0);
    // 2047 marks a list of Word 6; others beyond are a number that was taken away.
    format.list = list < 2047 ? list : 0;
  },
  0x2416: (format, operand) => void (format.tableDepth = Math.max(format.tableDepth, operand[0] === 0 ? 0 : 1)),
  0x6649: (format, operand) => void (format.tableDepth = Math.min(64, Math.max(0, operand.readInt32LE(0)))),
  0x2417: (format, operand) => void (format.endsRow ||= operand[0] !== 0),
  0x244c: (format, operand) => void (format.endsRow ||= operand[0] !== 0),
  0x244b: (format, operand) => void (format.endsInnerCell = operand[0] !== 0),
  0x845e: (format, operand) => void (format.indent = operand.readInt16LE(0)),
  0x840f: (format, operand) => void (format.indent = operand.readInt16LE(0)),
  0x8460: (format, operand) => void (format.firstIndent = operand.readInt16LE(0)),
  0x8411: (format, operand) => void (format.firstIndent = operand.readInt16LE(0)),
  0x3404: (format, operand) => void (format.row = { ...format.row, isHeader: operand[0] !== 0 }),
  0xd608: (format, operand) => void (format.row = readRow(operand, format.row.isHeader)),
};

const LONG_LISTS = new Set([0x6646, 0x6645]);

/** Applies a list of properties to those of a style. `data`: where lists lie that are too long. */
export function applyParagraph(list: Buffer, base: DocParagraph, data: Buffer): DocParagraph {
  const format = { ...base };
  for (const { code, operand } of readSprms(list)) {
    if (!LONG_LISTS.has(code)) PARAGRAPH[code]?.(format, operand, base);
    else
      for (const long of readSprms(longList(data, operand.readUInt32LE(0))))
        PARAGRAPH[long.code]?.(format, long.operand, base);
  }
  return format;
}

function longList(data: Buffer, at: number): Buffer {
  return at + 2 > data.length ? Buffer.alloc(0) : data.subarray(at + 2, at + 2 + data.readUInt16LE(at));
}

const CELL = 20;

/** The definition of a row (MS-DOC 2.9.321): the edges of its cells, then how each is merged. */
function readRow(operand: Buffer, isHeader: boolean): RowFormat {
  const count = operand[0] ?? 0;
  const merges = 1 + 2 * (count + 1);
  if (operand.length < merges) return { left: 0, isHeader, cells: [] };
  const cells: CellFormat[] = [];
  for (let n = 0; n < count; n++) {
    const at = merges + n * CELL;
    const flags = at + 2 <= operand.length ? operand.readUInt16LE(at) : 0;
    const vertical = (flags >> 5) & 3;
    cells.push({
      right: operand.readInt16LE(1 + 2 * (n + 1)),
      merge: (flags & 2) === 0 ? 'none' : 'continue',
      mergeDown: vertical === 3 ? 'start' : vertical === 1 ? 'continue' : 'none',
    });
  }
  return { left: operand.readInt16LE(1), isHeader, cells };
}
