import { createHash } from 'node:crypto';
import { wrongPassword } from '../failure.ts';
import { damaged, unsupported } from './failures.ts';

/** RC4 encryption of Office 97 to 2003 (MS-OFFCRYPTO 2.3.6), and its variant of Office 2002 (2.3.5). */

const RC4 = 0x6801;
const SALT_BYTES = 16;

/** The bytes that a block of a stream is combined with. */
export type BlockKeys = (block: number, bytes: number) => Buffer;

/** Reads the version of the encryption and what follows. Throws `wrong_password`. */
export function openRc4(info: Buffer, password: string): BlockKeys {
  if (info.length < 52) throw damaged();
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  if (major === 1 && minor === 1) return openBinary(info.subarray(4), password);
  if (minor === 2 && major >= 2 && major <= 4) return openCryptoApi(info, password);
  throw unsupported();
}

function openBinary(info: Buffer, password: string): BlockKeys {
  const salt = info.subarray(0, SALT_BYTES);
  const secret = hashOf('md5', Buffer.from(password, 'utf16le')).subarray(0, 5);
  const base = hashOf('md5', ...Array.from({ length: 16 }, () => Buffer.concat([secret, salt]))).subarray(0, 5);
  const keys: BlockKeys = (block, bytes) => keyBytes(hashOf('md5', base, word(block)), bytes);
  return checked(keys, 'md5', info.subarray(SALT_BYTES, SALT_BYTES + 32));
}

function openCryptoApi(info: Buffer, password: string): BlockKeys {
  const verifier = 12 + info.readUInt32LE(8);
  if (info.length < verifier + 60) throw damaged();
  if (info.readUInt32LE(20) !== RC4 || info.readUInt32LE(verifier) !== SALT_BYTES) throw unsupported();
  const keySize = (info.readUInt32LE(28) || 40) / 8;
  const salt = info.subarray(verifier + 4, verifier + 20);
  const base = hashOf('sha1', salt, Buffer.from(password, 'utf16le'));
  const keys: BlockKeys = (block, bytes) => {
    const key = hashOf('sha1', base, word(block)).subarray(0, keySize);
    return keyBytes(keySize === 5 ? Buffer.concat([key, Buffer.alloc(11)]) : key, bytes);
  };
  const value = Buffer.concat([
    info.subarray(verifier + 20, verifier + 36),
    info.subarray(verifier + 40, verifier + 60),
  ]);
  return checked(keys, 'sha1', value);
}

/** The first 16 bytes of what verifies a password are a number, the others its hash. */
function checked(keys: BlockKeys, algorithm: string, encrypted: Buffer): BlockKeys {
  const value = combine(encrypted, keys(0, encrypted.length));
  if (!hashOf(algorithm, value.subarray(0, 16)).equals(value.subarray(16))) throw wrongPassword();
  return keys;
}

const hashOf = (algorithm: string, ...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest();

const combine = (bytes: Buffer, key: Buffer): Buffer => Buffer.from(bytes.map((byte, n) => byte ^ key[n]!));

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** RC4, which OpenSSL has only in a module that Node does not load. */
function keyBytes(key: Buffer, count: number): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b]!, state[a]!];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  const bytes = Buffer.alloc(count);
  for (let n = 0, j = 0; n < count; n++) {
    const i = (n + 1) & 255;
    j = (j + state[i]!) & 255;
    swap(i, j);
    bytes[n] = state[(state[i]! + state[j]!) & 255]!;
  }
  return bytes;
}
