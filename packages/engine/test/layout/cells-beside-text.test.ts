import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR as PROSE, makePage } from '../../../../test/make/raw-page.ts';

const LEADING = 12;

it('reads single lines beside the first ones of high cells as cells of their rows, not as a column of the page', async () => {
  const page = makePage();
  const rows = [
    ['Measure', ['What it does'], 'Who'],
    ['Ring line', PROSE.slice(0, 4), 'Henrik Moreau, Central Square'],
    ['School service', PROSE.slice(1, 4), 'Ruth Fischer, Airport North'],
    ['Airport shuttle', PROSE.slice(2, 6), 'Caleb Okafor, Central Park'],
    ['Express', PROSE.slice(0, 3), 'Anna Whitfield, Harbour Front'],
  ] as const;
  let y = 100;
  for (const [name, lines, who] of rows) {
    page.text(72, y, name);
    page.lines(170, y, [...lines]);
    page.text(420, y, who);
    y += LEADING * lines.length;
  }
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('| Measure | What it does | Who |\n');
  expect(markdown).toContain(`| School service | ${PROSE.slice(1, 4).join(' ')} | Ruth Fischer, Airport North |\n`);
});

it('reads lines that stand at either side by turns from top to bottom', async () => {
  const page = makePage();
  page.text(260, 100, 'Application for a berth', { size: 14 });
  page.text(72, 140, 'Applicant', { size: 12, bold: true });
  page.lines(260, 170, ['Harbour and town of Marrow', 'Second berth of the north']);
  page.text(72, 220, 'Subject', { size: 12, bold: true });
  page.lines(260, 250, ['Lamps and their oil', 'Ropes and boats of all sizes']);
  const markdown = await markdownOf(page.page());
  const places = ['Application', 'Applicant', 'Harbour and', 'Subject', 'Lamps'].map((text) => markdown.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it('keeps the last line of a table that goes on with a range', async () => {
  const page = makePage();
  page.lines(72, 60, PROSE);
  const times = ['9:00–', '9:45', '10:00–', '10:30', '11:00–', '11:45', '12:00–', '12:30'];
  page.lines(72, 160, times);
  ['Opening', 'Break', 'Harbour', 'Walk'].forEach((item, row) => page.text(130, 160 + 2 * LEADING * row, item));
  ['Caleb', 'Piotr', 'Henrik', 'Ruth'].forEach((name, row) => page.text(260, 160 + 2 * LEADING * row, name));
  expect(await markdownOf(page.page())).toMatch(/\| 12:00– ?12:30 \| Walk \| Ruth \|/u);
});

it('reads a few rows of numbers that begin at the left, below names of their columns', async () => {
  const page = makePage();
  const rows = [
    ['', 'Hohenfeld', 'Valmora'],
    ['Onshore wind', '26,815', '(752)'],
    ['Offshore wind', '92.4', '96.2'],
    ['Photovoltaics', '82,427', '592'],
    ['Hydropower', '829', '38.7%'],
  ];
  page.text(52, 60, 'Investment needs of the valley');
  rows.forEach((cells, row) =>
    cells.forEach((text, column) => void (text && page.text([52, 190, 250][column]!, 90 + 14 * row, text))),
  );
  expect(await markdownOf(page.page())).toContain('| Offshore wind | 92.4 | 96.2 |\n');
});
