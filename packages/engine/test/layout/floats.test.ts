import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR as PROSE, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

function facts(page: PageMaker, x: number, top: number): void {
  const ys = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) => top + 24 * row);
  for (const y of ys) page.horizontal(y, x, x + 170);
  for (const at of [x, x + 80, x + 170]) page.vertical(at, ys[0]!, ys.at(-1)!);
  const rows = ['Coast', 'Wall', 'Lamps', 'Ships', 'Depth', 'Wind', 'Tide', 'Crane'];
  rows.forEach((name, row) => {
    page.text(x + 4, top + 16 + 24 * row, name, { bold: true });
    page.text(x + 84, top + 16 + 24 * row, `part ${row + 1}`);
  });
}

it('reads a table that floats at the right before the text that begins beside its top', async () => {
  const page = makePage();
  page.lines(72, 110, PROSE);
  page.text(72, 220, 'The lamps', { size: 14, bold: true });
  page.lines(72, 240, PROSE);
  facts(page, 340, 100);
  page.lines(72, 340, [
    'Below the table the text is as wide as the page, since nothing stands at its right any more, and',
    'so it goes on to the end of the page without a break.',
  ]);
  const markdown = await markdownOf(page.page());
  expect(markdown.indexOf('| Coast')).toBeGreaterThanOrEqual(0);
  expect(markdown.indexOf('| Coast')).toBeLessThan(markdown.indexOf('The harbour of Marrow'));
  expect(markdown.indexOf('The lamps')).toBeLessThan(markdown.indexOf('Below the table'));
});

it('reads justified lines across, though wide spaces of some stand below each other', async () => {
  const page = makePage();
  const parts = [
    ['The harbour of Marrow is the', 'oldest of all harbours here'],
    ['that ships have ever come to', 'from the north or from the'],
    ['east, as monks have told us,', 'and it is deep in any winter'],
  ];
  parts.forEach(([left, right], row) => {
    for (const [text, x0, x1] of [
      [left!, 72, 200],
      [right!, 208, 340],
    ] as const) {
      const words = text.split(' ');
      const natural = words.reduce((sum, word) => sum + 5 * word.length, 0);
      const gap = (x1 - x0 - natural) / (words.length - 1);
      let x = x0;
      for (const word of words) {
        page.text(x, 110 + 12 * row, word);
        x += 5 * word.length + gap;
      }
    }
  });
  page.lines(72, 146, PROSE.slice(2));
  expect(await markdownOf(page.page())).toContain(
    'Marrow is the oldest of all harbours here that ships have ever come to',
  );
});

it('keeps centred lines of a narrow column in one paragraph, though a line is much shorter than those beside it', async () => {
  const page = makePage();
  const lines = [
    'This page tells of the harbours',
    'of the coast and of the ships',
    'that come to each of them, and',
    'each year. It is made by',
    'the keeper of all the lamps, who',
    'lives in the tower by the wall',
    'and writes down what comes in.',
  ];
  lines.forEach((line, row) => page.text(150 - 2.5 * line.length, 110 + 13 * row, line));
  expect(await markdownOf(page.page())).toContain(lines.join(' '));
});

it('takes no bold words at the start of a paragraph for a heading, however short the last word beside them is', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  const end = page.text(72, 200, 'Marrow, the oldest harbour of the coast,', { bold: true });
  page.text(end + 3, 200, 'is a');
  page.lines(
    72,
    212,
    PROSE.map((line) => line.toLowerCase()),
  );
  expect(await markdownOf(page.page())).toContain('**Marrow, the oldest harbour of the coast,** is a the harbour');
});

it('reads columns of a few lines one by one below a title over some of them, also the one with two lines', async () => {
  const page = makePage();
  page.text(40, 100, 'Water', { size: 90, space: 30 });
  page.text(40, 200, 'Meters', { size: 90, space: 30 });
  const columns = [
    ['only ask for the year of', 'the meter if the service', 'cannot work without it.'],
    ['when asking for the size', 'provide more sizes than', 'the two usual ones here.'],
    ['if you need the reading', 'ask about the day when', 'the office has read it', 'and who was there too.'],
    ['tell users why you are', 'asking for a reading.'],
  ];
  for (const [index, lines] of columns.entries()) page.lines(40 + 135 * index, 260, lines, { size: 9 });
  page.text(40, 400, 'Plain words by design', { size: 20 });
  const text = await markdownOf(page.page());
  for (const lines of columns) expect(text).toContain(lines.join(' '));
});

it('reads text beside pictures from top to bottom, now at the left and now at the right of them', async () => {
  const page = makePage();
  const first = ['The harbour of Marrow is the', 'oldest one of the coast, and', 'was named in letters of a monk.'];
  const second = ['It lies below a long wall of', 'grey stones, and ships of all', 'sizes find their room behind it.'];
  const third = ['Even in winter, when the wind', 'is from the north, the other', 'harbours are closed for weeks.'];
  const picture = (id: string, x: number, y: number) => ({
    id,
    x0: x,
    y0: y,
    x1: x + 180,
    y1: y + 40,
    pixelWidth: 180,
    pixelHeight: 40,
  });
  page.lines(300, 100, first);
  page.lines(72, 160, second);
  page.lines(300, 220, third);
  const images = [picture('a', 72, 92), picture('b', 300, 152), picture('c', 72, 212)];
  const text = await markdownOf({ ...page.page(), images });
  expect(text.split('\n\n').map((block) => block.trim())).toEqual(
    expect.arrayContaining([first, second, third].map((lines) => lines.join(' '))),
  );
  const starts = [first, second, third].map(([line]) => text.indexOf(line!));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

it('parts a caption between two pictures from the paragraph that begins below it', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const caption = 'Figure 1: Lamps of the harbour of Marrow and of its wall';
  page.text(80, 370, caption);
  page.text(84, 393, 'The other harbours of the coast have walls too,');
  page.text(72, 650, 'and each of them has lamps on its wall.');
  const picture = { x0: 90, x1: 300, pixelWidth: 210, pixelHeight: 135 };
  const images = [
    { ...picture, id: 'a', y0: 220, y1: 355 },
    { ...picture, id: 'b', y0: 410, y1: 630 },
  ];
  expect((await markdownOf({ ...page.page(), images })).split('\n')).toContain(caption);
});

it('ends balanced columns where a heading and a list follow below more space', async () => {
  const page = makePage();
  page.lines(72, 80, [
    'The harbour and its lamps are kept by the same family as they were before the war, and the',
    'lamps burn all night.',
  ]);
  page.lines(72, 120, PROSE.slice(0, 5));
  page.lines(
    320,
    120,
    PROSE.slice(0, 4).map((line) => line.replace('the', 'this')),
  );
  page.text(72, 210, '4 Next steps', { size: 14 });
  page.lines(80, 232, ['1. Correct the chart', '2. Ask three firms'], { space: 14 });
  const text = await markdownOf(page.page());
  expect(text.indexOf('this')).toBeGreaterThan(0);
  expect(text.indexOf('this')).toBeLessThan(text.indexOf('Next steps'));
});

it('reads a table of contents in a column beside text', async () => {
  const page = makePage();
  const titles = ['Lamps of the harbour', 'The northern wall', 'Boats', 'What ships pay', 'Storms', 'The school'];
  titles.forEach((title, row) => {
    page.text(72, 120 + 12 * row, title);
    page.text(74 + 5 * title.length, 120 + 12 * row, '.'.repeat(43 - title.length));
    page.text(290, 120 + 12 * row, String(2 + 3 * row));
  });
  page.lines(312, 120, PROSE.slice(0, 6));
  const text = await markdownOf(page.page());
  for (const title of titles) expect(text).toMatch(new RegExp(`${title}\\W+\\d+\n`, 'u'));
  expect(text).toContain(PROSE.slice(0, 6).join(' '));
});

it('reads a column to its end that goes on below more space where the other one has ended', async () => {
  const page = makePage();
  const right = PROSE.slice(0, 4).map((line) => line.replace('the', 'this'));
  page.lines(72, 120, PROSE.slice(0, 5));
  page.lines(320, 120, right);
  page.text(72, 210, '1.1 Lamps of the harbour', { size: 12, bold: true });
  page.lines(72, 232, PROSE);
  const text = await markdownOf(page.page());
  expect(text).toContain(PROSE.join(' '));
  expect(text.indexOf('Lamps of')).toBeLessThan(text.indexOf(right[0]!));
});

it('reads columns one by one above a picture over both of them, with the page number in the margin beside it', async () => {
  const page = makePage();
  const [left, right] = [PROSE, PROSE.map((line) => line.replace('the', 'this'))];
  page.lines(72, 110, left);
  page.lines(320, 110, right);
  page.lines(72, 310, ['A view of the wall', 'from the sea.'], { size: 14 });
  page.text(40, 420, '5', { size: 8 });
  const images = [{ id: 'wall', x0: 220, y0: 300, x1: 560, y1: 430, pixelWidth: 340, pixelHeight: 130 }];
  const text = await markdownOf({ ...page.page(), images });
  for (const column of [left, right]) expect(text).toContain(column.join(' '));
});

it('keeps a paragraph in one piece beside which a list begins in the margin', async () => {
  const page = makePage();
  page.text(40, 50, 'Harbours of the coast, a paper for all who come by sea and by land, and for those who stay', {
    size: 8,
  });
  page.lines(230, 100, [...PROSE, ...PROSE.map((line) => line.toLowerCase())]);
  page.lines(40, 148, ['Contents', '1 The harbour', '2 The wall', '3 The lamps'], { size: 8 });
  const text = await markdownOf(page.page());
  expect(text).toContain([...PROSE, ...PROSE.map((line) => line.toLowerCase())].join(' '));
});

it('reads numbers at the start of small lines as no notes where the text beside goes on far below them', () => {
  const page = makePage();
  for (let y = 100; y < 700; y += 84) page.lines(230, y, PROSE);
  page.lines(40, 380, ['1 The harbour of Marrow', '2 The wall of grey stones', '3 The lamps'], { size: 8 });
  const notes = layoutPage(page.page()).blocks.filter((block) => block.kind === 'text' && block.role === 'footnote');
  expect(notes).toEqual([]);
});

it('reads the columns above a ruling over all of them before those below it', async () => {
  const page = makePage();
  const columns = ['first', 'second', 'third', 'fourth'].map((name) => [`This is the ${name} column of`, ...PROSE]);
  page.lines(72, 100, columns[0]!);
  page.lines(320, 103, columns[1]!);
  page.horizontal(196, 72, 540);
  page.lines(72, 212, columns[2]!);
  page.lines(320, 215, columns[3]!);
  const text = await markdownOf(page.page());
  const places = columns.map(([line]) => text.indexOf(line!));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it('keeps a title of two lines together beside the name of its author in small letters', async () => {
  const page = makePage();
  page.lines(72, 80, ['A long day beside the', 'old harbour of Marrow'], { size: 28, bold: true, leading: 39 });
  page.text(440, 90, 'By Ruth Fischer');
  page.lines(72, 160, PROSE);
  page.lines(320, 160, PROSE);
  expect(await markdownOf(page.page())).toContain('# A long day beside the old harbour of Marrow');
});

it('reads small print under the blanks of a form as no notes, since larger text goes on below it', () => {
  const page = makePage();
  page.lines(72, 100, [PROSE.slice(0, 2).join(' '), PROSE.slice(2, 4).join(' '), PROSE.slice(4, 6).join(' ')]);
  const labels = ['Name:', 'Address:', 'Signature of the tenant:'];
  const prints = ['First name and last name', 'Street and town', 'Day of the month'];
  labels.forEach((label, index) => {
    const y = 500 + 60 * index;
    page.text(72, y, label);
    page.horizontal(y + 2, 72, 240);
    page.text(80, y + 10, prints[index]!, { size: 7 });
  });
  const blocks = layoutPage(page.page()).blocks.flatMap((block) => (block.kind === 'text' ? [block] : []));
  const texts = blocks.map((block) => plain(block.content));
  expect(texts.slice(-6, -1)).toEqual([labels[0], prints[0], labels[1], prints[1], labels[2]]);
  expect(blocks.slice(0, -1).filter(({ role }) => role === 'footnote')).toEqual([]);
});
