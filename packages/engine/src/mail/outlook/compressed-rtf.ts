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
  // a byte of the input expands to 17 bytes at most, so a larger stated length is wrong
  const output = new Output(Math.min(length, bytes.length * 17));
  let at = 16;
  while (at < bytes.length && !output.isFull()) {
    const control = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length && !output.isFull(); bit++) {
      if (((control >> bit) & 1) === 0) {
        output.put(bytes[at++]!);
        continue;
      }
      const isEnd = at + 1 >= bytes.length || !output.repeat(bytes.readUInt16BE(at));
      if (isEnd) return output.filled();
      at += 2;
    }
  }
  return output.filled();
}

/** The expanded text so far, with the dictionary of its last bytes. */
class Output {
  readonly #bytes: Buffer;
  #length = 0;
  readonly #dictionary = Buffer.alloc(SIZE);
  #write = this.#dictionary.write(DICTIONARY, 'latin1');

  constructor(size: number) {
    this.#bytes = Buffer.alloc(size);
  }

  isFull(): boolean {
    return this.#length >= this.#bytes.length;
  }

  put(byte: number): void {
    this.#bytes[this.#length++] = byte;
    this.#dictionary[this.#write] = byte;
    this.#write = (this.#write + 1) % SIZE;
  }

  /** Repeats bytes of the dictionary. False for the reference that ends the data. */
  repeat(reference: number): boolean {
    const offset = reference >> 4;
    if (offset === this.#write) return false;
    for (let n = 0; n < (reference & 15) + 2 && !this.isFull(); n++) this.put(this.#dictionary[(offset + n) % SIZE]!);
    return true;
  }

  filled(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
