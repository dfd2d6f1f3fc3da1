import { withPassword } from '../../office-crypto/default-password.ts';
import { openRc4 } from '../../office-crypto/rc4.ts';

const FILE_PASS = 0x002f;
const EOF = 0x000a;
const SHEET = 0x0085;
/** Records that are not encrypted: BOF, FilePass, InterfaceHdr, RRDHead, UsrExcl, FileLock, RRDInfo (MS-XLS 2.2.10). */
const CLEAR = new Set([0x0809, FILE_PASS, 0x00e1, 0x0138, 0x0194, 0x0195, 0x0196]);
/** A number that no record has. */
const NO_RECORD = 0x0fff;
const HEADER = 4;
const BLOCK = 1024;
const RC4 = 1;

/**
 * The stream of a workbook without its encryption; undefined if it has none, or none that is known. Throws
 * `password_protected`, `wrong_password`.
 */
export function decryptWorkbook(stream: Buffer, password: string | undefined): Buffer | undefined {
  const pass = findFilePass(stream);
  if (pass === undefined || stream.readUInt16LE(pass + HEADER) !== RC4) return undefined;
  const info = stream.subarray(pass + HEADER + 2, pass + HEADER + stream.readUInt16LE(pass + 2));
  const keys = withPassword(password, (each) => openRc4(info, each));
  const plain = Buffer.from(stream);
  let block = -1;
  let key: Buffer = Buffer.alloc(0);
  for (let at = 0; at + HEADER <= stream.length;) {
    const type = stream.readUInt16LE(at);
    const end = Math.min(stream.length, at + HEADER + stream.readUInt16LE(at + 2));
    // Where a sheet begins is not encrypted.
    const start = CLEAR.has(type) ? end : at + HEADER + (type === SHEET ? 4 : 0);
    for (let place = start; place < end; place++) {
      if (block !== Math.floor(place / BLOCK)) {
        block = Math.floor(place / BLOCK);
        key = keys(block, BLOCK);
      }
      plain[place]! ^= key[place % BLOCK]!;
    }
    at = end;
  }
  plain.writeUInt16LE(NO_RECORD, pass);
  return plain;
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
