import { describe, expect, it } from 'vitest';
import { measureBackground } from '../../src/ocr/background.ts';
import { binarize } from '../../src/ocr/bitmap.ts';
import { findComponents } from '../../src/ocr/components.ts';
import { findLeaders } from '../../src/ocr/leaders.ts';
import type { Leader } from '../../src/ocr/leaders.ts';
import { CONTENTS, drawPicture } from '../../../../test/make/picture.ts';
import type { Drawing } from '../../../../test/make/picture.ts';

function found(drawing: Drawing, dpi: number, letter: number): Leader[] {
  const picture = drawPicture(drawing, dpi);
  return findLeaders(findComponents(binarize(picture, measureBackground(picture, 64)))!, letter);
}

describe('findLeaders', () => {
  it.each([100, 150, 200, 300])('finds the rows of dots of a table of contents at %i dpi', (dpi) => {
    expect(found(CONTENTS, dpi, Math.round((5.2 / 72) * dpi)).length).toBe(4);
  });

  it('finds dots that stand far from each other', () => {
    const dots = Array.from({ length: 12 }, (_, i) => ({ text: '.', x: 120 + 13 * i, y: 80, size: 10 }));
    const words = [
      { text: 'Limitations', x: 40, y: 80, size: 10 },
      { text: '11', x: 290, y: 80, size: 10 },
    ];
    const drawing = { width: 320, height: 120, texts: [...words, ...dots] };
    expect(found(drawing, 200, 14).map((leader) => leader.dots)).toEqual([12]);
  });

  it('begins no leader with a piece of a broken letter, which would be erased with it', () => {
    const [width, height] = [300, 60];
    const bits = new Uint8Array(width * height);
    const ink = (x: number, y: number, w: number, h: number): void => {
      for (let row = y; row < y + h; row++) bits.fill(1, row * width + x, row * width + x + w);
    };
    for (let i = 0; i < 12; i++) ink(60 + 10 * i, 40, 3, 3);
    ink(47, 40, 3, 3);
    ink(46, 28, 9, 2);
    ink(53, 28, 2, 15);
    expect(findLeaders(findComponents({ bits, width, height })!, 15)).toEqual([
      { x0: 60, y0: 40, x1: 173, y1: 43, dots: 12 },
    ]);
  });

  it('takes no dots of a screened picture for leaders', () => {
    const row = Array.from({ length: 9 }, (_, i) => ({ x: 60 + 1.1 * i, y: 60, radius: 0.4 }));
    expect(found({ width: 320, height: 120, dots: row }, 200, 14)).toEqual([]);
    const dots = Array.from({ length: 200 }, (_, i) => ({
      x: 60 + 4 * (i % 40),
      y: 60 + 4 * Math.floor(i / 40),
      radius: 0.6,
    }));
    expect(found({ width: 320, height: 120, dots }, 200, 14)).toEqual([]);
  });

  it('takes no spaced small capitals below a large title for dots', () => {
    const capitals = Array.from('KRIMVIGHAMNEN', (text, i) => ({ text, x: 40 + 7 * i, y: 100, size: 6 }));
    const drawing = { width: 240, height: 120, texts: [{ text: 'HARBOUR', x: 40, y: 60, size: 24 }, ...capitals] };
    expect(found(drawing, 200, 40)).toEqual([]);
  });
});
