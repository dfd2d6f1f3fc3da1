import iconv from 'iconv-lite';
import type { MapiProperties } from '../outlook/properties.ts';

/** Types of properties (MS-OXCDATA 2.11.1) by the bytes of a value, which is padded to 4. */
const FIXED: Readonly<Record<number, number>> = {
  0x02: 2,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 2,
  0x14: 8,
  0x40: 8,
  0x48: 16,
};
const BYTES = 0x1e;
const UNICODE = 0x1f;
const OBJECT = 0x0d;
const DATE = 0x40;
const MULTIPLE = 0x1000;
/** From here on, properties have names. */
const NAMED = 0x8000;
/** Before the stream of an object, the number of its interface. */
const INTERFACE = 16;
/** Days from 1601 to 1970, in milliseconds. */
const EPOCH = 11_644_473_600_000n;

/** Outlook writes 1 January 4501 for no date. */
const NEVER = Date.UTC(4500, 11, 31);

interface Value {
  readonly type: number;
  readonly data: Buffer;
}

/** The properties in an attribute (MS-OXTNEF 2.1.3.4), as far as they can be read. */
export function mapiProperties(bytes: Buffer, encoding: string): MapiProperties {
  const values = new Map<number, Value>();
  try {
    for (const [id, value] of readAll(bytes)) values.set(id, value);
  } catch (error) {
    // Cut off: what came before is kept.
    if (!(error instanceof RangeError)) throw error;
  }
  const ofType = (id: number, ...types: readonly number[]): Buffer | undefined => {
    const value = values.get(id);
    return value && types.includes(value.type) ? value.data : undefined;
  };
  return {
    async text(id) {
      const wide = ofType(id, UNICODE);
      const text = wide?.toString('utf16le') ?? iconv.decode(ofType(id, BYTES) ?? Buffer.alloc(0), encoding);
      return text.replaceAll('\0', '');
    },
    bytes: async (id) => ofType(id, 0x102, OBJECT),
    number: (id) => ofType(id, 0x03, 0x0a)?.readInt32LE(0),
    date(id) {
      const value = ofType(id, DATE);
      const date = value && new Date(Number(value.readBigUInt64LE(0) / 10_000n - EPOCH));
      return date && date.getTime() > -EPOCH && date.getTime() < NEVER ? date : undefined;
    },
  };
}

function* readAll(bytes: Buffer): Generator<readonly [number, Value]> {
  let at = 4;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('cut off');
    const found = bytes.subarray(at, at + length);
    at += Math.ceil(length / 4) * 4;
    return found;
  };
  const number = (): number => take(4).readUInt32LE(0);
  for (let left = bytes.readUInt32LE(0); left > 0; left--) {
    const tag = number();
    const [type, id] = [tag & 0xffff, tag >>> 16];
    if (id >= NAMED) {
      take(16);
      // A number, or a name by its length.
      if (number() === 0) take(4);
      else take(number());
    }
    const kind = type & ~MULTIPLE;
    const size = FIXED[kind];
    const count = size === undefined || kind !== type ? number() : 1;
    for (let n = 0; n < count; n++) {
      const data = take(size ?? number());
      if (n === 0) yield [id, { type: kind, data: kind === OBJECT ? data.subarray(INTERFACE) : data }];
    }
  }
}
