import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const PROSE = [
  'Each reservoir replaces the sediment load of the',
  'river and the operator measures the daily inflow',
  'before the office closes for the year.',
];

describe('labels that stand off the baseline', () => {
  it('are bullets of the lines at their right', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    for (const [index, text] of ['Content in a logical order', 'Text that can be used again'].entries()) {
      page.text(72, 158.4 + 14 * index, '█', { size: 9 });
      page.text(90, 160 + 14 * index, text);
    }
    expect(await markdownOf(page.page())).toContain('\n- Content in a logical order\n- Text that can be used again\n');
  });

  it('are no superscripts of the words they stand close before', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    page.text(72, 160, '•');
    page.text(84, 160, 'Adapters of the network');
    for (const [index, text] of ['Standard of the first maker', 'Transitioning to lower speeds'].entries()) {
      page.text(92, 172.6 + 14 * index, 'o', { size: 6, mono: true, font: 'Mono' });
      page.text(98, 174 + 14 * index, text);
    }
    expect(await markdownOf(page.page())).toContain(
      '\n- Adapters of the network\n    - Standard of the first maker\n    - Transitioning to lower speeds\n',
    );
  });

  it('are numbers of a list that are larger than its text and a little lower, where one follows the other', async () => {
    const listWith = async (...numbers: readonly string[]): Promise<string> => {
      const page = makePage();
      page.lines(72, 100, PROSE);
      for (const [index, number] of numbers.entries()) {
        page.text(78, 162 + 18 * index, number, { size: 12 });
        page.text(96, 160 + 18 * index, 'Open the meeting');
      }
      return markdownOf(page.page());
    };
    expect(await listWith('1', '2')).toContain('\n1. Open the meeting\n2. Open the meeting\n');
    expect(await listWith('7', '12')).not.toContain('7.');
  });

  it('are numbers of notes', async () => {
    const page = makePage();
    page.lines(72, 100, [...PROSE, ...PROSE, ...PROSE, ...PROSE]);
    page.text(72, 696, '1', { size: 5 });
    page.text(82, 700, 'http://www.example.com/centre', { size: 8 });
    expect(await markdownOf(page.page())).toContain('1 http://www.example.com/centre');
  });

  it('are numbers with parentheses before notes that hang from their first words', async () => {
    const page = makePage();
    page.lines(72, 100, [...PROSE, ...PROSE, ...PROSE]);
    ['1)', '2)'].forEach((label, at) => page.text(72, 297 + 24 * at, label, { size: 5 }));
    page.lines(90, 300, ['Amounts include those of the mill and of all', 'harbours that were sold.'], { size: 8 });
    page.lines(90, 324, ['No amounts are known for the first season, in', 'which the ferry lay idle.'], { size: 8 });
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain('1. Amounts include those of the mill and of all harbours that were sold.\n');
    expect(markdown).toContain('2. No amounts are known for the first season, in which the ferry lay idle.\n');
  });
});

it('takes a raised mark in parentheses for one of the word before it, also behind a space', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const end = page.text(72, 160, 'Rent of the mill');
  page.text(end + 3.6, 156, '(1)', { size: 6 });
  page.text(300, 162, '1,204');
  expect(await markdownOf(page.page())).toContain('Rent of the mill <sup>(1)</sup>');
});

it('takes angle quotes that stand apart from a line for bullets, but not those around its first word', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.lines(90, 150, ['Content in a logical order', 'Text that can be used again']);
  page.lines(72, 150, ['»', '»']);
  page.lines(72, 190, ['»Rivers« is the word that is used for the water', ...PROSE]);
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('\n- Content in a logical order\n- Text that can be used again\n');
  expect(markdown).toContain('\n»Rivers« is the word');
});

it('takes signs that nothing names before lines for bullets, with the space that is of their font', async () => {
  const page = makePage();
  for (const line of [0, 1]) {
    const end = page.text(72, 100 + 14 * line, '\uFFFD\uFFFD', { font: 'Signs' });
    page.text(end, 100 + 14 * line, `ship ${line} in the harbour`);
  }
  expect(await markdownOf(page.page())).toBe('- ship 0 in the harbour\n- ship 1 in the harbour\n');
});

it('takes a sign of a symbol font that nothing names right before a line for a bullet', async () => {
  const page = makePage();
  for (const line of [0, 1]) {
    const end = page.text(72, 100 + 14 * line, '\uFFFD', { font: 'Symbols' });
    page.text(end, 100 + 14 * line, `ship ${line} in the harbour`);
  }
  expect(await markdownOf(page.page())).toBe('- ship 0 in the harbour\n- ship 1 in the harbour\n');
});

it('takes no items of a list for code', async () => {
  const page = makePage();
  page.lines(72, 60, PROSE.slice(0, 2));
  for (const line of [0, 1]) {
    page.text(72, 100 + 14 * line, '•');
    page.text(90, 100 + 14 * line, `Harbour_Lamps_${line}`, { mono: true });
  }
  expect(await markdownOf(page.page())).toContain('\n- Harbour_Lamps_0\n- Harbour_Lamps_1\n');
});
