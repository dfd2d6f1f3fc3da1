import { describe, expect, it } from 'vitest';
import { measureBackground } from '../../../src/convert/ocr/background.ts';
import { inkOf } from '../../../src/convert/ocr/bitmap.ts';
import { componentsOf } from '../../../src/convert/ocr/components.ts';
import { leadersOf } from '../../../src/convert/ocr/leaders.ts';
import type { Leader } from '../../../src/convert/ocr/leaders.ts';
import { CONTENTS, drawPicture } from '../../make/picture.ts';
import type { Drawing } from '../../make/picture.ts';

function found(drawing: Drawing, dpi: number, letter: number): Leader[] {
  const picture = drawPicture(drawing, dpi);
  return leadersOf(componentsOf(inkOf(picture, measureBackground(picture, 64)))!, letter);
}

describe('leadersOf', () => {
  it.each([100, 150, 200, 300])('finds the rows of dots of a table of contents at %i dpi', (dpi) => {
    expect(found(CONTENTS, dpi, Math.round((5.2 / 72) * dpi)).length).toBe(4);
  });

  it('takes no spaced small capitals below a large title for dots', () => {
    const capitals = Array.from('KRIMVIGHAMNEN', (text, i) => ({ text, x: 40 + 7 * i, y: 100, size: 6 }));
    const drawing = { width: 240, height: 120, texts: [{ text: 'HARBOUR', x: 40, y: 60, size: 24 }, ...capitals] };
    expect(found(drawing, 200, 40)).toEqual([]);
  });
});
