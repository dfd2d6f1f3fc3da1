import { f32, f32x4, functionOf, get, i16x8, i32, i32x4, i8x16, loopWhile, set, v128, when } from './wasm-code.ts';
import type { Code, WasmFunction } from './wasm-code.ts';

/**
 * The product of a matrix and a vector, which half of the time of reading goes to, for `IntSimdMatrix` of Tesseract
 * as it is compiled for SSE: bytes in, floats out, with the bits that Tesseract's own code gives. That one widens each
 * byte before it multiplies; here pairs of bytes are multiplied and summed by one instruction, eight rows at a time.
 *
 * `run(rows, columns, weights, scales, inputs, results)`, the last four being addresses. A row has a weight for each
 * input, padded to an even number, and one for the constant 127. No weight or input is -128.
 */
export function matrixProduct(): WasmFunction {
  const integers = FIRST_SUM + ROWS_AT_ONCE - PARAMETERS;
  const vectors = FIRST_TOTAL + ROWS_AT_ONCE - FIRST_VECTOR;
  return functionOf({ parameters: PARAMETERS, integers, vectors }, [
    ...set(INPUTS, i32.sub(get(COLUMNS), i32.const(1))),
    ...set(BIAS, i32.and(i32.add(get(INPUTS), i32.const(1)), i32.const(-2))),
    ...set(STRIDE, i32.add(get(BIAS), i32.const(1))),
    ...set(ONES, i32x4.splat(i32.const(0x10001))),
    ...sizeOfNegatives(),
    ...whileRowsAreLeft(ROWS_AT_ONCE, fourAtOnce),
    ...whileRowsAreLeft(1, oneByOne),
  ]);
}

const ROWS_AT_ONCE = 8;
/** Bytes of a vector. */
const WIDE = 16;

// Parameters.
const [ROWS, COLUMNS, WEIGHTS, SCALES, VECTOR, RESULTS] = [0, 1, 2, 3, 4, 5] as const;
const PARAMETERS = 6;
// Further integers: the number of inputs, where in a row the weight of the constant is, the bytes of a row, the place
// within the rows, and, row by row, where it starts and the sum of what is not multiplied in vectors.
const [INPUTS, BIAS, STRIDE, PLACE, FIRST_ROW] = [6, 7, 8, 9, 10] as const;
const FIRST_SUM = FIRST_ROW + ROWS_AT_ONCE;
const row = (i: number): number => FIRST_ROW + i;
const sum = (i: number): number => FIRST_SUM + i;
// Vectors: the sizes and signs of 16 inputs, ones of 16 bits, the sizes of negative inputs, and, row by row, the sums
// of what is multiplied in vectors.
const FIRST_VECTOR = FIRST_SUM + ROWS_AT_ONCE;
const [SIZE, SIGN, ONES] = [FIRST_VECTOR, FIRST_VECTOR + 1, FIRST_VECTOR + 2] as const;
const [NEGATIVE, FIRST_TOTAL] = [FIRST_VECTOR + 3, FIRST_VECTOR + 4] as const;
const total = (i: number): number => FIRST_TOTAL + i;

type Numbers = readonly number[];
const upTo = (count: number): Numbers => Array.from({ length: count }, (_, i) => i);
const eachOf = (rows: Numbers, code: (i: number) => Code): Code => rows.flatMap(code);
const advance = (local: number, by: Code): Code => set(local, i32.add(get(local), by));

function whileRowsAreLeft(count: number, finish: (rows: Numbers) => Code): Code {
  const rows = upTo(count);
  return loopWhile(i32.lessThan(i32.const(count - 1), get(ROWS)), [
    ...eachOf(rows, (i) => [
      ...set(row(i), i32.add(get(WEIGHTS), i32.mul(get(STRIDE), i32.const(i)))),
      ...set(total(i), get(NEGATIVE)),
    ]),
    ...set(PLACE, i32.const(0)),
    ...sixteenInputs(rows),
    ...when(i32.and(get(INPUTS), i32.const(8)), eightInputs(rows)),
    ...eachOf(rows, (i) => set(sum(i), i32.mul(i32.load8(i32.add(get(row(i)), get(BIAS))), i32.const(127)))),
    ...loopWhile(i32.lessThan(get(PLACE), get(INPUTS)), oneInput(rows)),
    ...finish(rows),
    ...advance(WEIGHTS, i32.mul(get(STRIDE), i32.const(count))),
    ...advance(SCALES, i32.const(4 * count)),
    ...advance(RESULTS, i32.const(4 * count)),
    ...advance(ROWS, i32.const(-count)),
  ]);
}

const placeIn = (start: number): Code => i32.add(get(start), get(PLACE));
const addTo = (i: number, products: Code): Code => set(total(i), i32x4.add(products, get(total(i))));

const whileVectorsAreLeft = (body: Code): Code =>
  loopWhile(i32.lessThan(get(PLACE), i32.and(get(INPUTS), i32.const(-WIDE))), [
    ...set(SIZE, v128.load(placeIn(VECTOR))),
    ...set(SIGN, i8x16.lessThan(get(SIZE), v128.zero)),
    ...set(SIZE, i8x16.abs(get(SIZE))),
    ...body,
    ...advance(PLACE, i32.const(WIDE)),
  ]);

/**
 * The weights get the signs of the inputs, since one factor must not be negative: the bits of a weight are turned over,
 * which is one less than its negative, and what that makes of each row is added to it once (`sizeOfNegatives`).
 */
const sixteenInputs = (rows: Numbers): Code =>
  whileVectorsAreLeft(
    eachOf(rows, (i) => {
      const pairs = i16x8.dotOfBytes(v128.xor(v128.load(placeIn(row(i))), get(SIGN)), get(SIZE));
      return addTo(i, i32x4.dot(pairs, get(ONES)));
    }),
  );

/** The sizes of the negative inputs that are multiplied in vectors, added up: what each row's total starts with. */
function sizeOfNegatives(): Code {
  const ones = i32x4.splat(i32.const(0x01010101));
  const pairs = i16x8.dotOfBytes(ones, v128.and(get(SIZE), get(SIGN)));
  return whileVectorsAreLeft(set(NEGATIVE, i32x4.add(i32x4.dot(pairs, get(ONES)), get(NEGATIVE))));
}

function eightInputs(rows: Numbers): Code {
  return [
    ...set(SIZE, v128.load8x8(placeIn(VECTOR))),
    ...eachOf(rows, (i) => addTo(i, i32x4.dot(v128.load8x8(placeIn(row(i))), get(SIZE)))),
    ...advance(PLACE, i32.const(8)),
  ];
}

function oneInput(rows: Numbers): Code {
  return [
    ...eachOf(rows, (i) => advance(sum(i), i32.mul(i32.load8(placeIn(row(i))), i32.load8(placeIn(VECTOR))))),
    ...advance(PLACE, i32.const(1)),
  ];
}

function oneByOne(rows: Numbers): Code {
  return eachOf(rows, (i) => {
    const lanes = upTo(4).map((lane) => i32x4.lane(get(total(i)), lane));
    const all = lanes.reduce((a, b) => i32.add(a, b), get(sum(i)));
    return f32.store(get(RESULTS), f32.mul(f32.ofInt(all), f32.load(get(SCALES), 4 * i)), 4 * i);
  });
}

/** The totals of four rows are added across as one vector with a lane for each. */
function fourAtOnce(rows: Numbers): Code {
  const across = (a: Code, b: Code, first: Numbers, second: Numbers): Code =>
    i32x4.add(i32x4.pick(a, b, first), i32x4.pick(a, b, second));
  const pair = (i: number): Code => across(get(total(i)), get(total(i + 1)), [0, 4, 1, 5], [2, 6, 3, 7]);
  const every = (i: number): boolean => i % 4 === 0;
  return eachOf(rows.filter(every), (i) => {
    const others = [1, 2, 3].reduce<Code>(
      (lanes, lane) => i32x4.withLane(lanes, lane, get(sum(i + lane))),
      i32x4.splat(get(sum(i))),
    );
    const all = i32x4.add(across(get(SIZE), get(SIGN), [0, 1, 4, 5], [2, 3, 6, 7]), others);
    const results = f32x4.mul(f32x4.ofInts(all), v128.load(get(SCALES), 4 * i));
    return [...set(SIZE, pair(i)), ...set(SIGN, pair(i + 2)), ...v128.store(get(RESULTS), results, 4 * i)];
  });
}
