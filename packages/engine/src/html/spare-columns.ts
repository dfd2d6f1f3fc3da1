import type { Block, Cell } from '../document.ts';
import { inlinesOf, plainText } from '../flow/inlines.ts';
import { findPlaces } from './grid.ts';
import type { Span } from './grid.ts';

/** A cell that has content, at its place in the grid. */
interface Placed {
  readonly cell: Cell;
  readonly row: number;
  readonly column: number;
  /** The column behind it. */
  readonly end: number;
  readonly text: string;
}

const CURRENCY = /^(?:[A-Z]{1,3})?[$€£¥]$/u;
const CLOSING = /^(?:\)|%|\)\s?%)$/u;
const NUMBER = /^[(–—-]?\s?[$€£¥]?\s?(?:\d[\d.,\s]*|[–—-])\)?\s?%?$/u;
/** Below this share of numbers among its cells, a table may be a form whose blank columns are there to be filled in. */
const NUMBERS = 0.2;

/**
 * The rows of a table of figures without the columns that only set others apart, as reports in HTML have them: columns
 * without content, those of signs of a currency before numbers, and those of what closes numbers. Signs join theirs.
 */
export function withoutSpareColumns(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const places = findPlaces(rows);
  const filled = rows.flatMap((row, y) => row.flatMap((cell) => placed(cell, y, places)));
  const figures = filled.filter(({ text }) => NUMBER.test(text));
  if (figures.length < 2 || figures.length < filled.length * NUMBERS) return rows;
  const single = figures.filter(({ cell }) => cell.blocks.length === 1);
  const numbers = groupBy(single, ({ row }) => row);
  const joined = new Map<Cell, Signs>();
  const spare = new Set<number>();
  const columns = Math.max(...[...places.values()].map(({ end }) => end));
  const byColumn = groupBy(filled, ({ column }) => column);
  for (let column = 0; column < columns; column++) {
    const own = byColumn.get(column) ?? [];
    if (own.length === 0 || joinSigns(own, numbers, joined)) spare.add(column);
  }
  if (spare.size === 0) return rows;
  return rows.map((row) => row.flatMap((cell) => narrowed(cell, places.get(cell)!, spare, joined.get(cell))));
}

/** Signs that are joined to a number. */
interface Signs {
  readonly before: string;
  readonly behind: string;
}

function groupBy(cells: readonly Placed[], key: (cell: Placed) => number): ReadonlyMap<number, readonly Placed[]> {
  const groups = new Map<number, Placed[]>();
  for (const cell of cells) {
    const group = groups.get(key(cell));
    if (group) group.push(cell);
    else groups.set(key(cell), [cell]);
  }
  return groups;
}

function placed(cell: Cell, row: number, places: ReadonlyMap<Cell, Span>): Placed[] {
  if (cell.blocks.length === 0) return [];
  const text = cell.blocks.map((block) => plainText(inlinesOf(block))).join(' ');
  return [{ cell, row, ...places.get(cell)!, text: text.trim() }];
}

/** Joins the signs of a column to the numbers beside them; false, where it has anything else. */
function joinSigns(
  own: readonly Placed[],
  numbers: ReadonlyMap<number, readonly Placed[]>,
  joined: Map<Cell, Signs>,
): boolean {
  const signs = own.filter(({ column, end }) => end === column + 1);
  const isCurrency = signs.every(({ text }) => CURRENCY.test(text));
  if (signs.length === 0 || (!isCurrency && !signs.every(({ text }) => CLOSING.test(text)))) return false;
  const beside = signs.map((sign) => ({
    text: sign.text,
    number: numbers.get(sign.row)?.find(({ column, end }) => (isCurrency ? column === sign.end : end === sign.column))
      ?.cell,
  }));
  if (beside.some(({ number }) => number === undefined)) return false;
  for (const { text, number } of beside) {
    const { before, behind } = joined.get(number!) ?? { before: '', behind: '' };
    joined.set(number!, isCurrency ? { before: text, behind } : { before, behind: behind + text });
  }
  return true;
}

/** A cell without the spare columns that it covers; nothing, where it covers no other. */
function narrowed(cell: Cell, { column, end }: Span, spare: ReadonlySet<number>, signs: Signs | undefined): Cell[] {
  let span = 0;
  for (let at = column; at < end; at++) if (!spare.has(at)) span++;
  if (span === 0) return [];
  const { colSpan: _colSpan, ...rest } = cell;
  const blocks = signs ? cell.blocks.map((block) => withSigns(block, signs)) : cell.blocks;
  return [{ ...rest, blocks, ...(span > 1 ? { colSpan: span } : {}) }];
}

/** A number with its signs, in the look that it has. */
function withSigns(block: Block, { before, behind }: Signs): Block {
  if (block.kind !== 'paragraph') return block;
  const last = block.content.length - 1;
  const content = block.content.map((inline, n) => {
    if (inline.kind !== 'text') return inline;
    return { ...inline, text: (n === 0 ? before : '') + inline.text + (n === last ? behind : '') };
  });
  return { ...block, content };
}
