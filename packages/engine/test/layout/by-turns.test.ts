import { expect, it } from 'vitest';
import { PLAIN_LETTERS } from '../../../../test/make/glyph-run.ts';
import { segmentElement, type Element } from '../../src/layout/model/element.ts';
import type { GlyphRun } from '../../src/layout/model/glyph-run.ts';
import { makeLine } from '../../src/layout/model/line.ts';
import { columnGutters } from '../../src/layout/order/column-checks.ts';

/** A line of one run, in letters of 5 points. */
function line(x0: number, baseline: number, text: string): Element {
  const box = { x0, x1: x0 + 5 * text.length, y0: baseline - 8, y1: baseline + 2 };
  const run: GlyphRun = { ...box, text, baseline, size: 10, space: false, ...PLAIN_LETTERS };
  return segmentElement(makeLine([run]));
}

const GUTTER = { x0: 180, x1: 235 };
const TABLE: Element = { x0: 235, x1: 400, y0: 285, y1: 350, kind: 'table', contents: [] };
const AT_RIGHT = [line(240, 215, 'Application Form'), line(260, 240, 'No Institute Given'), TABLE];

it('headings above and below a table further at the right are not a column beside it', () => {
  const headings = [line(135, 270, 'Applicant'), line(135, 375, 'Subject')];
  expect(columnGutters([...AT_RIGHT, ...headings], [GUTTER], 10)).toEqual([]);
});

it('text beside a table is a column', () => {
  const text = [line(135, 240, 'Lamps of'), line(135, 300, 'the old'), line(135, 330, 'harbour')];
  expect(columnGutters([...AT_RIGHT, ...text], [GUTTER], 10)).toEqual([GUTTER]);
});
