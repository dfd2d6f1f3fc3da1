import type { CompoundFile } from '../compound/open-compound.ts';

interface Packaged {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file in an OLE object; undefined where the object is a document itself. */
export async function readOlePackage({ root, read }: CompoundFile, name: string): Promise<Packaged | undefined> {
  for (const entry of root.entries.values()) {
    if (/^package$/i.test(entry.name)) return { name: name.replace(/\.bin$/i, ''), bytes: await read(entry) };
    if (/^contents$/i.test(entry.name)) return { name: name.replace(/\.bin$/i, '.pdf'), bytes: await read(entry) };
    if (/ole10native$/i.test(entry.name)) return readNative((await read(entry)).subarray(4), name);
  }
  return undefined;
}

/** A package of the Windows packager: label, name and path of a file, then its bytes. */
export function readNative(bytes: Buffer, name: string): Packaged {
  let at = 2;
  const text = (): string => {
    const end = bytes.indexOf(0, at);
    const found = bytes.toString('latin1', at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
    return found;
  };
  const label = text();
  text();
  at += 4;
  if (at + 4 > bytes.length) return { name, bytes: new Uint8Array() };
  at += 4 + bytes.readUInt32LE(at);
  if (at + 4 > bytes.length) return { name, bytes: new Uint8Array() };
  const length = bytes.readUInt32LE(at);
  return { name: label === '' ? name : label, bytes: bytes.subarray(at + 4, at + 4 + length) };
}
