import { describe, expect, it } from 'vitest';
import { PLAIN_LETTERS } from '../../../../test/make/glyph-run.ts';
import type { GlyphRun } from '../../src/layout/model/glyph-run.ts';
import { joinSegments, makeLine, type Segment } from '../../src/layout/model/line.ts';
import { readAlignedTable } from '../../src/layout/tables/aligned/aligned-table.ts';
import { findGrid } from '../../src/layout/tables/grid/grid.ts';
import type { Ruling } from '../../src/layout/tables/rulings/rulings.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { textRows } from '../../src/layout/text/text-rows.ts';

/** Ends of three columns of numbers. */
const END = [330, 410, 490] as const;

/** Words from `x` on, in letters half as wide as their size. */
function segment(x: number, y: number, text: string, size = 10): Segment {
  let x0 = x;
  const runs = text.split(' ').map((word, index): GlyphRun => {
    const x1 = x0 + (word.length * size) / 2;
    const run = { x0, x1, y0: y - size, y1: y, text: word, baseline: y, size, space: index > 0, ...PLAIN_LETTERS };
    x0 = x1 + 0.28 * size;
    return run;
  });
  return makeLine(runs);
}

const endingAt = (x: number, y: number, text: string): Segment => {
  const { x0, x1 } = segment(0, y, text);
  return segment(x - (x1 - x0), y, text);
};

/** Lines of three names that end where their columns do; without text there is no name. */
const names = (y: number, lines: readonly (readonly string[])[]): Segment[] =>
  lines.flatMap((line, at) =>
    line.flatMap((name, column) => (name ? [endingAt(END[column]!, y + 11 * at, name)] : [])),
  );

const ENTRIES = [
  ['Sale of timber', '1,204', '1,377', '1,410'],
  ['Rent of the mill', '310', '295', '288'],
  ['Interest', '12', '17', '9'],
  ['Tolls', '2,040', '1,988', '2,116'],
];

/** The first rows of the table of a header and entries below it; a cell over several columns says over how many. */
function headOf(header: readonly Segment[], rulings: readonly Ruling[], rows: number): string[][] {
  const entries = ENTRIES.flatMap(([name, ...amounts], at) => [
    segment(72, 140 + 16 * at, name!),
    ...names(140 + 16 * at, [amounts]),
  ]);
  const table = readAlignedTable(textRows([...header, ...entries]), { marked: true, rulings });
  return table!.rows
    .slice(0, rows)
    .map((row) => row.map(({ content, colSpan = 1 }) => plain(content) + (colSpan > 1 ? ` [${colSpan}]` : '')));
}

describe('the header of a statement', () => {
  it('has a title above one name only, which does not span the others', () => {
    const header = [
      endingAt(404, 92, 'Unaudited'),
      ...names(110, [
        ['Sum', 'Sum', ''],
        ['of May', 'of June', 'Total'],
      ]),
    ];
    expect(headOf(header, [{ at: 126, from: 72, to: 490 }], 3)).toEqual([
      ['', '', 'Unaudited', ''],
      ['', 'Sum of May', 'Sum of June', 'Total'],
      ENTRIES[0],
    ]);
  });

  it('goes on above the first entry where nothing is ruled and the first line names only some columns', () => {
    const header = names(100, [
      ['', 'Harbour', 'Harbour'],
      ['Mill', 'North', 'South'],
      ['(n=7)', '(n=8)', '(n=9)'],
    ]);
    expect(headOf(header, [], 2)).toEqual([
      ['', 'Mill (n=7)', 'Harbour North (n=8)', 'Harbour South (n=9)'],
      ENTRIES[0],
    ]);
  });

  it('has a title of several columns of which a word ends above the amounts of one', () => {
    const title = joinSegments([
      endingAt(END[1], 100, 'Tolls of all the mills there'),
      endingAt(END[2], 100, 'and the locks'),
    ]);
    const header = [title, ...names(116, [['2021', '2022', '2023']])];
    expect(headOf(header, [{ at: 122, from: 72, to: 490 }], 2)).toEqual([
      ['', 'Tolls of all the mills there and the locks [3]'],
      ['', '2021', '2022', '2023'],
    ]);
  });

  it('has so many names that the ways to cut them are beyond counting', () => {
    const ends = Array.from({ length: 34 }, (_, column) => 100 + 30 * column);
    const inColumns = (y: number, text: string): Segment[] => ends.map((end) => endingAt(end, y, text));
    const header = joinSegments([...inColumns(100, 'Toll'), endingAt(ends.at(-1)! + 30, 100, 'more')]);
    const entries = [120, 136, 152].map((y) => inColumns(y, '1.2'));
    const table = readAlignedTable(textRows([header, ...entries.flat()]), { marked: true, rulings: [] });
    expect(table!.rows.map((row) => row.length)).toEqual([2, 34, 34, 34]);
  });
});

it('columns are not parted in the space of a name that reaches over their gutter', () => {
  const entries = ENTRIES.flatMap(([name, ...amounts], at) => [
    segment(72, 140 + 16 * at, name!),
    ...names(140 + 16 * at, [amounts]),
  ]);
  const rows = textRows([segment(360, 120, 'Harbour Front of Ode'), ...entries]);
  const edgesOf = (narrow: readonly number[]): number =>
    findGrid(rows, { marked: true, rulings: [] }, narrow)!.edges.length;
  expect(edgesOf([])).toBe(5);
  expect(edgesOf([468])).toBe(5);
});
