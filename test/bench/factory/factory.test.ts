import { expect, test } from 'vitest';
import type { Block, Source } from '../quality/corpus/model.ts';
import { htmlOf } from '../quality/corpus/render-html.ts';
import { CLASSES, headed } from './latex-classes.ts';
import { sampleOf } from './make.ts';
import { printsOver } from './overprint.ts';
import { PRODUCERS } from './producers.ts';
import type { Sample } from './sample.ts';
import { shrink } from './shrink.ts';
import { PLAIN } from './style.ts';
import { placed, showsAll, shown, truthFor } from './truth.ts';
import { foundUnits, unitsOf } from './units.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const sourceOf = (blocks: readonly Block[], more: Partial<Source> = {}): Source => ({
  name: 'x',
  language: 'en',
  pageNumbers: false,
  blocks,
  ...more,
});
const table: Block = {
  kind: 'table',
  look: 'grid',
  headerRows: 1,
  caption: 'Table 1: Rain at the harbour',
  rows: [
    [{ text: 'Place' }, { text: 'Rain' }],
    [{ text: 'Harbour' }, { text: '12' }],
  ],
};

test('gives the same document for the same seed, index and producer', () => {
  const producer = PRODUCERS.find(({ name }) => name === 'typst')!;
  expect(sampleOf('a', 3, producer)).toEqual(sampleOf('a', 3, producer));
  expect(sampleOf('a', 3, producer)).not.toEqual(sampleOf('b', 3, producer));
});

test('each producer plans documents of its own languages and columns', () => {
  for (const producer of PRODUCERS)
    for (let index = 0; index < 12; index++) {
      const { source, look } = sampleOf('plan', index, producer);
      expect(producer.languages).toContain(source.language);
      expect(producer.columns).toContain(look.columns);
      expect(producer.printed(sampleOf('plan', index, producer)).source.blocks.length).toBeGreaterThan(0);
    }
});

test('puts a float where the Markdown has it', () => {
  const [first, second] = [paragraph('The first paragraph of this text.'), paragraph('And the second one after it.')];
  const truth = truthFor({ source: sourceOf([first, table, second]), floating: new Set([table]) }, 2);
  const markdown =
    'The first paragraph of this text.\n\nAnd the second one after it.\n\nTable 1: Rain at the harbour\n\n| Place | Rain |\n| - | - |\n| Harbour | 12 |';
  expect(placed(truth, markdown).indexOf('<table>')).toBeGreaterThan(placed(truth, markdown).indexOf('And the second'));
  expect(placed(truth, 'nothing of it').indexOf('<table>')).toBeLessThan(
    placed(truth, 'nothing of it').indexOf('And the second'),
  );
});

test('numbers headings as a class does, and makes leads of those that are too deep', () => {
  const heading = (level: 1 | 2 | 3 | 4, text: string): Block => ({ kind: 'heading', level, text });
  const blocks = [heading(1, 'Rain'), heading(2, 'Wind'), heading(3, 'Snow'), paragraph('Fell.')];
  expect(headed(blocks, CLASSES['IEEEtran']!, true)).toEqual([
    heading(1, 'I. RAIN'),
    heading(2, 'A. Wind'),
    { kind: 'paragraph', text: 'Fell.', lead: '**Snow**' },
  ]);
  expect(headed(blocks, CLASSES['report']!, true)[0]).toEqual(heading(1, 'Chapter 1 Rain'));
});

test('takes a chapter with its title for one heading or for two', () => {
  expect(shown('# Chapter 2\n\n# Rain\n\nIt fell.')).toBe(shown('# Chapter 2 Rain\n\nIt fell.'));
});

test('rejects pages that lack words of their truth', () => {
  const truth = truthFor({ source: sourceOf([paragraph('Rain fell on the harbour')]), floating: new Set() }, 1);
  expect(showsAll(truth, 'Rain fell on the har-\nbour')).toBe(true);
  expect(showsAll(truth, 'Rain fell on the')).toBe(false);
});

test('says of each block whether it is there as what it is', () => {
  const source = sourceOf([
    { kind: 'heading', level: 2, text: 'Rain' },
    paragraph('It fell on the harbour.'),
    { kind: 'list', marks: 'bullet', items: [{ text: 'one thing' }] },
    { kind: 'equation', latex: '\\frac{a}{b}', linear: '', number: '1' },
    table,
  ]);
  const found = (markdown: string): Record<string, number> =>
    Object.fromEntries(
      foundUnits(unitsOf(source), markdown).map((value, index) => [unitsOf(source)[index]!.kind, value]),
    );
  expect(
    found(
      '## Rain\n\nIt fell on **the** harbour.\n\n- one thing\n\n$$\\frac{a}{b} \\tag{1}$$\n\nTable 1: Rain at the harbour\n\n| Place | Rain |\n| - | - |\n| Harbour | 12 |',
    ),
  ).toEqual({
    'heading 2': 1,
    paragraph: 1,
    item: 1,
    formula: 1,
    caption: 1,
    'table grid': 1,
    'simple table': 1,
  });
  expect(found('Rain\n\nIt fell on\n\nthe harbour.\n\none thing\n\na/b')).toMatchObject({
    'heading 2': 0,
    paragraph: 0,
    item: 0,
    formula: 0,
    'table grid': 0,
  });
});

test('shrinks a document to the block that fails, in a plain style', async () => {
  const sample: Sample = {
    name: 'x',
    producer: 'typst',
    content: 'mixture',
    floats: true,
    look: { ...PLAIN, columns: 2, size: 9, justify: true },
    source: sourceOf([paragraph('one'), paragraph('two'), table, paragraph('three')], {
      title: 'Title',
      header: 'Head',
    }),
  };
  const smallest = await shrink(
    sample,
    async ({ source, look }) => source.blocks.some(({ kind }) => kind === 'table') && look.columns === 2,
  );
  expect(smallest.source.blocks).toEqual([table]);
  expect(smallest.source.title).toBeUndefined();
  expect(smallest.look).toEqual({ ...PLAIN, columns: 2 });
  expect(smallest.floats).toBe(false);
});

test('pages in Hebrew and Arabic are set from the right', () => {
  const blocks = [paragraph('שיטת המחקר')];
  expect(htmlOf(sourceOf(blocks, { language: 'he' }), PLAIN)).toContain('<html lang="he" dir="rtl">');
  expect(htmlOf(sourceOf(blocks), PLAIN)).toContain('<html lang="en">');
});

test('knows pages on which words are printed over others, and does not take close lines for such', () => {
  const word = (x: number, y: number, text: string): string =>
    `<word xMin="${x}" yMin="${y}" xMax="${x + 5 * text.length}" yMax="${y + 10}">${text}</word>`;
  const page = (...words: readonly string[]): string => `<page width="600" height="800">${words.join('\n')}</page>`;
  const lines = [word(60, 100, 'Harbour'), word(60, 107, 'Lighthouse'), word(60, 114, 'Breakwater')];
  expect(printsOver(page(...lines))).toBe(false);
  expect(printsOver(page(...lines, word(80, 101, 'Outlook')))).toBe(false);
  expect(printsOver(page(...lines, word(80, 101, 'Outlook'), word(90, 115, 'Channel')))).toBe(true);
});
