import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../make/layout-part.ts';
import { makePage, type PageMaker } from '../../make/raw-page.ts';

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
