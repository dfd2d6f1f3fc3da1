import { expect, it } from 'vitest';
import { findFilledRows } from '../../src/layout/tables/rulings/filled-rows.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, HARBOUR, makePage, PROSE } from '../../../../test/make/raw-page.ts';

const MONO = { mono: true, advance: 0.6, space: 6 };

/** The texts in the order in which the Markdown has them. */
function inOrder(markdown: string, texts: readonly string[]): readonly string[] {
  const places = new Map(texts.map((text) => [text, markdown.indexOf(text)]));
  return [...places].sort(([, a], [, b]) => a - b).flatMap(([text, at]) => (at < 0 ? [] : [text]));
}

it('reads a raised ring as the sign for degrees', async () => {
  const page = makePage();
  const end = page.text(72, 100, 'The lamps are dried at 105');
  const ring = page.text(end + 2, 96, '◦', { size: 7, advance: 0.4 });
  page.text(ring, 100, 'C and then weighed.');
  expect(await markdownOf(page.page())).toContain('105 °C and');
});

const LOG = [
  ['[02:00:01] INFO', 'starting the nightly copy of all files'],
  ['[02:00:02] INFO', 'mounting the disks of the north wing'],
  ['[02:00:02] WARN', 'the last one is two days old'],
  ['[02:19:30] INFO', 'done'],
] as const;

it('keeps the lines of a log together', async () => {
  const page = makePage();
  for (const [row, [time, message]] of LOG.entries()) {
    page.text(72, 100 + 12 * row, time, MONO);
    page.text(180, 100 + 12 * row, message, MONO);
  }
  expect(await markdownOf(page.page())).toContain(LOG.map(([time, message]) => `${time}   ${message}`).join('\n'));
});

it('reads what a program printed as code, also where a table stands below it', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const rows = [
    '## species       n  mass',
    '## 1 Adelie    152 3701.',
    '## 2 Gentoo    124 5076.',
    '## 3 King       68 3733.',
  ];
  for (const [row, text] of rows.entries())
    for (const { 0: word, index } of text.matchAll(/\S+(?: \S+)?/g))
      page.text(72 + 6 * index, 180 + 12 * row, word, MONO);
  page.text(72, 240, 'Table 1: Coefficients');
  expect(await markdownOf(page.page())).toContain(`\`\`\`\n${rows.join('\n')}\n\`\`\``);
});

const INDEX = [
  ['abbey, 12, 44–47', 'almanacs, 201', 'apples, 33', 'bells, 60, 61', 'bridge, old, 7, 140–144,', 'canal, 150'],
  ['dairies, 98', 'dyers, 78', 'eels, 34', 'ferries, 141', 'fish, 31, 34, 35', 'flax, 79'],
];

it('reads the columns of an index one after the other, and parts its entries', async () => {
  const page = makePage();
  page.text(72, 80, 'Index', { size: 16 });
  for (const [column, entries] of INDEX.entries()) page.lines(72 + 160 * column, 120, entries);
  page.text(92, 192, '188, 190');
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('apples, 33\n\nbells, 60, 61\n\nbridge, old, 7');
  expect(inOrder(markdown, ['canal', 'eels', 'abbey'])).toEqual(['abbey', 'canal', 'eels']);
});

it('goes on with an entry of an index whose numbers of pages fill two lines', async () => {
  const page = makePage();
  page.lines(72, 120, ['apples, 33', 'bells, 60, 61', 'bridge, old, 7, 140–144,']);
  page.text(92, 156, '188, 190');
  page.lines(72, 168, ['canal, 150', 'dairies, 98']);
  expect(await markdownOf(page.page())).toContain('bridge, old, 7, 140–144, 188, 190\n\ncanal, 150\n');
});

it('parts entries of a glossary that begin in small bold letters', async () => {
  const page = makePage();
  const entries = [
    ['ashlar', 'squared stone'],
    ['bay', 'a part of a wall'],
    ['corbel', 'a stone that bears'],
    ['dado', 'the foot of a wall'],
    ['gablet', 'a small gable'],
    ['jamb', 'the side of a door'],
  ] as const;
  for (const [row, [name, text]] of entries.entries())
    page.text(page.text(72, 100 + 21 * row, name, { bold: true }) + 5, 100 + 21 * row, text);
  expect(await markdownOf(page.page())).toBe(entries.map(([name, text]) => `**${name}** ${text}\n`).join('\n'));
});

it('reads the block at the right of a letterhead before what stands below it', async () => {
  const page = makePage();
  page.text(72, 92, 'NORDWALL', { size: 14, bold: true });
  page.text(72, 107, 'Joinery and windows');
  for (const [row, text] of ['Nordwall Ltd', '8 Timber Yard', 'Tel. 01632 960 114'].entries())
    endsAt(page, [540, 81 + 12 * row], text);
  page.lines(72, 150, ['Mrs Edith Lamb', 'The Old School House', 'Church Lane']);
  page.text(72, 220, 'Quotation for windows', { size: 13, bold: true });
  page.text(72, 245, 'Dear Mrs Lamb,');
  page.text(72, 262, 'thank you for your enquiry. We offer this work to you:');
  const texts = ['Joinery', 'Nordwall Ltd', 'Edith', 'Dear'];
  expect(inOrder(await markdownOf(page.page()), texts)).toEqual(texts);
});

it('leaves no space before a stop behind code on a background', async () => {
  const page = makePage();
  const end = page.text(72, 100, 'Queries that belong together are run with');
  const code = page.text(end + 6, 100, 'pool.run(fn)', { ...MONO, size: 8.5 });
  const stop = page.text(code + 3.4, 100, '.');
  page.text(stop + 2.8, 100, 'The function gets a connection.');
  expect(await markdownOf(page.page())).toContain('pool.run(fn). The function');
});

it('reads numbers in discs before items as those of a list', async () => {
  const page = makePage();
  const items = ['Start with the metadata', 'Ask the readers first', 'Keep the tapes until the end'];
  for (const [row, item] of items.entries()) {
    page.text(82, 118.3 + 17 * row, `${row + 1}`, { size: 6 });
    page.text(93, 120 + 17 * row, item, { size: 11 });
  }
  expect(await markdownOf(page.page())).toContain(items.map((item, index) => `${index + 1}. ${item}`).join('\n'));
});

it('takes a box and a bar with nothing between them for no rows of one table', () => {
  const page = makePage();
  page.box({ x0: 11, y0: 168, x1: 451, y1: 200 }, 0x33_66_99);
  for (const x0 of [0, 151, 302]) page.box({ x0, y0: 246, x1: x0 + 151, y1: 256 }, 0x33_33_99);
  expect(findFilledRows(page.page(), []).map(({ rows }) => rows.length)).toEqual([1, 1]);
});

it('ends a table of wrapped cells above the next item of the list that it stands in', async () => {
  const page = makePage();
  page.text(72, 100, '6. These payments were approved in the meeting of the council:');
  const rows = [
    [['Payee'], ['For'], ['Amount']],
    [['R. Lyle'], ['Salary for', 'August'], ['412.00']],
    [['Greenways'], ['Cutting of', 'grass'], ['260.00']],
    [['Village Hall'], ['Hire'], ['24.00']],
  ];
  let y = 124;
  for (const cells of rows) {
    for (const [column, lines] of cells.entries()) page.lines([96, 220, 380][column]!, y, lines);
    y += 12 * Math.max(...cells.map((lines) => lines.length)) + 5;
  }
  page.text(72, y - 3.5, '7.');
  page.text(96, y - 3.5, 'Action points', { bold: true });
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('| Village Hall | Hire | 24.00 |');
});

it('names the first column on the last line of a head whose titles span others', async () => {
  const page = makePage();
  page.horizontal(90, 72, 420);
  page.text(300, 102, 'Load');
  page.text(390, 102, 'Samples');
  page.horizontal(106, 250, 360);
  for (const [column, name] of ['Station', 'Season', 'Bed', 'Suspended', 'n'].entries())
    page.text([72, 140, 250, 300, 412][column]!, 118, name);
  page.horizontal(123, 72, 420);
  for (const [row, cells] of [
    ['1.24', '18.3', '12'],
    ['0.61', '7.9', '9'],
    ['2.05', '22.7', '14'],
    ['0.88', '9.4', '11'],
  ].entries()) {
    page.text(140, 135 + 13 * row, row % 2 === 0 ? 'Spring' : 'Autumn');
    for (const [column, cell] of cells.entries()) endsAt(page, [[270, 345, 420][column]!, 135 + 13 * row], cell);
  }
  page.text(72, 141.5, 'North');
  page.text(72, 167.5, 'South');
  page.horizontal(180, 72, 420);
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('<td rowspan="2">North</td><td>Spring</td><td>1.24</td>');
  expect(markdown).toContain('<th>Season</th><th>Bed</th>');
});

it('parts paragraphs that stand in no block of the structure tree', async () => {
  const page = makePage();
  page.lines(72, 100, ['08:30 Registration and coffee', '09:00 Welcome by the library'], { leading: 16 });
  page.lines(72, 160, HARBOUR);
  const raw = page.page();
  const runs = raw.runs.map((run) => ({ ...run, mcid: run.baseline < 140 ? 0 : 1 }));
  const tags = ['Div', 'P'].map((role, mcid) => ({ role, kids: [], content: [mcid], kidsBefore: [0] }));
  expect(await markdownOf({ ...raw, runs, tags })).toContain('coffee\n\n09:00');
});
