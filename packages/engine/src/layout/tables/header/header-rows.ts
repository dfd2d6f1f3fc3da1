import { boundsOf, centerX } from '../../model/geometry.ts';
import { isFilled, draftText, type DraftCell } from '../model/draft-table.ts';
import { isNumeric } from '../model/numeric.ts';
import { haveAmounts } from '../model/statements.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';

/** Set by hand on the tuning half of the corpus. */
const HEADER = {
  /** A rule below more rows than these is not the one below the header, unless these are lines of a few rows. */
  mostRuled: 3,
  mostLines: 7,
  /** Tables with fewer rows have one header row. */
  leastRows: 3,
  /** Cells of the first row that span rows make no more of them header rows. */
  most: 4,
  /** Share of a column's width by which the middle of a title lies beyond that of the columns that it spans so far. */
  offCenter: 0.25,
  /** Points by which a title sticks out of the ruling below it, and share of a column that this covers. */
  rulingPt: 2,
  covered: 0.5,
};

const fillsOf = (cells: readonly DraftCell[], row: number): DraftCell[] =>
  cells.filter((cell) => cell.row === row && isFilled(cell));

const hasNumbers = (cells: readonly DraftCell[], row: number): boolean =>
  fillsOf(cells, row).some((cell) => cell.column > 0 && isNumeric(draftText(cell)));

/** Whether a row has a name and amounts. */
const isBody = (cells: readonly DraftCell[], row: number): boolean =>
  haveAmounts(fillsOf(cells, row).sort((a, b) => a.column - b.column));

/** Whether a row has only a name, which is that of the first section; a unit in parentheses is of the header. */
function isSection(cells: readonly DraftCell[], row: number): boolean {
  const [name, ...others] = fillsOf(cells, row);
  return name?.column === 0 && name.colSpan === 1 && others.length === 0 && !draftText(name).startsWith('(');
}

const hasNames = (cells: readonly DraftCell[], row: number): boolean =>
  !hasNumbers(cells, row) && !isSection(cells, row);

/** How many rows at the top stand above a ruling, up to the first one of the body. */
function rowsAbove(cells: readonly DraftCell[], rows: number, ruling: number): number {
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    const lines = cells.filter((cell) => cell.row === row).flatMap((cell) => cell.lines);
    if (lines.length === 0 || !lines.every((line) => line.baseline < ruling) || isBody(cells, row)) break;
    count = row + 1;
  }
  while (count > 1 && isSection(cells, count - 1)) count -= 1;
  return count;
}

/** Whether a row has nothing but years, and no name: it heads the columns below a title over several of them. */
function areYears(cells: readonly DraftCell[], row: number): boolean {
  const filled = fillsOf(cells, row);
  return (
    filled.length >= 2 &&
    filled.every((cell) => cell.column > 0 && /^(?:FY ?)?(?:19|20)\d\d(?:[-–/]\d{2,4})?$/u.test(draftText(cell)))
  );
}

const UNIT =
  /^(?:in )?(?:(?:[€$£¥]|[A-Z]{2,3}\$?|Rs\.?) ?['’]?(?:0{3}s?|m|mn|bn|k|millions?|thousands?)?|['’]?000s?|%|restated|(?:un)?audited)$/iu;

/** A unit that is no word: words in the first column may be names of rows. */
const AMOUNT_UNIT = /[€$£¥%]|0{3}/u;

/** Whether a row has nothing but units, and no name: it goes on with the years above it. */
export function areUnits(cells: readonly DraftCell[], row: number): boolean {
  const filled = fillsOf(cells, row);
  return (
    filled.length >= 2 &&
    filled.every((cell) => UNIT.test(draftText(cell)) && (cell.column > 0 || AMOUNT_UNIT.test(draftText(cell))))
  );
}

/** How many of the rows above the first ruling, and a row of years right below it, are lines of the header. */
function ruledRows(cells: readonly DraftCell[], rows: number, ruled: number): number {
  const years = fillsOf(cells, ruled).length;
  const isTitle = fillsOf(cells, ruled - 1).length < years && ruled + 1 < rows && areYears(cells, ruled);
  const count = isTitle ? ruled + 1 : ruled;
  return count <= HEADER.mostLines && ruled <= rows / 2 ? count : Math.min(count, HEADER.mostRuled);
}

/**
 * How many rows at the top name the columns: those above the first ruling, those that cells of the first one span, or
 * those above the first row with numbers. A title over several columns may have a ruling of its own.
 */
export function columnHeaderRows(cells: readonly DraftCell[], rows: number, firstRuling: number | undefined): number {
  const ruled = firstRuling === undefined ? 0 : rowsAbove(cells, rows, firstRuling);
  if (ruled > 0 && ruled < rows) return ruledRows(cells, rows, ruled);
  if (rows < HEADER.leastRows) return 1;
  const first = cells.filter((cell) => cell.row === 0 && cell.rowSpan < rows);
  const spanned = Math.max(1, ...first.map((cell) => cell.rowSpan));
  if (spanned > 1) return Math.min(spanned, HEADER.most);
  if (areUnits(cells, 1) || (fillsOf(cells, 0).length === 1 && areYears(cells, 1))) return 2;
  if (hasNumbers(cells, 0)) return 1;
  const hasGroups = cells.some((cell) => cell.row === 0 && cell.colSpan > 1);
  return hasGroups && hasNames(cells, 1) ? 2 : 1;
}

/** Lets a title of the header span the columns that a ruling right below it covers. */
export function spanByRulings(
  cells: readonly DraftCell[],
  headerRows: number,
  edges: readonly number[],
  rulings: readonly Ruling[],
): void {
  for (let row = 0; row < headerRows - 1; row += 1) {
    const below = Math.min(...fillsOf(cells, row + 1).flatMap((cell) => cell.lines.map((line) => line.baseline)));
    for (const title of fillsOf(cells, row)) {
      const { x0, x1 } = boundsOf(title.lines);
      const baseline = Math.max(...title.lines.map((line) => line.baseline));
      const [ruling] = rulings
        .filter(({ at }) => at > baseline && at < below)
        .filter(({ from, to }) => from <= x0 + HEADER.rulingPt && to >= x1 - HEADER.rulingPt)
        .sort((a, b) => lengthOf(a) - lengthOf(b));
      if (ruling) spanColumns(title, cells, edges, ruling);
    }
  }
}

/** Lets a title span the columns that a ruling covers, where it is alone above them. */
function spanColumns(
  title: DraftCell,
  cells: readonly DraftCell[],
  edges: readonly number[],
  { from, to }: Ruling,
): void {
  const covered = edges
    .slice(1)
    .flatMap((end, column) =>
      Math.min(to, end) - Math.max(from, edges[column]!) > HEADER.covered * (end - edges[column]!) ? [column] : [],
    );
  const [first] = covered;
  const last = covered.at(-1);
  if (first === undefined || last === undefined || first === 0) return;
  const isAlone = fillsOf(cells, title.row).every(
    (cell) => cell === title || cell.column > last || cell.column + cell.colSpan <= first,
  );
  if (isAlone) Object.assign(title, { column: first, colSpan: last - first + 1 });
}

/** Lets a cell of the header that stands alone over several columns of the next row span them. */
export function spreadHeader(
  cells: readonly DraftCell[],
  headerRows: number,
  columns: number,
  edges: readonly number[],
): void {
  for (let row = 0; row < headerRows - 1; row += 1) {
    const titles = fillsOf(cells, row).sort((a, b) => a.column - b.column);
    titles.forEach((title, index) => {
      if (title.column === 0 && titles.length > 1) return;
      const next = titles[index + 1]?.column ?? columns;
      const x0 = Math.min(...title.lines.map((line) => line.x0));
      const x1 = Math.max(...title.lines.map((line) => line.x1));
      let last = title.column + title.colSpan - 1;
      const center = centerX({ x0, x1 });
      // a centred title stands in the middle of what it spans
      while (
        last + 1 < next &&
        center - (edges[title.column]! + edges[last + 1]!) / 2 >
          HEADER.offCenter * (edges[last + 2]! - edges[last + 1]!)
      )
        last += 1;
      title.colSpan = last - title.column + 1;
    });
  }
}
