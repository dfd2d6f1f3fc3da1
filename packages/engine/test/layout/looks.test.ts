import { describe, expect, it } from 'vitest';
import { RUN } from '../../src/layout/model/raw-page.ts';
import { layoutPage } from '../../src/layout/page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

describe('the looks of letters', () => {
  it('reads a typed page as text, and its code as code', async () => {
    const page = makePage();
    const typed = { mono: true, advance: 0.6, space: 6 };
    page.lines(72, 100, [...PROSE, ...PROSE], { ...typed, size: 7 });
    page.lines(72, 260, ['for (i = 0; i < 4; i++) {', 'pump[i].start();', '}'], { ...typed, size: 7 });
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain('```\nfor (i = 0; i < 4; i++) {');
    expect(markdown.split('```')[0]).toContain('Each reservoir replaces the sediment load of the river and the');
  });

  it('takes a word for no check box that is the name of a property of all objects', async () => {
    const page = makePage();
    page.lines(72, 100, [...PROSE, 'constructor and valueOf are words like all others', ...PROSE]);
    expect(await markdownOf(page.page())).toMatch(/chlorine\s+constructor and valueOf are words/);
  });

  it('takes a line of small capitals in the middle above prose for a heading, but not two below each other', async () => {
    const page = makePage();
    page.text(72, 80, 'Terms of water supply', { size: 20, bold: true });
    // letters are half as wide as they are large
    page.lines(72, 120, [...PROSE, ...PROSE]);
    const middle = (72 + 297) / 2;
    const centered = (y: number, text: string): number =>
      page.text(middle - (text.length * 9) / 4, y, text, { size: 9 });
    centered(252, 'OPERATING EXPENSES');
    page.lines(72, 270, [...PROSE, ...PROSE]);
    centered(402, 'MARIA LINDQVIST');
    centered(416, 'WATER BOARD OF THE NORTH');
    page.lines(72, 434, [...PROSE, ...PROSE]);
    const markdown = await markdownOf(page.page());
    expect(markdown).toMatch(/^## OPERATING EXPENSES$/mu);
    expect(markdown).not.toMatch(/^#+ (?:MARIA|WATER)/mu);
  });

  it('takes capitals in the middle above anything for a heading, and capitals at the edge of the page near to text', async () => {
    const page = makePage();
    const centered = (y: number, text: string): number =>
      page.text(184.5 - (text.length * 9) / 4, y, text, { size: 9 });
    centered(52, 'OPERATING EXPENSES');
    page.lines(72, 68, [...PROSE, ...PROSE, ...PROSE]);
    centered(290, 'IV. APPLICANT');
    page.lines(72, 320, ['Street 19', 'Place Karsund']);
    centered(360, 'WORK EXPERIENCE');
    page.lines(72, 376, ['2013–2016 Analyst', '2017–2019 Head of Unit']);
    const next = makePage(2);
    next.text(150, 40, 'ANNUAL REPORT', { size: 9 });
    next.lines(72, 72, [...PROSE, ...PROSE, ...PROSE, ...PROSE]);
    const markdown = await markdownOf(page.page(), next.page());
    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      expect.stringMatching(/^#+ OPERATING EXPENSES$/),
      expect.stringMatching(/^#+ IV. APPLICANT$/),
      expect.stringMatching(/^#+ WORK EXPERIENCE$/),
    ]);
  });

  it('takes a bold line at the top of the page for a heading where text is right below it', async () => {
    const pages = ['Network overview', 'Annual report'].map((name, index) => {
      const page = makePage(index + 1);
      page.text(72, 52, name, { size: 7, bold: true });
      page.lines(72, index === 0 ? 68 : 90, [...PROSE, ...PROSE, ...PROSE]);
      return page.page();
    });
    const markdown = await markdownOf(...pages);
    expect(markdown.match(/^#+ .*$/gm)).toEqual([expect.stringMatching(/^#+ Network overview$/)]);
  });

  it('takes the letters of an index for headings, but no labels and no names above a date', async () => {
    const page = makePage();
    page.text(72, 80, 'Terms of water supply', { size: 20, bold: true });
    page.text(72, 110, 'Maria Lindqvist', { bold: true });
    page.text(72, 126, '22 November 2024');
    page.text(72, 160, 'A', { size: 14, bold: true });
    page.lines(72, 180, PROSE);
    page.text(72, 260, 'B', { size: 14, bold: true });
    page.lines(72, 280, PROSE);
    page.text(72, 360, 'Warning:', { bold: true });
    page.lines(72, 380, PROSE);
    const markdown = await markdownOf(page.page());
    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      expect.stringMatching(/^#+ Terms of water supply$/),
      expect.stringMatching(/^#+ A$/),
      expect.stringMatching(/^#+ B$/),
    ]);
  });

  it('takes bold letters of an index for headings that are no larger than the text below them', async () => {
    const page = makePage();
    page.text(230, 90, 'Index of terms', { size: 17 });
    ['A', 'B', 'C', 'D', 'E'].forEach((letter, index) => {
      page.text(72, 160 + 90 * index, letter, { size: 11, bold: true });
      page.lines(72, 188 + 90 * index, [...PROSE.slice(0, 2), 'and closes for the year.']);
    });
    const markdown = await markdownOf(page.page());
    expect(markdown.match(/^#+ .$/gm)).toEqual(['## A', '## B', '## C', '## D', '## E']);
  });

  it('takes a bold line whose style the outline never names for no heading', async () => {
    const page = makePage();
    page.text(72, 80, 'The Grant of the Water Board', { size: 14, bold: true });
    page.lines(72, 104, [...PROSE, ...PROSE]);
    page.text(72, 240, 'Purpose', { size: 12, bold: true });
    page.lines(72, 262, [...PROSE, ...PROSE]);
    page.text(72, 386, 'How the costs were found', { bold: true });
    page.lines(72, 402, [...PROSE, ...PROSE]);
    const outline = ['The Grant of the Water Board', 'Purpose'].map((title, index) => ({
      level: index + 1,
      title,
      y: 0,
    }));
    const headings = ['# The Grant of the Water Board', '## Purpose'];
    const markdown = await markdownOf({ ...page.page(), outline });
    expect(markdown.match(/^#+ .*$/gm)).toEqual(headings);
    const withoutOutline = await markdownOf(page.page());
    expect(withoutOutline.match(/^#+ .*$/gm)).toEqual([...headings, '### How the costs were found']);
  });

  it('takes a name with a small first letter for the beginning of a heading, and words in small letters for none', async () => {
    const page = makePage();
    page.text(72, 80, 'Interface of the Water Board', { size: 18, bold: true });
    page.lines(72, 104, PROSE);
    page.text(72, 190, 'readMeter Function', { bold: true });
    page.lines(72, 206, PROSE);
    page.text(72, 290, 'readings of the year', { bold: true });
    page.lines(72, 306, PROSE);
    const markdown = await markdownOf(page.page());
    expect(markdown.match(/^#+ .*$/gm)).toEqual(['# Interface of the Water Board', '## readMeter Function']);
  });

  it('takes titles of pictures, which stand far from each other, for headings', async () => {
    const page = makePage();
    page.text(72, 80, 'Diagrams of the Water Board', { size: 18, bold: true });
    page.lines(72, 104, PROSE);
    page.text(72, 190, 'Intake', { size: 14 });
    page.text(72, 350, 'Clarifier', { size: 14 });
    page.text(72, 500, 'Overflow', { size: 14 });
    page.text(72, 650, 'Outlet', { size: 14 });
    page.lines(72, 680, PROSE);
    const markdown = await markdownOf(page.page());
    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      '# Diagrams of the Water Board',
      '## Intake',
      '## Clarifier',
      '## Overflow',
      '## Outlet',
    ]);
  });

  it('takes no month and version below a title for a heading', async () => {
    const page = makePage();
    page.text(72, 80, 'Insurance of Small Boats', { size: 20, bold: true });
    page.text(72, 110, 'JUNE 2031 | VERSION 1.0', { size: 14, bold: true });
    page.lines(72, 150, PROSE);
    const markdown = await markdownOf(page.page());
    expect(markdown.match(/^#+ .*$/gm)).toEqual(['# Insurance of Small Boats']);
  });

  it('writes bold and italic words, subscripts and powers', async () => {
    const page = makePage();
    page.lines(72, 150, PROSE);
    let end = page.text(72, 222, 'A pump is', {});
    end = page.text(end + 3, 222, 'primed', { flags: RUN.italic });
    end = page.text(end + 3, 222, 'before it is', {});
    end = page.text(end + 3, 222, 'started', { bold: true });
    end = page.text(end, 222, ',', {});
    end = page.text(end + 3, 222, 'with H', {});
    end = page.text(end, 224, '2', { size: 6 });
    end = page.text(end, 222, 'O at 10', {});
    end = page.text(end, 218, '−3', { size: 6 });
    end = page.text(end + 3, 222, 'of a', {});
    end = page.text(end, 224, '1,2', { size: 6 });
    page.text(end, 218, '2', { size: 6 });
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain(
      'A pump is *primed* before it is **started**, with H<sub>2</sub>O at 10<sup>−3</sup> of a<sub>1,2</sub><sup>2</sup>',
    );
  });
});

it('takes no label whose value stands clear of it for a heading, as in the head of a memorandum', () => {
  const page = makePage();
  page.text(72, 80, 'FROM:', { bold: true });
  page.text(144, 80, 'The Keeper of the Lamps', { bold: true });
  page.text(72, 108, 'Note: what the keeper wants', { bold: true });
  page.text(72, 140, 'Each reservoir replaces the sediment load of the river.');
  const isCandidate = layoutPage(page.page()).blocks.map((block) => block.kind === 'text' && block.candidate === true);
  expect(isCandidate.slice(0, 2)).toEqual([false, true]);
});

it('takes the names of articles in capitals for headings, but no list of them', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  page.text(72, 165, 'ARTICLE I PURPOSE');
  page.lines(72, 190, ['Section 1. The Branch keeps the meters of the district.', ...PROSE]);
  page.text(72, 290, 'ARTICLE II OFFICERS');
  page.lines(72, 315, ['Section 1. The Branch elects a treasurer in spring.', ...PROSE]);
  page.lines(72, 415, ['ARTICLE I PURPOSE', 'ARTICLE II OFFICERS'], { leading: 30 });
  const markdown = await markdownOf(page.page());
  expect(markdown.match(/^#+ .*$/gm)).toEqual([
    expect.stringMatching(/^#+ ARTICLE I PURPOSE$/),
    expect.stringMatching(/^#+ ARTICLE II OFFICERS$/),
  ]);
});

it('takes the name of an article with the number of its page for an entry of contents', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  page.text(72, 165, 'ARTICLE I PURPOSE 4');
  page.lines(72, 190, ['Section 1. The Branch keeps the meters of the district.', ...PROSE]);
  expect(await markdownOf(page.page())).not.toMatch(/^#/m);
});

describe('double spacing', () => {
  const CLOSE = { size: 10, leading: 12 };
  const OPEN = { size: 10, leading: 22 };
  /** Two paragraphs with double spacing, between others that are set as usual. */
  const resolution = () => {
    const page = makePage();
    const above = [
      'The board of the harbour agrees to the next',
      'action in place of a regular meeting and does waive',
      'any notice that is required in connection with that',
    ];
    const below = [
      'The board of the harbour finds it best for',
      'the members and the office that all the rules about',
      'berths are known to them before the season.',
    ];
    page.text(96, 300, above[0]!, OPEN);
    page.lines(72, 322, above.slice(1), OPEN);
    page.lines(72, 200, PROSE, CLOSE);
    page.lines(72, 380, PROSE, CLOSE);
    page.text(96, 460, below[0]!, OPEN);
    page.lines(72, 482, below.slice(1), OPEN);
    return { page, above: above.join(' '), below: below.join(' ') };
  };

  it('is that of one paragraph beside text with usual leading', async () => {
    const { page, above, below } = resolution();
    const paragraphs = (await markdownOf(page.page())).trimEnd().split('\n\n');
    expect(paragraphs[1]).toBe(above);
    expect(paragraphs.at(-1)).toBe(below);
  });

  it('joins no short lines at that distance', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE, CLOSE);
    page.lines(72, 200, ['Mooring at the old quay', 'Pilots and tugs', 'Fees of the season'], OPEN);
    expect(await markdownOf(page.page())).toContain('Mooring at the old quay\n\nPilots and tugs\n\nFees of the season');
  });
});
