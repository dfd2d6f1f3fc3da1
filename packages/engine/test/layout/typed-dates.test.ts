import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

it('takes a date that a form was filled with for text, and a command for code', () => {
  const kinds = ['7/14/2020', 'npm install heron'].map((text) => {
    const page = makePage();
    page.lines(72, 80, PROSE);
    page.text(72, 190, text, { mono: true, advance: 0.6, space: 6 });
    page.lines(72, 240, PROSE);
    return layoutPage(page.page()).blocks[1]!.kind;
  });
  expect(kinds).toEqual(['text', 'code']);
});
