import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR, makePage, PROSE } from '../../../../test/make/raw-page.ts';

const LEFT = [
  'Each reservoir replaces the sediment load of the',
  'river and the operator measures the daily inflow',
  'before the office closes for the year; the costs',
  'of the second clarifier remained flat since then',
];
const RIGHT = LEFT.map((line) => line.replaceAll('the', 'our'));

describe('text in a frame', () => {
  it('of two columns is read before the columns below it go on', async () => {
    const page = makePage();
    page.lines(60, 100, LEFT);
    page.lines(330, 100, RIGHT);
    page.box({ x0: 50, y0: 156, x1: 580, y1: 222 }, 0xe0e8f0);
    page.lines(60, 170, [
      'What the town of Ode paid in the first',
      'year of the new pumps was less than all',
      'of the towns around it had expected, as',
      'the report of that summer could show.',
    ]);
    page.lines(330, 170, [
      'In the second year it paid even less,',
      'while its people used twice the water',
      'and nobody had to go to the old well',
      'behind the church of the lower town.',
    ]);
    page.lines(
      60,
      240,
      LEFT.map((line) => line.toUpperCase()),
    );
    page.lines(
      330,
      240,
      RIGHT.map((line) => line.toUpperCase()),
    );
    const text = await markdownOf(page.page());
    const order = [
      'load of the',
      'load of our',
      'What the town',
      'In the second year',
      'LOAD OF THE',
      'LOAD OF OUR',
    ].map((part) => text.indexOf(part));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThanOrEqual(0);
  });

  it('that a caption calls a figure has no headings, and does not break the paragraph around it', async () => {
    const page = makePage();
    page.lines(72, 100, LEFT);
    page.box({ x0: 72, y0: 160, x1: 400, y1: 260 }, 0xf0f0f0);
    page.text(90, 185, 'Intake', { size: 14, bold: true });
    page.text(200, 220, 'Second clarifier', { size: 14, bold: true });
    page.text(72, 275, 'Figure 3: The way of the water', { size: 8 });
    page.lines(72, 300, ['while the flow meter filters the residual chlorine', 'and nobody looked at it for a year.']);
    const text = await markdownOf(page.page());
    expect(text).not.toContain('#');
    expect(text).toContain('flat since then while the flow meter');
    expect(text).toContain('Second clarifier');
  });

  it('alone in its height stays with the text above and below', async () => {
    const page = makePage();
    page.lines(72, 100, LEFT);
    page.box({ x0: 66, y0: 156, x1: 400, y1: 200 }, 0xf0f0f0);
    page.text(72, 172, 'Costs of the year', { size: 14, bold: true });
    page.lines(72, 188, LEFT.slice(0, 1));
    page.lines(72, 220, LEFT);
    expect(await markdownOf(page.page())).toContain('# Costs of the year\n');
  });
});

it('reads no table of a page on coloured backgrounds, with a title in large letters', async () => {
  const page = makePage();
  page.box({ x0: 0, x1: 612, y0: 0, y1: 190 }, 0x0099aa);
  page.box({ x0: 0, x1: 612, y0: 585, y1: 792 }, 0xeeeeee);
  page.text(36, 120, 'Harbours of the coast', { size: 30, bold: true });
  ['Large', 'Open in winter', 'With lamps'].forEach((label, index) => page.text(43 + 130 * index, 170, label));
  for (const x of [36, 326])
    page.lines(x, 250, ['The oldest harbour, which', 'is below a long wall, and', 'has room for all ships.']);
  for (const x of [58, 336])
    page.lines(x, 640, ['Building a wall for each', 'of the harbours, and more', 'lamps on top of them.']);
  const text = await markdownOf(page.page());
  expect(text).not.toContain('|');
  expect(text).not.toContain('<table');
  expect(text).toContain('The oldest harbour, which is below a long wall, and has room for all ships.');
});

it('takes a bold line at the top of a frame for a heading, and none at the same distances without one', async () => {
  const page = makePage();
  const below = (y: number, name: string): number => {
    page.text(76, y + 16, name, { size: 8, bold: true });
    return page.lines(84, y + 16 + 28, ['• the pump of the harbour', '• the lamps of the town']);
  };
  const top = page.lines(72, 80, [...LEFT, ...RIGHT]);
  const bottom = below(top - 12, 'Key points');
  for (const x of [70, 320]) page.vertical(x, top - 8, bottom - 4);
  for (const y of [top - 8, bottom - 4]) page.horizontal(y, 70, 320);
  below(page.lines(72, bottom + 12, [...LEFT, ...RIGHT]) - 12, 'Opening times');
  expect((await markdownOf(page.page())).match(/^#+ .*$/gm)).toEqual([expect.stringMatching(/^#+ Key points$/)]);
});

it('takes a frame around a heading for no edge of a table, whatever stands in columns between two of them', async () => {
  const page = makePage();
  const frame = (y: number, title: string): void => {
    page.text(76, y + 15, title, { size: 14, bold: true });
    for (const at of [y, y + 20]) page.horizontal(at, 72, 540);
    for (const x of [72, 540]) page.vertical(x, y, y + 20);
  };
  frame(100, 'Experience');
  ['Engineer, Northern Europe', 'Head of Unit, Asia-Pacific', 'Assistant, the Alps'].forEach((work, row) => {
    page.text(76, 140 + 20 * row, `201${row}–201${row + 2}`, { bold: true });
    page.text(150, 140 + 20 * row, work);
  });
  frame(200, 'Education');
  page.lines(72, 240, LEFT);
  const written = await markdownOf(page.page());
  expect(written).toMatch(/^#+ Experience$/m);
  expect(written).toMatch(/^#+ Education$/m);
});

it('reads the columns of a framed page one after the other, with rulings of its head and below links', async () => {
  const page = makePage();
  for (const y of [60, 110, 700]) page.horizontal(y, 50, 560);
  for (const x of [50, 560]) page.vertical(x, 60, 700);
  for (const x of [140, 470]) page.vertical(x, 60, 110);
  page.text(200, 85, 'Letters from the lower town', { size: 16, bold: true });
  const columns = [HARBOUR, [...PROSE, ...PROSE.slice(1)]];
  columns.forEach((lines, index) => page.lines(60 + 250 * index, 130, lines));
  const markdown = await markdownOf(page.page());
  expect(markdown).not.toContain('<table>');
  expect(markdown).toContain(HARBOUR.join(' '));
});
