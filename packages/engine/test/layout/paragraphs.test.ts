import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, PROSE } from '../../../../test/make/raw-page.ts';

const SENTENCE = [
  'The harbour keeps a list of all lamps, which is read aloud on the first',
  'day of each month, and no lamp is lit that is not on it, unless the keeper',
  'and both of the pilots agree that it is needed at once for the safety of',
  'the ships that lie outside.',
];

it('reads an item whose first line is indented and whose other lines begin at the margin', async () => {
  const page = makePage();
  for (const [item, label] of ['(A)', '(B)'].entries()) {
    page.text(108, 100 + 80 * item, `${label} ${SENTENCE[0]!.slice(0, 60)}`);
    page.lines(72, 112 + 80 * item, SENTENCE.slice(1));
  }
  const text = [SENTENCE[0]!.slice(0, 60), ...SENTENCE.slice(1)].join(' ');
  expect(await markdownOf(page.page())).toBe(`- (A) ${text}\n- (B) ${text}\n`);
});

it('reads a footnote of four lines whose first one is indented', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const end = page.text(72, 100 + 12 * PROSE.length, 'Lamps are costly.');
  page.text(end, 96 + 12 * PROSE.length, '1', { size: 6 });
  page.text(84, 696, '1', { size: 5 });
  page.text(88, 700, SENTENCE[0]!, { size: 8 });
  page.lines(72, 709, SENTENCE.slice(1), { size: 8, leading: 9 });
  expect(await markdownOf(page.page())).toContain(`[^1]: ${SENTENCE.join(' ')}`);
});

it('goes on with a sentence whose line is full below a gap, but not with the next of several entries', async () => {
  const page = makePage();
  page.lines(72, 100, SENTENCE.slice(0, 2));
  page.lines(72, 140, SENTENCE.slice(2));
  const entries = SENTENCE.map((line) =>
    line
      .slice(0, 38)
      .trimEnd()
      .toLowerCase()
      .replace(/[^a-z ]/g, ''),
  );
  for (const [row, entry] of entries.slice(0, 3).entries()) page.text(72, 200 + 26 * row, entry);
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain(SENTENCE.join(' '));
  for (const entry of entries.slice(0, 3)) expect(markdown.split('\n')).toContain(entry);
});

it('goes on with a paragraph whose first word has a paragraph of its own in the structure tree', async () => {
  const lines = ['See The List, which is read aloud on the first day of each month in the office of', 'Harbourmouth.'];
  const page = makePage();
  page.lines(72, 100, lines);
  page.lines(72, 150, SENTENCE);
  const raw = page.page();
  const nodeOf = ({ baseline }: { baseline: number }, index: number): number =>
    baseline > 120 ? 2 : index === 0 ? 0 : 1;
  const runs = raw.runs.map((run, index) => ({ ...run, mcid: nodeOf(run, index) }));
  const tags = [0, 1, 2].map((mcid) => ({ role: 'P', kids: [], content: [mcid], kidsBefore: [0] }));
  expect(await markdownOf({ ...raw, runs, tags })).toBe(`${lines.join(' ')}\n\n${SENTENCE.join(' ')}\n`);
});

it('keeps a title in one piece that the structure tree has as two paragraphs', async () => {
  const page = makePage();
  page.lines(72, 100, ['The House of Lamps, Ships', 'and Cranes of Harbourmouth'], { size: 14, bold: true });
  for (const paragraph of Array(8).keys()) page.text(72, 160 + 20 * paragraph, `Lamp ${paragraph} is lit each night.`);
  const raw = page.page();
  const baselines = [...new Set(raw.runs.map(({ baseline }) => baseline))];
  const runs = raw.runs.map((run) => ({ ...run, mcid: baselines.indexOf(run.baseline) }));
  const tags = baselines.map((_, mcid) => ({ role: 'P', kids: [], content: [mcid], kidsBefore: [0] }));
  expect(await markdownOf({ ...raw, runs, tags })).toContain('The House of Lamps, Ships and Cranes of Harbourmouth');
});

it('goes on after a word that needs another, and within bold words, whatever the next word looks like', async () => {
  const page = makePage();
  page.lines(72, 100, SENTENCE);
  page.text(72, 180, 'The lamps of the harbour are lit each night by the');
  page.text(72, 192, 'Old Keepers, who have been paid for it by the Town of');
  page.text(72, 204, 'Harbourmouth', { bold: true });
  const end = page.text(72, 250, 'Each lamp is kept as one of those that are named in the list of ');
  page.text(end, 250, 'Lights', { bold: true });
  page.text(72, 262, 'Out at Sea', { bold: true });
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain(
    'each night by the Old Keepers, who have been paid for it by the Town of **Harbourmouth**',
  );
  expect(markdown).toContain('**Lights Out at Sea**');
});

it('goes on with a line that was stretched to the width of its column', async () => {
  const page = makePage();
  const lines = ['One day we take the whole of Western', 'Harbour from some old', 'Keepers of the lamps.'];
  const right = page.text(72, 100, lines[0]!);
  const words = lines[1]!.split(' ');
  const width = words.join('').length * 5;
  let x = 72;
  for (const word of words) x = page.text(x, 112, word) + (right - 72 - width) / (words.length - 1);
  page.text(72, 124, lines[2]!);
  expect(await markdownOf(page.page())).toBe(`${lines.join(' ')}\n`);
});

it('goes on with a line that begins with a name in a font of another size', async () => {
  const page = makePage();
  page.text(72, 100, 'The call is not safe, since it can reach once more and for all the method');
  const end = page.text(72, 112, 'splitValueOfAllTheTokensThatTheKeeperOwns', { size: 9, mono: true });
  page.text(end + 3, 112, 'of each lamp, which is');
  page.text(72, 124, 'known to all of them.');
  expect(await markdownOf(page.page())).toMatch(
    /^The call .* the method .*splitValue.* which is known to all of them\.\n$/u,
  );
});

it('reads entries of a table of contents that take two lines', async () => {
  const page = makePage();
  page.text(72, 70, 'Contents', { size: 16, bold: true });
  const entries = [
    ['Lamps of the harbour', '', '3'],
    ['What the keepers of all lamps must know before the first of', 'Winter', '9'],
    ['Which lamps are lit from the boats that lie at the long western', 'Pier and why', '14'],
    ['Where to write', '', '17'],
  ];
  let y = 110;
  for (const [first, rest, number] of entries as [string, string, string][]) {
    if (rest) page.text(72, y, first);
    y += rest ? 14 : 0;
    const end = page.text(72, y, rest || first);
    const dots = '.'.repeat(Math.floor((420 - end) / 5));
    page.text(page.text(end + 3, y, dots) + 3, y, number);
    y += 18;
  }
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('before the first of Winter … 9\n');
  expect(markdown).toContain('western Pier and why … 14\n');
  expect(markdown).toContain('\n- Lamps of the harbour … 3\n');
});

it('reads the page numbers of contents behind titles of two lines, at whose middle they stand in a column', async () => {
  const page = makePage();
  page.text(72, 70, 'Contents', { size: 16, bold: true });
  const entries = [
    ['Lamps of the harbour', '', '3'],
    ['What the keepers of all lamps must know before the first of', 'winter', '9'],
    ['Boats', '', '10'],
    ['Which lamps are lit from the boats that lie at the long quay', 'and why', '14'],
    ['Oil', '', '15'],
    ['Where to write', '', '17'],
  ];
  let y = 110;
  for (const [first, rest, number] of entries as [string, string, string][]) {
    page.text(72, y, first);
    endsAt(page, [520, rest ? y + 7.5 : y + 1], number);
    if (rest) page.text(72, y + 14, rest);
    y += rest ? 36 : 22;
  }
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('before the first of winter 9\n');
  expect(markdown).toContain('quay and why 14\n');
  expect(markdown).toContain('Where to write 17\n');
});

it('reads the page numbers of contents behind the titles of chapters, whose letters are larger', async () => {
  const page = makePage();
  page.text(72, 70, 'Contents', { size: 20, bold: true });
  const entries = ['1 Lamps', '1.1 Oil', '1.2 Wicks', '2 Boats', '2.1 Sails', '3 Cranes'];
  for (const [row, entry] of entries.entries()) {
    page.text(72, 120 + 24 * row, entry, { size: entry.includes('.') ? 10 : 17 });
    endsAt(page, [520, 120 + 24 * row], `${row + 3}`);
  }
  endsAt(page, [520, 760], 'Lamps v1.2');
  const markdown = await markdownOf(page.page());
  for (const [row, entry] of entries.entries()) expect(markdown).toContain(`\n- ${entry} ${row + 3}\n`);
});

it('parts paragraphs of one line by the distance at which the lines of others go on', async () => {
  const paragraphs = [
    ['Those who came were many and all of them were thanked for what they had done!'],
    ['The assembly of the keepers had these to say about the lamps of the harbour.'],
    ['The keepers have little oil.'],
    ['The lamps that were bought two years ago are still in the cellar of the house', 'of the pilots.'],
    ['The budget was approved by all who were present and by those who had sent a word.'],
    ['The assembly ended at night.'],
  ];
  const page = makePage();
  let y = 100;
  for (const lines of paragraphs) y = page.lines(72, y, lines, { leading: 16 }) + 8;
  const markdown = await markdownOf(page.page());
  expect(markdown).toBe(`${paragraphs.map((lines) => lines.join(' ')).join('\n\n')}\n`);
});

it('parts lines that are far from each other where none of them goes on by its words', async () => {
  const lines = [
    'At seven in the evening the keepers moved to adjourn, and the motion was passed by all.',
    'Next meeting: the first day of July at the House of the Pilots, in the upper room',
    'Respectfully submitted, the Keeper of the Lamps',
    'Copies were sent to the Harbour Office and to the House of the Pilots by the boat',
    'Approved in July',
  ];
  const page = makePage();
  page.lines(72, 100, lines, { leading: 23 });
  expect(await markdownOf(page.page())).toBe(`${lines.join('\n\n')}\n`);
});

it('goes on within brackets, though the letters become bold', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE.slice(0, 2));
  page.text(72, 150, 'The keepers bought a lamp of brass for the pier of the harbour (number');
  page.text(72, 162, '10008)', { bold: true });
  expect(await markdownOf(page.page())).toContain('harbour (number **10008)**\n');
});

it('goes on with a line whose number closes a bracket', async () => {
  const page = makePage();
  const lines = ['The rules follow the second draft (release', '1) and are ready to be read by all who meet here in'];
  page.lines(72, 100, lines);
  page.lines(72, 150, PROSE);
  expect(await markdownOf(page.page())).toContain(lines.join(' '));
});
