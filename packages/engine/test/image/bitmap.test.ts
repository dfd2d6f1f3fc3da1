import { expect, test } from 'vitest';
import { decodeBitmap } from '../../src/image/bitmap.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { makeBitmap } from '../../../../test/make/bitmap.ts';

/** Levels of grey that all depths can say. */
const GREY = {
  data: Uint8Array.from([0, 255, 255, 0, 255, 0, 0, 0, 255, 255, 0, 255, 255, 255, 255]),
  width: 5,
  height: 3,
};
const RGB = Buffer.from(Array.from(GREY.data, (grey) => [grey, grey, grey]).flat());

test.each([
  ['of one bit', 1, {}],
  ['of four bits', 4, {}],
  ['of four bits in runs', 4, { runs: true }],
  ['of eight bits', 8, {}],
  ['of eight bits in runs', 8, { runs: true }],
  ['of 24 bits', 24, {}],
  ['of 24 bits from the top', 24, { topDown: true }],
  ['of 32 bits', 32, {}],
] as const)('a bitmap %s is decoded', (_, bits, options) => {
  expect(decodeBitmap(makeBitmap(GREY, bits, options), DEFAULT_LIMITS)).toEqual({ data: RGB, width: 5, height: 3 });
});

test('what is cut off is white, from the top, since the lowest row comes first', () => {
  const { data } = decodeBitmap(makeBitmap(GREY, 24).subarray(0, -16), DEFAULT_LIMITS);
  expect(data.subarray(0, 15)).toEqual(Buffer.alloc(15, 255));
  expect(data.subarray(15)).toEqual(RGB.subarray(15));
});

test('headers that lie are refused before anything is allocated, and runs beyond the picture show nothing', () => {
  const lying = makeBitmap(GREY, 24);
  lying.writeInt32LE(1_000_000, 18);
  lying.writeInt32LE(1_000_000, 22);
  expect(() => decodeBitmap(lying, DEFAULT_LIMITS)).toThrow('exceeds the limit');
  const jpeg = makeBitmap(GREY, 24);
  jpeg.writeUInt32LE(4, 30);
  expect(() => decodeBitmap(jpeg, DEFAULT_LIMITS)).toThrow('another format');
  const runs = Buffer.concat([makeBitmap(GREY, 8, { runs: true }).subarray(0, 54 + 1024), Buffer.alloc(9999, 255)]);
  expect(decodeBitmap(runs, DEFAULT_LIMITS).data).toHaveLength(45);
});
