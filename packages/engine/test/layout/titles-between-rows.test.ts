import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

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

it('reads a title in larger letters between rulings of one width as no row, with a table above it and one below', () => {
  const page = makePage();
  const days = [
    ['Time', 'Item', 'Speaker'],
    ['9:00', 'Welcome', 'Maria Lindqvist'],
    ['9:30', 'The low-flow reserve', 'Jonas Fischer'],
  ];
  const write = (top: number): void => {
    [0, 1, 2, 3].forEach((index) => page.horizontal(top + 18 * index, 72, 500));
    days.forEach((row, index) =>
      row.forEach((text, column) => page.text([78, 170, 380][column]!, top + 13 + 18 * index, text)),
    );
  };
  write(90);
  page.text(78, 168, 'Day 2: Next steps', { size: 13 });
  write(178);
  const blocks = layoutPage(page.page()).blocks.map((block) =>
    block.kind === 'table' ? block.rows.map((row) => row.map((cell) => plain(cell.content))) : block.kind,
  );
  expect(blocks).toEqual([days, 'text', days]);
});
