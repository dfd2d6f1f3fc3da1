import { createHash } from 'node:crypto';
import { activation, activationTimes, quantization } from './activations.ts';
import { convolution } from './convolution.ts';
import { call, get, i32, set, unsigned } from './wasm-code.ts';
import type { Code, WasmFunction } from './wasm-code.ts';

/**
 * A loop of the compiled core: its bytes in hex, with a capital letter for each local. `I` counts up to `N`; `P`, `F`,
 * `R` and `T` are addresses.
 */
interface Loop {
  readonly code: string;
  /** The replacement, which does the same for all numbers from `I` on. */
  readonly instead: WasmFunction;
  readonly operands: (local: (letter: string) => Code) => Code[];
}

/** Where the core has its tables. */
const TANH = 135_008;
const LOGISTIC = 151_392;

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** The value of a curve for the number `X`: a table's address and its place in it; how what is negative is made. */
const curve = (table: number, before: string, after: string): string => {
  const address = unsigned(table).map(hex).join(' ');
  const value = `20 J 41 02 74 22 O 41 ${address} 6a 2a 02 04 20 O 2a 02 ${address} 22 W 93 20 Y 20 J b3 93 94 20 W 92`;
  return (
    `22 X 43 00 00 00 00 5d 04 40 ${before} 20 X 43 00 00 80 c3 94 22 Y fc 01 22 J 41 fe 1f 4d 04 7d ${value} 05 43 00 00 80 3f 0b ${after} 0c 01 0b ` +
    `43 00 00 80 3f 20 X 43 00 00 80 43 94 22 Y fc 01 22 J 41 fe 1f 4b 0d 00 1a ${value} 0b 21 X`
  );
};
const tanh = curve(TANH, '', '8c');
const logistic = curve(LOGISTIC, '43 00 00 80 3f', '93');
const inPlace = (value: string): string =>
  `03 40 02 7d 20 P 20 I 41 02 74 6a 22 A 2a 02 00 ${value} 20 A 20 X 38 02 00 20 I 41 01 6a 22 I 20 N 47 0d 00 0b`;
const quantized = (place: string): string =>
  `03 40 ${place} 6a 41 ff 00 41 81 7f 02 7f 20 F 20 I 41 02 74 6a 2a 02 00 43 00 00 fe 42 94 22 Y 43 00 00 00 00 60 04 40 ` +
  `20 Y 43 00 00 00 3f 92 fc 00 0c 01 0b 41 00 43 00 00 00 3f 20 Y 93 fc 00 6b 0b ` +
  `22 Z 20 Z 41 81 7f 4c 1b 22 Z 20 Z 41 ff 00 4e 1b 3a 00 00 20 I 41 01 6a 22 I 20 N 47 0d 00 0b`;

type Local = (letter: string) => Code;
const numbersAt = (local: Local, letter: string): Code => i32.add(local(letter), i32.shl(local('I'), i32.const(2)));
const left = (local: Local): Code => i32.sub(local('N'), local('I'));

const LOOPS: readonly Loop[] = [
  {
    code: inPlace(tanh),
    instead: activation('tanh', TANH),
    operands: (local) => [numbersAt(local, 'P'), left(local)],
  },
  {
    code: inPlace(logistic),
    instead: activation('logistic', LOGISTIC),
    operands: (local) => [numbersAt(local, 'P'), left(local)],
  },
  {
    code: `03 40 02 7d 20 P 20 I 41 02 74 22 A 6a 2a 02 00 ${tanh} 20 R 20 A 6a 20 X 20 F 20 A 6a 2a 02 00 94 38 02 00 20 I 41 01 6a 22 I 20 N 47 0d 00 0b`,
    instead: activationTimes(TANH),
    operands: (local) => [...['P', 'F', 'R'].map((letter) => numbersAt(local, letter)), left(local)],
  },
  ...['20 I 20 T', '20 T 20 I'].map((place) => ({
    code: quantized(place),
    instead: quantization(),
    operands: (local: Local) => [numbersAt(local, 'F'), i32.add(local('T'), local('I')), left(local)],
  })),
];

/** A whole function of the core, by the size and the SHA-256 of its body, and what takes its place. */
interface Replaced {
  readonly size: number;
  readonly digest: string;
  readonly parameters: number;
  readonly instead: WasmFunction;
}

const REPLACED: readonly Replaced[] = [
  {
    size: 377,
    digest: 'ebfacdcf4c8099ccb3a7007f086beef6eed0075bfa9e4d91467b94ffe2f62cda',
    parameters: 6,
    instead: convolution({ resize: 157, randomize: 995 }),
  },
];

/**
 * The core with calls of functions of our own in the place of loops, and of whole functions, wherever these are found
 * byte for byte as version 7.0.0 has them; any other build stays as it is.
 */
export function withFasterLoops(core: Buffer): Uint8Array {
  const sections = sectionsOf(core);
  const [imports, functions, code] = [2, 3, 10].map((id) => sections.find((section) => section.id === id));
  if (!imports || !functions || !code) return core;
  const changed = Buffer.from(core);
  const first = countImportedFunctions(core, imports) + functions.count;
  const added: WasmFunction[] = [];
  for (const { code: pattern, instead, operands } of LOOPS) {
    const found = placesOf(changed.subarray(0, code.end), pattern.split(/ +/));
    for (const { at, end, local } of found) {
      const calling = [
        ...operands((letter) => get(local(letter))).flat(),
        ...call(first + added.length),
        ...set(local('I'), get(local('N'))),
      ];
      changed.fill(NOTHING, at, end).set(calling, at);
    }
    if (found.length > 0) added.push(instead);
  }
  for (const { start, end } of bodiesOf(core, code)) {
    const found = REPLACED.find(({ size, digest }) => size === end - start && digest === sha256(core, start, end));
    if (!found) continue;
    const calling = Array.from({ length: found.parameters }, (_, i) => get(i)).flat();
    // Without locals of its own.
    changed.fill(NOTHING, start, end - 1).set([0, ...calling, ...call(first + added.length)], start);
    added.push(found.instead);
  }
  return added.length === 0 ? core : withFunctions(changed, sections, added);
}

/** The instruction that does nothing: bodies keep their sizes. */
const NOTHING = 0x01;

interface Place {
  readonly at: number;
  readonly end: number;
  readonly local: (letter: string) => number;
}

function placesOf(code: Buffer, pattern: readonly string[]): Place[] {
  const longest = pattern
    .join('')
    .split(/(?=[A-Z])|(?<=[A-Z])/)
    .reduce((a, b) => (a.length < b.length ? b : a));
  const before = pattern.findIndex((_, i) => pattern.slice(i).join('').startsWith(longest));
  const bytes = Buffer.from(longest, 'hex');
  const places: Place[] = [];
  for (let found = code.indexOf(bytes); found >= 0; found = code.indexOf(bytes, found + 1)) {
    const at = found - before;
    const names = new Map<string, number>();
    const isEqual = pattern.every((token, i) => {
      const byte = code[at + i]!;
      if (!LETTER.test(token)) return byte === Number.parseInt(token, 16);
      if (!names.has(token)) names.set(token, byte);
      return names.get(token) === byte;
    });
    if (isEqual) places.push({ at, end: at + pattern.length, local: (letter) => names.get(letter)! });
  }
  return places;
}

const LETTER = /^[A-Z]$/;

const sha256 = (bytes: Uint8Array, start: number, end: number): string =>
  createHash('sha256').update(bytes.subarray(start, end)).digest('hex');

function* bodiesOf(core: Uint8Array, { start, count }: Section): Generator<{ start: number; end: number }> {
  let at = start;
  for (let i = 0; i < count; i++) {
    const { value, next } = readUnsigned(core, at);
    at = next + value;
    yield { start: next, end: at };
  }
}

interface Section {
  readonly id: number;
  /** Where it begins, where its entries begin, and where it ends. */
  readonly head: number;
  readonly start: number;
  readonly end: number;
  /** How many entries it has. */
  readonly count: number;
}

function readUnsigned(bytes: Uint8Array, at: number): { value: number; next: number } {
  let [value, next] = [0, at];
  for (let weight = 1; ; weight *= 0x80) {
    const byte = bytes[next++]!;
    value += (byte & 0x7f) * weight;
    if (byte < 0x80) return { value, next };
  }
}

function sectionsOf(module: Uint8Array): Section[] {
  const sections: Section[] = [];
  for (let head = 8; head < module.length; head = sections.at(-1)!.end) {
    const { value: size, next } = readUnsigned(module, head + 1);
    const { value: count, next: start } = readUnsigned(module, next);
    sections.push({ id: module[head]!, head, start, end: next + size, count });
  }
  return sections;
}

/** Kinds of imports, and the bytes, numbers and limits of which their descriptions consist. */
const IMPORTS: Readonly<
  Record<number, { readonly bytes: number; readonly numbers: number; readonly limits: boolean }>
> = {
  0: { bytes: 0, numbers: 1, limits: false },
  1: { bytes: 1, numbers: 0, limits: true },
  2: { bytes: 0, numbers: 0, limits: true },
  3: { bytes: 2, numbers: 0, limits: false },
  4: { bytes: 0, numbers: 1, limits: false },
};
const FUNCTION = 0;

/** Counts the imports that are functions. */
function countImportedFunctions(module: Uint8Array, { start, count }: Section): number {
  let [at, functions] = [start, 0];
  const read = (): number => {
    const { value, next } = readUnsigned(module, at);
    at = next;
    return value;
  };
  for (let i = 0; i < count; i++) {
    for (const _ of ['module', 'name']) {
      const length = read();
      at += length;
    }
    const kind = module[at++]!;
    if (kind === FUNCTION) functions++;
    const { bytes, numbers, limits } = IMPORTS[kind]!;
    at += bytes;
    // the first number of limits says whether there is a maximum
    for (let left = limits ? 1 + (read() & 1) : numbers; left > 0; left--) read();
  }
  return functions;
}

/** The module with further functions, and a type for each, after those that it has. */
function withFunctions(module: Buffer, sections: readonly Section[], added: readonly WasmFunction[]): Uint8Array {
  const types = sections.find(({ id }) => id === 1)?.count ?? 0;
  const more: Readonly<Record<number, readonly Code[]>> = {
    1: added.map(({ type }) => type),
    3: added.map((_, i) => unsigned(types + i)),
    10: added.map(({ body }) => body),
  };
  return Buffer.concat([
    module.subarray(0, 8),
    ...sections.flatMap(({ id, head, start, end, count }) => {
      const items = more[id];
      if (!items) return [module.subarray(head, end)];
      const [counted, last] = [unsigned(count + items.length), Buffer.from(items.flat())];
      const size = counted.length + end - start + last.length;
      return [Buffer.from([id, ...unsigned(size), ...counted]), module.subarray(start, end), last];
    }),
  ]);
}
