import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { activation, activationTimes, quantization } from '../src/activations.ts';
import { withFasterLoops } from '../src/replace-loops.ts';
import { LEVEL } from '../../engine/src/ocr/core.ts';
import type { Core } from '../../engine/src/ocr/core.ts';
import { languageData } from '../../engine/src/ocr/languages.ts';
import { moduleOf } from '../src/wasm-code.ts';
import type { WasmFunction } from '../src/wasm-code.ts';
import { Instance, Memory, Module } from '../src/web-assembly.ts';
import type { WasmInstance } from '../src/web-assembly.ts';
import { drawPicture, LETTER } from '../../../test/make/picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

const { fround } = Math;
const TABLE = 32_768;
const memory = new Memory({ initial: 2 });
const table = new Float32Array(memory.buffer, TABLE, 4096);
for (let i = 0; i < table.length; i++) table[i] = Math.tanh(i / 256);

const functionIn = (code: WasmFunction) =>
  new Instance(new Module(moduleOf(code)), { env: { memory } }).exports['run'] as (...operands: number[]) => void;
const floats = (at: number, values: readonly number[]): Float32Array => {
  const numbers = new Float32Array(memory.buffer, at, values.length);
  numbers.set(values);
  return numbers;
};

function onTable(size: number): number {
  const scaled = fround(size * 256);
  const place = Math.floor(scaled);
  if (place > 4094) return 1;
  const low = table[place]!;
  return fround(fround(fround(table[place + 1]! - low) * fround(scaled - place)) + low);
}
const tanh = (x: number): number => (x < 0 ? -onTable(-x) : onTable(x));
const logistic = (x: number): number => (x < 0 ? fround(1 - onTable(-x)) : onTable(x));
function byteOf(x: number): number {
  const scaled = fround(x * 127);
  const size = Math.min(127, Math.trunc(fround(Math.abs(scaled) + 0.5)));
  return scaled < 0 ? 0 - size : size;
}

const number = fc.oneof(
  fc.float({ noNaN: true, min: -20, max: 20 }),
  fc.float({ noNaN: true }),
  fc.constantFrom(0, -0, 16, -16, fround(15.998), 0.5 / 127, -0.5 / 127),
);
const numbers = fc.array(number, { maxLength: 40 });

describe("the loops of Tesseract's networks, four numbers at once", () => {
  test.each([
    ['tanh', tanh],
    ['logistic', logistic],
  ] as const)('%s is that of the table, with the same bits', (curve, of) => {
    const run = functionIn(activation(curve, TABLE));
    fc.assert(
      fc.property(numbers, (values) => {
        const place = floats(0, [...values, 7]);
        run(0, values.length);
        expect([...place]).toEqual([...values.map((x) => of(x)), 7]);
      }),
    );
  });

  test('tanh by a factor', () => {
    const run = functionIn(activationTimes(TABLE));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, fc.float({ noNaN: true, min: -1, max: 1 })), { maxLength: 40 }),
        (pairs) => {
          floats(
            0,
            pairs.map(([x]) => x),
          );
          floats(
            1024,
            pairs.map(([, factor]) => factor),
          );
          const results = floats(2048, Array<number>(pairs.length + 1).fill(7));
          run(0, 1024, 2048, pairs.length);
          expect([...results]).toEqual([...pairs.map(([x, factor]) => fround(tanh(x) * factor)), 7]);
        },
      ),
    );
  });

  test('numbers become the nearest bytes', () => {
    const run = functionIn(quantization());
    fc.assert(
      fc.property(numbers, (values) => {
        floats(0, values);
        const bytes = new Int8Array(memory.buffer, 1024, values.length + 1).fill(99);
        run(0, 1024, values.length);
        expect([...bytes]).toEqual([...values.map(byteOf), 99]);
      }),
    );
  });
});

describe('the core that is installed', () => {
  const require = createRequire(import.meta.url);
  const name = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm';
  const installed = readFileSync(require.resolve(`${name}.wasm`));

  test('reads a page with our loops as with its own, to the last bit', async () => {
    const read = async (bytes: Uint8Array): Promise<[string, number][]> => {
      const load = require(`${name}.js`) as (options: object) => Promise<Core>;
      const core = await load({
        TesseractProgress() {},
        print() {},
        printErr() {},
        instantiateWasm(imports: object, done: (instance: WasmInstance) => void) {
          done(new Instance(new Module(bytes), imports));
          return {};
        },
      });
      core.FS.writeFile('eng.traineddata', gunzipSync(readFileSync(languageData({ languages: ['eng'] })[0]!.path)));
      const api = new core.TessBaseAPI();
      api.Init(null, 'eng', 1);
      const { data, width, height } = drawPicture(LETTER, 150);
      core.FS.writeFile('/input', Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]));
      api.SetImageFile(1, 0);
      api.Recognize(null);
      const words: [string, number][] = [];
      const iterator = api.GetIterator();
      do words.push([iterator.GetUTF8Text(LEVEL.word), iterator.Confidence(LEVEL.word)]);
      while (iterator.Next(LEVEL.word));
      return words;
    };
    const faster = withFasterLoops(installed);
    expect(faster.length).toBeGreaterThan(installed.length);
    const words = await read(faster);
    expect(words.length).toBeGreaterThan(20);
    expect(words).toEqual(await read(installed));
  });

  test('has each of the loops', () => {
    const count = (bytes: Uint8Array, code: string): number =>
      Buffer.from(bytes).toString('hex').split(code).length - 1;
    const faster = withFasterLoops(installed);
    // How the loops look up each table, twice in each, and how they cut a byte to fit. What is left is used seldom.
    const codes = ['41e09e086a2a0204', '41e09e096a2a0204', '41817f4c1b22'];
    expect(codes.map((code) => [count(installed, code), count(faster, code)])).toEqual([
      [10, 4],
      [10, 0],
      [10, 8],
    ]);
  });

  test('copies no neighbour of a pixel by itself', () => {
    const copy = '200420072002200628020441001089060b';
    const copies = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString('hex').includes(copy);
    expect([copies(installed), copies(withFasterLoops(installed))]).toEqual([true, false]);
  });

  test('stays as it is without them', () => {
    const other = moduleOf(quantization());
    expect(withFasterLoops(Buffer.from(other))).toEqual(Buffer.from(other));
  });
});
