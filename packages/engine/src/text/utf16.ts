/** Bytes of a text that are looked at where it has no mark. */
const SAMPLE = 512;

/**
 * Which UTF-16 a text is in, undefined where it is in none: by its byte order mark or, without one, by the zeros that
 * letters of ASCII have in one half of each pair of bytes. Other files of zeros have some in both halves.
 */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [first, second] = halvesOf(bytes.subarray(0, SAMPLE));
  if (first.length < 8) return undefined;
  if (isMostlyZeros(first)) return isText(second) ? 'utf-16be' : undefined;
  return isMostlyZeros(second) && isText(first) ? 'utf-16le' : undefined;
}

/** The first and the second bytes of all pairs. */
function halvesOf(bytes: Buffer): [Buffer, Buffer] {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const half = (rest: number): Buffer => Buffer.from(whole.filter((_, at) => at % 2 === rest));
  return [half(0), half(1)];
}

const isMostlyZeros = (half: Buffer): boolean =>
  half.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0) >= half.length * 0.7;

/** Letters have no control bytes but tab, line feed, form feed and carriage return. */
const isText = (half: Buffer): boolean => half.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
