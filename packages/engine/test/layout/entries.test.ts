import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

const paragraphs = async (page: PageMaker): Promise<string[]> => (await markdownOf(page.page())).trim().split('\n\n');

describe('bold text that leads into a paragraph', () => {
  it('goes on from a full line into the next one', async () => {
    const page = makePage();
    page.lines(72, 60, PROSE);
    page.text(72, 160, 'Figure 6. The highest inflow of the upper basin as a', { bold: true });
    const end = page.text(72, 172, 'function of the rain.', { bold: true });
    page.text(end + 2.8, 172, 'The dashed line shows the year');
    page.text(72, 184, 'in which the second gate was opened for the first');
    expect(await paragraphs(page)).toContain(
      '**Figure 6. The highest inflow of the upper basin as a function of the rain.** The dashed line shows the year ' +
        'in which the second gate was opened for the first',
    );
  });

  it('is a heading where its line has room for the bold words that the next one begins with', async () => {
    const page = makePage();
    page.lines(72, 60, PROSE);
    page.text(72, 160, 'Upper basin', { bold: true });
    const end = page.text(72, 172, 'Inflow.', { bold: true });
    page.text(end + 2.8, 172, 'Each reservoir replaces the sediment load of');
    page.text(72, 184, 'the river and the operator measures the daily inflow');
    const read = await paragraphs(page);
    expect(read.some((text) => /^(?:#+ Upper basin|\*\*Upper basin\*\*)$/u.test(text))).toBe(true);
  });
});

it('reads bulleted entries that end with a page as a list', async () => {
  const page = makePage();
  page.lines(72, 60, PROSE);
  const entries = [
    'Certificate of the harbour, page 3',
    'Report of the year, page 4',
    'Lamps, page 5',
    'Walls, page 6',
  ];
  for (const [index, entry] of entries.entries()) page.text(72, 160 + 12 * index, `• ${entry}`);
  page.lines(72, 230, PROSE);
  expect(await paragraphs(page)).toContain(entries.map((entry) => `- ${entry}`).join('\n'));
});

const ENTRIES = [
  ['Alder R 1995. Rights of millers in the river law of', 'the northern districts. Karsund Law 13: 381.'],
  ['Birch J, Lind T, Moe P 1990. Gates and the flow that', 'they let through. Water 17: 140-169.'],
  ['Cedar D 2003. Modelling of olden weirs. Works 4: 97.'],
  ['Elm P, Fir H, Oak L 1998. The inflow of reservoirs in', 'dry years. Basin 61: 12.'],
  ['Hazel C 2011. A history of the second clarifier, with', 'an index of all parts and makers. Water 9.'],
];

describe('entries whose lines hang', () => {
  it('are paragraphs of their own, however long their last lines are', async () => {
    const page = makePage();
    ENTRIES.flatMap((lines) => lines.map((line, index) => ({ line, x: index > 0 ? 92 : 72 }))).forEach(
      ({ line, x }, index) => page.text(x, 100 + 12 * index, line),
    );
    expect(await paragraphs(page)).toEqual(ENTRIES.map((lines) => lines.join(' ')));
  });

  it('are told from paragraphs that begin with an indent', async () => {
    const page = makePage();
    for (let index = 0; index < 4; index += 1) {
      const y = 100 + 36 * index;
      page.text(84, y, 'The costs of the second clarifier remained flat');
      page.text(72, y + 12, 'since the office closed, and the flow meter filters');
      page.text(72, y + 24, 'the residual chlorine.');
    }
    const read = await paragraphs(page);
    expect(read).toHaveLength(4);
    expect(read[3]).toMatch(/^The costs .* chlorine\.$/u);
  });
});

describe('entries with leaders', () => {
  const leaders = (line: number): string => '…'.repeat(9) + '.'.repeat(2 + (line % 3));
  const titles = ['Angels', 'Study of books', 'Biographies', 'Death and afterlife', 'Fiction', 'Spirituality'];

  it('of contents are lines of their own, whatever mix of dots their leaders are', async () => {
    const page = makePage();
    page.lines(
      72,
      100,
      titles.map((title, line) => `${title} ${leaders(line)}${15 + line}`),
    );
    expect(await markdownOf(page.page())).toBe(titles.map((title, line) => `- ${title} … ${15 + line}\n`).join(''));
  });

  it('of a programme keep the lines that go on below them', async () => {
    const page = makePage();
    const lines = [
      `9:45am ${leaders(0)} School for all who can`,
      'come to it',
      `11:00am ${leaders(1)} Morning worship in hall`,
      `6:00pm ${leaders(2)} Evening service in hall`,
    ];
    page.lines(72, 100, lines);
    expect(await paragraphs(page)).toEqual([`${lines[0]} ${lines[1]}`, lines[2], lines[3]]);
  });
});
