/** The text that every dictionary of compressed RTF begins with (MS-OXRTFCP 2.1.3.1.4). */
const DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans ' +
  'SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const SIZE = 4096;

/** Expands compressed RTF (MS-OXRTFCP), to `limit` bytes at most. Damaged data gives what could be read. */
export function expandRtf(bytes: Buffer, limit: number): Buffer {
  if (bytes.length < 16) return Buffer.alloc(0);
  const isCompressed = bytes.toString('latin1', 8, 12) === 'LZFu';
  const length = Math.min(limit, bytes.readUInt32LE(4));
  if (!isCompressed) return bytes.subarray(16, 16 + length);
  const dictionary = Buffer.alloc(SIZE);
  let write = dictionary.write(DICTIONARY, 'latin1');
  // A byte of the input gives at most 17 bytes, so the stated length is not believed beyond that.
  const out = Buffer.alloc(Math.min(length, bytes.length * 17));
  let filled = 0;
  const put = (byte: number): void => {
    out[filled++] = byte;
    dictionary[write] = byte;
    write = (write + 1) % SIZE;
  };
  let at = 16;
  while (at < bytes.length && filled < out.length) {
    const control = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length && filled < out.length; bit++) {
      if (((control >> bit) & 1) === 0) {
        put(bytes[at++]!);
        continue;
      }
      if (at + 1 >= bytes.length) return out.subarray(0, filled);
      const reference = bytes.readUInt16BE(at);
      at += 2;
      const offset = reference >> 4;
      if (offset === write) return out.subarray(0, filled);
      for (let n = 0; n < (reference & 15) + 2 && filled < out.length; n++) put(dictionary[(offset + n) % SIZE]!);
    }
  }
  return out.subarray(0, filled);
}
