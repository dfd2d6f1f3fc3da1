import { expect, test } from 'vitest';
import { comparableMade } from './merged-cells.ts';

const TABLE =
  '<table><tr><td rowspan="2">Item</td><td colspan="2">Costs</td></tr><tr><td>Plan</td><td>Actual</td></tr><tr><td>A</td><td>1</td><td>2</td></tr></table>';

test.each([
  ['repeated', '| Item | Costs | Costs |\n|-|-|-|\n| Item | Plan | Actual |\n| A | 1 | 2 |'],
  ['blank', '| Item | Costs | |\n|-|-|-|\n| | Plan | Actual |\n| A | 1 | 2 |'],
])('a merged cell is the same with spans and %s', (_, table) => {
  expect(comparableMade(`${table}\n`)).toBe(comparableMade(TABLE));
});

test('a title and a note are the same as rows and as paragraphs', () => {
  const table = '<tr><td>Item</td><td>Costs</td></tr><tr><td>A</td><td>1</td></tr>';
  expect(
    comparableMade(`<table><tr><td colspan="2">Title</td></tr>${table}<tr><td>Note</td><td></td></tr></table>`),
  ).toBe(comparableMade(`Title\n\n<table>${table}</table>\n\nNote\n\n`));
});

test('a cell that is lost or moved is another table', () => {
  expect(comparableMade('| Item | Costs |\n|-|-|\n| A | 1 |')).not.toBe(
    comparableMade('| Item | Costs |\n|-|-|\n| A | |'),
  );
});

test('a footnote is the same below its paragraph and at the end', () => {
  expect(comparableMade('One.[^1]\n\n[^1]: Note.\n\nTwo.')).toBe(comparableMade('One.\n\nTwo.\n\n1 Note.\n'));
});
