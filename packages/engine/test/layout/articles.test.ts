import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

/** Rules above and below the names of columns, and below the last row. */
function booktabs(page: PageMaker, ys: readonly number[], [x0, x1]: readonly [number, number]): void {
  for (const y of ys) page.horizontal(y, x0, x1);
}

const cells = (page: PageMaker, y: number, texts: readonly (readonly [number, string])[]): void => {
  for (const [x, text] of texts) page.text(x, y, text);
};

it('parts rows whose numbers stand below each other, where one label stands between them', async () => {
  const page = makePage();
  booktabs(page, [100, 118, 147, 176], [180, 400]);
  const row = (y: number, ...texts: readonly string[]): void =>
    cells(
      page,
      y,
      texts.map((text, index) => [245 + 55 * index, text] as const),
    );
  page.text(190, 112, 'Data');
  row(112, 'Method', '0.1', '0.01');
  page.text(190, 135.5, 'MNIST');
  row(129, 'SGD', '2.31', '4.02');
  row(142, 'Ours', '1.97', '1.95');
  page.text(190, 164.5, 'RCV1');
  row(158, 'SGD', '6.20', '7.75');
  row(171, 'Ours', '5.84', '5.92');
  const markdown = await markdownOf(page.page());
  for (const name of ['MNIST', 'RCV1']) expect(markdown).toContain(`<td rowspan="2">${name}</td><td>SGD</td>`);
  for (const each of ['2.31', '1.97', '6.20', '5.84'])
    expect(markdown).toMatch(new RegExp(`(SGD|Ours)</td><td>${each}`));
});

it('leaves the caption right above its table out of it', async () => {
  const page = makePage();
  page.text(260, 90, 'Table 3: Wrapped');
  booktabs(page, [100, 118, 170], [72, 520]);
  cells(page, 112, [
    [76, 'Name'],
    [120, 'Description'],
    [490, 'Cost'],
  ]);
  ['Alpha', 'Beta', 'Gamma'].forEach((name, index) =>
    cells(page, 132 + 15 * index, [
      [76, name],
      [120, 'A text that fills most of the wide column in the middle of this table here'],
      [500, `${index + 1}0`],
    ]),
  );
  expect(await markdownOf(page.page())).toMatch(/^Table 3: Wrapped\n\n\| Name \| Description \| Cost \|\n/u);
});

it('takes no lines of the other column for names of the rows of a table', async () => {
  const page = makePage();
  const quotation = [
    'Simplicity is a great virtue but it',
    'hard work to achieve it and education to',
    'appreciate it.',
  ];
  const more = [
    'and it may be said again that what is plain',
    'is what the reader keeps when the page is',
    'turned over and the next one has begun.',
  ];
  for (const y of [40, 200, 242]) page.lines(72, y, more, { leading: 14, advance: 0.45 });
  page.lines(82, 112, quotation, { leading: 14, advance: 0.45 });
  page.lines(320, 200, more, { leading: 14, advance: 0.45 });
  booktabs(page, [102, 117, 160], [320, 440]);
  const rows = [
    ['n', 'C', 'Python'],
    ['10', '0.1', '2.5'],
    ['20', '0.2', '3.5'],
    ['30', '0.3', '4.5'],
  ];
  for (const [index, [n, c, python]] of rows.entries())
    cells(page, 112 + 14 * index, [
      [326, n!],
      [360, c!],
      [400, python!],
    ]);
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('| n | C | Python |');
  expect(markdown).toContain(quotation.join(' '));
});

it('joins the two lines of an entry of which the first breaks a word', async () => {
  const page = makePage();
  page.text(72, 40, 'The text above the references has its usual distance of lines, in the letters of the', {
    advance: 0.45,
  });
  page.text(72, 51, 'page, and so that it is known, it goes on for two lines more, until the list begins at', {
    advance: 0.45,
  });
  page.text(72, 62, 'the bottom of it.', { advance: 0.45 });
  page.text(72, 100, '[1] E. W. Author. On the nature of a science that has become known as one of computing, a sci-', {
    advance: 0.406,
  });
  page.text(87, 116, 'ence. Report 896, 1984.', { advance: 0.45 });
  expect(await markdownOf(page.page())).toContain('computing, a science. Report 896, 1984.');
});

it('leaves out the pieces of the lines of a picture', async () => {
  const page = makePage();
  page.text(72, 100, 'The figure shows a line that begins at the origin and rises.');
  for (const step of [0, 1, 2, 3]) page.text(100 + 10 * step, 180 - 5 * step, '\uFFFD', { font: 'LINE10' });
  page.text(110, 190, 'size');
  expect(await markdownOf(page.page())).not.toContain('\uFFFD');
});

it('takes lines of capitals above references, or above a line of text, for headings', async () => {
  const page = makePage();
  page.text(72, 80, 'Terms of water supply', { size: 20, bold: true });
  page.lines(72, 120, [...PROSE, ...PROSE]);
  const middle = (72 + 297) / 2;
  const centered = (y: number, text: string): number => page.text(middle - (text.length * 9) / 4, y, text, { size: 9 });
  centered(252, 'II. SYSTEM MODEL');
  page.text(82, 270, 'The supply of a town at a time is given by');
  page.lines(72, 300, [...PROSE, ...PROSE]);
  centered(432, 'REFERENCES');
  page.lines(72, 450, ['[1] V. Author and M. Scholar, “The water of a town,”'], { size: 8 });
  page.lines(86, 460, ['in Proc. of a meeting, 2005, pp. 457–462.'], { size: 8 });
  const markdown = await markdownOf(page.page());
  expect(markdown).toMatch(/^## II\. SYSTEM MODEL$/mu);
  expect(markdown).toMatch(/^## REFERENCES$/mu);
});

it('reads authors beside each other one by one, also where a table begins further down', async () => {
  const page = makePage();
  const centered = (x: number, y: number, texts: readonly string[]): void =>
    texts.forEach((text, index) => page.text(x - text.length * 2.5, y + 12 * index, text));
  const berg = ['Anna Berg', 'Dept. of Electrical Engineering', 'Northern University', 'Oslo, Norway'];
  const rossi = ['Luca Rossi', 'Institute of Computing', 'Politecnico di Sopra', 'Milan, Italy'];
  centered(200, 120, berg);
  centered(400, 120, rossi);
  page.text(270, 205, 'TABLE I', { size: 8 });
  booktabs(page, [212, 226, 268], [220, 380]);
  ['Action Energy', 'Sleep 0.01', 'Sense 1.2', 'Send 24'].forEach((row, index) => {
    const [name, value] = row.split(' ');
    page.text(230, 222 + 14 * index, name!);
    page.text(330, 222 + 14 * index, value!);
  });
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('Northern University');
  expect(markdown).not.toMatch(/\| *(?:Anna Berg|Luca Rossi)/u);
  expect(markdown.indexOf('Oslo')).toBeLessThan(markdown.indexOf('Luca'));
});
