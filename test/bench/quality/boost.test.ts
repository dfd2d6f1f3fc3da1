import { describe, expect, test } from 'vitest';
import { treesShares, treesSum } from '../../../packages/engine/src/layout/model/trees.ts';
import type { TextBlock } from '../../../packages/engine/src/layout/model/page-model.ts';
import { boost, type BoostSample } from './boost.ts';
import { headingsAmong, lookingLikeHeadings } from './heading-truth.ts';

const OPTIONS = { trees: 30, depth: 3, rate: 0.3, ridge: 1, least: 1 };

/** An answer that no weighted sum gives: both inputs high or both low. */
const SAMPLES: readonly BoostSample[] = Array.from({ length: 400 }, (_, index) => {
  const x = [(index % 20) / 20, Math.floor(index / 20) / 20, (index * 7) % 5];
  return { x, y: x[0]! > 0.3 === x[1]! > 0.6 ? 1 : 0, weight: 1 + (index % 3), odds: 0.5 };
});

describe('boosted trees', () => {
  test('find what depends on two inputs at once, and are read as they were grown', () => {
    const trees = boost(SAMPLES, OPTIONS);
    expect(trees).toHaveLength(30 * 22);
    const wrong = SAMPLES.filter(({ x, y, odds }) => odds + treesSum(x, trees, OPTIONS.depth) > 0 !== (y === 1));
    expect(wrong).toEqual([]);
  });

  test('name the inputs that say most, which with the mean of all leaves are the whole sum', () => {
    const trees = boost(SAMPLES, OPTIONS);
    const [first, second, third] = treesShares([0.9, 0.9, 2], trees, OPTIONS.depth);
    expect(first! + second!).toBeGreaterThan(third!);
    const none = treesShares([0.9, 0.9, 2], [0, 1e9, -1, 1], 1);
    expect(none).toEqual([-1, 0, 0]);
    expect(treesSum([0.9, 0.9, 2], [0, 1e9, -1, 1], 1)).toBe(-1);
  });

  test('are the same for the same samples', () => {
    expect(boost(SAMPLES, OPTIONS)).toEqual(boost(SAMPLES, OPTIONS));
  });

  test('say nothing where all inputs are alike', () => {
    const alike = SAMPLES.map((sample, index) => ({
      ...sample,
      x: [1, 1],
      y: (index % 2) as 0 | 1,
      odds: 0,
      weight: 1,
    }));
    expect(treesSum([1, 1], boost(alike, OPTIONS), OPTIONS.depth)).toBeCloseTo(0, 9);
  });
});

test('a text that stands in the table of contents and above its section is a heading the second time', () => {
  const block = (text: string): TextBlock => ({
    kind: 'text',
    box: [0, 0, 1, 1],
    column: [0, 1],
    content: [{ kind: 'text', text }],
    style: 0,
    lines: 1,
    chars: text.length,
  });
  const [contents, entry, title, cut] = ['Contents', 'Costs', 'Costs', 'Terms and conditions of'].map(block);
  const found = headingsAmong(
    [contents!, entry!, title!, cut!],
    '# Contents\n\nCosts\n\n## Costs\n\n## Terms and conditions of sale',
  );
  expect([...found]).toEqual([contents, title, cut]);
});

test('lines that look like the headings of a document are left out where its author left them out', () => {
  const [heading, alike, larger, small, light] = [
    { size: 12, bold: true, isHeading: true },
    { size: 12, bold: true, isHeading: false },
    { size: 14, bold: true, isHeading: false },
    { size: 10, bold: true, isHeading: false },
    { size: 14, bold: false, isHeading: false },
  ] as const;
  const blocks = [heading, alike, larger, small, light];
  expect([...lookingLikeHeadings(blocks, 10)]).toEqual([alike, larger]);
  expect([...lookingLikeHeadings([...blocks, { size: 12, bold: false, isHeading: true }], 10)]).toEqual([
    alike,
    larger,
    light,
  ]);
});
