/** The first bytes of a TNEF stream (MS-OXTNEF 2.1.3.2). */
const TNEF_SIGNATURE = '789f3e22';

const HEADER = 6;
/** Level, number and length before the data of an attribute; a checksum behind it. */
const ATTRIBUTE = { header: 9, checksum: 2 };

export interface TnefAttribute {
  /** Its type and number (MS-OXTNEF 2.1.3.3). */
  readonly id: number;
  readonly data: Buffer;
}

export function isTnef(bytes: Buffer): boolean {
  return bytes.length > HEADER && bytes.toString('hex', 0, 4) === TNEF_SIGNATURE;
}

/** The attributes of a stream, as far as it goes. */
export function* attributesOf(bytes: Buffer): Generator<TnefAttribute> {
  for (let at = HEADER; at + ATTRIBUTE.header <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 5);
    const start = at + ATTRIBUTE.header;
    yield { id: bytes.readUInt32LE(at + 1), data: bytes.subarray(start, start + length) };
    at = start + length + ATTRIBUTE.checksum;
  }
}
