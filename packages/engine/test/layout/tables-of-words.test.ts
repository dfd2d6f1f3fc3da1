import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

describe('tables of words', () => {
  it('have no row with the caption that stands on the same background', async () => {
    const page = makePage();
    const rows = [
      ['Aim', 'What it means'],
      ['First', 'Keep all lamps of the port lit'],
      ['Second', 'Answer ships within the hour'],
      ['Third', 'Mend the quay before the winter'],
    ];
    page.box({ x0: 72, y0: 80, x1: 420, y1: 100 }, 0x333333);
    page.text(200, 94, 'TABLE 1');
    page.text(250, 94, 'Aims of the port');
    for (const [row, [name, text]] of rows.entries()) {
      page.box({ x0: 72, y0: 100 + 20 * row, x1: 420, y1: 120 + 20 * row }, row % 2 === 0 ? 0xdddddd : 0xeeeeee);
      page.text(80, 114 + 20 * row, name!, { bold: row === 0 });
      page.text(180, 114 + 20 * row, text!, { bold: row === 0 });
    }
    const [head, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
    expect(await markdownOf(page.page())).toContain(['', head, '| - | - |', ...body, ''].join('\n'));
  });

  it('have bold names that are centred above words in lower case', async () => {
    const page = makePage();
    const rows = [
      ['Feature', 'Basic', 'Plus', 'Professional'],
      ['Lamps', 'yes', 'no', ''],
      ['Boats and ropes', '', '', 'yes'],
      ['Berths', 'optional', 'yes', '39 m'],
      ['Cranes', '–', 'no', 'optional'],
      ['Radio', '–', 'optional', ''],
    ];
    for (const [row, cells] of rows.entries())
      for (const [column, text] of cells.entries()) {
        const x = column === 0 ? 72 : 180 + 70 * column - 2.5 * text.length;
        if (text) page.text(x, 100 + 12 * row, text, { bold: row === 0 });
      }
    expect(await markdownOf(page.page())).toContain('| Boats and ropes |  |  | yes |');
  });

  it('have bold names of columns in larger letters above cells of several lines', async () => {
    const page = makePage();
    const rows = [
      [['Doubt'], ['Plans for more than one', 'kind of weather at once']],
      [['Many aims'], ['Plans that put the first', 'aims before all others']],
      [['Wide ports'], ['Quays that can be joined']],
      [
        ['Sure', 'times'],
        ['Ships that know the hour', 'at which they may leave'],
      ],
    ];
    page.text(72, 98, 'Question', { bold: true, size: 12 });
    page.text(180, 98, 'What the port can do', { bold: true, size: 12 });
    for (const [row, cells] of rows.entries())
      for (const [column, lines] of cells.entries())
        page.lines([72, 180][column]!, 126 + 40 * row - 6 * (lines.length - 1), lines, { bold: column === 0 });
    const [head, ...body] = (await markdownOf(page.page())).trim().split('\n');
    expect(head).toBe('| Question | What the port can do |');
    expect(body).toHaveLength(rows.length + 1);
  });

  it('have numbers, topics with lists below them and names, as an agenda does', async () => {
    const page = makePage();
    const topics = [
      [['Apologies'], 'JA'],
      [['Matters Arising', '● Hoods', '● Names of keepers', '● Week of the port'], 'All'],
      [['New Keepers'], 'All'],
      [['Past Lamps'], 'All'],
      [['Future Lamps', '● Lamps of glass', '● Lamps that turn', '● Any lamp'], 'All'],
      [['Ships of the Year', '● Letters to ask for', '● Plans of the quays'], 'HW'],
    ] as const;
    page.text(78, 60, 'All keepers of the port meet at noon.');
    let y = 100;
    for (const [row, [[topic, ...list], name]] of topics.entries()) {
      // the digit of the first number is narrow
      page.text(row === 0 ? 74 : 78, y, `${row + 1}`, { bold: true });
      page.text(114, y, topic);
      page.text(540, y, name);
      for (const item of list) page.text(132, (y += 14), item);
      y += 24;
    }
    const rows = topics.map(([lines, name], row) => `| ${row + 1} | ${lines.join('<br>')} | ${name} |`);
    expect(await markdownOf(page.page())).toContain([rows[0], '| -: | - | - |', ...rows.slice(1), ''].join('\n'));
  });
});

it('reads names and values below a ruling as wide as they are, one of which nearly touches its name', async () => {
  const page = makePage();
  page.lines(
    72,
    80,
    Array.from({ length: 4 }, () => 'The harbour of Marrow has been open to all ships for as long as we know.'),
  );
  const values = 203.2 + makePage().text(0, 0, 'Place of the lamp');
  page.horizontal(143, 200, values + makePage().text(0, 0, '12 May of the flood'));
  const rows = [
    ['Name', 'Old wharf'],
    ['Built', '12 May of the flood'],
    ['Place of the lamp', 'North of it'],
    ['Keeper', 'Ann Griffith'],
  ];
  rows.forEach(([name, value], row) => {
    page.text(200, 154 + 12 * row, name!);
    page.text(values, 154 + 12 * row, value!);
  });
  page.lines(
    72,
    230,
    Array.from({ length: 4 }, () => 'The harbour of Marrow has been open to all ships for as long as we know.'),
  );
  const markdown = await markdownOf(page.page());
  for (const [name, value] of rows) expect(markdown).toContain(`| ${name} | ${value} |`);
});
