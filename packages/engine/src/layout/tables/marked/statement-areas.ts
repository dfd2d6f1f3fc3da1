import { isAtom, segmentsOf, type Atom, type Element } from '../../model/element.ts';
import { centerX, isNear, median, overlapX } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { leadings, textRows, type TextRow } from '../../text/text-rows.ts';
import { headAnother } from '../header/column-names.ts';
import { whereTablesMeet } from '../grid/tables-beside.ts';
import { lineText } from '../../text/inlines.ts';
import { endOfDigits, entriesOf, isMoney, isNumber, isSum, type Entry } from './entries.ts';
import type { Ruling, Rulings } from '../rulings/rulings.ts';
import type { Area } from './table-areas.ts';

/** Set by hand on the tuning half of the checks. */
const STATEMENT = {
  /** Fewest entries with several numbers, and columns of numbers. */
  entries: 3,
  columns: 2,
  /** Share of the numbers of an entry that end where others do. */
  aligned: 0.6,
  /** So many lines above entries with fewer numbers than the last one had are the titles of another table. */
  titles: 2,
  /** Share of the entries with an amount of money. */
  amounts: 0.2,
  /** Fewest entries with one number each, and lines that are drawn above their sums. */
  single: 5,
  sums: 3,
};

/** Em: how far an entry may stand below the one before it. */
const EM = {
  below: 9,
  /** How far below the line before it any line stands. */
  next: 3.5,
  /** How far names may begin from each other, and a number end from those of its column, in em. */
  inset: 6,
  /** Letters of one statement differ by less. */
  size: 1.25,
  /** Entries are indented by no more below the first lines of names and the names of sections. */
  indent: 3,
  /** Distance of the lines of one name. */
  line: 1.6,
  /** A sum without a name stands so near below the last entry. */
  sum: 2.6,
};

/** Points: numbers of a column end at one place, save for a parenthesis or sign behind some. */
const END_PT = 5;
/** Points: text may reach over an edge by so much. */
const OVER_PT = 2;

/** Columns of text at the side of names and numbers. */
const SIDE = {
  /** Share of the entries that have a text there. */
  share: 0.7,
  /** With fewer than this share, they are of something else. */
  few: 0.2,
  /** Em between it and the name or the numbers. */
  nearEm: 20,
  /** Letters of such a text, usually; longer ones are prose where more than this share end at one place. */
  letters: 14,
  justified: 0.4,
};

interface Chain {
  readonly entries: readonly Entry[];
  /** Where the columns of numbers begin and end. */
  readonly columns: readonly { readonly x0: number; readonly x1: number; readonly end: number }[];
}

/** The column in which a number ends or begins, or stands where it is a dash. */
const columnOf = ({ columns }: Chain, number: Segment): number => {
  const end = endOfDigits(number);
  return columns.findIndex((column) =>
    end === undefined
      ? centerX(number) > column.x0 - OVER_PT && centerX(number) < column.x1 + OVER_PT
      : isNear(column.end, end, END_PT) || isNear(column.x0, number.x0, OVER_PT),
  );
};

/** The chain with one more entry, whose numbers widen its columns or make new ones. */
function withEntry(chain: Chain, entry: Entry): Chain {
  const columns = [...chain.columns];
  for (const number of entry.numbers) {
    const at = columnOf({ ...chain, columns }, number);
    const { x0, x1, end } = columns[at] ?? { ...number, end: endOfDigits(number) ?? number.x1 };
    columns.splice(at < 0 ? columns.length : at, 1, { x0: Math.min(x0, number.x0), x1: Math.max(x1, number.x1), end });
  }
  return { entries: [...chain.entries, entry], columns };
}

const leftOf = ({ entries }: Chain): number => Math.min(...entries.map(({ name }) => name.x0));
const numbersFrom = ({ columns }: Chain): number => Math.min(...columns.map(({ x0 }) => x0));
const rightOf = ({ columns }: Chain): number => Math.max(...columns.map(({ x1 }) => x1));

/** Whether a text between two entries keeps to the names, stands in a column of numbers or beside all of them. */
function keepsColumns(segment: Segment, chain: Chain): boolean {
  const left = leftOf(chain);
  if (segment.x1 <= numbersFrom(chain) + OVER_PT || segment.x0 >= rightOf(chain)) return true;
  if (segment.x0 < left + EM.indent * segment.size) return false;
  const isIn = (x: number, { x0, x1 }: { readonly x0: number; readonly x1: number }): boolean => x > x0 && x < x1;
  return columnOf(chain, segment) >= 0 || chain.columns.some((column) => isIn(centerX(segment), column));
}

/** Whether a line has text between the sides of a chain. */
const reaches = ({ segments }: TextRow, chain: Chain): boolean =>
  segments.some(({ x0, x1 }) => x1 > leftOf(chain) && x0 < rightOf(chain));

/** Whether a name begins about where those above do, or, as that of a sum may, below a cell left of the last one. */
const beginsBelow = (name: Segment, chain: Chain): boolean =>
  isNear(name.x0, leftOf(chain), EM.inset * name.size) ||
  chain.entries.at(-1)!.before.some((cell) => isNear(cell.x0, name.x0, OVER_PT));

/** Whether an entry goes on with a chain, past the lines between them. */
function goesOn(chain: Chain, entry: Entry, between: readonly TextRow[], atoms: readonly Atom[]): boolean {
  const last = chain.entries.at(-1)!;
  const { size } = entry.row;
  const gap = entry.row.baseline - last.row.baseline;
  const aligned = entry.numbers.filter((number) => columnOf(chain, number) >= 0).length;
  const ratio = entry.name.size / last.name.size;
  if (
    gap > EM.below * size ||
    Math.max(...leadings([last.row, ...between.filter((row) => reaches(row, chain)), entry.row])) > EM.next * size ||
    (between.length >= STATEMENT.titles && entry.numbers.length < last.numbers.length) ||
    aligned < STATEMENT.aligned * entry.numbers.length ||
    !beginsBelow(entry.name, chain) ||
    Math.max(ratio, 1 / ratio) > EM.size
  )
    return false;
  const x0 = Math.min(leftOf(chain), entry.name.x0);
  if (
    atoms.some(
      (atom) => atom.y1 > last.row.baseline && atom.y0 < entry.row.y0 && atom.x1 > x0 && atom.x0 < rightOf(chain),
    )
  )
    return false;
  return (
    between.every((row) => row.segments.every((segment) => keepsColumns(segment, chain))) &&
    !headAnother(between, last.row.baseline)
  );
}

/** Entries below each other whose numbers end at the same places. */
function chainsOf(rows: readonly TextRow[], atoms: readonly Atom[]): Chain[] {
  const open: { chain: Chain; at: number }[] = [];
  rows.forEach((row, at) => {
    for (const entry of entriesOf(row)) {
      const next = open.find(({ chain, at: from }) => goesOn(chain, entry, rows.slice(from + 1, at), atoms));
      if (next) Object.assign(next, { chain: withEntry(next.chain, entry), at });
      else open.push({ chain: withEntry({ entries: [], columns: [] }, entry), at });
    }
  });
  return open.map(({ chain }) => chain);
}

/** Whether all entries have one amount, and lines above some say that these are sums of those above. */
function isSummedUp({ entries, columns: [column, ...more] }: Chain, { horizontal }: Rulings): boolean {
  if (!column || more.length > 0 || entries.length < STATEMENT.single) return false;
  const [top, bottom] = [entries[0]!.row.baseline, entries.at(-1)!.row.baseline];
  const { size } = entries[0]!.row;
  const lines = horizontal.filter(
    ({ at, from, to }) =>
      at > top && at < bottom && isNear(to, column.x1, size) && from > column.x0 - 2 * size && from < column.end,
  );
  return lines.length >= STATEMENT.sums && entries.every(({ numbers }) => numbers.every(isMoney));
}

const isStatement = ({ entries, columns }: Chain): boolean => {
  const several = entries.filter(({ numbers }) => numbers.length >= STATEMENT.columns);
  return (
    columns.length >= STATEMENT.columns &&
    several.length >= STATEMENT.entries &&
    several.filter(({ numbers }) => numbers.some(isMoney)).length >= STATEMENT.amounts * several.length
  );
};

/** Whether texts that stand beside entries, one each, are cells: short, or no lines of prose that end at one place. */
function areCells(texts: readonly Segment[]): boolean {
  if (median(texts.map((text) => lineText(text).length)) <= SIDE.letters) return true;
  const edge = Math.max(...texts.map((text) => text.x1));
  return texts.filter((text) => isNear(text.x1, edge, OVER_PT)).length <= SIDE.justified * texts.length;
}

/**
 * The texts of columns of cells beside entries, such as dates, numbers of accounts, or names where those of the entries
 * are of notes; nothing where only some entries have one, which may span several. `sideOf`: the texts of an entry on
 * one side, after the last that belongs to it.
 */
function cellsBeside(entries: readonly Entry[], sideOf: (entry: Entry) => readonly Segment[]): Segment[] | undefined {
  const cells: Segment[] = [];
  for (let at = 1; ; at += 1) {
    const texts = entries.flatMap((entry) => {
      const side = sideOf(entry);
      const [inner, text] = [side[at - 1], side[at]];
      return inner && text && -overlapX(inner, text) < SIDE.nearEm * entry.row.size ? [text] : [];
    });
    if (texts.length < SIDE.few * entries.length || !areCells(texts)) return cells;
    if (texts.length < SIDE.share * entries.length) return undefined;
    cells.push(...texts);
  }
}

/** The baseline of the last line: that of a sum without a name, where one stands below the entries. */
function bottomOf(chain: Chain, rows: readonly TextRow[]): number {
  let { baseline } = chain.entries.at(-1)!.row;
  for (const row of rows) {
    if (row.baseline <= baseline) continue;
    const own = row.segments.filter(({ x0, x1 }) => x1 > leftOf(chain) && x0 < rightOf(chain));
    if (own.length === 0) continue;
    if (!own.some(isSum) || row.baseline - baseline > EM.sum * row.size) break;
    baseline = row.baseline;
  }
  return baseline;
}

/** The first line: that on which the name of the first entry begins. */
function topOf(chain: Chain, rows: readonly TextRow[]): TextRow {
  let { row: first, name } = chain.entries[0]!;
  for (const row of rows.toReversed()) {
    if (row.baseline >= first.baseline) continue;
    const own = row.segments.filter(({ x0, x1 }) => x1 > leftOf(chain) && x0 < rightOf(chain));
    const isNearName = first.baseline - row.baseline <= EM.line * row.size;
    if (own.length !== 1 || own[0]!.x1 > numbersFrom(chain) || !isNearName || !/^[\p{Ll}(]/u.test(lineText(name)))
      break;
    [first, name] = [row, own[0]!];
  }
  return first;
}

/** The entries of a chain without the texts of another table beside it. */
function ofOneTable(chain: Chain, all: readonly TextRow[]): readonly Entry[] {
  const [top, bottom] = [chain.entries[0]!.row.baseline, chain.entries.at(-1)!.row.baseline];
  const rows = all.filter(({ baseline }) => baseline >= top && baseline <= bottom);
  const x = whereTablesMeet(rows);
  if (x === undefined) return chain.entries;
  const isLeft = leftOf(chain) < x;
  const isOwn = ({ x0 }: Segment): boolean => x0 < x === isLeft;
  return chain.entries.map((entry) => ({
    ...entry,
    before: entry.before.filter(isOwn),
    after: entry.after.filter(isOwn),
  }));
}

function areaOf(chain: Chain, rows: readonly TextRow[], { horizontal }: Rulings): Area | undefined {
  const first = topOf(chain, rows);
  const own = ofOneTable(chain, rows);
  const before = cellsBeside(own, (entry) => [entry.name, ...entry.before]);
  const after = cellsBeside(own, (entry) => [entry.numbers.at(-1)!, ...entry.after]);
  if (!before || !after) return undefined;
  const names = rows
    .filter(({ baseline }) => baseline >= first.baseline && baseline <= chain.entries.at(-1)!.row.baseline)
    .flatMap(({ segments }) => segments)
    .filter((name) => name.x0 > leftOf(chain) - EM.indent * name.size && name.x1 < numbersFrom(chain) + OVER_PT);
  const x0 = Math.min(leftOf(chain), ...[...before, ...names].map((cell) => cell.x0));
  const x1 = Math.max(rightOf(chain), ...after.map((cell) => cell.x1));
  const top = first.baseline - first.size;
  const bottom = bottomOf(chain, rows) + 1;
  const rulings = horizontal.filter(
    ({ at, from, to }: Ruling) => at > top && at < bottom + END_PT && from > x0 - END_PT && to < x1 + END_PT,
  );
  return { x0, x1, top, bottom, rulings, edges: [], openTop: true, openBottom: false };
}

/** A part of the page in which names have amounts beside them, below each other in columns. */
export interface StatementArea {
  readonly area: Area;
  /** The segments of its entries. */
  readonly segments: readonly Segment[];
}

/** The areas of financial statements, told by nothing but their text. */
export function statementAreas(elements: readonly Element[], rulings: Rulings): StatementArea[] {
  const segments = segmentsOf(elements);
  if (segments.filter(isNumber).length < STATEMENT.single) return [];
  const rows = textRows(segments);
  return chainsOf(rows, elements.filter(isAtom))
    .filter((chain) => isStatement(chain) || isSummedUp(chain, rulings))
    .flatMap((chain) => {
      const area = areaOf(chain, rows, rulings);
      return area ? [{ area, segments: chain.entries.flatMap(({ name, numbers }) => [name, ...numbers]) }] : [];
    });
}
