import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

describe('words and lines', () => {
  it('puts spaces where white space was written or the gap is wide, and none between the letters of a spaced-out title', async () => {
    const page = makePage();
    let x = 72;
    for (const letter of 'REPORT') x = page.text(x, 100, letter, { size: 20 }) + 8;
    page.lines(72, 150, PROSE);
    expect(await markdownOf(page.page())).toContain('# REPORT\n');
  });

  it('resolves ligatures and composes accents that are printed before their letters', async () => {
    const page = makePage();
    page.text(72, 100, 'ofﬁce L´ea said');
    expect(await markdownOf(page.page())).toBe('office Léa said\n');
  });

  it('keeps superscripts in their line', async () => {
    const page = makePage();
    const end = page.text(72, 100, 'an area of 20 km');
    page.text(end, 96, '2', { size: 6 });
    page.text(end + 6, 100, 'and more');
    expect(await markdownOf(page.page())).toBe('an area of 20 km<sup>2</sup> and more\n');
  });

  it('keeps two notes together whose space a justified line stretches', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    const end = page.text(72, 160, 'as the office said before.');
    const first = page.text(end, 157, '2', { size: 6 });
    page.text(first + 3, 157, '3', { size: 6 });
    page.text(first + 14, 160, 'The costs rose');
    page.lines(72, 172, PROSE);
    expect(await markdownOf(page.page())).toMatch(/said before\.<sup>2<\/sup> <sup>3<\/sup> The costs rose Each/);
  });

  it('takes a raised number behind a year for the mark of a note, and one behind a number for its power', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    const year = page.text(72, 172, 'The act of 2010');
    page.text(year, 168, '7', { size: 6 });
    const power = page.text(year + 10, 172, 'counts 10');
    page.text(power, 168, '7', { size: 6 });
    page.text(72, 700, '7', { size: 6 });
    page.text(80, 703, 'An act of plain words', { size: 8 });
    expect(await markdownOf(page.page())).toContain('The act of 2010[^7] counts 10<sup>7</sup>');
  });

  it('leaves out large slanted text and says so', () => {
    const page = makePage();
    page.text(100, 400, 'DRAFT', { size: 80, angle: 315 });
    page.lines(72, 150, PROSE);
    const { warnings, blocks } = layoutPage(page.page());
    expect(warnings).toEqual([{ kind: 'watermark', count: 1 }]);
    expect(JSON.stringify(blocks)).not.toContain('DRAFT');
  });

  it('turns a page whose text runs upwards', async () => {
    const page = makePage();
    // 270: reading upwards; the baseline is an x
    const raw = page.page();
    const run = { size: 10, font: 'Serif', color: 0, flags: 0, angle: 270, x0: 92, x1: 102 };
    const runs = [
      { ...run, text: 'upward', y0: 670, y1: 700, baseline: 100 },
      { ...run, text: 'text', y0: 645, y1: 665, baseline: 100, space: true as const },
    ];
    expect(await markdownOf({ ...raw, runs })).toBe('upward text\n');
  });
});

describe('large letters', () => {
  it('make a heading of a line that starts with a small letter', async () => {
    const page = makePage();
    page.text(72, 90, 'heading of the first part', { size: 16, bold: true });
    page.lines(72, 120, PROSE);
    expect(await markdownOf(page.page())).toContain('# heading of the first part\n');
  });

  it('make one title of lines that are set wide', async () => {
    const page = makePage();
    page.lines(72, 150, ['A Comparison of', 'Languages in the', 'Economy of Towns'], { size: 24, leading: 46 });
    page.lines(72, 300, PROSE);
    expect(await markdownOf(page.page())).toContain('# A Comparison of Languages in the Economy of Towns\n');
  });

  it('part a title from what runs along at its right', async () => {
    const page = makePage();
    page.text(72, 130, 'Perfect Hash Functions', { size: 20, bold: true });
    page.text(450, 130, 'Hashing 1', { size: 9 });
    page.lines(72, 160, [...PROSE, ...PROSE]);
    const text = await markdownOf(page.page());
    expect(text).toContain('# Perfect Hash Functions\n');
    expect(text).toContain('\nHashing 1\n');
  });

  it('make none of the name above an e-mail address', async () => {
    const page = makePage();
    page.text(72, 90, 'More than digital paper', { size: 18, bold: true });
    page.text(72, 120, 'Tamir Ode', { size: 12 });
    page.text(72, 133, 'tamir@example.com', { size: 10 });
    page.text(72, 170, 'Abstract', { bold: true });
    page.lines(72, 185, PROSE);
    expect((await markdownOf(page.page())).match(/^#+ .*$/gmu)).toEqual([
      '# More than digital paper',
      expect.stringContaining('Abstract'),
    ]);
  });
});

describe('columns and reading order', () => {
  it('reads authors side by side before the columns below them', async () => {
    const page = makePage();
    page.text(150, 60, 'More than just digital paper', { size: 18 });
    const centred = (middle: number, y: number, lines: readonly string[]): void =>
      lines.forEach((line, index) =>
        page.text(middle - 2.25 * line.length, y + 11 * index, line, { size: 9, space: 4.5 }),
      );
    centred(170, 100, ['Adam of the town of Ode', 'a member of the board', 'Berlin', 'adam at example']);
    centred(440, 100, ['Eve Ode', 'of the university of this town', 'Vienna', 'eve at example']);
    page.text(60, 170, 'ABSTRACT', { bold: true });
    page.lines(60, 186, PROSE, { size: 10 });
    page.lines(60, 246, PROSE, { size: 10 });
    page.lines(
      330,
      170,
      [...PROSE, ...PROSE].map((line) => line.replace('the', 'our')),
      { size: 10 },
    );
    const text = await markdownOf(page.page());
    expect(text.indexOf('Eve')).toBeLessThan(text.indexOf('ABSTRACT'));
    expect(text.indexOf('ABSTRACT')).toBeLessThan(text.indexOf('replaces our'));
  });

  it('leaves headings at the top of columns in their columns', async () => {
    const page = makePage();
    for (const [index, x] of [60, 330].entries()) {
      page.text(x, 60, `Part ${['one', 'two'][index]} of all`, { size: 14, bold: true });
      page.lines(x, 100, PROSE);
      page.lines(x, 180, PROSE);
    }
    const text = await markdownOf(page.page());
    expect(text.match(/^#+ .*$/gmu)).toEqual(['# Part one of all', '# Part two of all']);
    expect(text.indexOf('residual chlorine')).toBeLessThan(text.indexOf('Part two'));
  });

  it('reads two columns one after the other below a heading over both', async () => {
    const page = makePage();
    page.text(150, 80, 'A heading over both of the columns', { size: 18, bold: true });
    page.lines(60, 120, PROSE);
    page.lines(
      330,
      120,
      PROSE.map((line) => line.replace('the', 'our')),
    );
    const text = await markdownOf(page.page());
    expect(text.indexOf('residual chlorine')).toBeLessThan(text.indexOf('replaces our sediment'));
    expect(text.startsWith('# A heading over both of the columns')).toBe(true);
  });

  it('reads a heading below two columns with what follows it, not with the first of them', async () => {
    const page = makePage();
    const prose = [
      'the river rose by a hand that night',
      'and the people of the lower town',
      'carried what they had to the hill',
      'where the church is and some barns',
      'until the water was gone again',
    ];
    page.lines(72, 100, [...prose, ...prose, ...prose]);
    page.lines(320, 100, prose, { leading: 13 });
    page.text(72, 320, 'What was measured', { size: 14 });
    page.lines(72, 345, [
      'the gauge at the bridge stood at four metres and a half when the rain began and rose for two days',
      'before it came down again to what is usual at that time of the year',
    ]);
    const text = await markdownOf(page.page());
    expect(text.indexOf('# What was measured')).toBeGreaterThan(text.lastIndexOf('until the water'));
  });

  it('reads columns that are not locked to one grid of lines', async () => {
    const page = makePage();
    page.lines(60, 120, PROSE);
    page.lines(
      330,
      126,
      PROSE.map((line) => line.toUpperCase()),
      { leading: 13, advance: 0.45 },
    );
    const text = await markdownOf(page.page());
    expect(text.indexOf('residual chlorine')).toBeLessThan(text.indexOf('EACH RESERVOIR'));
  });

  it('reads pairs of labels and values across', async () => {
    const page = makePage();
    page.lines(72, 100, ['Date', 'Place']);
    page.lines(200, 100, ['5 May', 'Ulm']);
    expect(await markdownOf(page.page())).toBe('Date 5 May\n\nPlace Ulm\n');
  });
});

describe('paragraphs and lists', () => {
  it('mends words over line ends, and keeps the hyphen of compounds that the document writes elsewhere', async () => {
    const page = makePage();
    page.lines(72, 100, [
      'The write-ahead log of the server was impor-',
      'tant, and that is why the team kept a write-',
      'ahead log on each of the machines.',
    ]);
    expect(await markdownOf(page.page())).toBe(
      'The write-ahead log of the server was important, and that is why the team kept a write-ahead log on each of the machines.\n',
    );
  });

  it('starts a paragraph at an indent', async () => {
    const page = makePage();
    for (const [index, end] of [
      'and the flow meter rests.',
      'and the flow meter filters the coarse sediments.',
      '',
    ].entries()) {
      page.text(90, 100 + 72 * index, 'Here the next paragraph starts with its indent');
      page.lines(72, 112 + 72 * index, [...PROSE.slice(0, 4), end]);
    }
    expect((await markdownOf(page.page())).split('\n\n')).toHaveLength(3);
  });

  it('starts a paragraph below an item whose text has the same indent', async () => {
    const page = makePage();
    page.text(90, 88, 'At the office the wardens read that all of the');
    page.lines(72, 100, [...PROSE.slice(0, 4), 'and the flow meter filters the coarse sediments:']);
    page.text(78, 172, '•');
    page.text(90, 172, 'the sluice opens in May.');
    page.text(90, 184, 'Finally the wardens of the reservoirs meet');
    page.lines(72, 196, PROSE.slice(1));
    expect(await markdownOf(page.page())).toMatch(/^- the sluice opens in May\.\n\nFinally the .* meet river/mu);
  });

  it('keeps a title together that is broken before its line is full, and short bold lines apart from their text', async () => {
    const page = makePage();
    page.lines(72, 100, ['A Note to the', 'Second Edition'], { size: 16 });
    page.lines(72, 150, [
      'the book is a reprint of the one that came out in the year before',
      'with a few dates that were wrong put right and no more than that.',
    ]);
    page.text(72, 190, 'Thanks', { bold: true });
    page.lines(72, 204, [
      'the author thanks all who read the text before it went to print and',
      'who said what they thought of it.',
    ]);
    expect((await markdownOf(page.page())).split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# A Note to the Second Edition',
      '## Thanks',
    ]);
  });

  it('keeps bold words that lead into a paragraph with it, also where they nearly fill their line', async () => {
    const page = makePage();
    page.lines(72, 150, PROSE);
    const end = page.text(72, 222, 'Sediment and inflow of all the reservoirs', { bold: true });
    page.text(end + 3, 222, 'As the');
    page.lines(
      72,
      234,
      PROSE.map((line) => line.toLowerCase()),
    );
    expect(await markdownOf(page.page())).toMatch(
      /^\*\*Sediment and inflow of all the reservoirs\*\* As the each reservoir replaces/m,
    );
  });

  it('keeps entries of a table of contents apart that has no leaders', async () => {
    const page = makePage();
    page.lines(72, 100, [
      'Introduction 7',
      '1. Sites of play 12',
      '2. Children and their toys 21',
      '3. What is bought 26',
      'Index 153',
    ]);
    expect((await markdownOf(page.page())).split('\n').filter(Boolean)).toHaveLength(5);
  });

  it('knows entries without leaders among those with them', async () => {
    const page = makePage();
    page.text(72, 80, 'Contents', { size: 14, bold: true });
    page.text(72, 110, '1 Introduction 1', { bold: true });
    page.text(72, 130, '2 Document structures 1', { bold: true });
    page.text(84, 142, '2.1 Lists . . . . . . . . . . . 1');
    page.text(84, 154, '2.2 Tables . . . . . . . . . . 2');
    page.text(72, 174, '3 Citations 2', { bold: true });
    page.lines(72, 220, PROSE);
    expect((await markdownOf(page.page())).match(/^#.*$/gmu)).toEqual(['# Contents']);
  });

  it('takes a small letter o for a bullet that stands clear of its text', async () => {
    const page = makePage();
    page.text(72, 100, '• Standards');
    page.text(90, 112, 'o');
    page.text(106, 112, 'pushed by one maker');
    page.text(90, 124, 'o');
    page.text(106, 124, 'of slow speeds');
    expect(await markdownOf(page.page())).toBe('- Standards\n    - pushed by one maker\n    - of slow speeds\n');
  });

  it('takes a tick of a symbol font for a bullet, and no sign that begins a formula', async () => {
    const page = makePage();
    for (const [line, sign] of ['√', '√', '∑', '∞'].entries()) {
      page.text(72, 100 + 14 * line, sign, { font: 'Symbol' });
      page.text(90, 100 + 14 * line, `what is said of ${line}`);
    }
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain('- what is said of 0\n- what is said of 1\n');
    expect(markdown).toContain('∑ what is said of 2');
  });

  it('nests lists by the place of their bullets', async () => {
    const page = makePage();
    page.text(72, 100, '• first');
    page.text(90, 112, '– inner one');
    page.text(90, 124, '– inner two');
    page.text(72, 136, '• second');
    expect(await markdownOf(page.page())).toBe('- first\n    - inner one\n    - inner two\n- second\n');
  });

  it('sees bullets that are drawn', async () => {
    const page = makePage();
    page.dot(75, 97);
    page.text(84, 100, 'drawn bullet');
    page.dot(75, 111);
    page.text(84, 114, 'another one');
    expect(await markdownOf(page.page())).toBe('- drawn bullet\n- another one\n');
  });

  it('shows the check boxes of a form', async () => {
    const page = makePage();
    page.text(90, 100, 'Yes, on weekdays');
    page.text(90, 120, 'No, never');
    const widget = { name: 'answer', kind: 'checkbox' as const, x0: 72, x1: 82 };
    const widgets = [
      { ...widget, y0: 91, y1: 101, checked: true },
      { ...widget, y0: 111, y1: 121, checked: false },
    ];
    expect(await markdownOf({ ...page.page(), widgets })).toBe('- [x] Yes, on weekdays\n- [ ] No, never\n');
  });

  it('takes a dash within a sentence for no bullet', async () => {
    const page = makePage();
    page.lines(72, 100, [
      'The operator measures the inflow of the river',
      '– and the clarifier reduces the low reserve of it',
    ]);
    expect(await markdownOf(page.page())).toContain('river – and the clarifier');
  });

  it('sets code apart with its indents', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    page.text(72, 180, 'if (ready) {', { mono: true, advance: 0.6, space: 6 });
    page.text(84, 192, 'start();', { mono: true, advance: 0.6, space: 6 });
    page.text(72, 204, '}', { mono: true, advance: 0.6 });
    expect(await markdownOf(page.page())).toContain('```\nif (ready) {\n  start();\n}\n```');
  });

  it('gives linked words their target', async () => {
    const page = makePage();
    page.text(72, 100, 'see here for more');
    const raw = page.page();
    const link = { x0: raw.runs[1]!.x0, x1: raw.runs[1]!.x1, y0: 90, y1: 104, href: 'https://example.org/' };
    expect(await markdownOf({ ...raw, links: [link] })).toBe('see [here](https://example.org/) for more\n');
  });
});

it('takes the end of an address that broke over two lines for no code', async () => {
  const page = makePage();
  page.lines(72, 100, [...PROSE, ...PROSE]);
  const end = page.text(72, 220, 'all of it is kept at');
  page.text(end + 3, 220, 'https://archive.example.', { mono: true, advance: 0.59 });
  page.text(72, 232, 'com/rivers/table.', { mono: true, advance: 0.5 });
  const text = await markdownOf(page.page());
  expect(text).not.toContain('```');
  expect(text).toContain('com/rivers/table.');
});

it('keeps paragraphs of wide lines together above notes of close ones', async () => {
  const page = makePage();
  page.lines(72, 100, [...PROSE, ...PROSE, 'and none of it was said before this day.'], { leading: 20 });
  for (let note = 1; note <= 4; note += 1) {
    page.text(72, 500 + 36 * note, `${note} Each of the notes at the foot of the page has`, { size: 8 });
    page.lines(72, 509 + 36 * note, ['some lines that are set as close to each other', 'as such notes are.'], {
      size: 8,
      leading: 9,
    });
  }
  expect(await markdownOf(page.page())).toContain('residual chlorine and none of it was said before this day.\n');
});

it('takes a line of prose that an address fills for no code', async () => {
  const page = makePage();
  page.lines(72, 100, [...PROSE, 'and everything else of it stands in the archive']);
  page.text(72, 172, 'https://archive.example.com/rivers-and-their-reservoirs', { mono: true, advance: 0.45 });
  page.lines(72, 184, ['where anybody who wants to may read it.']);
  const text = await markdownOf(page.page());
  expect(text).not.toContain('```');
  expect(text).toContain('in the archive https://archive.example.com/rivers-and-their-reservoirs where anybody');
});

it('takes an address in a monospaced font below a name for text', async () => {
  const page = makePage();
  page.text(260, 100, 'Adobe Corporation', { size: 10 });
  page.text(240, 114, '{edwsmith,rreitmai}@adobe.com', { mono: true, advance: 0.6 });
  page.text(260, 128, 'Intel Corporation', { size: 10 });
  const text = await markdownOf(page.page());
  expect(text).toContain('{edwsmith,rreitmai}@adobe.com');
  expect(text).not.toContain('```');
});
