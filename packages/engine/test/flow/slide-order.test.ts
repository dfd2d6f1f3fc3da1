import { expect, test } from 'vitest';
import { inReadingOrder } from '../../src/flow/slide-order.ts';
import type { SlideBox } from '../../src/flow/slide-order.ts';

const INCH = 914_400;

interface Named extends SlideBox {
  readonly name: string;
}

/** A box by its corner and size in inches. */
const box = (
  name: string,
  [left, top, width, height]: readonly [number, number, number, number],
  groups: number[] = [],
): Named => ({
  name,
  left: left * INCH,
  top: top * INCH,
  width: width * INCH,
  height: height * INCH,
  groups,
});

const order = (...boxes: Named[]): string =>
  inReadingOrder(boxes)
    .map(({ name }) => name)
    .join(' ');

test('rows from left to right, at one place in the order of the file', () => {
  expect(order(box('b', [5, 1, 3, 1]), box('c', [1, 3, 3, 1]), box('a', [1, 1.1, 3, 1]))).toBe('a b c');
  expect(order(box('a', [1, 1, 3, 1]), box('b', [1, 1, 3, 1]))).toBe('a b');
});

test('headings stay with the texts below them: comparisons and cards', () => {
  expect(
    order(
      box('A', [0.9, 1.8, 5.6, 0.9]),
      box('a', [0.9, 2.7, 5.6, 4]),
      box('B', [6.7, 1.8, 5.6, 0.9]),
      box('b', [6.7, 2.7, 5.6, 4]),
    ),
  ).toBe('A a B b');
  expect(
    order(
      box('intro', [0.5, 1, 12, 0.6]),
      ...[0, 1, 2].flatMap((n) => [box(`H${n}`, [0.5 + 4 * n, 2, 3, 0.5]), box(`t${n}`, [0.5 + 4 * n, 2.6, 3, 2])]),
      box('end', [0.5, 5, 12, 0.6]),
    ),
  ).toBe('intro H0 t0 H1 t1 H2 t2 end');
});

test('pictures with headings and texts below them are cards of three rows', () => {
  expect(
    order(
      ...[0, 1].flatMap((n) => [
        box(`picture${n}`, [1 + 5 * n, 1, 4, 2]),
        box(`head${n}`, [1 + 5 * n, 3.1, 4, 0.4]),
        box(`text${n}`, [1 + 5 * n, 3.6, 4, 1.2]),
      ]),
    ),
  ).toBe('picture0 head0 text0 picture1 head1 text1');
});

test('numbers stand above what they count', () => {
  expect(
    order(
      ...[0, 1, 2].flatMap((n) => [box(`${n}%`, [1 + 4 * n, 2, 3, 0.8]), box(`label${n}`, [1 + 4 * n, 2.8, 3, 0.8])]),
    ),
  ).toBe('0% label0 1% label1 2% label2');
});

test('two rows of cards are read one after the other', () => {
  expect(
    order(
      ...[0, 1].flatMap((row) =>
        [0, 1].flatMap((n) => [
          box(`H${row}${n}`, [1 + 5 * n, 1 + 3 * row, 4, 0.5]),
          box(`t${row}${n}`, [1 + 5 * n, 1.5 + 3 * row, 4, 2]),
        ]),
      ),
    ),
  ).toBe('H00 t00 H01 t01 H10 t10 H11 t11');
});

test('a grid of like boxes is read by rows', () => {
  const grid = [0, 1].flatMap((row) => [0, 1].map((n) => box(`${row}${n}`, [1 + 5 * n, 1 + 2.5 * row, 4.5, 2])));
  expect(order(...grid)).toBe('00 01 10 11');
  const table = [0, 1, 2].flatMap((row) => [0, 1].map((n) => box(`${row}${n}`, [1 + 4 * n, 1 + row, 4, 1])));
  expect(order(...table)).toBe('00 01 10 11 20 21');
});

test('groups stay together, also within others', () => {
  expect(
    order(
      box('a1', [1, 1, 3, 0.5], [1]),
      box('b1', [5, 1, 3, 0.5], [2, 3]),
      box('a2', [1, 4, 3, 0.5], [1]),
      box('b2', [5, 4, 3, 0.5], [2]),
      box('b3', [5, 2, 3, 0.5], [2, 3]),
    ),
  ).toBe('a1 a2 b1 b3 b2');
});
