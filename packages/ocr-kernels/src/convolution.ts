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

/**
 * Tesseract's first layer puts the neighbours of each pixel beside each other (`Convolve::Forward`): for each it makes
 * an index with a place in batch, row and column, moves it, checks all of its bounds and calls a function that copies
 * one byte. This does the same by adding to addresses. Neighbours outside of the picture are noise, in the same order.
 */
export function convolution({ resize, randomize }: Callees): WasmFunction {
  let locals = PARAMETERS;
  const local = (): number => locals++;
  const [size, inputs, from, to, fromStep, toStep, bytes] = [
    local(),
    local(),
    local(),
    local(),
    local(),
    local(),
    local(),
  ];
  const [batch, height, width, y, x, step] = [local(), local(), local(), local(), local(), local()];
  const [across, down, place, source, target] = [local(), local(), local(), local(), local()];

  const add = (to: number, value: Code): Code => set(to, i32.add(get(to), value));
  const one = i32.const(1);
  const ofLayer = (offset: number): Code => i32.load(get(SELF), offset);
  const ofSteps = (offset: number): Code => i32.load(get(OUTPUT), NUMBERS.steps + offset);
  const isBytes = (object: number): Code => i32.load8(get(object), NUMBERS.isBytes);
  const field = (object: number, name: 'numbers' | 'perStep'): Code =>
    pick(isBytes(INPUT), i32.load(get(object), BYTES[name]), i32.load(get(object), FLOATS[name]));
  const whole = (half: number): Code => i32.add(i32.shl(ofLayer(half), one), one);
  /** From nothing up to a number. */
  const upTo = (counter: number, end: Code, body: Code): Code => [
    ...set(counter, i32.const(0)),
    ...loopWhile(i32.lessThan(get(counter), end), [...body, ...add(counter, one)]),
  ];
  /** Rows or columns of this batch: those of the largest, unless it has a number of its own. */
  const sizeOf = (dimension: 1 | 2, into: number): Code => {
    const [first, end] = [ofSteps(STEPS.first[dimension]), ofSteps(STEPS.first[dimension] + 4)];
    const own = i32.load(i32.add(first, i32.shl(get(batch), i32.const(2))));
    return [
      ...set(into, ofSteps(STEPS.size[dimension])),
      ...when(
        i32.lessThan(i32.shl(get(batch), i32.const(2)), i32.sub(end, first)),
        when(i32.lessThan(own, get(into)), set(into, own)),
      ),
    ];
  };
  const noise = (count: Code): Code => [
    ...get(OUTPUT),
    ...get(step),
    ...get(place),
    ...count,
    ...ofLayer(LAYER.random),
    ...call(randomize),
    ...add(place, count),
  ];
  const isInside = (counter: number, shift: number, half: number, end: number): Code =>
    i32.below(i32.sub(i32.add(get(counter), get(shift)), ofLayer(half)), get(end));
  const column = [
    ...set(target, i32.add(get(to), i32.mul(i32.add(i32.mul(get(step), get(toStep)), get(place)), get(size)))),
    ...set(source, i32.mul(i32.sub(get(across), ofLayer(LAYER.halfWidth)), ofSteps(STEPS.stride[2]))),
    ...set(source, i32.sub(get(source), i32.mul(ofLayer(LAYER.halfHeight), ofSteps(STEPS.stride[1])))),
    ...set(source, i32.add(get(from), i32.mul(i32.add(get(step), get(source)), get(fromStep)))),
    ...upTo(down, whole(LAYER.halfHeight), [
      ...when(
        isInside(y, down, LAYER.halfHeight, height),
        [
          ...when(
            i32.equal(get(bytes), one),
            i32.store8(get(target), i32.load8(get(source))),
            memory.copy(get(target), get(source), get(bytes)),
          ),
          ...add(place, get(inputs)),
        ],
        noise(get(inputs)),
      ),
      ...add(target, get(bytes)),
      ...add(source, i32.mul(ofSteps(STEPS.stride[1]), get(fromStep))),
    ]),
  ];
  const pixel = [
    ...set(place, i32.const(0)),
    ...upTo(across, whole(LAYER.halfWidth), [
      ...when(
        isInside(x, across, LAYER.halfWidth, width),
        column,
        noise(i32.mul(get(inputs), whole(LAYER.halfHeight))),
      ),
    ]),
    ...add(step, ofSteps(STEPS.stride[2])),
  ];
  return functionOf({ parameters: PARAMETERS, integers: locals - PARAMETERS, vectors: 0 }, [
    ...get(OUTPUT),
    ...isBytes(INPUT),
    ...i32.add(get(INPUT), i32.const(NUMBERS.steps)),
    ...ofLayer(LAYER.outputs),
    ...call(resize),
    ...set(inputs, ofLayer(LAYER.inputs)),
    ...set(size, pick(isBytes(INPUT), one, i32.const(4))),
    ...set(bytes, i32.mul(get(inputs), get(size))),
    ...set(from, field(INPUT, 'numbers')),
    ...set(to, field(OUTPUT, 'numbers')),
    ...set(fromStep, i32.mul(field(INPUT, 'perStep'), get(size))),
    ...set(toStep, field(OUTPUT, 'perStep')),
    ...upTo(batch, ofSteps(STEPS.size[0]), [
      ...sizeOf(1, height),
      ...sizeOf(2, width),
      ...upTo(y, get(height), [
        ...set(step, i32.mul(get(batch), ofSteps(STEPS.stride[0]))),
        ...add(step, i32.mul(get(y), ofSteps(STEPS.stride[1]))),
        ...upTo(x, get(width), pixel),
      ]),
    ]),
  ]);
}
