import { expect, it } from 'vitest';
import type { Rect } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const BOX = { width: 16, height: 11 };

const boxAt = (x: number, baseline: number): Rect => ({
  x0: x,
  x1: x + BOX.width,
  y0: baseline - 3 - BOX.height / 2,
  y1: baseline - 3 + BOX.height / 2,
});

const OPTIONS = ['Permanent labels', 'Removable labels', 'Labels for a freezer'];

/** A form without fields: a box before each option, painted as given, and the second one crossed by two lines. */
const form = (paint: { fill?: number; stroke?: number }, places = [90, 112, 134]): Promise<string> => {
  const page = makePage();
  page.text(72, 70, 'Tick what you would like to order:');
  OPTIONS.forEach((option, index) => page.text(96, places[index]!, option));
  const boxes = places.map((baseline) => ({ ...boxAt(74, baseline), ...paint }));
  const cross = { ...boxAt(74, places[1]!), stroke: 0 };
  return markdownOf({ ...page.page(), boxes, shapes: [cross, cross] });
};

it('reads the oblong boxes that a form without fields draws beside its text, and which of them is crossed', async () => {
  const items = ['- [ ] Permanent labels', '- [x] Removable labels', '- [ ] Labels for a freezer'];
  expect((await form({ stroke: 0 })).trim().split(/\n+/).slice(1)).toEqual(items);
  expect((await form({ stroke: 0x999999, fill: 0xffffff })).trim().split(/\n+/).slice(1)).toEqual(items);
});

it('takes filled boxes, and cells that touch each other, for no check boxes', async () => {
  expect(await form({ fill: 0x3366cc, stroke: 0 })).not.toMatch(/\[[x ]\]|☐|☒/);
  expect(await form({ stroke: 0 }, [90, 101.5, 113])).not.toMatch(/\[[x ]\]|☐|☒/);
});

it('takes boxes that lines lead to for parts of a drawing', async () => {
  const page = makePage();
  const places = [90, 112, 134];
  OPTIONS.forEach((option, index) => page.text(96, places[index]!, option));
  for (const baseline of places) page.horizontal(baseline - 3, 40, 74);
  const boxes = places.map((baseline) => ({ ...boxAt(74, baseline), stroke: 0 }));
  expect(await markdownOf({ ...page.page(), boxes })).not.toMatch(/\[[x ]\]|☐|☒/);
});

it('reads a drawn box in the cell of a tagged table together with the text beside it', async () => {
  const page = makePage();
  const cells = ['Gender', 'Female', 'Ward', 'Maternity'];
  const boxes: { x0: number; x1: number; y0: number; y1: number; stroke: number }[] = [];
  cells.forEach((text, index) => {
    const [x, y] = [80 + 150 * (index % 2), 100 + 24 * Math.floor(index / 2)];
    page.text(x, y, text);
    if (index % 2 === 1) boxes.push({ ...boxAt(x - 20, y), stroke: 0 });
  });
  const raw = page.page();
  const runs = raw.runs.map((run, mcid) => ({ ...run, mcid }));
  const cell = (mcid: number) => ({ role: 'TD', kids: [], content: [mcid], kidsBefore: [0] });
  const row = (first: number) => ({ role: 'TR', kids: [cell(first), cell(first + 1)], content: [], kidsBefore: [] });
  const tags = [{ role: 'Table', kids: [row(0), row(2)], content: [], kidsBefore: [] }];
  expect(await markdownOf({ ...raw, runs, boxes, tags })).toMatch(
    /\| Gender \| ☐ Female \|[^]*\| Ward \| ☐ Maternity \|/,
  );
});

it('reads a mark that is typed into a box', async () => {
  const page = makePage();
  const places = [90, 112, 134];
  OPTIONS.forEach((option, index) => page.text(96, places[index]!, option));
  page.text(79.5, 90, 'X');
  const boxes = places.map((baseline) => ({ ...boxAt(74, baseline), stroke: 0 }));
  expect((await markdownOf({ ...page.page(), boxes })).trim().split(/\n+/)).toEqual([
    '- [x] Permanent labels',
    '- [ ] Removable labels',
    '- [ ] Labels for a freezer',
  ]);
});

it('reads boxes whose sides are drawn one by one', async () => {
  const page = makePage();
  const places = [90, 112, 134];
  OPTIONS.forEach((option, index) => page.text(96, places[index]!, option));
  for (const { x0, x1, y0, y1 } of places.map((baseline) => boxAt(74, baseline))) {
    for (const y of [y0, y1]) page.horizontal(y, x0, x1);
    for (const x of [x0, x1]) page.vertical(x, y0, y1);
  }
  expect((await markdownOf(page.page())).trim().split(/\n+/)).toEqual(OPTIONS.map((option) => `- [ ] ${option}`));
});

it('reads boxes that are filled between the edges of their border', async () => {
  const page = makePage();
  const places = [90, 112, 134];
  OPTIONS.forEach((option, index) => page.text(96, places[index]!, option));
  for (const { x0, x1, y0, y1 } of places.map((baseline) => boxAt(74, baseline))) {
    page.box({ x0: x0 + 0.6, x1: x1 - 0.6, y0: y0 + 0.6, y1: y1 - 0.6 }, 0);
    page.box({ x0, x1, y0, y1 }, 0);
  }
  expect((await markdownOf(page.page())).trim().split(/\n+/)).toEqual(OPTIONS.map((option) => `- [ ] ${option}`));
});

it('takes the outlines of colours in a legend for no check boxes', async () => {
  const page = makePage();
  const places = [90, 112, 134];
  OPTIONS.forEach((option, index) => page.text(96, places[index]!, option));
  const boxes = places.flatMap((baseline, index) => [
    { ...boxAt(74, baseline), fill: [0xbeffe8, 0xffa77f, 0xe1e1e1][index]! },
    { ...boxAt(74, baseline), stroke: 0 },
  ]);
  expect(await markdownOf({ ...page.page(), boxes })).not.toMatch(/\[[x ]\]|☐|☒/);
});
