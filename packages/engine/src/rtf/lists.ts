import { FORMAT_NAMES } from '../doc/number-formats.ts';
import { formatNumber } from '../docx/list-number.ts';
import type { ItemFragment } from '../flow/assemble.ts';
import type { ParagraphFormat } from './paragraph-format.ts';

/** The lists that a document defines, which number items without a printed label. */
export interface RtfList {
  /** `\listid` of the list that a paragraph's `\ls` stands for. */
  override(number: number, id: number): void;
  /** The numbering of each level of a list (`\levelnfc`), and its first number. */
  define(id: number, levels: readonly ListLevel[]): void;
  /** A paragraph as an item, without its content; undefined for a paragraph outside of lists. */
  item(label: string | undefined, format: ParagraphFormat): ItemFragment | undefined;
}

export interface ListLevel {
  readonly kind: number;
  readonly start: number;
}

const BULLET = 23;
const NONE = 255;
/** Indents of typed lists, in twips, that make a level. */
const STEP = 360;

export function createLists(): RtfList {
  const levels = new Map<number, readonly ListLevel[]>();
  const overrides = new Map<number, number>();
  const counters = new Map<string, number>();
  return {
    override: (number, id) => void overrides.set(number, id),
    define: (id, defined) => void levels.set(id, defined),
    item(label, format) {
      const level = format.list > 0 ? format.level : levelByIndent(format);
      const list = String(format.list);
      if (label !== undefined && label !== '') return makeItem(label, level, list);
      const shape = levels.get(overrides.get(format.list) ?? Number.NaN)?.[format.level];
      if (!shape || shape.kind === NONE) return undefined;
      if (shape.kind === BULLET) return makeItem('•', level, list);
      const value = count(counters, list, format.level, shape.start);
      return makeItem(`${formatNumber(value, FORMAT_NAMES[shape.kind] ?? 'decimal')}.`, level, list);
    },
  };
}

/** The number of a list's next item at a level; the levels below it begin anew. */
function count(counters: Map<string, number>, list: string, level: number, start: number): number {
  const key = `${list} ${level}`;
  const value = (counters.get(key) ?? start - 1) + 1;
  counters.set(key, value);
  for (const other of counters.keys())
    if (other.startsWith(`${list} `) && Number(other.split(' ')[1]) > level) counters.delete(other);
  return value;
}

function levelByIndent({ indent }: ParagraphFormat): number {
  return Math.min(8, Math.max(0, Math.round(indent / STEP) - 1));
}

function makeItem(label: string, level: number, list: string): ItemFragment {
  const number = /^(\d{1,9})[.)]?$/.exec(label)?.[1];
  // Of bullets from symbol fonts only their code is known; a lone “o” is one of Courier New.
  const bullet = !/[\p{L}\p{N}]/u.test(label) || label === 'o' || /^[\ue000-\uf8ff§ØüvqnlÞà]$/u.test(label);
  return {
    kind: 'item',
    level,
    ordered: number !== undefined,
    value: Number(number ?? 1),
    list,
    item: { blocks: [], ...(number === undefined && !bullet ? { label } : {}) },
  };
}
