/** A picture in grey as a bitmap of Windows: of 24 or 32 bits, or of 8 with a palette, in runs or not. */
export function makeBitmap(
  { data, width, height }: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  bits: 1 | 4 | 8 | 24 | 32,
  { runs = false, topDown = false } = {},
): Buffer {
  const colours = bits <= 8 ? 2 ** bits : 0;
  const header = Buffer.alloc(54 + colours * 4);
  header.write('BM', 'latin1');
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(topDown ? -height : height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(runs ? (bits === 8 ? 1 : 2) : 0, 30);
  for (let n = 0; n < colours; n++) header.fill(Math.round((n * 255) / (colours - 1)), 54 + n * 4, 57 + n * 4);
  const rows = Array.from({ length: height }, (_, y) => {
    const row = data.subarray((topDown ? y : height - 1 - y) * width, (topDown ? y + 1 : height - y) * width);
    const indexes = Array.from(row, (grey) => Math.round((grey * (colours - 1)) / 255));
    if (runs) return writeRuns(indexes, bits);
    const bytes = Buffer.alloc(Math.ceil((width * bits) / 32) * 4);
    for (let x = 0; x < width; x++)
      if (bits > 8) bytes.fill(row[x]!, (x * bits) / 8, (x * bits) / 8 + 3);
      else bytes[Math.floor((x * bits) / 8)]! |= indexes[x]! << (8 - bits - ((x * bits) % 8));
    return bytes;
  });
  return Buffer.concat([header, ...rows, ...(runs ? [Buffer.from([0, 1])] : [])]);
}

function writeRuns(indexes: readonly number[], bits: number): Buffer {
  const bytes: number[] = [];
  for (let x = 0; x < indexes.length;) {
    let count = 1;
    while (count < 255 && indexes[x + count] === indexes[x]) count++;
    bytes.push(count, bits === 8 ? indexes[x]! : indexes[x]! * 17);
    x += count;
  }
  return Buffer.from([...bytes, 0, 0]);
}
