import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

/** A page of lines, with the text in the margin that `margin` gives for each. */
function draft(lines: readonly string[], margin: (line: number) => string | undefined): ReturnType<typeof makePage> {
  const page = makePage();
  lines.forEach((text, index) => {
    const number = margin(index + 1);
    if (number !== undefined) page.text(40, 100 + index * 14, number);
    page.text(72, 100 + index * 14, text);
  });
  return page;
}

const LONG = Array.from({ length: 25 }, (_, index) => PROSE[index % PROSE.length]!);

describe('numbers of lines in the margin', () => {
  it.each([
    ['every fifth line', (line: number) => (line % 5 === 0 ? String(line + 90) : undefined)],
    ['every line', String],
  ])('are left out where %s has one, and this is said', async (_, margin) => {
    const page = draft(LONG, margin).page();
    expect(await markdownOf(page)).not.toMatch(/\d/u);
    expect(layoutPage(page).warnings).toEqual([
      { kind: 'line-numbers', count: LONG.filter((__, at) => margin(at + 1)).length },
    ]);
  });

  it('are left out of court paper, wherever its lines of text are', async () => {
    const page = makePage();
    for (let line = 1; line <= 28; line += 1) page.text(40, 60 + line * 24, String(line));
    LONG.slice(0, 15).forEach((text, index) => page.text(72, 110 + index * 19, text));
    expect(await markdownOf(page.page())).not.toMatch(/\d/u);
  });

  it('are none where each is of an entry of its own', async () => {
    const entries = LONG.map((text) => text.replace(/^./u, (letter) => letter.toUpperCase()));
    const text = await markdownOf(draft(entries, String).page());
    expect(text).toMatch(/\b17\b/u);
  });

  it('are none where they number the rows of a table, also of rows that begin in lower case', async () => {
    const page = makePage();
    for (let row = 1; row <= 25; row += 1) {
      const cells = [String(row), 'the walled garden', '4,479 plants', `${row} October of the year 2024`];
      cells.forEach((cell, column) => page.text([40, 72, 230, 380][column]!, 100 + row * 14, cell));
    }
    expect(await markdownOf(page.page())).toContain('17 | the walled garden |');
  });

  it('are none where they grow by five from one line to the next', async () => {
    const text = await markdownOf(draft(LONG.slice(0, 8), (line) => String(5 * line)).page());
    expect(text).toMatch(/\b35\b/u);
  });
});
