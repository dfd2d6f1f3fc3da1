import { expect, it } from 'vitest';
import type { TextBlock } from '../../../packages/engine/src/layout/model/page-model.ts';
import { headingsAmong } from './heading-truth.ts';

const block = (text: string): TextBlock =>
  ({ kind: 'text', content: [{ kind: 'text', text }] }) as unknown as TextBlock;

it('knows the number of a chapter and the title below it as the two lines of one heading', () => {
  const blocks = ['Chapter 1', 'Maintenance of the network', 'The pumps are old.'].map(block);
  const truth = '# Chapter 1 Maintenance of the network\n\nThe pumps are old.\n';
  expect([...headingsAmong(blocks, truth)]).toEqual(blocks.slice(0, 2));
});
