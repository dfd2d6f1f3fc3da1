import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const TYPED = { mono: true, advance: 0.6, space: 6 };

/** Words of a line, so that single spaces stay spaces. */
const words = (page: PageMaker, x: number, y: number, text: string): void => void page.lines(x, y, [text]);

describe('what is no table', () => {
  it('are changed lines with their marks', async () => {
    const page = makePage();
    words(page, 72, 80, 'These lines of the handbook were changed since the second edition:');
    const changed = ['Lamps, their makers and their ports', 'Rules of the harbour', 'Names of all keepers', 'Signals'];
    for (const [row, text] of [...changed, 'Tides, by the office of the harbour', 'Weights'].entries()) {
      page.text(72, 112 + 14 * row, '+');
      words(page, 110, 112 + 14 * row, text);
      page.text(400, 112 + 14 * row, `${row + 1}.5`);
    }
    expect(await markdownOf(page.page())).not.toContain('| -');
  });

  it('are lines of a draft with their numbers in the margin', async () => {
    const page = makePage();
    const lines = [
      'The keeper of the harbour lights each lamp before the evening',
      'tide, and writes down the hour in the book of the office with',
      'his name. Lamps that are broken are sent to the maker on the day',
      'after, with a letter that says what was found, and are replaced.',
      'The office pays the maker once in a year, after the books of all',
      'keepers were read, and keeps a copy of the letters in the house.',
    ];
    let y = 112;
    for (const [row, line] of [...lines, 'Lamps', ...lines, 'Keepers', ...lines].entries()) {
      page.text(60, y, `${row + 212}`);
      words(page, 110, y, line);
      y += row % 7 === 5 || row % 7 === 6 || row % 7 === 2 ? 24 : 13;
    }
    expect(await markdownOf(page.page())).not.toContain('| -');
  });

  it('is a title in a box, with numbers of lines in the margin', async () => {
    const page = makePage();
    for (const y of [84, 101]) page.horizontal(y, 71, 541);
    for (const x of [71, 541]) page.vertical(x, 84, 101);
    const lines = [
      [97, '3. Methods of the test', { size: 12, bold: true }],
      [123, '3.1 Requirements that are derived', { size: 12, bold: true }],
      [142, 'The requirements show which tests the office asks for, by the rules of the', { size: 12 }],
      [156, 'harbour and by the publications that go with them. Each has these parts.', { size: 12 }],
    ] as const;
    lines.forEach(([y, text, options], row) => {
      page.text(36, y, `${row + 151}`, { size: 12 });
      page.text(72, y, text, options);
    });
    expect(await markdownOf(page.page())).not.toContain('| -');
  });

  it.each([
    [
      'with dashes before the numbers of pages',
      ['Aims—1', 'Lamps of the port—2', 'Keepers—2', 'Their names—4', 'Books—6', 'Makers—9', 'Letters—11'],
    ],
    [
      'whose pages begin anew behind the preface',
      [
        'Preface 3',
        'Tables 4',
        'Aims 1',
        'Lamps of the port 2',
        'Keepers 2',
        'Their names 4',
        'Books 6',
        'Makers 9',
        'Letters 11',
        'Tides 12',
        'Ports 15',
      ],
    ],
  ])('are contents %s', async (_, entries) => {
    const page = makePage();
    for (const [row, entry] of entries.entries()) {
      const [title = '', number] = entry.includes('—') ? [entry] : entry.split(/ (?=\d+$)/u);
      page.text(72, 112 + 14 * row, `${row + 1}.1`, { bold: row === 0 });
      page.text(120, 112 + 14 * row, title, { bold: row === 0 });
      if (number) page.text(400, 112 + 14 * row, number);
    }
    expect(await markdownOf(page.page())).not.toContain('| -');
  });

  it('are contents of two entries where leaders lead to the numbers of pages', async () => {
    const page = makePage();
    page.text(72, 84, 'Table 12-4.');
    page.text(150, 84, `Ships by their size${'.'.repeat(50)}9`);
    page.text(72, 104, 'Figures', { bold: true, size: 12 });
    page.text(480, 120, 'Page', { bold: true });
    for (const [row, title] of ['Plan of the harbour', 'Keepers of the lamps'].entries()) {
      page.text(72, 136 + 16 * row, `Figure 9-${row + 1}.`);
      page.text(150, 136 + 16 * row, `${title}${'.'.repeat(50)}${17 + row}`);
    }
    expect(await markdownOf(page.page())).not.toContain('| -');
  });

  it('is a listing whose signs stand below each other, by all that its cells look like', async () => {
    const page = makePage();
    const typed = { ...TYPED, space: 5.4, size: 9 };
    page.text(72, 80, 'Table 2. The lamps of the port');
    const part = [
      [0, 'CREATE LAMP port'],
      [0, 'WITH'],
      [0, '(', 15, 'KIND = OIL'],
      [0, ',', 20, 'OPTIONS ( HEIGHT', 198, "= '9'"],
      [99, ', WICK', 198, "= '2'"],
      [99, ', GLASS', 198, "= 'red'"],
      [99, ', USE_TIDE', 198, '= False'],
      [99, ')'],
      [0, ');'],
    ] as const;
    for (const [row, line] of [...part, ...part].entries())
      for (let index = 0; index < line.length; index += 2)
        page.text(72 + Number(line[index]), 112 + 10.5 * row, String(line[index + 1]), typed);
    expect(await markdownOf(page.page())).not.toMatch(/\| -|<table/u);
  });

  it('are items of a questionnaire with the same choices beside each', async () => {
    const page = makePage();
    const items = ['In silence:', 'With the radio on:', 'Alone:', 'With a friend:', 'In the office:', 'At the quay:'];
    for (const [row, item] of items.entries()) {
      page.text(72, 100 + 16 * row, `${'abcdef'[row]}.`);
      words(page, 100, 100 + 16 * row, item);
      ['S1', 'S2', 'S3', 'S4'].forEach((choice, at) => page.text(340 + 40 * at, 100 + 16 * row, choice));
    }
    expect(await markdownOf(page.page())).not.toContain('| -');
  });
});

it('reads sections in a frame as text where only their first lines have space in the same place', async () => {
  const page = makePage();
  for (const y of [80, 150, 174, 244]) page.horizontal(y, 60, 540);
  for (const x of [60, 540]) page.vertical(x, 80, 244);
  const section = [
    'The keeper of the harbour lights each lamp before the evening tide, and writes down',
    'the hour in the book of the office with his name. Lamps that are broken are sent to',
    'the maker on the day after, with a letter that says what was found, and are replaced.',
  ];
  for (const top of [94, 188]) {
    page.text(66, top, 'Name of the keeper');
    page.text(330, top, 'Day of birth');
    section.forEach((line, row) => words(page, 66, top + 16 + 14 * row, line));
  }
  page.text(66, 166, 'Keepers leave this');
  page.text(330, 166, 'to the office');
  expect(await markdownOf(page.page())).not.toContain('| -');
});

it('reads boxes of a form whose text looks unlike that of a table box by box', async () => {
  const page = makePage();
  for (const y of [100, 124, 148]) page.horizontal(y, 72, 540);
  page.vertical(400, 100, 148);
  const boxes = [
    ['Name of the keeper', 'Number of the lamp'],
    ['Name of the second keeper', 'Number of the second lamp'],
  ];
  for (const [row, titles] of boxes.entries())
    for (const [at, title] of titles.entries()) page.lines(74 + 328 * at, 108 + 24 * row, [title], { size: 7 });
  expect(await markdownOf(page.page())).toBe(`${boxes.flat().join('\n\n')}\n`);
});

it('reads names in code with what is said of them as a table, though code stands in cells of both columns', async () => {
  const page = makePage();
  words(page, 72, 80, 'Table 4. Fields of a lamp');
  for (const y of [98, 116, 330]) page.horizontal(y, 72, 500);
  page.text(76, 112, 'Field', { bold: true });
  page.text(220, 112, 'Meaning', { bold: true });
  let y = 130;
  for (const name of ['lampName', 'lampPort', 'lampKeeper', 'lampMaker', 'lampYear']) {
    page.text(76, y, name, TYPED);
    words(page, 220, y, 'What the office of the harbour wrote down in the book');
    words(page, 220, y + 13, 'of the year, as it stands in:');
    page.text(220, y + 26, '"/lamps/{name}"', TYPED);
    y += 39;
  }
  expect(await markdownOf(page.page())).toMatch(/\| Field \| Meaning \|/u);
});
