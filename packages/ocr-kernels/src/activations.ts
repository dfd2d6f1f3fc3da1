import { f32, f32x4, functionOf, get, i16x8, i32, i32x4, i8x16, loopWhile, set, v128 } from './wasm-code.ts';
import type { Code, WasmFunction } from './wasm-code.ts';

/**
 * The activations that Tesseract applies to each number of an LSTM between two products (`functions.h`,
 * `networkio.cpp`), four at a time and without a branch, with the bits that its own loops give. The functions tanh and
 * logistic are tables of 4,096 values from 0 on, 256 for each unit, with straight lines between; beyond them, both are
 * 1.
 */
type Curve = 'tanh' | 'logistic';

const PER_UNIT = 256;
const LAST = 4094;
const ONE = f32x4.splat(f32.const(1));

const advance = (local: number, by: number): Code => set(local, i32.add(get(local), i32.const(by)));

/** Takes four at once for as long as there are, then one by one. `count` counts down to none. */
function foursAndOnes(count: number, step: (width: 1 | 4) => Code): Code {
  return ([4, 1] as const).flatMap((width) =>
    loopWhile(i32.lessThan(i32.const(width - 1), get(count)), [...step(width), ...advance(count, -width)]),
  );
}

const load = (width: 1 | 4, address: number): Code => (width === 4 ? v128.load : v128.load32)(get(address));
const store = (width: 1 | 4, address: number, value: Code): Code =>
  (width === 4 ? v128.store : v128.store32)(get(address), value);

/** Vectors that `valueOf` works with, from `first` on. */
const VECTORS = 6;

/** The value of a curve for each lane of the first vector, left in the second. */
function valueOf(curve: Curve, table: number, first: number): Code {
  const [x, value, scaled, index, low, high] = [first, first + 1, first + 2, first + 3, first + 4, first + 5] as const;
  const entry = (lane: number): Code => i32x4.lane(get(value), lane);
  const pair = (lane: number): Code => v128.withSecondHalf(entry(lane + 1), v128.load64(entry(lane), table), table);
  const isNegative = f32x4.lessThan(get(x), v128.zero);
  return [
    ...set(scaled, f32x4.mul(f32x4.abs(get(x)), f32x4.splat(f32.const(PER_UNIT)))),
    ...set(index, i32x4.ofFloats(get(scaled))),
    ...set(value, i32x4.shl(i32x4.min(get(index), i32x4.splat(i32.const(LAST))), i32.const(2))),
    ...set(low, pair(0)),
    ...set(high, pair(2)),
    ...set(value, i32x4.pick(get(low), get(high), [0, 2, 4, 6])),
    ...set(high, f32x4.sub(i32x4.pick(get(low), get(high), [1, 3, 5, 7]), get(value))),
    ...set(scaled, f32x4.sub(get(scaled), f32x4.ofInts(get(index)))),
    ...set(value, f32x4.add(f32x4.mul(get(high), get(scaled)), get(value))),
    ...set(value, v128.select(ONE, get(value), i32x4.greaterThan(get(index), i32x4.splat(i32.const(LAST))))),
    ...set(
      value,
      curve === 'tanh'
        ? v128.xor(get(value), v128.and(isNegative, i32x4.splat(i32.const(-0x80000000))))
        : v128.select(f32x4.sub(ONE, get(value)), get(value), isNegative),
    ),
  ];
}

/** `run(numbers, count)`: a curve's values in place of the numbers. `table` is the address of its table. */
export function activation(curve: Curve, table: number): WasmFunction {
  const [numbers, count, first] = [0, 1, 2] as const;
  return functionOf(
    { parameters: 2, integers: 0, vectors: VECTORS },
    foursAndOnes(count, (width) => [
      ...set(first, load(width, numbers)),
      ...valueOf(curve, table, first),
      ...store(width, numbers, get(first + 1)),
      ...advance(numbers, 4 * width),
    ]),
  );
}

/** `run(numbers, factors, results, count)`: the tanh of each number by its factor. */
export function activationTimes(table: number): WasmFunction {
  const [numbers, factors, results, count, first] = [0, 1, 2, 3, 4] as const;
  return functionOf(
    { parameters: 4, integers: 0, vectors: VECTORS },
    foursAndOnes(count, (width) => [
      ...set(first, load(width, numbers)),
      ...valueOf('tanh', table, first),
      ...store(width, results, f32x4.mul(get(first + 1), load(width, factors))),
      ...[numbers, factors, results].flatMap((address) => advance(address, 4 * width)),
    ]),
  );
}

/** `run(numbers, bytes, count)`: each number as a byte, -1 to 1 being -127 to 127, to the nearest. */
export function quantization(): WasmFunction {
  const [numbers, bytes, count, number, size, sign] = [0, 1, 2, 3, 4, 5] as const;
  const half = f32x4.splat(f32.const(0.5));
  const most = i32x4.splat(i32.const(127));
  return functionOf(
    { parameters: 3, integers: 0, vectors: 3 },
    foursAndOnes(count, (width) => [
      ...set(number, f32x4.mul(load(width, numbers), f32x4.splat(f32.const(127)))),
      ...set(size, i32x4.min(i32x4.ofFloats(f32x4.add(f32x4.abs(get(number)), half)), most)),
      ...set(sign, f32x4.lessThan(get(number), v128.zero)),
      ...set(size, i32x4.sub(v128.xor(get(size), get(sign)), get(sign))),
      ...set(size, i16x8.narrow(get(size), get(size))),
      ...(width === 4 ? v128.store32 : v128.store8)(get(bytes), i8x16.narrow(get(size), get(size))),
      ...advance(numbers, 4 * width),
      ...advance(bytes, width),
    ]),
  );
}
