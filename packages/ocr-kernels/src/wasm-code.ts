/**
 * WebAssembly in binary form (WebAssembly Core Specification 2.0, chapter 5; the relaxed vector instructions are of
 * 3.0), as far as the functions of our own in Tesseract need it. An expression is the bytes of its instructions,
 * operands first.
 */
export type Code = readonly number[];

const UNSIGNED = 0x80;

export function unsigned(value: number): Code {
  return value < UNSIGNED ? [value] : [(value % UNSIGNED) | UNSIGNED, ...unsigned(Math.floor(value / UNSIGNED))];
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

const vector = (opcode: number, ...immediate: number[]): Code => [0xfd, ...unsigned(opcode), ...immediate];
/** An instruction that takes its operands from the stack. */
const of =
  (instruction: Code) =>
  (...operands: Code[]): Code => [...operands.flat(), ...instruction];
/** One that reads or writes memory `offset` bytes after an address, which need not be aligned. */
const at =
  (instruction: Code) =>
  (address: Code, offset = 0): Code => [...address, ...instruction, 0, ...unsigned(offset)];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const call = (index: number): Code => [0x10, ...unsigned(index)];
export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: of([0x6a]),
  sub: of([0x6b]),
  mul: of([0x6c]),
  shl: of([0x74]),
  and: of([0x71]),
  lessThan: of([0x48]),
  /** As numbers without a sign: what is negative is greater than any other. */
  below: of([0x49]),
  equal: of([0x46]),
  load8: at([0x2c]),
  load: at([0x28]),
  store8: (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x3a, 0, ...unsigned(offset)],
};
export const memory = {
  /** Copies `count` bytes. */
  copy: of([0xfc, 0x0a, 0x00, 0x00]),
};
export const f32 = {
  const: (value: number): Code => [0x43, ...Buffer.from(Float32Array.of(value).buffer)],
  load: at([0x2a]),
  mul: of([0x94]),
  ofInt: of([0xb2]),
  store: (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x38, 0, ...unsigned(offset)],
};
export const i8x16 = {
  narrow: of(vector(0x65)),
  lessThan: of(vector(0x25)),
  abs: of(vector(0x60)),
  sub: of(vector(0x71)),
};
export const i16x8 = {
  /** Numbers of 32 bits of two vectors, cut to what fits. */
  narrow: of(vector(0x85)),
  /** Sums of two products: of signed bytes and such that are not negative. */
  dotOfBytes: of(vector(0x112)),
};
export const i32x4 = {
  add: of(vector(0xae)),
  sub: of(vector(0xb1)),
  min: of(vector(0xb6)),
  shl: of(vector(0xab)),
  greaterThan: of(vector(0x3b)),
  /** The next integer towards zero, or the greatest there is. */
  ofFloats: of(vector(0xf8)),
  dot: of(vector(0xba)),
  splat: of(vector(0x11)),
  lane: (value: Code, lane: number): Code => [...value, ...vector(0x1b, lane)],
  withLane: (value: Code, lane: number, by: Code): Code => [...value, ...by, ...vector(0x1c, lane)],
  /** Lanes of two vectors, 0 to 3 of the first and 4 to 7 of the second. */
  pick: (a: Code, b: Code, lanes: readonly number[]): Code => [
    ...a,
    ...b,
    ...vector(0x0d, ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte))),
  ],
};
export const f32x4 = {
  splat: of(vector(0x13)),
  ofInts: of(vector(0xfa)),
  abs: of(vector(0xe0)),
  add: of(vector(0xe4)),
  sub: of(vector(0xe5)),
  mul: of(vector(0xe6)),
  lessThan: of(vector(0x43)),
};
export const v128 = {
  zero: vector(0x0c, ...Array<number>(16).fill(0)),
  load: at(vector(0x00)),
  /** Eight signed bytes as numbers of 16 bits. */
  load8x8: at(vector(0x01)),
  /** The first four or eight bytes; the others are zero. */
  load32: at(vector(0x5c)),
  load64: at(vector(0x5d)),
  /** `value` with eight bytes of memory for its second half. */
  withSecondHalf: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    ...vector(0x57, 0, ...unsigned(offset), 1),
  ],
  and: of(vector(0x4e)),
  xor: of(vector(0x51)),
  /** Bits of `a` where those of `mask` are set, of `b` elsewhere. */
  select: of(vector(0x52)),
  /** Stores the first byte or the first four. */
  store8: (address: Code, value: Code): Code => [...address, ...value, ...vector(0x58, 0, 0, 0)],
  store32: (address: Code, value: Code): Code => [...address, ...value, ...vector(0x5a, 0, 0, 0)],
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    ...vector(0x0b, 0, ...unsigned(offset)),
  ],
};

const NOTHING = 0x40;
const END = 0x0b;

/** The first of two values where the condition is not 0. */
export const pick = (condition: Code, value: Code, other: Code): Code => [...value, ...other, ...condition, 0x1b];
export const when = (condition: Code, body: Code, otherwise: Code = []): Code => [
  ...condition,
  0x04,
  NOTHING,
  ...body,
  ...(otherwise.length > 0 ? [0x05, ...otherwise] : []),
  END,
];
export const loopWhile = (condition: Code, body: Code): Code =>
  when(condition, [0x03, NOTHING, ...body, ...condition, 0x0d, 0, END]);

const I32 = 0x7f;
const V128 = 0x7b;

const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (body: Code): Code => [...unsigned(body.length), ...body];
const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))];
const named = (text: string): Code => sized([...Buffer.from(text)]);

/**
 * A function without a result. Its locals are the parameters, all integers, then further integers, and vectors; `type`
 * and `body` are its entries in the sections of types and of code.
 */
export interface WasmFunction {
  readonly type: Code;
  readonly body: Code;
}

const typeOf = (parameters: number): Code => [0x60, ...sized(Array<number>(parameters).fill(I32)), 0];

export function functionOf(
  { parameters, integers, vectors }: { readonly [kind in 'parameters' | 'integers' | 'vectors']: number },
  body: Code,
): WasmFunction {
  const locals = list([
    [...unsigned(integers), I32],
    [...unsigned(vectors), V128],
  ]);
  return {
    type: typeOf(parameters),
    body: sized([...locals, ...body, END]),
  };
}

/**
 * A module with one function, the export `run`, in the memory that is imported as `env.memory`. The functions that it
 * calls by their numbers, each with so many integers as parameters, are imported by these numbers.
 */
export function moduleOf(
  { type, body }: WasmFunction,
  calls: readonly { readonly parameters: number }[] = [],
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, [...calls.map(({ parameters }) => typeOf(parameters)), type]),
      section(2, [
        [...named('env'), ...named('memory'), 2, 0, 0],
        ...calls.map((_, i) => [...named('env'), ...named(String(i)), 0, ...unsigned(i)]),
      ]),
      section(3, [unsigned(calls.length)]),
      section(7, [[...named('run'), 0, ...unsigned(calls.length)]]),
      section(10, [body]),
    ].flat(),
  );
}
