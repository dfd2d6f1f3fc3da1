import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import type { RawPage } from '../../src/layout/model/raw-page.ts';
import { merge } from '../../src/merge.ts';
import { MARKERS } from '../../../../test/make/check-outputs.ts';
import { markdownOf, mergePages, partOf, partsOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';
import { LINES, page } from '../../../../test/make/running-page.ts';
import { writeParts } from '../../../../test/make/read.ts';

describe('a title at the top of pages that go on with it', () => {
  it('is said once', async () => {
    const pages = [1, 2, 3].map((number) =>
      page(
        number,
        (made) => {
          made.text(72, 60, 'Income of the year', { size: 18 });
          made.lines(72, 110, [...LINES, ...LINES, `page ${number} of it ends here.`]);
        },
        false,
      ),
    );
    const text = await markdownOf(...pages);
    expect(text.match(/Income of the year/gu)).toHaveLength(1);
    expect(text.startsWith('# Income of the year\n')).toBe(true);
  });
});

describe('lists', () => {
  it('go back to the outer one however little the inner one is indented', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, LINES);
        made.text(72, 160, '• Structure of all pages');
        made.text(80, 174, '– for those who listen');
        made.text(80, 188, '– for those who copy');
        made.text(72, 202, '• Text below pictures');
      }),
    );
    expect(text).toContain(
      '- Structure of all pages\n    - for those who listen\n    - for those who copy\n- Text below pictures',
    );
  });
});

describe('notes', () => {
  const note = (made: ReturnType<typeof makePage>, number: string, text: string, mark = number): void => {
    made.lines(72, 100, [...LINES, ...LINES, ...LINES]);
    const end = made.text(72, 250, 'The costs of the office.');
    made.text(end, 246, mark, { size: 6 });
    made.text(72, 697, number, { size: 5 });
    made.text(76, 700, text, { size: 8 });
  };

  it('are linked with the raised numbers of their page, and labelled apart where pages count anew', async () => {
    const pages = [1, 2].map((number) => page(number, (made) => note(made, '1', `A note of page ${number} of all.`)));
    const text = await markdownOf(...pages);
    expect(text).toContain('The costs of the office.[^1]\n');
    expect(text).toContain('\n[^1]: A note of page 1 of all.\n');
    expect(text).toContain('The costs of the office.[^1-2]\n');
    expect(text).toContain('\n[^1-2]: A note of page 2 of all.\n');
    expect(await mergePages(pages.map(layoutPage), 1)).toBe(text);
  });

  it('stay text where nothing refers to them', async () => {
    const text = await markdownOf(page(1, (made) => note(made, '1', 'A note of its own.', '2')));
    expect(text).toContain('The costs of the office.<sup>2</sup>\n');
    expect(text).toContain('\n1 A note of its own.\n');
  });
});

describe('page seams', () => {
  it('join a paragraph that goes on, and the word that the seam breaks', async () => {
    const text = await markdownOf(
      page(1, (made) => made.lines(72, 690, [...LINES, 'of the second clarifier were again very impor-'])),
      page(2, (made) => made.lines(72, 100, ['tant for the whole of the river.'])),
    );
    expect(text).toContain('very important for the whole');
  });

  it('put footnotes after the paragraph that they interrupt', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 560, [...LINES, ...LINES, ...LINES, 'of the second clarifier had remained without any']);
        made.text(72, 712, '1', { size: 5 });
        made.text(76, 715, 'A note of its own.', { size: 8 });
      }),
      page(2, (made) => made.lines(72, 100, ['change for the whole of the river.'])),
    );
    expect(text).toContain('without any change');
    expect(text.indexOf('A note')).toBeGreaterThan(text.indexOf('without any change'));
  });

  const grid =
    (rows: readonly (readonly string[])[]) =>
    (made: ReturnType<typeof makePage>): void => {
      rows.forEach((row, r) => row.forEach((text, c) => made.text(76 + c * 120, 112 + r * 20, text)));
      for (let r = 0; r <= rows.length; r += 1) made.horizontal(98 + r * 20, 72, 312);
      for (const x of [72, 192, 312]) made.vertical(x, 98, 98 + rows.length * 20);
    };

  it('continue a table, without the head that the next page repeats', async () => {
    const rows = [
      ['Item', 'Value'],
      ['a', '1'],
    ];
    const more = [rows[0]!, ['b', '2']];
    const text = await markdownOf(page(1, grid(rows)), page(2, grid(more)));
    // The running title stands nowhere else, so it is kept, once, behind the text.
    expect(text).toBe('| Item | Value |\n| - | - |\n| a | 1 |\n| b | 2 |\n\nEnergy use of pumps\n');
  });

  it.each([
    [
      'below the header that is repeated',
      [
        ['No', 'Words'],
        ['', 'of a cell.'],
        ['3', 'More.'],
      ],
    ],
    [
      'without a header',
      [
        ['', 'of a cell.'],
        ['3', 'More.'],
      ],
    ],
  ])('make the row whole that they cut, %s', async (_, more) => {
    const rows = [
      ['No', 'Words'],
      ['1', 'All of it.'],
      ['2', 'Not all'],
    ];
    const text = await markdownOf(page(1, grid(rows), false), page(2, grid(more), false));
    expect(text).toContain('| 2 | Not all of a cell. |\n| 3 | More. |\n');
  });

  it.each([
    [
      'begins a sentence',
      [
        ['', 'Another.'],
        ['3', 'More.'],
      ],
    ],
    [
      'has a name',
      [
        ['b', 'of a cell.'],
        ['3', 'More.'],
      ],
    ],
  ])('begin a row that %s', async (_, more) => {
    const rows = [
      ['No', 'Words'],
      ['1', 'All of it.'],
      ['2', 'Not all'],
    ];
    const text = await markdownOf(page(1, grid(rows), false), page(2, grid(more), false));
    expect(text).toContain('| 2 | Not all |\n');
  });

  it('have no header where a table begins with its entries', async () => {
    const rows = [
      ['Rent', '1,204.00'],
      ['Total', '1,310.50'],
    ];
    const text = await markdownOf(page(1, grid(rows), false));
    expect(text).toBe('|  |  |\n| - | - |\n| Rent | 1,204.00 |\n| Total | 1,310.50 |\n');
  });

  it.each([
    [
      ['Item', '31.12.2024'],
      ['Rent', '1,204.00'],
    ],
    [
      ['Net pay', '10%'],
      ['Rent', 'of the mill'],
    ],
  ])('have a header that looks like an entry only in part: %j', async (first, second) => {
    const text = await markdownOf(page(1, grid([first, second]), false));
    expect(text).toMatch(new RegExp(`^\\| ${first[0]!} \\| ${first[1]!}`));
  });
});

describe('sentences that go on below a gap', () => {
  const OPEN = 'of the second clarifier had remained without any';
  const REST = ['change for the whole of the river since the days', 'of the old office.'];

  it('are one paragraph with a picture between their lines', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, [...LINES, OPEN]);
        made.lines(72, 240, REST);
      }),
    );
    expect(text).toContain('without any change');
  });

  it('are one paragraph with the lines that hang from their first words', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, [LINES[0]!, OPEN]);
        made.text(102, 124, 'change for the whole of it.');
        made.lines(72, 136, LINES);
      }),
    );
    expect(text).toContain('without any change');
  });

  it('are one paragraph where bold letters begin after the gap', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, [...LINES, OPEN]);
        const end = made.text(72, 162, 'change');
        made.text(end + 3, 162, 'for the whole of the river since the old', { bold: true });
      }),
    );
    expect(text).toContain('without any change **for');
  });

  it('are not addresses below each other', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, [...LINES, OPEN]);
        made.text(72, 162, 'www.river.example and more of the same office');
      }),
    );
    expect(text).not.toContain('without any www');
  });

  it('are entries of their own to the right, further below', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.lines(72, 100, [LINES[0]!, OPEN]);
        made.text(102, 146, 'change for the whole of it.');
        made.lines(72, 172, LINES);
      }),
    );
    expect(text).not.toContain('without any change');
  });
});

describe('headings', () => {
  it('are levelled by the sizes of the whole document', async () => {
    const body = (number: number) =>
      page(number, (made) => {
        if (number === 1) made.text(72, 90, 'The title of all', { size: 22 });
        made.text(72, 130, `Section ${number}`, { size: 15 });
        made.lines(72, 160, LINES);
        made.text(72, 220, 'A part of it', { size: 12, bold: true });
        made.lines(72, 240, LINES);
      });
    const text = await markdownOf(body(1), body(2));
    expect(text).toContain('# The title of all\n');
    expect(text).toContain('\n## Section 2\n');
    expect(text).toContain('\n### A part of it\n');
  });

  /** The headings of a document of these lines, with text below each. */
  const headingsOf = async (lines: readonly (readonly [string, number])[]): Promise<string[]> => {
    const made = makePage(1);
    lines.forEach(([text, size], index) => {
      made.text(72, 60 + index * 90, text, { size, bold: true });
      made.lines(72, 90 + index * 90, LINES);
    });
    const text = await markdownOf(made.page());
    return text.split('\n').filter((line) => line.startsWith('#'));
  };

  it('are one level below the heading that they are within, whatever sizes others have', async () => {
    expect(
      await headingsOf([
        ['The title of all', 24],
        ['What is kept', 14],
        ['Of rivers and lakes', 18],
        ['How they are kept', 14],
      ]),
    ).toEqual(['# The title of all', '## What is kept', '## Of rivers and lakes', '### How they are kept']);
  });

  it('are as deep as their numbers where these have one size', async () => {
    expect(
      await headingsOf([
        ['The title of all', 24],
        ['1.0 Of rivers', 14],
        ['1.1 Of their banks', 14],
        ['1.2 Of their beds', 14],
        ['2.0 Of lakes', 14],
        ['Of other waters', 14],
      ]),
    ).toEqual([
      '# The title of all',
      '## 1.0 Of rivers',
      '### 1.1 Of their banks',
      '### 1.2 Of their beds',
      '## 2.0 Of lakes',
      '## Of other waters',
    ]);
  });

  it('are not captions, nor bold words that start a paragraph', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        made.text(72, 100, 'Figure 3: The pumps', { bold: true });
        made.lines(72, 160, LINES);
        const end = made.text(72, 240, 'Pumps.', { bold: true });
        made.text(end + 4, 240, 'They are old and the office closes for the');
        made.lines(72, 252, LINES);
      }),
    );
    expect(text).not.toContain('#');
  });
});

const WORDS = [
  'river',
  'operator',
  'write-ahead',
  'clarifier',
  'Flow',
  'meter',
  'of',
  'the',
  'reserve.',
  'daily',
  'inflow',
  'and',
];

const anyPage = fc.array(
  fc.record({
    kind: fc.constantFrom('prose', 'heading', 'bullet', 'number', 'table', 'note'),
    words: fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 30 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function build(number: number, blocks: readonly { kind: string; words: readonly string[] }[]): RawPage {
  return page(number, (made) => {
    let y = 80;
    blocks.forEach(({ kind, words }, index) => {
      const lines = [];
      for (let at = 0; at < words.length; at += 7) lines.push(words.slice(at, at + 7).join(' '));
      if (kind === 'heading') made.text(72, y, words.slice(0, 3).join(' '), { size: 16 });
      else if (kind === 'bullet') made.text(72, y, `• ${lines[0]}`);
      else if (kind === 'number') made.text(72, y, `${index + 1}. ${lines[0]}`);
      else if (kind === 'note') made.text(72, 700 + index * 10, `${index + 1} ${lines[0]}`, { size: 7 });
      else if (kind === 'table')
        for (let row = 0; row < 3; row += 1)
          for (let column = 0; column < 3; column += 1)
            made.text(72 + column * 120, y + row * 14, row === 0 ? words[column]! : String(row * 10 + column));
      else y = made.lines(72, y, lines);
      y += kind === 'table' ? 60 : 20;
    });
  });
}

describe('parts', () => {
  it('give the same bytes however the pages are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPage, { minLength: 2, maxLength: 9 }),
        fc.integer({ min: 1, max: 8 }),
        async (contents, size) => {
          const pages = contents.map((blocks, index) => layoutPage(build(index + 1, blocks)));
          const [whole, cut] = [await writeParts(partsOf(pages)), await writeParts(partsOf(pages, size))];
          expect(cut).toEqual(whole);
          const marked = await writeParts(partsOf(pages), { pageMarkers: true, chunkSize: 200 });
          expect(marked.markdown.replaceAll(MARKERS, '')).toBe(whole.markdown);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['without text are warned of', '', [], ['empty-document']],
    ['are not, with text', 'text', [], []],
    ['are not, where a page is', '', ['page-without-text'], ['page-without-text']],
  ])('%s', async (_, text, before, after) => {
    const blank = partOf([layoutPage(page(1, (made) => made.text(72, 100, text), false))], 1);
    const warnings = before.map((kind) => ({ kind, page: 1, count: 1 }));
    const part = { ...blank, summary: { ...blank.summary, warnings } };
    const merged = await merge([part], async () => {}, { outputBytes: 1000, emphasis: true });
    expect(merged.warnings.map(({ kind }) => kind)).toEqual(after);
  });

  it('larger than the limit are a failure that names it', async () => {
    const part = partOf([layoutPage(page(1, (made) => made.lines(72, 100, LINES)))], 1);
    await expect(merge([part], async () => {}, { outputBytes: 20, emphasis: true })).rejects.toMatchObject({
      code: 'limit_exceeded',
    });
  });
});
