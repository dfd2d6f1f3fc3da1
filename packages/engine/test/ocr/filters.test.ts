import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blur, closeDark } from '../../src/ocr/photograph/filters.ts';
import type { GreyMap } from '../../src/ocr/photograph/filters.ts';

const maps = fc
  .record({ width: fc.integer({ min: 1, max: 14 }), height: fc.integer({ min: 1, max: 14 }) })
  .chain(({ width, height }) =>
    fc
      .array(fc.integer({ min: 0, max: 255 }), { minLength: width * height, maxLength: width * height })
      .map((grey): GreyMap => ({ data: Float32Array.from(grey), width, height })),
  );
const radius = fc.integer({ min: 1, max: 6 });

/** What `choose` makes of the square around each value. */
function around({ data, width, height }: GreyMap, reach: number, choose: (square: number[]) => number): GreyMap {
  const square = (at: number): number[] =>
    [...data].filter(
      (_, i) =>
        Math.abs((i % width) - (at % width)) <= reach &&
        Math.abs(Math.floor(i / width) - Math.floor(at / width)) <= reach,
    );
  return { data: data.map((_, i) => choose(square(i))), width, height };
}

test('what is dark and thinner than a square goes', () => {
  fc.assert(
    fc.property(maps, radius, (map, reach) => {
      const lightest = around(map, reach, (square) => Math.max(...square));
      expect(closeDark(map, reach)).toEqual(around(lightest, reach, (square) => Math.min(...square)));
    }),
  );
});

test('a blurred map has the means of squares', () => {
  fc.assert(
    fc.property(maps, radius, (map, reach) => {
      const mean = (square: number[]): number => square.reduce((a, b) => a + b) / square.length;
      expect(blur(map, reach)).toEqual(around(map, reach, mean));
    }),
  );
});
