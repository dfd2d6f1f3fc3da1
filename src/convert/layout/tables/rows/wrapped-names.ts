import { isNear, median, type Baseline } from '../../model/geometry.ts';
import { hasUnspaced } from '../../model/glyph-run.ts';
import { isNumeric } from '../model/numeric.ts';
import { entryColumns } from '../model/statements.ts';

/** Set by hand on the tuning half of the checks. */
const NAME = {
  /** Em: the lines of one name stand no further apart. */
  lineEm: 1.6,
  /** A line in capitals stands this much nearer to the one before than the next entry does to it. */
  near: 0.87,
  /** Em: such a line is indented by so much. */
  indentEm: 0.4,
  /** In distances of entries: the name of a section stands at least so far below an entry. */
  section: 0.95,
  /** Points: entries of one section, and further lines of a name, begin at one place. */
  sameStartPt: 1,
  /** Em: by how much a section within another is indented, and how much more room its first word had above. */
  nestedEm: { least: 0.6, most: 3 },
  roomEm: 1,
};

/** Names in two languages beside each other: fewest lines that have both, and their share. Set by hand. */
const TRANSLATED = { lines: 3, share: 0.8 };

/** Entries of small numbers, which look like no amounts: fewest numbers of one, and fewest lines. Set by hand. */
const SMALL = { numbers: 2, lines: 3 };

interface NameCell {
  readonly column: number;
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}

/** A line of text across a table, cut at its columns. */
interface LineOfCells extends Baseline {
  readonly cells: readonly NameCell[];
}

/** What a line is to a name without numbers, or of several lines that has its numbers on the last one. */
type Part = 'first' | 'further' | undefined;

/** The name of a line that has nothing else. */
const nameAlone = (row: LineOfCells | undefined): NameCell | undefined => {
  const [name, ...more] = row?.cells ?? [];
  return name?.column === 0 && more.length === 0 && !/[:：]$/u.test(name.text) ? name : undefined;
};

const goesOnInText = ({ text }: NameCell): boolean => /^[\p{Ll}(]/u.test(text);

/** Whether a line has a name, and nothing but numbers beside it. */
const isEntry = ({ cells: [name, ...numbers] }: LineOfCells): boolean =>
  name!.column === 0 && numbers.length > 0 && numbers.every(({ text }) => isNumeric(text));

const startsAt = ({ cells: [first] }: LineOfCells, x: number): boolean => isNear(first!.x0, x, NAME.sameStartPt);

const isNearAbove = (rows: readonly LineOfCells[], index: number): boolean =>
  rows[index]!.baseline - rows[index - 1]!.baseline <= NAME.lineEm * rows[index]!.size;

/**
 * Whether an entry goes on with the name that is alone in the line above: in small letters, or indented and nearer to
 * that line than the next one is to it. Entries of a section begin below each other, right of its name.
 */
function endsName(rows: readonly LineOfCells[], index: number): boolean {
  const row = rows[index]!;
  const name = nameAlone(rows[index - 1]);
  if (!name || !isEntry(row) || !isNearAbove(rows, index)) return false;
  const [first] = row.cells;
  const next = rows[index + 1];
  const indent = first!.x0 - name.x0;
  if (next && indent > NAME.sameStartPt && startsAt(next, first!.x0) && isEntry(next)) return false;
  if (goesOnInText(first!)) return true;
  const gap = row.baseline - rows[index - 1]!.baseline;
  return next !== undefined && gap < NAME.near * (next.baseline - row.baseline) && indent > NAME.indentEm * row.size;
}

/**
 * Whether the name that is alone in a line is that of a section: it begins where entries do or further left, as far
 * below as they.
 */
function isSection(rows: readonly LineOfCells[], index: number, pitch: number): boolean {
  const row = rows[index]!;
  const above = rows[index - 1]!;
  const name = nameAlone(row);
  return (
    name !== undefined &&
    isEntry(above) &&
    !goesOnInText(name) &&
    above.cells[0]!.x0 > name.x0 - NAME.sameStartPt &&
    row.baseline - above.baseline > NAME.section * pitch
  );
}

/**
 * Whether the name that is alone in a line is that of a section within the one above: what follows begins no further
 * left, and its first word would have fitted into the line above.
 */
function isNested(rows: readonly LineOfCells[], index: number, end: number): boolean {
  const [above, name] = [nameAlone(rows[index - 1]), nameAlone(rows[index])];
  const next = rows[index + 1]?.cells[0];
  if (!above || !name || goesOnInText(name) || /[,(/&-]$/u.test(above.text)) return false;
  const { size } = rows[index]!;
  const indent = name.x0 - above.x0;
  const [word = ''] = name.text.split(/\s/u, 1);
  const room = end - above.x1 - ((name.x1 - name.x0) * word.length) / name.text.length;
  return (
    indent > NAME.nestedEm.least * size &&
    indent < NAME.nestedEm.most * size &&
    room > NAME.roomEm * size &&
    next?.column === 0 &&
    next.x0 > name.x0 - NAME.sameStartPt
  );
}

/** Whether some lines are entries of a statement: one with an amount, or several with some numbers each. */
const haveEntries = (rows: readonly LineOfCells[]): boolean =>
  rows.some((row) => entryColumns(row).length > 0) ||
  rows.filter((row) => row.cells.length > SMALL.numbers && isEntry(row)).length >= SMALL.lines;

/**
 * The lines without the second column where it says the names of the first one again, in Chinese or Japanese beside
 * another language.
 */
function withoutTranslations(rows: readonly LineOfCells[]): readonly LineOfCells[] {
  const pairs = rows.flatMap(({ cells: [name, other] }) =>
    name?.column === 0 && other?.column === 1 ? [[hasUnspaced(name.text), hasUnspaced(other.text)] as const] : [],
  );
  const translated = pairs.filter(([name, other]) => name !== other).length;
  return translated < TRANSLATED.lines || translated < TRANSLATED.share * pairs.length
    ? rows
    : rows.map((row) => ({ ...row, cells: row.cells.filter(({ column }) => column !== 1) }));
}

/**
 * The lines of names of several lines, which have their numbers on the last one, and of sections. Others have no part
 * in any.
 */
export function partsOfNames(given: readonly LineOfCells[]): readonly Part[] {
  const parts: Part[] = given.map(() => undefined);
  if (!haveEntries(given)) return parts;
  const lines = withoutTranslations(given);
  const kept = lines.flatMap(({ cells }, index) => (cells.length > 0 ? [index] : []));
  partsOfLines(kept.map((index) => lines[index]!)).forEach((part, at) => {
    parts[kept[at]!] = part;
  });
  return parts;
}

function partsOfLines(rows: readonly LineOfCells[]): readonly Part[] {
  const parts: Part[] = rows.map(() => undefined);
  const pitch = median(
    rows.slice(1).flatMap((row, at) => (isEntry(row) && isEntry(rows[at]!) ? [row.baseline - rows[at]!.baseline] : [])),
  );
  const end = Math.max(...rows.flatMap(({ cells: [name] }) => (name?.column === 0 ? [name.x1] : [])));
  rows.forEach((row, last) => {
    if (pitch > 0 && last > 0 && (isSection(rows, last, pitch) || isNested(rows, last, end))) parts[last] = 'first';
    if (last === 0 || !endsName(rows, last)) return;
    let first = last - 1;
    const isFurther = (index: number): boolean =>
      nameAlone(rows[index - 1]) !== undefined &&
      isNearAbove(rows, index) &&
      (goesOnInText(rows[index]!.cells[0]!) || startsAt(rows[index]!, row.cells[0]!.x0));
    while (first > 0 && isFurther(first)) first -= 1;
    parts[first] = 'first';
    parts.fill('further', first + 1, last + 1);
  });
  return parts;
}
