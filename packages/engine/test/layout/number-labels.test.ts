import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const PROSE = [
  'Each pupil is offered lessons in music, and most of them take part in one of',
  'the choirs, which sing in the hall of the school at the end of every term.',
  'The orchestra of the upper school meets on two evenings of the week as well.',
];

it('takes a number before a title in bold for its label, however narrow the space, and none before a sentence', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  page.text(72, 190, '1 Facilities in the music wing', { bold: true });
  page.lines(72, 212, PROSE);
  page.lines(72, 320, ['3 Pupils were absent on the day of the survey, and', 'none of them was ill.']);
  const labels = layoutPage(page.page()).blocks.map((block) => (block.kind === 'text' ? block.label?.kind : undefined));
  expect(labels).toEqual([undefined, 'section', undefined, undefined]);
});
