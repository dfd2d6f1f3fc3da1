import { RUN } from '../layout/model/raw-page.ts';
import type { RawFont, RawRun, RawWidget } from '../layout/model/raw-page.ts';
import { quantise } from './matrix.ts';

/** Key of the font of field values that the document does not draw itself. */
export const FIELD_FONT_KEY = 'field';
export const FIELD_FONT: RawFont = {
  name: 'field',
  family: 'field',
  bold: false,
  italic: false,
  mono: false,
  serif: false,
  symbolic: false,
  ascent: 0.8,
  descent: 0.2,
};

const MAX_SIZE = 12;
const LEADING = 1.2;
/** Mean width of a letter, as a share of the size. */
const LETTER = 0.5;
const MAX_WORDS = 5000;

/** The value of a field that has no appearance, as words where a viewer would draw them. */
export function fieldRuns({ x0, y0, y1, value = '' }: RawWidget): RawRun[] {
  const lines = value.split(/\r\n|\r|\n/);
  const size = Math.max(4, Math.min(MAX_SIZE, (0.7 * (y1 - y0)) / lines.length));
  const runs: RawRun[] = [];
  lines.forEach((line, row) => {
    const baseline = lines.length === 1 ? y1 - (y1 - y0 - 0.6 * size) / 2 : y0 + size * (1 + LEADING * row);
    let x = x0 + 2;
    for (const [index, text] of line.split(/\s+/).filter(Boolean).entries()) {
      if (runs.length >= MAX_WORDS) return;
      const width = text.length * size * LETTER;
      runs.push({
        text,
        x0: quantise(x),
        x1: quantise(x + width),
        y0: quantise(baseline - FIELD_FONT.ascent * size),
        y1: quantise(baseline + FIELD_FONT.descent * size),
        baseline: quantise(baseline),
        size: quantise(size),
        font: FIELD_FONT_KEY,
        color: 0,
        flags: RUN.field,
        ...(index > 0 ? { space: true as const } : {}),
      });
      x += width + size * LETTER * 0.6;
    }
  });
  return runs;
}
