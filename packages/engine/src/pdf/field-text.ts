import { RUN } from '../layout/model/raw-page.ts';
import type { RawFont, RawPage, RawRun, RawWidget, Rect } from '../layout/model/raw-page.ts';
import { besideLabel, boxesBesideLabels, labelsOf } from './field-labels.ts';
import type { Field } from './fields.ts';
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

/** A field where it stands on the page. */
export type PlacedField = Field & Rect;

const MAX_SIZE = 12;
const LEADING = 1.2;
/** Mean width of a letter, and of a space, as shares of the size. */
const LETTER = 0.5;
const SPACE = 0.6 * LETTER;
const MAX_WORDS = 5000;
/** Points between the border of a field and its value. */
const PADDING = 2;

const widgetOf = ({ x0, y0, x1, y1, name, kind, value, checked }: PlacedField): RawWidget => ({
  x0,
  y0,
  x1,
  y1,
  name,
  kind,
  ...(value === undefined ? {} : { value }),
  ...(checked === undefined ? {} : { checked }),
});

/** The widgets of a page; check boxes far behind their text stand beside it. */
export function placedWidgets(fields: readonly PlacedField[], page: Pick<RawPage, 'runs' | 'rules'>): RawWidget[] {
  const text = page.runs.filter(({ flags }) => (flags & RUN.field) === 0);
  return boxesBesideLabels(fields, { text, rules: page.rules }).map(widgetOf);
}

/**
 * Puts the values of fields where a reader looks for them: written as a viewer would write them where appearances draw
 * nothing or are stale, and beside their labels.
 */
export function withFieldValues(page: Pick<RawPage, 'runs' | 'rules'>, fields: readonly PlacedField[]): RawRun[] {
  if (fields.length === 0) return [...page.runs];
  const text = page.runs.filter(({ flags }) => (flags & RUN.field) === 0);
  const drawn = page.runs.filter(({ flags }) => (flags & RUN.field) !== 0);
  const left = new Set(drawn);
  const labels = labelsOf(fields, { text, rules: page.rules });
  const values = fields.flatMap((field) => {
    const own = drawn.filter((run) => left.has(run) && isIn(run, field));
    for (const run of own) left.delete(run);
    const label = labels.get(field);
    return besideLabel(isWritten(field, own) ? fieldRuns(field, label?.run.size) : own, label);
  });
  return [...text, ...left, ...values];
}

const isIn = ({ x0, x1, y0, y1 }: RawRun, field: Rect): boolean => {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= field.x0 && x <= field.x1 && y >= field.y0 && y <= field.y1;
};

const letters = (text: string): string => text.replaceAll(/\s/g, '');

/** Whether the value of a field is written instead of what its appearance draws. */
function isWritten({ value, byValue }: Field, drawn: readonly RawRun[]): boolean {
  if (value === undefined || byValue === undefined) return false;
  const shown = letters(drawn.map(({ text }) => text).join(''));
  return byValue === 'always' || shown === '' || (byValue === 'if-other' && shown !== letters(value));
}

/** The value of a field as words where a viewer would draw them. */
function fieldRuns(field: PlacedField, usual = MAX_SIZE): RawRun[] {
  const { x0, x1, y0, y1, value = '', multiline } = field;
  const given = value.split(/\r\n|\r|\n/);
  const size = field.size ?? Math.max(4, Math.min(usual, (0.7 * (y1 - y0)) / given.length));
  const lines = given.flatMap((line) => (multiline ? wrapped(line, (x1 - x0 - 2 * PADDING) / size) : [wordsOf(line)]));
  const runs: RawRun[] = [];
  lines.forEach((words, row) => {
    const baseline = lines.length === 1 ? y1 - (y1 - y0 - 0.6 * size) / 2 : y0 + size * (1 + LEADING * row);
    let x = x0 + PADDING;
    for (const [index, text] of words.entries()) {
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
      x += width + size * SPACE;
    }
  });
  return runs;
}

const wordsOf = (line: string): string[] => line.split(/\s+/).filter(Boolean);

/** Words of a line in lines of so many em. */
function wrapped(line: string, em: number): string[][] {
  const lines: string[][] = [[]];
  let width = 0;
  for (const word of wordsOf(line)) {
    const own = word.length * LETTER + SPACE;
    if (width > 0 && width + own > em) {
      lines.push([]);
      width = 0;
    }
    lines.at(-1)!.push(word);
    width += own;
  }
  return lines;
}
