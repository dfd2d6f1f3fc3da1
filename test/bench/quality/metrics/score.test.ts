import { describe, expect, test } from 'vitest';
import { indelRatio, levenshtein } from './edit-distance.ts';
import { headingScore } from './headings.ts';
import { orderScore } from './order.ts';
import { pipeTablesToHtml } from './pipe-tables.ts';
import { score } from './score.ts';
import { tableScore } from './tables.ts';
import { treeDistance } from './tree-distance.ts';

/** The textbook algorithm, to check the bit-parallel one against. */
function plainLevenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function words(seed: number, length: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 'abcd '[(state >>> 16) % 5];
  }).join('');
}

describe('edit distances', () => {
  test('the indel ratio is twice the common subsequence over both lengths', () => {
    expect(indelRatio('kitten', 'sitting')).toBeCloseTo(8 / 13, 12);
    expect(indelRatio('', '')).toBe(1);
    expect(indelRatio('abc', '')).toBe(0);
  });

  test('a subsequence over many machine words is counted exactly', () => {
    const text = words(7, 1000);
    const thinned = Array.from(text)
      .filter((_, index) => index % 3 !== 1)
      .join('');
    expect(indelRatio(text, thinned)).toBeCloseTo((2 * thinned.length) / (text.length + thinned.length), 12);
  });

  test('the bit-parallel Levenshtein distance is the textbook one, for lengths around the block size too', () => {
    for (const [left, right] of [
      [1, 1],
      [31, 33],
      [32, 32],
      [33, 70],
      [64, 65],
      [200, 150],
    ] as const) {
      const a = words(left, left);
      const b = words(right + 99, right);
      expect(levenshtein(a, b)).toBe(plainLevenshtein(a, b));
    }
  });

  test('a character outside of the basic plane counts once', () => {
    expect(levenshtein('a😀b', 'ab')).toBe(1);
  });
});

test('the tree distance of the textbook example is 2', () => {
  // Zhang and Shasha: f(d(a, c(b)), e) against f(c(d(a, b)), e)
  const node = (value: string, ...children: readonly Tree[]): Tree => ({ value, children });
  interface Tree {
    readonly value: string;
    readonly children: readonly Tree[];
  }
  const first = node('f', node('d', node('a'), node('c', node('b'))), node('e'));
  const second = node('f', node('c', node('d', node('a'), node('b'))), node('e'));
  expect(treeDistance(first, second, (a, b) => (a === b ? 0 : 1))).toBe(2);
});

describe('pipe tables', () => {
  test('a pipe table becomes one line of HTML between its neighbours', () => {
    expect(pipeTablesToHtml('before\n\n| A | B |\n|---|:-:|\n| 1 | a<b |\n\nafter')).toBe(
      'before\n\n<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>a&lt;b</td></tr></table>\n\nafter',
    );
  });

  test('an empty header row gives way to the first row', () => {
    expect(pipeTablesToHtml('| | |\n|-|-|\n|x|y|\n')).toBe('<table><tr><th>x</th><th>y</th></tr></table>\n');
  });

  test('a short row is filled up and a long one is cut', () => {
    expect(pipeTablesToHtml('|a|b|\n|-|-|\n|1|\n|1|2|3|')).toBe(
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr></table>\n',
    );
  });
});

describe('tables', () => {
  const truth = '<table><tr><td>abc</td><td>de</td></tr></table>';

  test('there is no score where the truth has no table, and 0 where only the truth has one', () => {
    expect(tableScore('text', truth)).toBeUndefined();
    expect(tableScore(truth, 'text')).toBe(0);
  });

  test('a changed cell costs its normalised edit distance over the elements', () => {
    // elements: table, tr, td, td; the cell "abd" is a third away from "abc"
    expect(tableScore(truth, '<table><tr><td>abd</td><td>de</td></tr></table>')).toBeCloseTo(1 - 1 / 3 / 4, 12);
  });

  test('a header cell is a cell, and groups of rows do not count', () => {
    expect(tableScore(truth, '<table><thead><tr><th>abc</th><th>de</th></tr></thead></table>')).toBe(1);
  });

  test('a span that is not there costs one node', () => {
    expect(
      tableScore('<table><tr><td colspan="2">abc</td></tr></table>', '<table><tr><td>abc</td></tr></table>'),
    ).toBeCloseTo(2 / 3, 12);
  });

  test('a table too many next to a right one of the same size scores one half', () => {
    expect(tableScore(truth, `${truth}\n\ntext\n\n${truth.replaceAll('abc', 'xyz')}`)).toBeCloseTo(0.5, 12);
  });
});

describe('headings', () => {
  test('levels do not matter, headings and their text do', () => {
    expect(headingScore('# A\n\none\n\n## B\n\ntwo', '## A\n\none\n\n###### B\n\ntwo')).toBe(1);
    expect(headingScore('no heading', '# A')).toBeUndefined();
    expect(headingScore('# A\n\none', 'A\n\none')).toBe(0);
  });

  test('a heading too many costs itself and the split of the text', () => {
    // truth: root, A, "one two" (3 nodes); found: root, A, "one", B, "two" (5 nodes): two insertions and a rename of
    // 4/7
    expect(headingScore('# A\n\none two', '# A\n\none\n\n# B\n\ntwo')).toBeCloseTo(1 - (2 + 4 / 7) / 5, 12);
  });
});

test('the overall score is the mean of the metrics that exist', () => {
  const truth = '# A\n\ntext';
  const { overall, order, tables, headings } = score(truth, 'A\n\ntext');
  expect(tables).toBeUndefined();
  expect(headings).toBe(0);
  expect(order).toBeCloseTo(orderScore(truth, 'A\n\ntext') ?? 0, 12);
  expect(order).toBeCloseTo((2 * 6) / (8 + 6), 12);
  expect(overall).toBeCloseTo((order ?? 0) / 2, 12);
});
