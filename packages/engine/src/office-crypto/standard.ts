import { createDecipheriv, createHash } from 'node:crypto';
import { wrongPassword } from '../failure.ts';
import { damaged, unsupported } from './failures.ts';
import type { OfficeKey } from './office-key.ts';
import { hashOfPassword } from './office-key.ts';

/** Standard encryption (MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9): Office 2007. AES in ECB mode, keys by SHA-1. */

const SPINS = 50_000;
const SALT_BYTES = 16;
/** AES-128, AES-192 and AES-256 (2.3.2). */
const KEY_BYTES: Readonly<Record<number, number>> = { 0x660e: 16, 0x660f: 24, 0x6610: 32 };
const SEGMENT = 64 * 1024;

export function openStandard(info: Buffer, password: string): OfficeKey {
  // Version and flags, the size of the header, the header, the verifier.
  if (info.length < 12) throw damaged();
  const headerBytes = info.readUInt32LE(8);
  const verifier = 12 + headerBytes;
  if (headerBytes < 32 || info.length < verifier + 72) throw damaged();
  const keyBytes = KEY_BYTES[info.readUInt32LE(20)];
  if (keyBytes === undefined || info.readUInt32LE(verifier) !== SALT_BYTES) throw unsupported();
  const salt = info.subarray(verifier + 4, verifier + 20);
  const key = keyOf(hashOfPassword('sha1', salt, password, SPINS), keyBytes);
  const decrypt = (bytes: Buffer): Buffer => {
    if (bytes.length % 16 !== 0) throw damaged();
    const aes = createDecipheriv(`aes-${keyBytes * 8}-ecb`, key, null).setAutoPadding(false);
    return Buffer.concat([aes.update(bytes), aes.final()]);
  };
  const input = decrypt(info.subarray(verifier + 20, verifier + 36));
  const value = decrypt(info.subarray(verifier + 40, verifier + 72)).subarray(0, 20);
  if (!createHash('sha1').update(input).digest().equals(value)) throw wrongPassword();
  return { segmentBytes: SEGMENT, decrypt };
}

/** 2.3.4.7: the hash of block 0, stretched as CryptDeriveKey does. */
function keyOf(hashed: Buffer, keyBytes: number): Buffer {
  const block = createHash('sha1').update(hashed).update(Buffer.alloc(4)).digest();
  const half = (fill: number): Buffer => {
    const bytes = Buffer.alloc(64, fill);
    for (const [i, byte] of block.entries()) bytes[i]! ^= byte;
    return createHash('sha1').update(bytes).digest();
  };
  return Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBytes);
}
