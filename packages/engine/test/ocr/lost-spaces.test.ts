import { describe, expect, it } from 'vitest';
import { measureBackground } from '../../src/ocr/background.ts';
import { binarize } from '../../src/ocr/bitmap.ts';
import { findComponents, piecesOf } from '../../src/ocr/components.ts';
import { withLostSpaces } from '../../src/ocr/lost-spaces.ts';
import type { PlacedWord } from '../../src/ocr/words.ts';
import { drawPicture } from '../../../../test/make/picture.ts';

const SIZE = 28;
/** Pixels between letters at most. */
const LETTER_GAP = 5;

/** What a line is read as where Tesseract takes words that `_` joins for one. */
function read(line: string, confidence = 60): string {
  const text = line.replaceAll('_', ' ');
  const picture = drawPicture({ width: 600, height: 60, texts: [{ text, x: 20, y: 40, size: 10 }] }, 200);
  const components = findComponents(binarize(picture, measureBackground(picture, 64)))!;
  const boxes: { x0: number; x1: number }[] = [];
  const pieces = piecesOf(components).filter(({ area }) => area > 0);
  for (const { x0, x1 } of pieces.toSorted((a, b) => a.x0 - b.x0)) {
    const last = boxes.at(-1);
    if (last && x0 - last.x1 <= LETTER_GAP) last.x1 = Math.max(last.x1, x1);
    else boxes.push({ x0, x1 });
  }
  let next = 0;
  const words = line.split(' ').map((joined, i): PlacedWord => {
    const { x0 } = boxes[next]!;
    next += joined.split('_').length;
    const place = { x0, x1: boxes[next - 1]!.x1, y0: 80, y1: 125, baseline: 111, size: SIZE };
    return { ...place, text: joined.replaceAll('_', ''), confidence, line: 0, space: i > 0 };
  });
  return withLostSpaces(words, components)
    .map(({ text: word, space }) => (space ? ` ${word}` : word))
    .join('');
}

describe('withLostSpaces', () => {
  it.each([
    'If_your lamp is lit before the tide',
    'I_have read the book of the keepers',
    'Lamps are listed on page_2 of the book',
  ])('parts two words where the ink of "%s" leaves space', (line) => {
    expect(read(line)).toBe(line.replaceAll('_', ' '));
  });

  it.each(['The year 19_85 was a good one', 'Lamp x_y was the first of all'])(
    'leaves numbers and words of one letter as they are in "%s"',
    (line) => {
      expect(read(line)).toBe(line.replaceAll('_', ''));
    },
  );

  it('leaves words that Tesseract is sure of, and those without one stretch of ink for each letter', () => {
    expect(read('If_your lamp is lit before the tide', 96)).toBe('Ifyour lamp is lit before the tide');
    expect(read('Keepers light each lamp before the tide')).toBe('Keepers light each lamp before the tide');
  });
});
