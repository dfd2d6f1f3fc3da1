import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

/** Words with letters of 5 points and spaces of 2.8. */
const widthOf = (text: string): number => text.replaceAll(' ', '').length * 5 + (text.split(' ').length - 1) * 2.8;

/** Lines below each other about one middle; returns the baseline of what would follow. */
function centered(page: PageMaker, middle: number, y: number, lines: readonly string[]): number {
  for (const [index, line] of lines.entries()) page.text(middle - widthOf(line) / 2, y + 12 * index, line);
  return y + 12 * lines.length;
}

/** A title page of a paper in two columns whose authors are added by the test. */
function paper(addAuthors: (page: PageMaker) => void): Promise<string[]> {
  const page = makePage();
  page.text(130, 72, 'Quiet Rivers and the Towns Beside Them', { size: 17 });
  addAuthors(page);
  for (const x of [60, 320]) page.lines(x, 240, [...PROSE, ...PROSE, ...PROSE]);
  return markdownOf(page.page()).then((markdown) => markdown.trim().split('\n\n').slice(1));
}

const ANNA = ['Anna Kowalski', 'University of Leeds'];
const BORIS = ['Boris Lindqvist', 'Harbour Institute of Trade'];
const CARLA = ['Carla de Souza', 'Universidade de Coimbra'];
const DMITRI = ['Dmitri Petrov', 'Institute of Hydrology'];

describe('authors beside each other', () => {
  it('are read one after the other, each with the affiliation', async () => {
    const text = await paper((page) => {
      centered(page, 220, 110, ANNA);
      centered(page, 380, 110, BORIS);
    });
    expect(text.join(' ')).toContain([...ANNA, ...BORIS].join(' '));
  });

  it('are read rank by rank where a second rank has columns of its own', async () => {
    const text = await paper((page) => {
      centered(page, 130, 110, ANNA);
      centered(page, 300, 110, BORIS);
      centered(page, 480, 110, CARLA);
      centered(page, 130, 142, DMITRI);
      centered(page, 480, 142, ['Eve Maybank', 'School of Navigation']);
    });
    const authors = [...ANNA, ...BORIS, ...CARLA, ...DMITRI, 'Eve Maybank', 'School of Navigation'];
    expect(text.join(' ')).toContain(authors.join(' '));
  });

  it('end with their addresses, which no line goes on with', async () => {
    const text = await paper((page) => {
      centered(page, 220, 110, [...ANNA, 'anna.kowalski@leeds.example']);
      centered(page, 390, 110, ['Boris Lindqvist', 'Lund University', 'boris.l@lu.example']);
    });
    expect(text[0]).toBe('Anna Kowalski University of Leeds anna.kowalski@leeds.example');
  });

  it('are read across where their lines begin below each other', async () => {
    const text = await paper((page) => {
      page.lines(120, 110, ['Anna Kowalski', 'Carla de Souza']);
      page.lines(260, 110, ['University of Leeds', 'University of Coimbra']);
    });
    expect(text.join(' ')).toContain('Anna Kowalski University of Leeds');
  });

  it('stand above columns that both begin with a heading', async () => {
    const page = makePage();
    page.text(130, 72, 'Quiet Rivers and the Towns Beside Them', { size: 17 });
    for (const [x, name] of [
      [140, 'Anna Kowalski'],
      [262, 'Boris Lindqvist'],
      [370, 'Carla de Souza'],
    ] as const)
      page.text(x, 110, name);
    page.text(60, 180, 'Abstract', { size: 14, bold: true });
    page.text(320, 180, '1.1 Locks', { size: 14, bold: true });
    page.lines(60, 212, [...PROSE, ...PROSE, ...PROSE]);
    page.lines(320, 200, [...PROSE, ...PROSE, ...PROSE]);
    const written = await markdownOf(page.page());
    expect(written.match(/^#.*$/gm)?.slice(1)).toEqual([
      expect.stringMatching(/^#+ Abstract$/),
      expect.stringMatching(/^#+ 1.1 Locks$/),
    ]);
  });

  it('stand above columns of which the second begins a little higher, with a heading', async () => {
    const page = makePage();
    page.text(200, 172, 'Quiet Rivers and the Towns', { size: 17 });
    page.text(320, 230, 'Technical data', { bold: true });
    page.text(60, 241, 'Overview', { bold: true });
    page.lines(60, 260, [...PROSE, ...PROSE, ...PROSE]);
    page.lines(320, 249, [...PROSE, ...PROSE, ...PROSE]);
    const written = await markdownOf(page.page());
    expect(written.indexOf('Technical data')).toBeGreaterThan(written.indexOf('flow meter'));
  });
});
