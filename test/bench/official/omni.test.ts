import { expect, test } from 'vitest';
import { predictionOf } from './omni.ts';

test('blocks have the labels of the benchmark and boxes as shares of their page', () => {
  const block = { role: 'list-item', page: 1, text: 'One', markdown: '- One' };
  const { markdown, blocks } = predictionOf({
    pages: [{ page: 1, width: 200, height: 400 }],
    blocks: [
      { ...block, boxes: [{ page: 1, box: [20, 40, 100, 410] }] },
      { ...block, role: 'toc', text: 'Two', markdown: 'Two', boxes: [{ page: 1, box: [0, 0, 200, 40] }] },
    ],
  });
  expect(markdown).toBe('- One\n\nTwo');
  expect(blocks).toEqual([
    { label: 'list', bbox: [0.1, 0.1, 0.5, 1], text: 'One' },
    { label: 'text', bbox: [0, 0, 1, 0.1], text: 'Two' },
  ]);
});
