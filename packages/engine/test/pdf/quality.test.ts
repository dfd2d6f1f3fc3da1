import { describe, expect, it } from 'vitest';
import { textSource } from '../../src/pdf/quality.ts';
import { line, makePdf } from '../../../../test/make/pdf.ts';
import { extracted } from './extracted.ts';

/** Ovals in a row, as pieces of one path, which is painted once. */
function ovals(count: number, size: number): string {
  const pieces = Array.from({ length: count }, (_, i) => {
    const x = 72 + (i % 40) * 1.3 * size;
    const y = 600 - Math.floor(i / 40) * 2 * size;
    const [right, top] = [x + size, y + size];
    return `${x} ${y} m ${right} ${y} ${right} ${top} ${x} ${top} c ${x - 1} ${top} ${x - 1} ${y} ${x} ${y} c h`;
  });
  return `${pieces.join(' ')} f`;
}

const sourceOf = async (content: string) => textSource(await extracted(makePdf({ pages: [{ content }] })));

describe('textSource', () => {
  it.each([
    ['a page whose text is the outlines of one path', ovals(120, 8), 'drawing'],
    ['one with a page number beside it', ovals(120, 8) + line('7', 300, 30, 10), 'drawing'],
    ['one with a note in a font', ovals(400, 8) + line('If no travel plans, please write none', 72, 700, 8), 'drawing'],
    ['a page with a figure of a few pieces', ovals(8, 8), 'text'],
    ['a page with large shapes', ovals(25, 90), 'text'],
    ['a chart below a title', ovals(40, 8) + line('Arrivals', 72, 700, 20), 'text'],
    ['a page of text', ovals(120, 8) + line('The office counted 4,812 arrivals in the year.', 72, 700, 10), 'text'],
  ])('of %s', async (_, content, source) => {
    expect(await sourceOf(content)).toBe(source);
  });
});
