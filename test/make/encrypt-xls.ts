import { createHash } from 'node:crypto';
import { CFB, write } from 'xlsx';
import type { WorkBook } from 'xlsx';
import { makeCompound } from './compound.ts';

const SALT = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const NUMBER = Buffer.from('f0e0d0c0b0a090807060504030201000', 'hex');
const CLEAR = new Set([0x0809, 0x002f, 0x00e1, 0x0138, 0x0194, 0x0195, 0x0196]);
const BOUND_SHEET = 0x0085;

const u16 = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const hash = (algorithm: string, bytes: Buffer): Buffer => createHash(algorithm).update(bytes).digest();

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const s = Array.from({ length: 256 }, (_, n) => n);
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + s[i]! + key[i % key.length]!) % 256;
    [s[i], s[j]] = [s[j]!, s[i]!];
  }
  let i = 0;
  j = 0;
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) % 256;
      j = (j + s[i]!) % 256;
      [s[i], s[j]] = [s[j]!, s[i]!];
      return byte ^ s[(s[i]! + s[j]!) % 256]!;
    }),
  );
}

/** The key of each block, and the body of the record FilePass (MS-XLS 2.4.117, MS-OFFCRYPTO 2.3.5 and 2.3.6). */
function lock(password: string, kind: 'binary' | 'api'): { key(block: number): Buffer; pass: Buffer } {
  const text = Buffer.from(password, 'utf16le');
  if (kind === 'binary') {
    const base = hash(
      'md5',
      Buffer.concat(Array.from({ length: 16 }, () => [hash('md5', text).subarray(0, 5), SALT]).flat()),
    ).subarray(0, 5);
    const key = (block: number): Buffer => hash('md5', Buffer.concat([base, u32(block)]));
    return {
      key,
      pass: Buffer.concat([u16(1, 1, 1), SALT, rc4(key(0), Buffer.concat([NUMBER, hash('md5', NUMBER)]))]),
    };
  }
  const base = hash('sha1', Buffer.concat([SALT, text]));
  const key = (block: number): Buffer => hash('sha1', Buffer.concat([base, u32(block)])).subarray(0, 16);
  const value = rc4(key(0), Buffer.concat([NUMBER, hash('sha1', NUMBER)]));
  const header = u32(4, 0, 0x6801, 0x8004, 128, 1, 0, 0);
  const pass = [u16(1, 4, 2), u32(4, header.length), header, u32(16), SALT, value.subarray(0, 16), u32(20)];
  return { key, pass: Buffer.concat([...pass, value.subarray(16)]) };
}

/** A workbook of Excel 97 to 2003 that is encrypted. */
export function encryptXls(book: WorkBook, password: string, kind: 'binary' | 'api'): Uint8Array {
  const { key, pass } = lock(password, kind);
  return withFilePass(book, pass, (byte, place) => {
    const block = Math.floor(place / 1024);
    return rc4(key(block), Buffer.concat([Buffer.alloc(place % 1024), Buffer.from([byte])]))[place % 1024]!;
  });
}

/** What the password `secret1` leads to (MS-OFFCRYPTO 2.3.7): key, verifier and the bytes of the obfuscation. */
const SECRET1 = { pass: u16(0, 0x7b53, 0xc226), bytes: Buffer.from('100f18841b8731605642f4425661e9bd', 'hex') };

/** A workbook with XOR obfuscation, with the password `secret1`. */
export function obfuscateXls(book: WorkBook): Uint8Array {
  return withFilePass(book, SECRET1.pass, (byte, place, recordBytes) => {
    const turned = ((byte << 5) | (byte >> 3)) & 0xff;
    return turned ^ SECRET1.bytes[(place + recordBytes) % 16]!;
  });
}

function withFilePass(
  book: WorkBook,
  pass: Buffer,
  encrypt: (byte: number, place: number, recordBytes: number) => number,
): Uint8Array {
  const file = CFB.read(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer, { type: 'buffer' });
  const plain = Buffer.from(CFB.find(file, '/Workbook')!.content as Uint8Array);
  const afterBof = 4 + plain.readUInt16LE(2);
  const record = Buffer.concat([u16(0x002f, pass.length), pass]);
  const stream = Buffer.concat([plain.subarray(0, afterBof), record, plain.subarray(afterBof)]);
  const locked = Buffer.from(stream);
  for (let at = 0; at + 4 <= stream.length;) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    if (type === BOUND_SHEET) locked.writeUInt32LE(stream.readUInt32LE(at + 4) + record.length, at + 4);
    for (let n = at + 4 + (type === BOUND_SHEET ? 4 : 0); n < at + 4 + length && !CLEAR.has(type); n++)
      locked[n] = encrypt(stream[n]!, n, length);
    at += 4 + length;
  }
  return makeCompound({ Workbook: locked });
}
