import { call, functionOf, get, i32, loopWhile, memory, pick, set, when } from './wasm-code.ts';
import type { Code, WasmFunction } from './wasm-code.ts';

/** Parameters of `Convolve::Forward`: the layer, what it reads, and what it writes (all three are objects). */
const [SELF, INPUT, OUTPUT] = [0, 2, 5] as const;
const PARAMETERS = 6;
/** At which byte the objects have what is used here (`convolve.h`, `networkio.h`, `stridemap.h`). */
const LAYER = { inputs: 20, outputs: 24, random: 52, halfWidth: 56, halfHeight: 60 } as const;
const NUMBERS = { isBytes: 48, steps: 52 } as const;
const BYTES = { numbers: 28, perStep: 40 } as const;
const FLOATS = { numbers: 4, perStep: 16 } as const;
/** Of the steps, batches come first, then rows and columns. Lines of one batch may be shorter than the longest. */
const STEPS = { size: [0, 4, 8], stride: [12, 16, 20], first: [0, 24, 36] } as const;

/** Functions of Tesseract that are called: `NetworkIO::Resize` and `NetworkIO::Randomize`. */
export interface Callees {
  readonly resize: number;
  readonly randomize: number;
}

/** Local variables, after the parameters. */
const LOCAL = {
  /** Bytes of a number, how many numbers a pixel has, and the bytes of all of them. */
  size: PARAMETERS,
  inputs: PARAMETERS + 1,
  bytes: PARAMETERS + 6,
  /** Addresses of the numbers that are read and written, and the lengths of their steps. */
  from: PARAMETERS + 2,
  to: PARAMETERS + 3,
  fromStep: PARAMETERS + 4,
  toStep: PARAMETERS + 5,
  batch: PARAMETERS + 7,
  /** Of this batch. */
  height: PARAMETERS + 8,
  width: PARAMETERS + 9,
  /** The pixel, and its place among the steps. */
  y: PARAMETERS + 10,
  x: PARAMETERS + 11,
  step: PARAMETERS + 12,
  /** The neighbour, its place in the output, and the addresses to copy from and to. */
  across: PARAMETERS + 13,
  down: PARAMETERS + 14,
  place: PARAMETERS + 15,
  source: PARAMETERS + 16,
  target: PARAMETERS + 17,
} as const;
const LOCALS = 18;

const one = i32.const(1);
const local = (name: keyof typeof LOCAL): Code => get(LOCAL[name]);
const assign = (name: keyof typeof LOCAL, value: Code): Code => set(LOCAL[name], value);
const add = (name: keyof typeof LOCAL, value: Code): Code => assign(name, i32.add(local(name), value));
const ofLayer = (offset: number): Code => i32.load(get(SELF), offset);
const ofSteps = (offset: number): Code => i32.load(get(OUTPUT), NUMBERS.steps + offset);
const isBytes = (object: number): Code => i32.load8(get(object), NUMBERS.isBytes);
const field = (object: number, name: 'numbers' | 'perStep'): Code =>
  pick(isBytes(INPUT), i32.load(get(object), BYTES[name]), i32.load(get(object), FLOATS[name]));
const whole = (half: number): Code => i32.add(i32.shl(ofLayer(half), one), one);

/** Counts from 0 up to a number. */
const upTo = (counter: keyof typeof LOCAL, end: Code, body: Code): Code => [
  ...assign(counter, i32.const(0)),
  ...loopWhile(i32.lessThan(local(counter), end), [...body, ...add(counter, one)]),
];

/** Rows or columns of this batch: those of the largest, unless it has a number of its own. */
function measureBatch(dimension: 1 | 2, into: 'height' | 'width'): Code {
  const [first, end] = [ofSteps(STEPS.first[dimension]), ofSteps(STEPS.first[dimension] + 4)];
  const own = i32.load(i32.add(first, i32.shl(local('batch'), i32.const(2))));
  return [
    ...assign(into, ofSteps(STEPS.size[dimension])),
    ...when(
      i32.lessThan(i32.shl(local('batch'), i32.const(2)), i32.sub(end, first)),
      when(i32.lessThan(own, local(into)), assign(into, own)),
    ),
  ];
}

const writeNoise = (randomize: number, count: Code): Code => [
  ...get(OUTPUT),
  ...local('step'),
  ...local('place'),
  ...count,
  ...ofLayer(LAYER.random),
  ...call(randomize),
  ...add('place', count),
];

const isInside = (counter: 'x' | 'y', shift: 'across' | 'down', half: number, end: 'width' | 'height'): Code =>
  i32.below(i32.sub(i32.add(local(counter), local(shift)), ofLayer(half)), local(end));

const copyNeighbour: Code = [
  ...when(
    i32.equal(local('bytes'), one),
    i32.store8(local('target'), i32.load8(local('source'))),
    memory.copy(local('target'), local('source'), local('bytes')),
  ),
  ...add('place', local('inputs')),
];

/** Copies the neighbours in one column. */
const copyColumn = (randomize: number): Code => [
  ...assign(
    'target',
    i32.add(local('to'), i32.mul(i32.add(i32.mul(local('step'), local('toStep')), local('place')), local('size'))),
  ),
  ...assign('source', i32.mul(i32.sub(local('across'), ofLayer(LAYER.halfWidth)), ofSteps(STEPS.stride[2]))),
  ...assign('source', i32.sub(local('source'), i32.mul(ofLayer(LAYER.halfHeight), ofSteps(STEPS.stride[1])))),
  ...assign('source', i32.add(local('from'), i32.mul(i32.add(local('step'), local('source')), local('fromStep')))),
  ...upTo('down', whole(LAYER.halfHeight), [
    ...when(isInside('y', 'down', LAYER.halfHeight, 'height'), copyNeighbour, writeNoise(randomize, local('inputs'))),
    ...add('target', local('bytes')),
    ...add('source', i32.mul(ofSteps(STEPS.stride[1]), local('fromStep'))),
  ]),
];

/** Copies the neighbours of one pixel. */
const copyNeighbours = (randomize: number): Code => [
  ...assign('place', i32.const(0)),
  ...upTo('across', whole(LAYER.halfWidth), [
    ...when(
      isInside('x', 'across', LAYER.halfWidth, 'width'),
      copyColumn(randomize),
      writeNoise(randomize, i32.mul(local('inputs'), whole(LAYER.halfHeight))),
    ),
  ]),
  ...add('step', ofSteps(STEPS.stride[2])),
];

/**
 * Tesseract's first layer puts the neighbours of each pixel beside each other (`Convolve::Forward`): for each it makes
 * an index with a place in batch, row and column, moves it, checks all of its bounds and calls a function that copies
 * one byte. This does the same by adding to addresses. Neighbours outside of the picture are noise, in the same order.
 */
export const convolution = ({ resize, randomize }: Callees): WasmFunction =>
  functionOf({ parameters: PARAMETERS, integers: LOCALS, vectors: 0 }, [
    ...get(OUTPUT),
    ...isBytes(INPUT),
    ...i32.add(get(INPUT), i32.const(NUMBERS.steps)),
    ...ofLayer(LAYER.outputs),
    ...call(resize),
    ...assign('inputs', ofLayer(LAYER.inputs)),
    ...assign('size', pick(isBytes(INPUT), one, i32.const(4))),
    ...assign('bytes', i32.mul(local('inputs'), local('size'))),
    ...assign('from', field(INPUT, 'numbers')),
    ...assign('to', field(OUTPUT, 'numbers')),
    ...assign('fromStep', i32.mul(field(INPUT, 'perStep'), local('size'))),
    ...assign('toStep', field(OUTPUT, 'perStep')),
    ...upTo('batch', ofSteps(STEPS.size[0]), [
      ...measureBatch(1, 'height'),
      ...measureBatch(2, 'width'),
      ...upTo('y', local('height'), [
        ...assign('step', i32.mul(local('batch'), ofSteps(STEPS.stride[0]))),
        ...add('step', i32.mul(local('y'), ofSteps(STEPS.stride[1]))),
        ...upTo('x', local('width'), copyNeighbours(randomize)),
      ]),
    ]),
  ]);
