/**
 * WebAssembly in binary form (WebAssembly Core Specification 2.0, chapter 5; the relaxed vector instructions are of
 * 3.0), as far as `matrix-product.ts` needs it. An expression is the bytes of its instructions, operands first.
 */
export type Code = readonly number[];

const UNSIGNED = 0x80;

function unsigned(value: number): Code {
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
export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: of([0x6a]),
  sub: of([0x6b]),
  mul: of([0x6c]),
  and: of([0x71]),
  lessThan: of([0x48]),
  load8: at([0x2c]),
};
export const f32 = {
  load: at([0x2a]),
  mul: of([0x94]),
  ofInt: of([0xb2]),
  store: (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x38, 0, ...unsigned(offset)],
};
export const i8x16 = { lessThan: of(vector(0x25)), abs: of(vector(0x60)), sub: of(vector(0x71)) };
export const i16x8 = {
  /** Sums of two products: of signed bytes and such that are not negative. */
  dotOfBytes: of(vector(0x112)),
};
export const i32x4 = {
  add: of(vector(0xae)),
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
export const f32x4 = { ofInts: of(vector(0xfa)), mul: of(vector(0xe6)) };
export const v128 = {
  zero: vector(0x0c, ...Array<number>(16).fill(0)),
  load: at(vector(0x00)),
  /** Eight signed bytes as numbers of 16 bits. */
  load8x8: at(vector(0x01)),
  xor: of(vector(0x51)),
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    ...vector(0x0b, 0, ...unsigned(offset)),
  ],
};

const NOTHING = 0x40;
const END = 0x0b;

export const when = (condition: Code, body: Code): Code => [...condition, 0x04, NOTHING, ...body, END];
export const loopWhile = (condition: Code, body: Code): Code =>
  when(condition, [0x03, NOTHING, ...body, ...condition, 0x0d, 0, END]);

const I32 = 0x7f;
const V128 = 0x7b;

const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (body: Code): Code => [...unsigned(body.length), ...body];
const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))];
const named = (text: string): Code => sized([...Buffer.from(text)]);

/**
 * A module with one function, the export `run`, in the memory that is imported as `env.memory`. Its locals are the
 * parameters, further integers, and vectors, in this order.
 */
export function moduleOf(
  { parameters, integers, vectors }: { readonly [kind in 'parameters' | 'integers' | 'vectors']: number },
  body: Code,
): Uint8Array<ArrayBuffer> {
  const type = [0x60, ...sized(Array<number>(parameters).fill(I32)), 0];
  const locals = list([
    [...unsigned(integers), I32],
    [...unsigned(vectors), V128],
  ]);
  return Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, [type]),
      section(2, [[...named('env'), ...named('memory'), 2, 0, 0]]),
      section(3, [[0]]),
      section(7, [[...named('run'), 0, 0]]),
      section(10, [sized([...locals, ...body, END])]),
    ].flat(),
  );
}
