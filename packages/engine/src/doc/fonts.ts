/** Names of the fonts of a document, by number (MS-DOC 2.9.286). */
export function readFonts(bytes: Buffer): readonly string[] {
  const names: string[] = [];
  if (bytes.length < 4) return names;
  const count = bytes.readUInt16LE(0);
  for (let at = 4; at < bytes.length && names.length < count;) {
    const end = at + 1 + bytes[at]!;
    names.push(bytes.toString('utf16le', at + NAME, end).split('\0')[0] ?? '');
    at = end;
  }
  return names;
}

/** Bytes of a font's description before its name. */
const NAME = 40;
