/** Code points of a text, the unit in which all distances here count. */
export function codePoints(text: string): Int32Array {
  const points = new Int32Array(text.length);
  let length = 0;
  for (const character of text) points[length++] = character.codePointAt(0) ?? 0;
  return points.subarray(0, length);
}

export function lengthOf(text: string): number {
  return codePoints(text).length;
}

/** Length of the common prefix and suffix of two sequences, without overlap. */
function commonEnds(a: Int32Array, b: Int32Array): { prefix: number; suffix: number } {
  const most = Math.min(a.length, b.length);
  let prefix = 0;
  while (prefix < most && a[prefix] === b[prefix]) prefix++;
  let suffix = 0;
  while (suffix < most - prefix && a[a.length - 1 - suffix] === b[b.length - 1 - suffix]) suffix++;
  return { prefix, suffix };
}

/** For each code point of the pattern, the bits of its places, in words of `bits` bits. */
function places(pattern: Int32Array, bits: number): Map<number, Int32Array> {
  const words = Math.ceil(pattern.length / bits);
  const masks = new Map<number, Int32Array>();
  for (const [index, point] of pattern.entries()) {
    let mask = masks.get(point);
    if (!mask) masks.set(point, (mask = new Int32Array(words)));
    const word = Math.floor(index / bits);
    mask[word] = (mask[word] ?? 0) | (1 << (index % bits));
  }
  return masks;
}

/**
 * Length of the longest common subsequence: Hyyrö's bit-parallel recurrence, in words of 30 bits so that carries stay
 * exact.
 */
function commonSubsequence(a: Int32Array, b: Int32Array): number {
  if (a.length === 0 || b.length === 0) return 0;
  const BITS = 30;
  const FULL = (1 << BITS) - 1;
  const masks = places(a, BITS);
  const state = new Int32Array(Math.ceil(a.length / BITS)).fill(FULL);
  for (const point of b) {
    const mask = masks.get(point);
    if (!mask) continue;
    let carry = 0;
    for (let word = 0; word < state.length; word++) {
      const value = state[word] ?? 0;
      const matched = value & (mask[word] ?? 0);
      const sum = value + matched + carry;
      carry = sum > FULL ? 1 : 0;
      state[word] = (sum & FULL) | (value & ~matched);
    }
  }
  let zeros = 0;
  for (let index = 0; index < a.length; index++) {
    if (((state[Math.floor(index / BITS)] ?? 0) & (1 << (index % BITS))) === 0) zeros++;
  }
  return zeros;
}

/**
 * Normalised indel similarity in 0..1: twice the longest common subsequence over the summed lengths; 1 for two empty
 * texts.
 */
export function indelRatio(first: string, second: string): number {
  const a = codePoints(first);
  const b = codePoints(second);
  const total = a.length + b.length;
  if (total === 0) return 1;
  const { prefix, suffix } = commonEnds(a, b);
  const inner = commonSubsequence(a.subarray(prefix, a.length - suffix), b.subarray(prefix, b.length - suffix));
  return (2 * (prefix + suffix + inner)) / total;
}

/** Levenshtein distance of two texts in code points. */
export function levenshtein(first: string, second: string): number {
  return first === second ? 0 : pointsDistance(codePoints(first), codePoints(second));
}

/** Levenshtein distance of two sequences of code points: Myers' bit-vector algorithm over blocks of 32 rows. */
export function pointsDistance(wholeA: Int32Array, wholeB: Int32Array): number {
  const { prefix, suffix } = commonEnds(wholeA, wholeB);
  const a = wholeA.subarray(prefix, wholeA.length - suffix);
  const b = wholeB.subarray(prefix, wholeB.length - suffix);
  if (a.length === 0 || b.length === 0) return Math.max(a.length, b.length);
  const masks = places(a, 32);
  const blocks = Math.ceil(a.length / 32);
  const none = new Int32Array(blocks);
  const plus = new Int32Array(blocks).fill(-1);
  const minus = new Int32Array(blocks);
  const lastBit = 1 << ((a.length - 1) % 32);
  let distance = a.length;
  for (const point of b) {
    const mask = masks.get(point) ?? none;
    let carry = 1;
    for (let block = 0; block < blocks; block++) {
      const pv = plus[block] ?? 0;
      const mv = minus[block] ?? 0;
      let equal = mask[block] ?? 0;
      const xv = equal | mv;
      if (carry < 0) equal |= 1;
      const xh = ((((equal & pv) + pv) | 0) ^ pv) | equal;
      let ph = mv | ~(xh | pv);
      let mh = pv & xh;
      const top = block === blocks - 1 ? lastBit : 1 << 31;
      const out = (ph & top) !== 0 ? 1 : (mh & top) !== 0 ? -1 : 0;
      ph = (ph << 1) | (carry > 0 ? 1 : 0);
      mh = (mh << 1) | (carry < 0 ? 1 : 0);
      plus[block] = mh | ~(xv | ph);
      minus[block] = ph & xv;
      carry = out;
    }
    distance += carry;
  }
  return distance;
}
