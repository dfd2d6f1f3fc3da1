/** A generator of numbers from 0 up to 1 that always gives the same ones for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NASTY = [
  '0',
  '-1',
  '4294967296',
  '9999999999999999999',
  '<<',
  '>>',
  '[',
  ']',
  'null',
  'true',
  '1 0 R',
  '99 0 R',
  'obj',
  'endobj',
  'stream',
  '/Kids',
  '(',
  ')',
  '<',
  'NaN',
  '1e400',
];

/**
 * The file with a few changes as broken programs, disks and enemies make them: bytes, pieces moved or cut off, numbers
 * and words replaced.
 */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  let data = Buffer.from(bytes);
  for (let change = 1 + below(6); change > 0; change--) {
    const at = below(data.length);
    const length = 1 + below(Math.min(400, data.length - at));
    switch (below(6)) {
      case 0:
        data[at] = below(256);
        break;
      case 1:
        data = data.subarray(0, Math.max(8, at));
        break;
      case 2:
        data = Buffer.concat([data.subarray(0, at), data.subarray(at + length)]);
        break;
      case 3:
        data = Buffer.concat([data.subarray(0, at), data.subarray(at, at + length), data.subarray(at)]);
        break;
      default: {
        const text = data.toString('latin1');
        const words = [...text.matchAll(/\d+|\/[A-Za-z]+|<<|>>|\bR\b|obj\b/g)];
        const word = words[below(words.length)];
        if (word === undefined) break;
        data = Buffer.concat([
          data.subarray(0, word.index),
          Buffer.from(NASTY[below(NASTY.length)]!, 'latin1'),
          data.subarray(word.index + word[0].length),
        ]);
      }
    }
  }
  return new Uint8Array(data);
}
