import { describe, expect, it } from 'vitest';
import { isAddress } from '../../src/layout/tables/labels/address-lines.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const lines = async (page: PageMaker): Promise<string[]> => (await markdownOf(page.page())).trim().split('\n\n');

/** Lines of one paragraph. */
const address = (...texts: readonly string[]): string => texts.join('  \n');

const SELLER = ['Northwind Studio', '48 Harbor Road', 'Portland, ME 04101', 'billing@northwind.example'];
const BUYER = ['Acme Widgets Inc.', '900 Industrial Avenue', 'Dayton, OH 45402'];

describe('addresses beside each other', () => {
  it('reads each whole, line by line, the left one first', async () => {
    const page = makePage();
    page.lines(72, 100, SELLER);
    page.lines(330, 100, ['Bill to', ...BUYER]);
    page.lines(72, 190, [
      'Thank you for the order of last week, which we have sent to the address that you gave to',
      'us.',
    ]);
    expect((await lines(page)).slice(0, 2)).toEqual([address(...SELLER), address('Bill to', ...BUYER)]);
  });

  it('reads one that is set to the right, too', async () => {
    const page = makePage();
    page.lines(72, 100, BUYER);
    SELLER.forEach((text, index) => endsAt(page, [540, 100 + 12 * index], text));
    expect((await lines(page))[0]).toBe(address(...BUYER));
  });

  it('leaves addresses in the cells of a row', async () => {
    const page = makePage();
    page.text(40, 100, '1');
    page.lines(72, 100, SELLER);
    page.lines(330, 100, BUYER);
    expect((await lines(page))[0]).not.toContain(address(...SELLER.slice(1, 3)));
  });
});

it('reads an address in lines of its own as one paragraph, and makes no heading of its first line', async () => {
  const page = makePage();
  page.text(72, 100, 'Remit to', { bold: true, size: 11 });
  page.lines(72, 113, BUYER, { size: 11, leading: 13 });
  page.lines(72, 190, [
    'Thank you for the order of last week, which we have sent to the address that you gave to',
    'us.',
  ]);
  expect((await lines(page))[0]).toBe(address('**Remit to**', ...BUYER));
});

it('knows addresses by the postcode with its place, in the forms of several countries', () => {
  const addresses = [
    ['Frau Katrin Lehmann', 'Gartenweg 7', '04109 Leipzig'],
    ['Atelier Dubois', '12 rue des Lilas', '69003 Lyon', 'France'],
    ['Bakkerij Smit', 'Kerkstraat 14', '1017 GM Amsterdam'],
    ['Baxter Packaging', 'Unit 4', 'Hull HU1 2BN'],
    ['Maple Goods', '77 Bay Street', 'Toronto ON M5J 2S1'],
    ['Test Business', '123 Somewhere St', 'Melbourne, VIC 3000'],
    ['Kowalski', 'ul. Polna 3', '00-625 Warszawa'],
    ['Contact', 'Ruth Fischer', '+49 711 555 0100'],
  ];
  expect(addresses.filter((address) => !isAddress(address))).toEqual([]);
});

it('takes no column of a table, no list of labels and no prose for an address', () => {
  const others = [
    ['Revenue', '2023 Total', '2024 Total'],
    ['04109 Leipzig', '69003 Lyon', '10115 Berlin', '80333 Munich'],
    ['a@one.example', 'b@two.example', 'c@three.example'],
    ['Number: 4711', 'Contact: Ruth', 'ruth@one.example'],
    ['We have moved to a new office.', '48 Harbor Road', 'Portland, ME 04101'],
    ['Total', '120.00', 'ruth@one.example'],
  ];
  expect(others.filter((texts) => isAddress(texts))).toEqual([]);
});
