import { withPassword } from '../../office-crypto/default-password.ts';
import { openRc4 } from '../../office-crypto/rc4.ts';
import { clearByte, openXor } from '../../office-crypto/xor.ts';
import { EOF, FILE_PASS, HEADER, recordsFrom, SHEET, type StreamRecord } from './records.ts';

/** Records that are not encrypted: BOF, FilePass, InterfaceHdr, RRDHead, UsrExcl, FileLock, RRDInfo (MS-XLS 2.2.10). */
const CLEAR = new Set([0x0809, FILE_PASS, 0x00e1, 0x0138, 0x0194, 0x0195, 0x0196]);
/** A number that no record has. */
const NO_RECORD = 0x0fff;
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
  const decipher = withPassword(password, (each) => openStream(pass.body, each));
  if (!decipher) return undefined;
  const plain = Buffer.from(stream);
  for (const { type, at, bytes, body } of recordsFrom(stream)) {
    if (CLEAR.has(type)) continue;
    const end = at + HEADER + body.length;
    // Where a sheet begins is not encrypted.
    const start = at + HEADER + (type === SHEET ? 4 : 0);
    for (let place = start; place < end; place++) plain[place] = decipher(stream[place]!, place, bytes);
  }
  plain.writeUInt16LE(NO_RECORD, pass.at);
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
function findFilePass(stream: Buffer): StreamRecord | undefined {
  for (const record of recordsFrom(stream)) {
    if (record.type === FILE_PASS && record.body.length >= 2) return record;
    if (record.type === EOF) return undefined;
  }
  return undefined;
}
