import type { CompoundTree } from './compound.ts';

/** Properties by number: text, bytes, a whole number or a date. */
export type OutlookProperties = Readonly<Record<number, string | Uint8Array | number | Date>>;

/** The streams of a message, recipient or attachment (MS-OXMSG); `header`: bytes before the first property. */
export function makeProperties(properties: OutlookProperties, header: number): CompoundTree {
  const streams: Record<string, Uint8Array> = {};
  const entries: Buffer[] = [Buffer.alloc(header)];
  for (const [key, value] of Object.entries(properties)) {
    const id = Number(key);
    const hex = id.toString(16).padStart(4, '0').toUpperCase();
    const entry = Buffer.alloc(16);
    entry.writeUInt16LE(id, 2);
    if (typeof value === 'number') {
      entry.writeUInt16LE(3, 0);
      entry.writeInt32LE(value, 8);
    } else if (value instanceof Date) {
      entry.writeUInt16LE(0x40, 0);
      entry.writeBigUInt64LE(BigInt(value.getTime() + 11_644_473_600_000) * 10_000n, 8);
    } else if (typeof value === 'string') streams[`__substg1.0_${hex}001F`] = Buffer.from(value, 'utf16le');
    else streams[`__substg1.0_${hex}0102`] = value;
    entries.push(entry);
  }
  return { '__properties_version1.0': Buffer.concat(entries), ...streams };
}
