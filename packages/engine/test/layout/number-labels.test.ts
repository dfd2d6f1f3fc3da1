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

it('takes a letter in brackets that counts on within a sentence for no label', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  page.text(72, 190, '(5)');
  page.lines(92, 190, [
    'The hall may be used for lessons that (a) are held by a teacher of the school, or',
    'by one who was invited; (b) end before the bell of the evening rings each day;',
    '(c) leave the chairs as they were; (d) take no fee.',
  ]);
  page.text(72, 240, '(6)');
  page.text(92, 240, 'The keys are kept by the teacher.');
  const labels = layoutPage(page.page()).blocks.map((block) => (block.kind === 'text' ? block.label?.text : undefined));
  expect(labels).toEqual([undefined, undefined, '(5)', '(6)']);
});
