/** A seeded source of choices: the same seed gives the same document on every machine. */
export interface Random {
  readonly next: () => number;
  /** An integer, both ends included. */
  readonly int: (from: number, to: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  /** Different values, in random order. */
  readonly sample: <T>(values: readonly T[], count: number) => T[];
}

export function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  value ^= value >>> 15;
  value = Math.imul(value, 2_246_822_519);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Mulberry32, seeded by the hash of a name. */
export function randomOf(name: string): Random {
  let state = hash(name);
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[int(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  const sample = <T>(values: readonly T[], count: number): T[] => {
    const rest = [...values];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(int(0, rest.length - 1), 1)[0] as T);
  };
  return { next, int, pick, chance: (probability) => next() < probability, sample };
}
