import { mean, median } from '../../model/geometry.ts';
import { objectionTo, type Objection } from '../../model/decisions.ts';
import { lazily } from '../../model/lazily.ts';
import { areBullets } from '../../text/labels.ts';
import { countWords } from '../../text/inlines.ts';
import { cellsByRow, draftText, type DraftCell } from '../model/draft-table.ts';
import { monoShare, type CellLine } from '../grid/grid-cells.ts';
import type { TableEvidence } from '../grid/grid.ts';
import { hasOneHighColumn } from '../model/high-column.ts';
import { isNumeric } from '../model/numeric.ts';
import { isSchedule } from './schedules.ts';
import { isStatement } from '../model/statements.ts';

/** Cells that may be those of a table. */
export interface TableCandidate {
  /** By line of text. */
  readonly lines: readonly (readonly CellLine[])[];
  readonly cells: readonly DraftCell[];
  readonly rows: number;
  readonly columns: number;
  readonly evidence: TableEvidence;
}

/** A candidate with what the checks ask of it. */
interface Examined extends TableCandidate {
  readonly byRow: readonly (readonly DraftCell[])[];
  /** Cells of one column only. */
  readonly byColumn: readonly (readonly DraftCell[])[];
  /** Rows with several cells. */
  readonly several: readonly (readonly DraftCell[])[];
  /** By column. */
  readonly texts: () => readonly (readonly string[])[];
  /** Share of numbers in each column. */
  readonly numeric: () => readonly number[];
  /** Words of a cell on average. */
  readonly words: () => number;
}

/** How many rows and columns have to have cells. Set by hand on the tuning half of the corpus. */
const SHAPE = {
  /** Fewest rows with several cells, in marked tables and others, and their share of all. */
  markedRows: 2,
  /** Below names in bold or years, so many columns need no more rows than marked tables. */
  headedColumns: 3,
  rows: 3,
  rowShare: 0.4,
  /** Share of the fields of the rows with several cells that have text, in marked tables and others. */
  markedFill: 0.3,
  fill: 0.5,
};

/** What other things than tables look like. Set by hand on the tuning half of the corpus. */
const OTHER = {
  /**
   * Columns of prose: fewest lines, share of those right below others, words of one, and their usual width as a share
   * of the widest.
   */
  proseLines: 4,
  proseFurther: 0.4,
  proseWords: 3,
  proseWidth: 0.82,
  /**
   * Tables of contents: most columns, fewest entries; shares of page numbers, of rising ones, and of titles with
   * words.
   */
  contentsColumns: 3,
  contentsRows: 3,
  pageNumbers: 0.9,
  rising: 0.9,
  titles: 0.8,
  /** Bullets in the first column: fewest, and their share. */
  bullets: 2,
  bulletShare: 0.6,
  /** Share of the cells with words that begin in mid-sentence. */
  midSentence: 0.4,
  /** Fewer rows without a header are more often an address, a date and a number beside each other. */
  rowsWithoutHeader: 5,
};

/**
 * How long cells of a marked table may be, in words on average. Set by hand on the
 * tuning half of the corpus.
 */
const CELLS = {
  markedWords: 25,
  /** A column with this share of numbers is one of numbers; the second of two columns needs more. */
  numeric: 0.5,
  twoColumnNumeric: 0.7,
  /** Share of the rows of two columns that have both. */
  twoColumnRows: 0.7,
};

/** Entries below names of columns: fewest columns and rows. Set by hand. */
const ENTRIES = { columns: 3, rows: 4 };

/** The rest of a long table on a page of its own: fewest rows, shares of fields and of numbers, columns of numbers. */
const REGULAR = { rows: 8, fill: 0.95, numeric: 0.9, columns: 2 };

function examine(candidate: TableCandidate): Examined {
  const { cells, rows, columns } = candidate;
  const byRow = cellsByRow(cells, rows);
  const byColumn = Array.from({ length: columns }, (_, column) =>
    cells.filter((cell) => cell.column === column && cell.colSpan === 1),
  );
  const texts = lazily(() => byColumn.map((column) => column.map(draftText)));
  return {
    ...candidate,
    byRow,
    byColumn,
    several: byRow.filter((row) => row.length >= 2),
    texts,
    numeric: lazily(() => texts().map((column) => column.filter(isNumeric).length / Math.max(1, column.length))),
    words: lazily(() => mean(texts().flat().map(countWords))),
  };
}

const fillOf = ({ several, columns }: Examined): number =>
  several.reduce((sum, row) => sum + row.length, 0) / (several.length * columns);

/** How many columns look like prose: their lines fill them from edge to edge. */
function proseColumns({ lines, columns }: Examined): number {
  let count = 0;
  for (let column = 0; column < columns; column += 1) {
    const byLine = lines.map((row) => row.find((cell) => cell.column === column && cell.span === 1));
    const cells = byLine.filter((cell) => cell !== undefined);
    const further = cells.length - byLine.filter((cell, index) => cell && !byLine[index - 1]).length;
    if (cells.length < OTHER.proseLines || further < OTHER.proseFurther * cells.length) continue;
    const widths = cells.map((cell) => cell.segments.at(-1)!.x1 - cell.segments[0]!.x0);
    const isFull = median(widths) > OTHER.proseWidth * Math.max(...widths);
    if (isFull && median(cells.map((cell) => countWords(cell.text))) >= OTHER.proseWords) count += 1;
  }
  return count;
}

/** A page number alone, or directly behind a title and a dash. */
const PAGE_NUMBER = /(?:^|(?<=[\p{L})])—)(?:(?<page>\d{1,4})|[ivxl]{1,6})$/u;

/** A title whose leaders lead to a page number. */
const LED_TITLE = /\p{L}{3}.*(?:\.\s?){5}(?:\d{1,4}|[ivxl]{1,6})$/u;

/** Titles on the left and rising page numbers on the right, or at the ends of leaders. */
function isContents({ texts, columns }: Examined): boolean {
  const last = texts()[columns - 1]!;
  if (columns <= OTHER.contentsColumns && last.length > 1 && last.every((text) => LED_TITLE.test(text))) return true;
  if (columns > OTHER.contentsColumns || last.length < OTHER.contentsRows) return false;
  const ends = last.map((text) => PAGE_NUMBER.exec(text));
  if (ends.filter(Boolean).length < OTHER.pageNumbers * last.length) return false;
  const pages = ends.map((end) => Number(end?.groups!.page ?? Number.NaN));
  const rising = pages.slice(1).filter((page, index) => !(page < pages[index]!)).length;
  const isAfterTitle = ends.some((end) => end !== null && end.index > 0);
  const titles = texts()[isAfterTitle ? columns - 1 : columns - 2]!;
  return (
    rising >= OTHER.rising * (pages.length - 1) &&
    titles.filter((text) => /\p{L}{3}/u.test(text)).length > OTHER.titles * titles.length
  );
}

/** Many full rows with columns of numbers: no prose, whatever the words between them begin with. */
const isRegular = (table: Examined): boolean =>
  table.rows >= REGULAR.rows &&
  fillOf(table) >= REGULAR.fill &&
  table.numeric().filter((share) => share >= REGULAR.numeric).length >= REGULAR.columns;

const isSure = ({ marked, headed }: TableEvidence): boolean => marked || headed === true;

/** The name of a field, a file or an object, such as `id-post-v2` or `nameOfShip`: no word of a text, save in code. */
const IDENTIFIER = /^[\p{Ll}-]*(?:_|\d|\p{Ll}\p{Lu}|-\p{L}+-|[.:/]\p{L})\S*/u;

/** What any table is not; cheap checks come first. */
const NO_TABLE: readonly Objection<Examined>[] = [
  [
    'few rows have several cells',
    ({ several, rows, columns, evidence }) =>
      several.length <
        (evidence.marked || (evidence.headed && columns >= SHAPE.headedColumns) ? SHAPE.markedRows : SHAPE.rows) ||
      several.length < SHAPE.rowShare * rows,
  ],
  [
    'columns of prose',
    (table) => proseColumns(table) >= Math.max(2, isSure(table.evidence) ? table.columns : table.columns - 1),
  ],
  ['a table of contents', isContents],
  [
    'a list, or lines with marks: bullets and signs in the first column',
    ({ byColumn: [first], byRow }) => {
      // a dash before several numbers is one of them
      const isMark = ({ row, lines }: DraftCell): boolean =>
        areBullets(lines) && (byRow[row]!.length < 3 || byRow[row]!.some((cell) => !isNumeric(draftText(cell))));
      const marks = first!.filter((cell) => isMark(cell) || draftText(cell) === '+').length;
      return marks >= OTHER.bullets && marks >= OTHER.bulletShare * first!.length;
    },
  ],
  ['many fields are empty', (table) => fillOf(table) < (table.evidence.marked ? SHAPE.markedFill : SHAPE.fill)],
];

const NO_MARKED_TABLE: readonly Objection<Examined>[] = [['long cells', ({ words }) => words() > CELLS.markedWords]];

/** What a table is not that nothing but the alignment of its text, and perhaps its header, shows. */
const NO_UNMARKED_TABLE: readonly Objection<Examined>[] = [
  [
    'cells begin in mid-sentence',
    (table) => {
      const { lines, texts, evidence } = table;
      if (isRegular(table)) return false;
      const areNames = lines.every((line) => monoShare(line) < 1);
      const worded = texts()
        .flat()
        .filter((text) => !isNumeric(text));
      const lower = worded.filter((text) => /^\p{Ll}/u.test(text) && !(areNames && IDENTIFIER.test(text)));
      return !evidence.headed && lower.length > OTHER.midSentence * worded.length;
    },
  ],
  [
    'a few rows without a header',
    ({ rows, byRow, numeric, evidence, texts }) => {
      if (rows >= OTHER.rowsWithoutHeader || evidence.headed || isSchedule(texts())) return false;
      const isValue = (text: string): boolean => isNumeric(text) || /\d{4,}|\d.*\d.*\d/.test(text);
      const startsWithValues = byRow[0]!.some((cell) => isValue(draftText(cell)));
      return startsWithValues || !numeric().some((share) => share >= CELLS.numeric);
    },
  ],
  [
    'two columns without numbers in the second',
    ({ columns, rows, several, evidence, numeric }) =>
      columns < 3 &&
      !evidence.headed &&
      (numeric()[1]! < CELLS.twoColumnNumeric || several.length < CELLS.twoColumnRows * rows),
  ],
];

/** Names of columns, and below them nothing but names of rows with a number in each column. */
const areEntries = ({ lines: [first, ...rows], columns }: TableCandidate): boolean =>
  columns >= ENTRIES.columns &&
  rows.length >= ENTRIES.rows &&
  first!.every(({ column, text }) => column > 0 || !isNumeric(text)) &&
  first!.filter(({ column }) => column > 0).length === columns - 1 &&
  rows.every(
    ([name, ...numbers]) =>
      /\p{L}{2}/u.test(name!.text) && numbers.length === columns - 1 && numbers.every(({ text }) => isNumeric(text)),
  );

/** Cells that are a table whatever else they look like: rows that begin together, entries, or a schedule. */
export const isSureTable = (candidate: TableCandidate): boolean =>
  candidate.evidence.ruledRows === true ||
  areEntries(candidate) ||
  hasOneHighColumn(candidate.lines, candidate.columns) ||
  isSchedule(examine(candidate).texts());

/** Why the cells are no table, but prose, a table of contents, a list or a form; nothing when they are one. */
export function objectionToTable(candidate: TableCandidate): string | undefined {
  const table = examine(candidate);
  const isMarked = table.evidence.marked || isStatement(table.several);
  return objectionTo(NO_TABLE, table) ?? objectionTo(isMarked ? NO_MARKED_TABLE : NO_UNMARKED_TABLE, table);
}
