import { expect, it } from 'vitest';
import { markdownOf } from '../../make/layout-part.ts';
import { makePage, PROSE } from '../../make/raw-page.ts';

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
  const entries = SENTENCE.map((line) => line.toLowerCase().replace(/[^a-z ]/g, ''));
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
