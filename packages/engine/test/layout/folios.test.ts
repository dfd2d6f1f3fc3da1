import { expect, it } from 'vitest';
import type { Folio } from '../../src/layout/model/page-model.ts';
import { layoutPage } from '../../src/layout/page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

const LOGO = { id: 'logo', pixelWidth: 116, pixelHeight: 100, x0: 72, y0: 710, x1: 130, y1: 760 };

/** The number of a page of prose with what is added to it. */
function folioOf(add: (page: PageMaker) => void): Pick<Folio, 'number' | 'of'> | undefined {
  const page = makePage();
  page.lines(72, 150, PROSE);
  add(page);
  const { folio } = layoutPage(page.page());
  return folio && { number: folio.number, ...(folio.of === undefined ? {} : { of: folio.of }) };
}

it.each([
  ['12', 12],
  ['– 12 –', 12],
  ['F-12', 12],
  ['Page 144', 144],
  ['12 | P a g e', 12],
  ['第12页', 12],
  ['iv', 2],
])('finds the number of a page in a row of its own: %s', (text, number) => {
  expect(folioOf((page) => page.text(290, 750, text))?.number).toBe(number);
});

it('finds how many pages there are', () => {
  expect(folioOf((page) => page.text(290, 750, 'Page 3 of 15'))).toEqual({ number: 3, of: 15 });
  expect(folioOf((page) => page.text(290, 750, '12/97'))).toEqual({ number: 12, of: 97 });
});

it('finds a number apart from the other text of its row', () => {
  const named = (page: PageMaker): void => {
    page.text(72, 750, 'Annual Report 2016');
    page.text(520, 750, '69');
  };
  expect(folioOf(named)?.number).toBe(69);
  expect(folioOf((page) => page.text(72, 750, 'Northern Water | 69'))?.number).toBe(69);
  expect(folioOf((page) => page.text(72, 750, '12 Harbour Street, Springfield 69'))).toBeUndefined();
});

it('is left out where a logo stands beside it', async () => {
  const pages = [2, 3, 4].map((number) => {
    const page = makePage(number);
    page.lines(72, 150, PROSE);
    page.text(500, 742, `${number - 1}`);
    return { ...page.page(), images: [LOGO] };
  });
  expect(await markdownOf(...pages)).not.toMatch(/^\d$/m);
});

it('finds a number before a bar and the word for it, behind other text', () => {
  const named = (page: PageMaker): void => {
    page.text(72, 750, 'Northern Water Limited – Annual Report 2016');
    page.text(480, 750, '19');
    page.text(493, 750, '|');
    page.text(498, 750, 'P a g e');
  };
  expect(folioOf(named)?.number).toBe(19);
});

it('finds a number in the middle below text that ends before the page does', () => {
  expect(folioOf((page) => page.text(180, 240, '42'))?.number).toBe(42);
  expect(folioOf((page) => page.text(72, 240, '42'))).toBeUndefined();
});

it('takes no month of a revision for the number of a page', () => {
  const revised = (page: PageMaker): void => {
    page.text(72, 750, 'COM-009');
    page.text(520, 750, '08/24');
  };
  expect(folioOf(revised)).toBeUndefined();
});

it('takes no year for the number of a page, nor the number of a section before its title', () => {
  expect(folioOf((page) => page.text(290, 750, '2016'))).toBeUndefined();
  const titled = (page: PageMaker): void => {
    page.text(72, 80, '4', { bold: true });
    page.text(100, 80, 'Shareholders', { bold: true });
  };
  expect(folioOf(titled)).toBeUndefined();
});

it('takes no number of a section above its title for the number of a page', () => {
  const titled = (page: PageMaker): void => {
    page.text(72, 112, '4', { size: 15, bold: true });
    page.text(72, 130, 'Basis Fields', { size: 15, bold: true });
  };
  expect(folioOf(titled)).toBeUndefined();
});

it('takes no number beside an axis and no large figure for the number of a page', () => {
  const axis = (page: PageMaker): void => {
    page.text(72, 50, '60');
    page.text(72, 75, '50');
  };
  expect(folioOf(axis)).toBeUndefined();
  expect(folioOf((page) => page.text(290, 60, '75', { size: 40 }))).toBeUndefined();
});

it('finds a number in the middle between two texts, but no share of a row of a table', () => {
  const between = (middle: string) => (page: PageMaker) => {
    page.text(72, 750, 'Works of the Basin 271');
    page.text(300, 750, middle);
    page.text(430, 750, 'The Society of Millers');
  };
  expect(folioOf(between('147'))?.number).toBe(147);
  expect(folioOf(between('50 %'))).toBeUndefined();
});

it('finds Roman numbers that are named', () => {
  const named = (page: PageMaker): void => {
    page.text(72, 750, 'Certificate of the Operator');
    page.text(480, 750, 'Page iv of xii');
  };
  expect(folioOf(named)).toEqual({ number: 2, of: 2 });
});

it('finds a number in larger letters far before the running head of its row', () => {
  const row = (x: number) => (page: PageMaker) => {
    page.text(72, 40, '84', { size: 13, bold: true });
    page.text(x, 40, 'Journal of Weirs and Basins', { size: 10 });
  };
  expect(folioOf(row(220))?.number).toBe(84);
  expect(folioOf(row(100))).toBeUndefined();
});

it('takes the number beside a stamp of a download for no number of the document', () => {
  const stamped = (page: PageMaker): void => {
    page.text(290, 720, '199');
    page.text(72, 760, 'Published by Karsund ScholarsArchive, 1997');
    page.text(520, 760, '1');
  };
  expect(folioOf(stamped)?.number).toBe(199);
});

it('takes the number of a note for none, which has a full stop and its text behind it', () => {
  const noted = (page: PageMaker): void => {
    page.text(72, 730, '2.', { size: 7 });
    page.text(90, 730, 'See the act on harbours.', { size: 7 });
  };
  expect(folioOf(noted)).toBeUndefined();
});
