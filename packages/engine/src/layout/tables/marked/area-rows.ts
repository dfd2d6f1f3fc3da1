import { firstVerdict, type Check } from '../../model/decisions.ts';
import { centerX, isNear, median, overlapX } from '../../model/geometry.ts';
import { isTableCaption } from '../../lexicon/captions.ts';
import { lineText } from '../../text/inlines.ts';
import { leadings, segmentsByRow, type TextRow } from '../../text/text-rows.ts';
import { findGutters } from '../../whitespace/gutters.ts';
import { areColumnNames, isHeader } from '../header/column-names.ts';
import { CELL_LINE_EM } from '../model/draft-table.ts';
import { hasAmounts } from '../model/numeric.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';
import type { Area } from './table-areas.ts';

/** When a row above or below an area belongs to its table. Set by hand on the tuning half of the corpus. */
const ROW = {
  /** Distance to the next row, in usual distances of the area's rows, of which one is at least so many em. */
  gapAbove: 1.6,
  gapBelow: 1.35,
  /** How many times further above its amounts a row of names may stand than another row. */
  namesAbove: 1.5,
  leastPitchEm: 1.3,
  /** Of an area with one row, in em. */
  pitchEm: 2,
  /** By how much the size of the letters may differ, as a share. */
  sizeAbove: 0.06,
  sizeBelow: 0.15,
  /** Em: distance of rows of names. */
  namesEm: 1.8,
  /** Share of the cells of the fullest row. */
  cells: 0.5,
  /** Em: gutters that a row has to keep. */
  gutterEm: 0.4,
  /** Rows of one cell in a row, and how far from the left edge (in em) the name of a section stands at most. */
  singles: 2,
  insetEm: 3,
  /** Edges of columns that one cell may span. */
  spannedEdges: 1,
};

/** A title over several columns, in em: width of the names left of it, and how far its middle may be from theirs. */
const TITLE = { namesEm: 4, centerEm: 1 };

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** A cell that reaches over an edge by more spans it. */
  overEdge: 2,
  /** Rulings between two rows: how far they may stick out of the area, and their least length. */
  rulingOut: 6,
  rulingLength: 20,
};

/** Em above the baseline of the lower row: a ruling between two rows lies above it. */
const RULING_ABOVE_EM = 0.5;

/** What is known of an area when rows beside it are looked at. */
interface Surroundings {
  readonly area: Area;
  readonly core: readonly TextRow[];
  /** Usual distance of baselines. */
  readonly pitch: number;
  /** Cells of the fullest row. */
  readonly most: number;
  /** Where cells begin, those of the first column aside. */
  readonly starts: readonly number[];
  readonly horizontal: readonly Ruling[];
}

/** A row beside what belongs to the table so far. */
interface RowBeside extends Surroundings {
  readonly row: TextRow;
  readonly next: TextRow;
  /** Distance of their baselines. */
  readonly gap: number;
  /** Rows that were added, and further lines of cells that wait for the row that they belong to. */
  readonly added: number;
  readonly waiting: number;
}

function isRuledOff({ row, next, area, horizontal }: RowBeside): boolean {
  return horizontal.some(
    (ruling) =>
      ruling.at > row.baseline &&
      ruling.at < next.baseline - RULING_ABOVE_EM * next.size &&
      ruling.from > area.x0 - PT.rulingOut &&
      ruling.to < area.x1 + PT.rulingOut &&
      lengthOf(ruling) > PT.rulingLength,
  );
}

/** A single title, in the middle above a ruling that leaves the names of the rows out. */
function isSpanningTitle({ row, next, area, horizontal }: RowBeside): boolean {
  const [title, ...more] = row.segments;
  if (more.length > 0 || next.segments.length < 2) return false;
  return horizontal.some(
    ({ at, from, to }) =>
      at > row.baseline &&
      at < next.baseline - RULING_ABOVE_EM * next.size &&
      from > area.x0 + TITLE.namesEm * row.size &&
      to < area.x1 + PT.rulingOut &&
      title!.x0 > from - PT.overEdge &&
      title!.x1 < to + PT.overEdge &&
      isNear(centerX(title!), (from + to) / 2, TITLE.centerEm * row.size),
  );
}

/** Whether a row has many cells, and they keep to the columns of the area. */
function keepsColumns({ row, area, core, most }: RowBeside): boolean {
  if (row.segments.length < Math.max(2, ROW.cells * most)) return false;
  if (area.edges.length > 0)
    return row.segments.every(
      (segment) =>
        area.edges.filter((x) => x > segment.x0 + PT.overEdge && x < segment.x1 - PT.overEdge).length <=
        ROW.spannedEdges,
    );
  const guttersIn = (rows: readonly TextRow[]): number =>
    findGutters(segmentsByRow(rows), ROW.gutterEm * row.size, 0).length;
  const before = guttersIn(core);
  return before > 0 && guttersIn([...core, row]) >= before;
}

/** The name of a section above the first row, in letters as large as its. */
const isSection = (beside: RowBeside): boolean => {
  const { row, area, waiting } = beside;
  const [name, ...more] = row.segments;
  if (more.length > 0 || waiting >= ROW.singles || isOtherSize(beside, ROW.sizeBelow)) return false;
  return Math.abs(name!.x0 - area.x0) < ROW.insetEm * row.size && name!.x1 < (area.x0 + area.x1) / 2;
};

/** The last line of a name of one column, right above the first row. */
const isLastLine = ({ row, core, added, waiting }: RowBeside): boolean =>
  row.segments.length === 1 &&
  added + waiting === 0 &&
  core.some(({ segments }) => segments.slice(1).some((cell) => overlapX(cell, row.segments[0]!) > 0));

/** Names of the columns: near the next row, or right above the first ruling. */
function areNames({ row, next, core, area, pitch, gap, added, waiting, horizontal }: RowBeside): boolean {
  const edges = area.edges.length > 0 ? [...area.edges, area.x1] : [];
  const most = ROW.gapAbove * Math.max(pitch, ROW.leastPitchEm * row.size);
  const isAboveRuling = added === 0 && row.baseline < area.top && area.top - row.baseline < most;
  return (
    gap <=
      (isAboveRuling
        ? 2 * most
        : hasAmounts(waiting > 0 ? core[0]! : next)
          ? ROW.namesAbove * most
          : ROW.namesEm * row.size) &&
    areColumnNames(row, {
      rows: core,
      x0: area.x0,
      edges,
      rulings: horizontal,
      areNamed: added > 0 && gap <= CELL_LINE_EM * row.size,
    })
  );
}

const isFar = ({ row, gap, pitch }: RowBeside, factor: number): boolean =>
  gap > factor * Math.max(pitch, ROW.leastPitchEm * row.size);
const isOtherSize = ({ row, core }: RowBeside, share: number): boolean =>
  Math.abs(row.size - core[0]!.size) > share * row.size;

type Step = 'stop' | 'wait' | 'take';

const ROWS_ABOVE: readonly Check<RowBeside, Step>[] = [
  ['a caption', ({ row }) => (isTableCaption(lineText(row.segments[0]!)) ? 'stop' : undefined)],
  ['names of columns', (beside) => (areNames(beside) ? 'take' : undefined)],
  [
    'the row below names all columns',
    (beside) => {
      const { next, waiting, most, core } = beside;
      const isNamed = waiting === 0 && next.segments.length >= most && isHeader(next, core);
      return isNamed && !isRuledOff(beside) ? 'stop' : undefined;
    },
  ],
  ['far above', (beside) => (isFar(beside, ROW.gapAbove) ? 'stop' : undefined)],
  ['a title over several columns', (beside) => (isSpanningTitle(beside) ? 'take' : undefined)],
  ['letters of another size', (beside) => (isOtherSize(beside, ROW.sizeAbove) ? 'stop' : undefined)],
  ['keeps the columns', (beside) => (keepsColumns(beside) ? 'take' : undefined)],
  ['the name of a section', (beside) => (isSection(beside) ? 'wait' : undefined)],
  ['the last line of a name', (beside) => (isLastLine(beside) ? 'wait' : undefined)],
  [
    'a ruling parts it from the table',
    (beside) => (beside.row.segments.length >= 2 && isRuledOff(beside) ? 'take' : undefined),
  ],
];

const ROWS_BELOW: readonly Check<RowBeside, Step>[] = [
  ['far below', (beside) => (isFar(beside, ROW.gapBelow) ? 'stop' : undefined)],
  ['letters of another size', (beside) => (isOtherSize(beside, ROW.sizeBelow) ? 'stop' : undefined)],
  ['keeps the columns', (beside) => (keepsColumns(beside) ? 'take' : undefined)],
];

const stepOf = (checks: readonly Check<RowBeside, Step>[], beside: RowBeside): Step =>
  firstVerdict<RowBeside, Step>(checks, beside, { answer: 'stop', reason: 'leaves the columns' }).answer;

/**
 * The rows of an area with those right above and below that keep its columns. `others`: all rows of its width beside
 * it.
 */
export function withRowsBeside(
  core: readonly TextRow[],
  others: readonly TextRow[],
  area: Area,
  horizontal: readonly Ruling[],
): TextRow[] {
  const known: Surroundings = {
    area,
    core,
    pitch: core.length > 1 ? median(leadings(core)) : ROW.pitchEm * core[0]!.size,
    most: Math.max(...core.map((row) => row.segments.length)),
    starts: core.flatMap((row) => row.segments.slice(1).map((segment) => segment.x0)),
    horizontal,
  };
  const isAbove = (row: TextRow): boolean => row.baseline <= area.top + 1;
  const above = area.openTop ? rowsAbove(known, others.filter(isAbove)) : [];
  const below = area.openBottom
    ? rowsBelow(
        known,
        others.filter((row) => !isAbove(row)),
      )
    : [];
  return [...above, ...core, ...below];
}

function rowsAbove(known: Surroundings, others: readonly TextRow[]): TextRow[] {
  let rows: TextRow[] = [];
  let waiting: TextRow[] = [];
  for (const row of others.toReversed()) {
    const next = waiting[0] ?? rows[0] ?? known.core[0]!;
    const gap = next.baseline - row.baseline;
    const step = stepOf(ROWS_ABOVE, { ...known, row, next, gap, added: rows.length, waiting: waiting.length });
    if (step === 'stop') break;
    if (step === 'wait') {
      waiting.unshift(row);
      continue;
    }
    rows = [row, ...waiting, ...rows];
    waiting = [];
  }
  return rows;
}

function rowsBelow(known: Surroundings, others: readonly TextRow[]): TextRow[] {
  const rows: TextRow[] = [];
  for (const row of others) {
    const next = rows.at(-1) ?? known.core.at(-1)!;
    const gap = row.baseline - next.baseline;
    if (stepOf(ROWS_BELOW, { ...known, row, next, gap, added: rows.length, waiting: 0 }) === 'stop') break;
    rows.push(row);
  }
  return rows;
}
