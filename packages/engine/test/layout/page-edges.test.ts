import { expect, it } from 'vitest';
import { segmentElement, type SegmentElement } from '../../src/layout/model/element.ts';
import { splitEdges } from '../../src/layout/order/page-edges.ts';
import { layoutPage } from '../../src/layout/page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR, makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

it('takes a number in a monospaced font for no code', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.text(300, 750, '168', { mono: true, advance: 0.6 });
  expect(await markdownOf(page.page())).not.toContain('```');
});

it('takes the page number of a print for no code, but the first line of code at the top of a page', async () => {
  const typed = { mono: true, advance: 0.6, space: 6 };
  const page = makePage();
  page.text(480, 30, 'Page 2 of 5', typed);
  page.lines(72, 150, PROSE);
  expect(await markdownOf(page.page())).not.toContain('```');
  const listing = makePage();
  listing.text(72, 60, 'the last call', typed);
  listing.lines(72, 96, ['stop();', 'if (x) {', '  go();', '}'], typed);
  listing.lines(72, 250, PROSE);
  expect(await markdownOf(listing.page())).toMatch(/^```\nthe last call/u);
});

it('takes the running head and the page number of a page that is typed as a whole for no code', async () => {
  const typed = { mono: true, advance: 0.6, space: 6, size: 9 };
  const page = makePage();
  page.text(72, 30, 'Notice of the harbour office', typed);
  page.lines(72, 150, PROSE, typed);
  page.text(480, 750, 'Page 2/3', typed);
  expect(await markdownOf(page.page())).not.toContain('```');
});

it('reads the last lines of two columns below a picture as those of their columns', async () => {
  const page = makePage();
  for (let index = 0; index < 8; index += 1) {
    page.lines(60, 60 + 60 * index, PROSE, { leading: 11.7 });
    page.lines(320, 64.3 + 60 * index, PROSE, { leading: 11.7 });
  }
  const left = ['when the gates were opened and the water of the', 'upper basin was let into the canal for the mills'];
  const right = [
    'Figure 3. The gates of the upper basin in winter,',
    'seen from the bridge at the mill of the old town',
  ];
  page.lines(60, 704, left);
  page.lines(320, 704, right);
  page.text(480, 760, 'harbour.example 1187', { size: 8 });
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain(left.join(' '));
  expect(markdown).toContain(right.join(' '));
});

it('keeps a title of two lines at the top of a page in one piece, but not what stands in two lines there', async () => {
  const first = 'A Study of the Lamps and of the Walls of the Harbour in';
  const second = 'Marrow and Seven Other Towns';
  for (const [size, above, below, isTitle] of [
    [11, first, second, true],
    [11, 'A Study of the Harbour of Marrow', 'with all of its lamps', true],
    [11, 'The Harbour of Marrow', second, false],
    [16, 'The Harbour of Marrow', second, true],
  ] as const) {
    const page = makePage();
    page.lines(72, 50, [above, below], { size, bold: true, leading: 1.2 * size });
    for (let index = 0; index < 3; index += 1) page.lines(72, 130 + 100 * index, PROSE);
    expect((await markdownOf(page.page())).includes(`${above} ${below}`)).toBe(isTitle);
  }
});

it('sets a number alone apart that stands higher, as on a page that is larger than it was set for', () => {
  const page = makePage();
  page.lines(134, 100, PROSE);
  page.text(303, 650, '12');
  const last = layoutPage(page.page()).blocks.at(-1);
  expect(last).toMatchObject({ kind: 'text', edge: 'bottom' });
});

it('leaves out the joiner before the page numbers of Typst, so that they end entries of contents', async () => {
  const page = makePage();
  page.text(72, 100, 'Contents', { size: 16 });
  for (const [index, title] of ['Letter from the Chair', 'Figures', 'Outlook'].entries()) {
    const y = 140 + 14 * index;
    let x = page.text(72, y, title) + 4;
    for (; x < 500; x += 4.1) page.text(x, y, '.', { advance: 0.22 });
    page.text(x, y, '\u2060iii', { advance: 0.3 });
  }
  expect((await markdownOf(page.page())).split('\n').filter((line) => line.endsWith(' iii'))).toHaveLength(3);
});

it('keeps the first and the last rows of a table that goes on over the end of a page', () => {
  const cell = (x0: number, y0: number): SegmentElement =>
    segmentElement({
      runs: [],
      baseline: y0 + 8,
      size: 9,
      text: 'yes',
      hyphens: false,
      x0,
      x1: x0 + 30,
      y0,
      y1: y0 + 9,
    });
  const row = (y: number): SegmentElement[] => [72, 152, 240, 320].map((x) => cell(x + (y % 3), y));
  const table = (from: number): SegmentElement[][] => [0, 17, 34, 51, 68].map((y) => row(from + y));
  const prose = Array.from({ length: 30 }, (_, index) => ({ ...cell(72, 170 + 12 * index), x1: 520 }));
  const page = [cell(72, 33), ...table(77).flat(), ...prose, ...table(660).flat(), cell(500, 770)];
  const edges = splitEdges(page, 792);
  expect([edges.top.flat(), edges.bottom.flat()]).toEqual([[page[0]], [page.at(-1)]]);
});

it('takes a short heading at the left of a wide column for no text of the margin, but a number', () => {
  const page = makePage();
  page.lines(72, 160, [...PROSE, ...PROSE]);
  page.text(72, 320, 'Costs', { bold: true });
  page.lines(72, 336, [...PROSE, ...PROSE]);
  page.text(72, 520, '1,204');
  page.lines(72, 560, [...PROSE, ...PROSE]);
  const next = makePage();
  next.text(72, 90, 'Costs of the year', { bold: true });
  next.lines(72, 103, [...PROSE, ...PROSE]);
  const edgesOf = (made: PageMaker): unknown[] =>
    layoutPage(made.page()).blocks.map((block) => block.kind === 'text' && block.edge);
  expect(edgesOf(page)).toEqual([undefined, undefined, undefined, 'side', undefined]);
  expect(edgesOf(next)).toEqual([undefined, undefined]);
});

it('takes prose of a page that was typed for no code, below the stamp of a court and a heading in other fonts', async () => {
  const page = makePage();
  page.text(72, 30, 'Case: 26-1042 Document: 0017 Page: 1 Date Filed: 12/22/2026 Entry ID: 63903', { size: 9 });
  page.text(200, 80, 'Court of the Harbour', { size: 18, bold: true });
  page.lines(
    72,
    120,
    HARBOUR.map((line) => `${line} and no more of it`),
    { mono: true, size: 9 },
  );
  const markdown = await markdownOf(page.page());
  expect(markdown).not.toContain('```');
});
