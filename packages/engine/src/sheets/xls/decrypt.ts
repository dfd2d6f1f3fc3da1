import { withPassword } from '../../office-crypto/default-password.ts';
import { openRc4 } from '../../office-crypto/rc4.ts';
import { clearByte, openXor } from '../../office-crypto/xor.ts';

const FILE_PASS = 0x002f;
const EOF = 0x000a;
const SHEET = 0x0085;
/** Records that are not encrypted: BOF, FilePass, InterfaceHdr, RRDHead, UsrExcl, FileLock, RRDInfo (MS-XLS 2.2.10). */
const CLEAR = new Set([0x0809, FILE_PASS, 0x00e1, 0x0138, 0x0194, 0x0195, 0x0196]);
/** A number that no record has. */
const NO_RECORD = 0x0fff;
const HEADER = 4;
const BLOCK = 1024;
/** Kinds of encryption (MS-XLS 2.4.117). Before Excel 97 there is only XOR obfuscation, and no word about it. */
const XOR = 0;
const RC4 = 1;
const XOR_ONLY = 4;

/** The byte of a record at a place of the stream, decrypted. */
type Decipher = (byte: number, place: number, recordBytes: number) => number;

/**
 * The stream of a workbook without its encryption; undefined if it has none, or none that is known. Throws
 * `password_protected`, `wrong_password`.
 */
export function decryptWorkbook(stream: Buffer, password: string | undefined): Buffer | undefined {
  const pass = findFilePass(stream);
  if (pass === undefined) return undefined;
  const info = stream.subarray(pass + HEADER, pass + HEADER + stream.readUInt16LE(pass + 2));
  const decipher = withPassword(password, (each) => openStream(info, each));
  if (!decipher) return undefined;
  const plain = Buffer.from(stream);
  for (let at = 0; at + HEADER <= stream.length;) {
    const type = stream.readUInt16LE(at);
    const bytes = stream.readUInt16LE(at + 2);
    const end = Math.min(stream.length, at + HEADER + bytes);
    // Where a sheet begins is not encrypted.
    const start = CLEAR.has(type) ? end : at + HEADER + (type === SHEET ? 4 : 0);
    for (let place = start; place < end; place++) plain[place] = decipher(stream[place]!, place, bytes);
    at = end;
  }
  plain.writeUInt16LE(NO_RECORD, pass);
  return plain;
}

function openStream(info: Buffer, password: string): Decipher | undefined {
  const kind = info.length === XOR_ONLY ? XOR : info.readUInt16LE(0);
  if (kind === XOR) {
    const secret = openXor(info.subarray(info.length === XOR_ONLY ? 0 : 2), password);
    return (byte, place, recordBytes) => clearByte(byte, secret[(place + recordBytes) % secret.length]!);
  }
  if (kind !== RC4) return undefined;
  const keys = openRc4(info.subarray(2), password);
  let block = -1;
  let key: Buffer = Buffer.alloc(0);
  return (byte, place) => {
    if (block !== Math.floor(place / BLOCK)) {
      block = Math.floor(place / BLOCK);
      key = keys(block, BLOCK);
    }
    return byte ^ key[place % BLOCK]!;
  };
}

/** It stands in the first substream. */
function findFilePass(stream: Buffer): number | undefined {
  for (let at = 0; at + HEADER + 2 <= stream.length;) {
    const type = stream.readUInt16LE(at);
    if (type === FILE_PASS) return at;
    if (type === EOF) return undefined;
    at += HEADER + stream.readUInt16LE(at + 2);
  }
  return undefined;
}
