import { expect, test } from 'vitest';
import { tablesOfIcdar } from './data-tables.ts';
import { genreOf } from './genres.ts';

function xmlOf(first: number): string {
  const cell = (row: number, column: number, text: string): string =>
    `<cell start-row="${row + first}" start-col="${column + first}"><content>${text}</content></cell>`;
  const region = (text: string): string =>
    `<region>${cell(0, 0, text)}${cell(0, 1, '1')}${cell(1, 0, `${text} too`)}${cell(1, 1, '2')}</region>`;
  return `<document><table>${region('a')}${region('b')}</table></document>`;
}

test('a table whose rows and columns count from one is the same as one that counts from zero', () => {
  const row = (...cells: readonly string[]): string => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`;
  const table = `<table>${row('a', '1')}${row('a too', '2')}${row('b', '1')}${row('b too', '2')}</table>\n`;
  expect(tablesOfIcdar(xmlOf(0))).toBe(table);
  expect(tablesOfIcdar(xmlOf(1))).toBe(table);
});

test('a genre comes from the path before it comes from the name of the repository', () => {
  expect(genreOf('someone/design-of-forms', 'docs/minutes/2020-05.pdf')).toBe('minutes');
  expect(genreOf('someone/invoice-tests', 'a.pdf')).toBe('invoice');
  expect(genreOf('someone/northwind', 'plan.pdf')).toBe('information');
  expect(genreOf('someone/ASVS', 'Application Security Verification.pdf')).toBe('standard');
});
