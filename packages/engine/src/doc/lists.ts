import { formatNumber } from '../docx/list-number.ts';
import { FORMAT_NAMES } from './number-formats.ts';
import { STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';

/** Counts through the lists of a document. State: the numbers so far, so paragraphs must be asked for in order. */
export interface DocLists {
  /** The label of the next item of a list (from 1) at a level; undefined where it has none. */
  next(list: number, level: number): string | undefined;
}

interface Level {
  readonly start: number;
  readonly format: number;
  /** Characters below 9 stand for the number of that level. */
  readonly text: string;
}

interface Override {
  readonly id: number;
  readonly starts: ReadonlyMap<number, number>;
}

const BULLET = 23;
const NO_NUMBER = 255;
/** Reads the lists and what their uses override (MS-DOC 2.9.131, 2.9.150). */
export function readLists(file: DocFile): DocLists {
  const lists = readDefinitions(file.from(STRUCTURE.lists));
  const overrides = readOverrides(file.structure(STRUCTURE.listOverrides));
  const counters = new Map<number, (number | undefined)[]>();
  const begun = new Set<string>();
  return {
    next(list, level) {
      const override = overrides[list - 1];
      const levels = override && lists.get(override.id);
      const shape = levels?.[level];
      if (!levels || !shape) return undefined;
      if (shape.format === BULLET) return '•';
      const numbers = counters.get(override.id) ?? [];
      counters.set(override.id, numbers);
      const start = override.starts.get(level);
      if (start !== undefined && !begun.has(`${list} ${level}`)) numbers[level] = start - 1;
      begun.add(`${list} ${level}`);
      numbers[level] = (numbers[level] ?? shape.start - 1) + 1;
      numbers.length = level + 1;
      if (shape.format === NO_NUMBER) return undefined;
      return Array.from(shape.text, (char) => {
        const at = char.charCodeAt(0);
        if (at > 8) return char;
        const other = levels[at];
        return formatNumber(numbers[at] ?? other?.start ?? 1, FORMAT_NAMES[other?.format ?? 0] ?? 'decimal');
      })
        .join('')
        .trim();
    },
  };
}

const LIST = 28;

function readDefinitions(bytes: Buffer): ReadonlyMap<number, readonly Level[]> {
  const lists = new Map<number, readonly Level[]>();
  if (bytes.length < 2) return lists;
  const count = bytes.readUInt16LE(0);
  let at = 2 + count * LIST;
  for (let n = 0; n < count && at < bytes.length; n++) {
    const head = 2 + n * LIST;
    const isSimple = (bytes[head + 26]! & 1) !== 0;
    const levels: Level[] = [];
    for (let level = 0; level < (isSimple ? 1 : 9); level++) {
      const read = readLevel(bytes, at);
      if (!read) return lists;
      levels.push(read.level);
      at = read.end;
    }
    lists.set(bytes.readUInt32LE(head), levels);
  }
  return lists;
}

function readLevel(bytes: Buffer, at: number): { readonly level: Level; readonly end: number } | undefined {
  if (at + LIST + 2 > bytes.length) return undefined;
  const text = at + LIST + bytes[at + 24]! + bytes[at + 25]!;
  if (text + 2 > bytes.length) return undefined;
  const end = text + 2 + bytes.readUInt16LE(text) * 2;
  return {
    level: {
      start: bytes.readInt32LE(at),
      format: bytes[at + 4]!,
      text: bytes.toString('utf16le', text + 2, end),
    },
    end,
  };
}

const OVERRIDE = 16;

function readOverrides(bytes: Buffer): readonly Override[] {
  if (bytes.length < 4) return [];
  const count = Math.min(bytes.readUInt32LE(0), Math.floor(bytes.length / OVERRIDE));
  let at = 4 + count * OVERRIDE;
  return Array.from({ length: count }, (_, n): Override => {
    const head = 4 + n * OVERRIDE;
    const starts = new Map<number, number>();
    if (head + OVERRIDE > bytes.length) return { id: -1, starts };
    at += 4;
    for (let level = 0; level < bytes[head + 12]! && at + 8 <= bytes.length; level++) {
      const flags = bytes.readUInt32LE(at + 4);
      if ((flags & 0x10) !== 0 && (flags & 0x20) === 0) starts.set(flags & 15, bytes.readInt32LE(at));
      at += 8;
      if ((flags & 0x20) !== 0) {
        const own = readLevel(bytes, at);
        if (!own) break;
        if ((flags & 0x10) !== 0) starts.set(flags & 15, own.level.start);
        at = own.end;
      }
    }
    return { id: bytes.readUInt32LE(head), starts };
  });
}
