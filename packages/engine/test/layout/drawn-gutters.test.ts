import { expect, it } from 'vitest';
import { PLAIN_LETTERS } from '../../../../test/make/glyph-run.ts';
import { HARBOUR } from '../../../../test/make/raw-page.ts';
import { segmentElement, type Element } from '../../src/layout/model/element.ts';
import { makeLine } from '../../src/layout/model/line.ts';
import { drawnGutter } from '../../src/layout/order/drawn-gutters.ts';
import { stripRegion } from '../../src/layout/whitespace/strips.ts';

/** Lines from 100 points down, in letters half as wide as their size. */
const column = (x0: number, lines: readonly string[]): Element[] =>
  lines.map((text, line) => {
    const baseline = 100 + 14 * line;
    const place = { x0, x1: x0 + 5 * text.length, y0: baseline - 10, y1: baseline, baseline, size: 10 };
    return segmentElement(makeLine([{ ...PLAIN_LETTERS, ...place, text, space: false }]));
  });

const gutterOf = (left: readonly string[], right: readonly string[], to = 290) =>
  drawnGutter(stripRegion({ elements: [...column(60, left), ...column(330, right)], x0: 60, x1: 560 }), [
    { at: 318, from: 90, to },
  ]);

const LINES = [...HARBOUR, ...HARBOUR];

it('takes the space around a ruling between two columns of text for a gutter, whatever their lines look like', () => {
  expect(gutterOf(LINES, LINES.slice(0, 9))).toMatchObject({ x1: 330 });
});

it('takes none beside names or a few lines, and none that the ruling does not go along', () => {
  expect(
    gutterOf(
      LINES.map(() => 'Lamp'),
      LINES,
    ),
  ).toBeUndefined();
  expect(gutterOf(LINES.slice(0, 5), LINES)).toBeUndefined();
  expect(gutterOf(LINES, LINES, 180)).toBeUndefined();
});
