import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutRange,
  type PageRange,
  pagesIn,
  scannedRangePages,
  textRangePages,
  writeIntervals,
} from '../../src/resource/ranges.ts';

describe('page ranges', () => {
  it('are cut on multiples of the size, whatever page they start on', () => {
    expect(cutRange({ start: 30, end: 70 }, 32)).toEqual([
      { start: 30, end: 32 },
      { start: 33, end: 64 },
      { start: 65, end: 70 },
    ]);
  });

  it('cut, hold every page once and in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 100 }),
        (start, more, size) => {
          const whole = { start, end: start + more };
          const pieces = cutRange(whole, size);
          const pages = pieces.flatMap((piece) => Array.from({ length: pagesIn(piece) }, (_, i) => piece.start + i));
          expect(pages).toEqual(Array.from({ length: pagesIn(whole) }, (_, i) => start + i));
          expect(pieces.every((piece) => pagesIn(piece) <= size)).toBe(true);
        },
      ),
    );
  });

  it('are shorter in a short scan, one for each converter that is free', () => {
    const first = (pages: number): PageRange => ({ start: 1, end: pages });
    expect([1, 2, 5, 8, 20].map((pages) => scannedRangePages(first(pages), 8, 4))).toEqual([1, 1, 2, 2, 5]);
    expect(scannedRangePages(first(8), 8, 0)).toBe(8);
    expect(cutRange({ start: 2, end: 3 }, scannedRangePages({ start: 2, end: 3 }, 8, 1))).toHaveLength(1);
    const whole = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(
        fc.record({ start: whole, more: fc.integer({ min: 0, max: 200 }) }),
        fc.integer({ min: 1, max: 32 }),
        fc.integer({ min: 0, max: 64 }),
        ({ start, more }, usual, free) => {
          const range = { start, end: start + more };
          const size = scannedRangePages(range, usual, free);
          expect(size).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(usual);
          if (size < usual) expect(cutRange(range, size).length).toBeLessThanOrEqual(Math.max(1, free));
        },
      ),
    );
  });

  it('are longer in a long document of text, while there are as many as run at a time', () => {
    expect([32, 256, 257, 500, 1000, 10_000].map((pages) => textRangePages(pages, 32, 8))).toEqual([
      32, 32, 64, 64, 128, 128,
    ]);
    const whole = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 50 }), (pages, usual, at) => {
        const size = textRangePages(pages, usual, at);
        expect(size % usual).toBe(0);
        expect(size).toBeLessThanOrEqual(4 * usual);
        const usually = Math.ceil(pages / usual);
        const ranges = Math.ceil(pages / size);
        // More than half of what runs at a time, where there were as many before.
        expect(2 * ranges).toBeGreaterThan(Math.min(usually, at));
        if (usually <= at) expect(ranges).toBe(usually);
      }),
    );
  });

  it('are written as intervals that merge what touches', () => {
    expect(
      writeIntervals([
        { start: 97, end: 128 },
        { start: 1, end: 32 },
        { start: 33, end: 64 },
        { start: 130, end: 130 },
      ]),
    ).toBe('1-64,97-128,130');
  });
});
