import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productOf, replaceProduct } from '../src/replace-product.ts';
import { matrixProduct } from '../src/matrix-product.ts';
import { moduleOf } from '../src/wasm-code.ts';
import { Instance, Memory, Module } from '../src/web-assembly.ts';
import type { WasmInstance } from '../src/web-assembly.ts';

type Product = (rows: number, columns: number, ...addresses: number[]) => void;

interface Matrix {
  readonly rows: number;
  readonly inputs: Int8Array;
  /** Row by row: those of the inputs, padded to an even number, and that of the constant. */
  readonly weights: Int8Array;
  readonly scales: Float32Array;
}

const byte = fc.integer({ min: -127, max: 127 });
const matrix = fc
  .record({ rows: fc.integer({ min: 1, max: 40 }), count: fc.integer({ min: 1, max: 90 }) })
  .chain(({ rows, count }) =>
    fc.record({
      rows: fc.constant(rows),
      inputs: fc.int8Array({ min: -127, max: 127, minLength: count, maxLength: count }),
      weights: fc.oneof(
        fc.int8Array({ min: -127, max: 127, minLength: rows * strideOf(count), maxLength: rows * strideOf(count) }),
        byte.map((weight) => new Int8Array(rows * strideOf(count)).fill(weight)),
      ),
      scales: fc.float32Array({ noNaN: true, min: -1, max: 1, minLength: rows, maxLength: rows }),
    }),
  );

function strideOf(inputs: number): number {
  return inputs + (inputs % 2) + 1;
}

/** Puts the matrix into memory from `start` on and reads what the product leaves there. */
function run(product: Product, memory: { readonly buffer: ArrayBuffer }, start: number, of: Matrix): number[] {
  const { rows, inputs, weights, scales } = of;
  const [atInputs, atWeights, atScales, atResults] = [start, start + 4096, start + 65536, start + 69632] as const;
  new Int8Array(memory.buffer, atInputs, inputs.length).set(inputs);
  new Int8Array(memory.buffer, atWeights, weights.length).set(weights);
  new Float32Array(memory.buffer, atScales, rows).set(scales);
  // A result too many would be seen after the last.
  const results = new Float32Array(memory.buffer, atResults, rows + 1).fill(7);
  product(rows, inputs.length + 1, atWeights, atScales, atInputs, atResults);
  return [...results];
}

function expected({ rows, inputs, weights, scales }: Matrix): number[] {
  const stride = strideOf(inputs.length);
  const results = Array.from({ length: rows }, (_, row) => {
    const sum = inputs.reduce((all, input, i) => all + input * weights[row * stride + i]!, 0);
    return Math.fround(Math.fround(sum + 127 * weights[row * stride + stride - 1]!) * scales[row]!);
  });
  return [...results, 7];
}

describe('the product of a matrix and a vector', () => {
  test('is that of its numbers, for any number of rows and inputs', () => {
    const memory = new Memory({ initial: 2 });
    const product = new Instance(new Module(moduleOf(matrixProduct())), { env: { memory } }).exports['run'] as Product;
    fc.assert(
      fc.property(matrix, (of) => {
        expect(run(product, memory, 0, of)).toEqual(expected(of));
      }),
    );
  });

  test('takes the place of the one in the core that is installed, and gives the same bits', async () => {
    const require = createRequire(import.meta.url);
    const name = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm';
    const load = require(`${name}.js`) as (options: object) => Promise<unknown>;
    const core = await new Promise<WasmInstance>((resolve) => {
      void load({
        instantiateWasm(imports: object, done: (instance: WasmInstance) => void) {
          const instance = new Instance(new Module(readFileSync(require.resolve(`${name}.wasm`))), imports);
          done(instance);
          resolve(instance);
          return {};
        },
      });
    });
    const { memory, product: theirs } = productOf(core)!;
    expect(replaceProduct(core)).toBe(true);
    const { product: ours } = productOf(core)!;
    expect(ours).not.toBe(theirs);
    const end = memory.buffer.byteLength - 131072;
    fc.assert(
      fc.property(matrix, (of) => {
        expect(run(ours as Product, memory, end, of)).toEqual(run(theirs as Product, memory, end, of));
      }),
    );
  });
});
