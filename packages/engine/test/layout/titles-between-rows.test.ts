import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { endsAt, makePage } from '../../../../test/make/raw-page.ts';

it('reads a title in larger letters between filled rows as no row, with a table above it and one below', () => {
  const page = makePage();
  const at = [54, 168, 320, 446];
  const edges = [48, 162, 315, 441, 563];
  const write = (rows: readonly (readonly string[])[], top: number): void =>
    rows.forEach((row, index) => {
      const y0 = top + 18 * index;
      const fill = index % 2 === 0 ? 0xedf2f8 : 0xf9fbfd;
      edges.slice(1).forEach((x1, column) => page.box({ x0: edges[column]!, x1, y0, y1: y0 + 18 }, fill));
      row.forEach((text, column) => text && page.text(at[column]!, y0 + 13, text, { size: 9, bold: column % 2 === 0 }));
    });
  const weather = [
    ['Conditions:', 'Clear', 'Light:', 'Day'],
    ['Wind speed:', '6 knots', 'Visibility:', '10 miles'],
    ['Departure:', 'Uruapan', 'Flight plan:', 'VFR'],
  ];
  const wreckage = [
    ['Crew:', '1 fatal', 'Damage:', 'Destroyed'],
    ['Passengers:', 'None', 'Fire:', 'None'],
    ['Total:', '1 fatal', 'Explosion:', 'None'],
  ];
  page.text(54, 84, 'Weather and Flight Plan', { size: 12, bold: true });
  page.horizontal(92, 48, 563);
  write(weather, 90);
  page.text(54, 168, 'Wreckage and Impact', { size: 12, bold: true });
  page.horizontal(176, 48, 563);
  write(wreckage, 174);
  const blocks = layoutPage(page.page()).blocks.map((block) =>
    block.kind === 'table' ? block.rows.map((row) => row.map((cell) => plain(cell.content))) : block.kind,
  );
  expect(blocks).toEqual(['text', weather, 'text', wreckage]);
});

it('begins a table at names of columns that stand below a note and a title, under the totals of another', () => {
  const page = makePage();
  const ends = [330, 420, 510] as const;
  const row = (y: number, [name, ...cells]: readonly string[], bold = false): void => {
    page.text(72, y, name!, { size: 9, bold });
    cells.forEach((cell, at) => endsAt(page, [ends[at]!, y], cell, { size: 9, bold }));
  };
  const names = ['Keeper', 'Nights on duty', 'Paid in May', 'Paid in June'];
  const may = ['Ada Marrow', '21', '1,204.00', '1,190.00'];
  const june = ['Ben Stane', '9', '310.00', '288.50'];
  row(100, names);
  page.horizontal(104, 72, 510);
  row(116, may);
  row(129, ['Total', '21', '1,204.00', '1,190.00'], true);
  page.horizontal(133, 72, 510);
  page.text(72, 144, 'What is paid for a night is told in the rules of the harbour, of the year before last.', {
    size: 7,
  });
  page.text(72, 162, 'Keepers of the locks', { size: 9, bold: true });
  row(186, names);
  page.horizontal(190, 72, 510);
  row(202, june);
  page.horizontal(206, 72, 510);
  const tables = layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((cells) => cells.map((cell) => plain(cell.content)))] : [],
  );
  expect(tables).toEqual([
    [names, may, ['Total', '21', '1,204.00', '1,190.00']],
    [names, june],
  ]);
});
