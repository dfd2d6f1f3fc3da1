import { describe, expect, it } from 'vitest';
import type { RawPage } from '../../src/layout/model/raw-page.ts';
import { layoutPage } from '../../src/layout/page.ts';
import type { ReadBlock } from '../../../../test/make/check-outputs.ts';
import { partsOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';
import { readDocument, writeParts } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const LINES = [
  'Each reservoir replaces the sediment load of the',
  'river and the operator measures the daily inflow',
  'before the office closes for the year; the costs',
];

function page(number: number, write: (page: ReturnType<typeof makePage>) => void): RawPage {
  const made = makePage(number);
  write(made);
  return made.page();
}

const writePages = async (pages: readonly RawPage[], options: Parameters<typeof writeParts>[1] = {}) =>
  await writeParts(partsOf(pages.map(layoutPage)), options);

const writeText = async (text: string, name: string, options: Parameters<typeof writeParts>[1] = {}) =>
  await writeParts([(await readDocument(makeSource(text, name))).part], options);

const shortOf = ({ role, level, text }: ReadBlock): string => `${role}${level ?? ''}: ${text}`;

/** A heading, a paragraph over the end of the page, a table and a list. */
const TWO_PAGES = [
  page(1, (made) => {
    made.text(72, 90, 'Income of the year', { size: 18 });
    made.lines(72, 660, [...LINES, 'of the second clarifier were again very impor-']);
  }),
  page(2, (made) => {
    made.lines(72, 100, ['tant for the whole of the river.']);
    ['Place', 'Depth', 'Change'].forEach((head, column) => made.text(72 + column * 120, 160, head, { bold: true }));
    for (let row = 1; row < 5; row += 1)
      ['Basin', '7.4', '0.1'].forEach((text, column) => made.text(72 + column * 120, 160 + 14 * row, `${text}${row}`));
    made.text(72, 300, '• Structure of all pages');
    made.text(80, 314, '– for those who listen');
    made.text(72, 328, '• Text below pictures');
  }),
];

describe('the JSON of a document', () => {
  it('has blocks with their boxes, those of a paragraph over the end of a page on both', async () => {
    const { document } = await writePages(TWO_PAGES);
    expect(document).toMatchObject({
      version: 1,
      format: 'pdf',
      contentType: 'application/pdf',
      pageCount: 2,
      pageRange: { start: 1, end: 2 },
    });
    expect(document.pages).toEqual([1, 2].map((number) => ({ page: number, width: 612, height: 792 })));
    const [heading, paragraph, table, ...items] = document.blocks;
    expect(shortOf(heading!)).toBe('heading1: Income of the year');
    expect(paragraph).toMatchObject({ role: 'paragraph', page: 1, boxes: [{ page: 1 }, { page: 2 }] });
    expect(paragraph!.text).toContain('very important for');
    const [x0, y0, x1, y1] = paragraph!.boxes![1]!.box;
    expect([x0! >= 71 && x1! < 300, y0! > 85 && y1! < 106]).toEqual([true, true]);
    expect(table).toMatchObject({ role: 'table', page: 2 });
    expect(table!.rows![0]).toEqual([{ text: 'Place' }, { text: 'Depth' }, { text: 'Change' }]);
    expect(items.map(shortOf)).toEqual([
      'list-item1: Structure of all pages',
      'list-item2: for those who listen',
      'list-item1: Text below pictures',
    ]);
  });

  it('has the boxes of pages that are turned or read from the right where they are seen', async () => {
    const turned = { ...TWO_PAGES[0]!, runs: TWO_PAGES[0]!.runs.map((run) => ({ ...run, angle: 180 })) };
    const mirrored = page(1, (made) => made.text(400, 100, 'שלום לכולם בעיר הגדולה', { flags: 2 }));
    /** Boxes of text reach below and above the letters. */
    const SLACK = 8;
    for (const raw of [turned, mirrored]) {
      const seen = {
        x0: Math.min(...raw.runs.map((run) => run.x0)),
        x1: Math.max(...raw.runs.map((run) => run.x1)),
        y0: Math.min(...raw.runs.map((run) => run.y0)),
        y1: Math.max(...raw.runs.map((run) => run.y1)),
      };
      const boxes = (await writePages([raw])).document.blocks.flatMap((block) => block.boxes ?? []);
      expect(boxes.length).toBeGreaterThan(0);
      for (const { box } of boxes) {
        expect(box[0]).toBeGreaterThanOrEqual(seen.x0 - SLACK);
        expect(box[1]).toBeGreaterThanOrEqual(seen.y0 - SLACK);
        expect(box[2]).toBeLessThanOrEqual(seen.x1 + SLACK);
        expect(box[3]).toBeLessThanOrEqual(seen.y1 + SLACK);
      }
    }
  });

  it('says how sure OCR was of each block and page', async () => {
    const raw = TWO_PAGES[0]!;
    const runs = raw.runs.map((run) => ({ ...run, confidence: run.size === 18 ? 95 : 60 }));
    const { document } = await writePages([{ ...raw, source: 'ocr', runs, confidence: 70 }]);
    expect(document.pages).toEqual([{ page: 1, width: 612, height: 792, confidence: 70 }]);
    expect(document.blocks.map((block) => block.confidence)).toEqual([95, 60]);
  });

  it('has no boxes where pages look like nothing, and the rows of a long table on each page', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `Station ${row},${row * 7},clear and calm`);
    const { document, markdown } = await writeText(['place,depth,sky', ...rows].join('\n'), 'depths.csv');
    expect(document.pages.length).toBeGreaterThan(1);
    expect(document.blocks.map((block) => block.continues ?? false)).toEqual(
      document.pages.map(({ page: n }) => n > 1),
    );
    expect(document.blocks.map((block) => block.markdown).join('\n')).toBe(markdown.trimEnd());
    expect(document.blocks.flatMap((block) => block.boxes ?? [])).toEqual([]);
  });

  it('tells the items of nested lists apart, and keeps an item whole that goes on after a list', async () => {
    const { document } = await writeText(
      '<h1>Lists</h1><ul><li>one<ul><li>one a</li><li>one b<ol><li>deep</li></ol></li></ul></li><li><p>two</p><ul><li>two a</li></ul><p>two again</p></li></ul>',
      'lists.html',
    );
    expect(document.blocks.map(shortOf)).toEqual([
      'heading1: Lists',
      'list-item1: one',
      'list-item2: one a',
      'list-item2: one b',
      'list-item3: deep',
      'list-item1: two\ntwo a\ntwo again',
    ]);
  });

  it('has the blocks of a Markdown file', async () => {
    const source =
      '# Title #\n\nFirst *paragraph*.\n## Part\n```sh\n# no heading\n\nls\n```\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- item\n\n> quote\n';
    const { document, markdown } = await writeText(source, 'notes.md');
    expect(markdown).toBe(source);
    expect(document.blocks.map(shortOf)).toEqual([
      'heading1: Title',
      'paragraph: First *paragraph*.',
      'heading2: Part',
      'code: ```sh\n# no heading\n\nls\n```',
      'table: | a | b |\n| - | - |\n| 1 | 2 |',
      'list-item: - item',
      'quote: > quote',
    ]);
  });
});

describe('page markers', () => {
  it('stand before the first block that begins on a page', async () => {
    const { markdown } = await writePages(TWO_PAGES, { pageMarkers: true });
    expect(markdown.startsWith('<!-- page 1 -->\n\n# Income')).toBe(true);
    expect(markdown).toContain('whole of the river.\n\n<!-- page 2 -->\n\n| Place');
  });

  it('do not part the rows of a table', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `Station ${row},${row * 7},clear and calm`);
    const { markdown } = await writeText(rows.join('\n'), 'depths.csv', { pageMarkers: true });
    expect(markdown.match(/<!-- page \d+ -->/g)).toEqual(['<!-- page 1 -->']);
  });
});

describe('chunks', () => {
  const HUNDRED = 'The harbour office measured every depth of the western channel twice, and wrote them down at once. ';

  it('begin at headings, have their path, and hold headings that follow each other together', async () => {
    const { chunks } = await writeText(
      `<h1>Report</h1><h2>Depths</h2><p>Deep.</p><p>${HUNDRED}</p><h2>Sand</h2><p>${HUNDRED}</p><h1>Annex</h1><p>${HUNDRED}</p>`,
      'report.html',
    );
    expect(chunks.map(({ headings, roles, text }) => [headings.join(' > '), roles.join(), text])).toEqual([
      ['Report > Depths', 'heading,paragraph', `# Report\n\n## Depths\n\nDeep.\n\n${HUNDRED.trim()}`],
      ['Report > Sand', 'heading,paragraph', `## Sand\n\n${HUNDRED.trim()}`],
      ['Annex', 'heading,paragraph', `# Annex\n\n${HUNDRED.trim()}`],
    ]);
  });

  it('are joined with a neighbor if they are short and both fit, below the path of both', async () => {
    const long = `<p>${HUNDRED.repeat(3)}</p>`;
    const { chunks } = await writeText(
      `<h1>Report</h1>${long}<h2>Depths</h2><p>Deep.</p><h2>Sand</h2><p>Wet.</p><h2>Wind</h2>${long}<h1>Annex</h1><h2>Tides</h2><p>Low.</p>`,
      'report.html',
    );
    expect(chunks.map(({ headings, text }) => [headings.join(' > '), text.match(/^#+ \w+/gm)?.join(' ')])).toEqual([
      ['Report', '# Report'],
      ['', '## Depths ## Sand ## Wind # Annex ## Tides'],
    ]);
  });

  it('have the boxes of their blocks, and an estimate of tokens', async () => {
    const { chunks, document } = await writePages(TWO_PAGES);
    expect(chunks.flatMap(({ boxes = [] }) => boxes)).toEqual(document.blocks.flatMap(({ boxes = [] }) => boxes));
    expect(chunks[0]).toMatchObject({ pages: [1, 2], roles: ['heading', 'paragraph', 'table'] });
    const { chunks: words } = await writeText(`<p>${HUNDRED.repeat(3)}</p>`, 'words.html');
    // The tokenizer o200k_base makes 57 of it.
    expect(words[0]!.tokens).toBeGreaterThan(48);
    expect(words[0]!.tokens).toBeLessThan(68);
  });

  it('hold whole blocks as long as they fit, and cut longer ones after sentences', async () => {
    const sentence = 'The harbour office measured every depth of the western channel twice.';
    const { chunks } = await writeText(
      `<p>${Array(6).fill(sentence).join(' ')}</p><p>Short.</p><p>${sentence}</p>`,
      'long.html',
      { chunkSize: 214 },
    );
    expect(chunks.map(({ text }) => text)).toEqual([
      Array(3).fill(sentence).join(' '),
      Array(3).fill(sentence).join(' '),
      `Short.\n\n${sentence}`,
    ]);
  });

  it('repeat the head of a table that is cut, over the end of pages too', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `Station ${row},${row * 7},clear and calm`);
    const { chunks } = await writeText(['place,depth,sky', ...rows].join('\n'), 'depths.csv', { chunkSize: 1000 });
    expect(chunks.length).toBeGreaterThan(10);
    for (const { text } of chunks)
      expect(text.startsWith('| place | depth | sky |\n| - | - | - |\n| Station')).toBe(true);
    const lines = chunks.flatMap(({ text }) => text.split('\n').slice(2));
    expect(lines.map((line) => line.split(' |')[0])).toEqual(rows.map((_, row) => `| Station ${row}`));
    expect(new Set(chunks.flatMap(({ pages }) => pages)).size).toBeGreaterThan(1);
  });

  it('cut tables in HTML into tables', async () => {
    const rows = Array.from({ length: 30 }, (_, row) => `<tr><td>Basin ${row}</td><td>${row}</td></tr>`).join('');
    const source = `<table><tr><th colspan="2">Depths</th></tr>${rows}</table>`;
    const reading = await readDocument(makeSource(source, 'table.html'));
    // Inferred tables keep their spans in HTML.
    const part = { ...reading.part, summary: { ...reading.summary, layout: EMPTY } };
    const { chunks } = await writeParts([part], { chunkSize: 300 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text } of chunks) expect(text).toMatch(/^<table>\n<tr><th colspan="2">Depths<[^]*<\/tr>\n<\/table>$/);
  });
});

const EMPTY = {
  pages: 0,
  styles: {},
  edges: [],
  compounds: [],
  outline: 0,
  blocks: 0,
  tagged: 0,
  taggedHeadings: 0,
};
