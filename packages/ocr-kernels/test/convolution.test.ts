import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convolution } from '../src/convolution.ts';
import { moduleOf } from '../src/wasm-code.ts';
import { Instance, Memory, Module } from '../src/web-assembly.ts';

const memory = new Memory({ initial: 4 });
const ints = new Int32Array(memory.buffer);
const store = (address: number, ...values: number[]): void => ints.set(values, address / 4);

const [LAYER, INPUT, OUTPUT, WIDTHS, FROM, TO, RANDOM] = [1024, 2048, 3072, 4096, 8192, 131_072, 77] as const;
const NOISE = 99;

let resized: number[] = [];
const resize = (...operands: number[]): void => void (resized = operands);
/** Counts up, other than what the picture has, so that the order shows. */
const noise = { next: 0 };
function randomize(isBytes: boolean, perStep: number) {
  return (...operands: number[]): void => {
    const [object, step, place, count, random] = operands as [number, number, number, number, number];
    expect([object, random]).toEqual([OUTPUT, RANDOM]);
    const numbers = isBytes ? new Int8Array(memory.buffer, TO) : new Int32Array(memory.buffer, TO);
    for (let i = 0; i < count; i++) numbers[step * perStep + place + i] = NOISE + (noise.next++ % 20);
  };
}

const shapes = fc.record({
  isBytes: fc.boolean(),
  inputs: fc.integer({ min: 1, max: 3 }),
  halfWidth: fc.integer({ min: 0, max: 2 }),
  halfHeight: fc.integer({ min: 0, max: 2 }),
  height: fc.integer({ min: 1, max: 5 }),
  /** Of each line of a batch. */
  widths: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
});

interface Shape {
  readonly isBytes: boolean;
  readonly inputs: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly height: number;
  readonly widths: readonly number[];
}

const outputsOf = ({ inputs, halfWidth, halfHeight }: Shape): number =>
  inputs * (2 * halfWidth + 1) * (2 * halfHeight + 1);
const stepsOf = ({ height, widths }: Shape): number => widths.length * height * Math.max(...widths);

/** The objects as Tesseract has them in memory; returns the numbers to read and to write. */
function lay(shape: Shape): [from: Int8Array | Int32Array, to: Int8Array | Int32Array] {
  const { isBytes, inputs, halfWidth, halfHeight, height, widths } = shape;
  const [outputs, widest] = [outputsOf(shape), Math.max(...widths)];
  store(LAYER + 20, inputs, outputs);
  store(LAYER + 52, RANDOM, halfWidth, halfHeight);
  const numbers = ([object, at, perStep]: readonly [number, number, number]): Int8Array | Int32Array => {
    const [other, own] = isBytes ? [4, 28] : [28, 4];
    store(object + other, 0);
    store(object + other + 12, 0);
    store(object + own, at);
    store(object + own + 12, perStep);
    store(object + 48, Number(isBytes));
    const count = stepsOf(shape) * perStep;
    return isBytes ? new Int8Array(memory.buffer, at, count) : new Int32Array(memory.buffer, at, count);
  };
  store(WIDTHS, ...widths);
  store(OUTPUT + 52, widths.length, height, widest, height * widest, widest, 1);
  store(OUTPUT + 52 + 24, WIDTHS, WIDTHS, 0, WIDTHS, WIDTHS + 4 * widths.length);
  return [numbers([INPUT, FROM, inputs]), numbers([OUTPUT, TO, outputs])];
}

/** What is left of the numbers that are written is -1. */
function neighbours(shape: Shape, from: ArrayLike<number>): number[] {
  const { inputs, halfWidth, halfHeight, height, widths } = shape;
  const widest = Math.max(...widths);
  const result = Array<number>(stepsOf(shape) * outputsOf(shape)).fill(-1);
  let made = 0;
  const places = widths.flatMap((width, batch) =>
    Array.from({ length: height * width }, (_, i) => ({ batch, width, y: Math.floor(i / width), x: i % width })),
  );
  for (const { batch, width, y, x } of places) {
    let at = ((batch * height + y) * widest + x) * outputsOf(shape);
    for (let column = x - halfWidth; column <= x + halfWidth; column++) {
      for (let row = y - halfHeight; row <= y + halfHeight; row++) {
        const inside = column >= 0 && column < width && row >= 0 && row < height;
        const source = ((batch * height + row) * widest + column) * inputs;
        for (let i = 0; i < inputs; i++) result[at++] = inside ? from[source + i]! : NOISE + (made++ % 20);
      }
    }
  }
  return result;
}

test('puts the neighbours of each pixel beside each other, with noise for those outside of the picture', () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      const [from, to] = lay(shape);
      from.forEach((_, i) => (from[i] = i % 90));
      to.fill(-1);
      noise.next = 0;
      const code = moduleOf(convolution({ resize: 0, randomize: 1 }), [{ parameters: 4 }, { parameters: 5 }]);
      const env = { memory, 0: resize, 1: randomize(shape.isBytes, outputsOf(shape)) };
      const run = new Instance(new Module(code), { env }).exports['run'] as (...operands: number[]) => void;
      run(LAYER, 0, INPUT, 0, 0, OUTPUT);
      expect(resized).toEqual([OUTPUT, Number(shape.isBytes), INPUT + 52, outputsOf(shape)]);
      expect([...to]).toEqual(neighbours(shape, from));
    }),
  );
});
