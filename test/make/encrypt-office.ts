import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { makeCompound } from './compound.ts';

const SPINS = 1000;
const pad = (bytes: Buffer, size: number): Buffer =>
  bytes.length % size === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(size - (bytes.length % size))]);

function hashed(algorithm: string, salt: Buffer, password: string, spins: number): Buffer {
  let hash = createHash(algorithm).update(salt).update(Buffer.from(password, 'utf16le')).digest();
  for (let i = 0; i < spins; i++) hash = createHash(algorithm).update(word(i)).update(hash).digest();
  return hash;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function sized(content: Uint8Array, encrypted: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(content.length));
  return Buffer.concat([size, encrypted]);
}

/** An OOXML document with a password, as Office 2010 and later write it (agile encryption, MS-OFFCRYPTO 2.3.4.10). */
export function encryptAgile(
  content: Uint8Array,
  password: string,
  { keyBits = 256, hash = 'SHA512' }: { readonly keyBits?: number; readonly hash?: string } = {},
): Uint8Array {
  const algorithm = hash.toLowerCase();
  const keyBytes = keyBits / 8;
  const [salt, dataSalt] = [randomBytes(16), randomBytes(16)];
  const secret = randomBytes(keyBytes);
  const cbc = (key: Buffer, iv: Buffer, bytes: Buffer): Buffer => {
    const aes = createCipheriv(`aes-${keyBits}-cbc`, key, iv.subarray(0, 16)).setAutoPadding(false);
    return Buffer.concat([aes.update(pad(bytes, 16)), aes.final()]);
  };
  const base = hashed(algorithm, salt, password, SPINS);
  const under = (block: string, bytes: Buffer): string => {
    const digest = createHash(algorithm).update(base).update(Buffer.from(block, 'hex')).digest();
    const key = Buffer.concat([digest, Buffer.alloc(32, 0x36)]).subarray(0, keyBytes);
    return cbc(key, salt, bytes).toString('base64');
  };
  const input = randomBytes(16);
  const size = createHash(algorithm).digest().length;
  const segments: Buffer[] = [];
  for (let at = 0; at < content.length; at += 4096) {
    const iv = createHash(algorithm)
      .update(dataSalt)
      .update(word(at / 4096))
      .digest();
    segments.push(cbc(secret, iv, Buffer.from(content.subarray(at, at + 4096))));
  }
  const cipher = `saltSize="16" blockSize="16" keyBits="${keyBits}" hashSize="${size}" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="${hash}"`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${cipher} saltValue="${dataSalt.toString('base64')}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${SPINS}" ${cipher} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${under('fea7d2763b4b9e79', input)}" encryptedVerifierHashValue="${under('d7aa0f6d3061344e', createHash(algorithm).update(input).digest())}" encryptedKeyValue="${under('146e0be7abacd0d6', secret)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const version = Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]);
  return makeCompound({
    EncryptionInfo: Buffer.concat([version, Buffer.from(xml)]),
    EncryptedPackage: sized(content, Buffer.concat(segments)),
  });
}

/** An OOXML document with a password, as Office 2007 writes it (standard encryption, MS-OFFCRYPTO 2.3.4.5). */
export function encryptStandard(content: Uint8Array, password: string): Uint8Array {
  const salt = randomBytes(16);
  const last = createHash('sha1')
    .update(hashed('sha1', salt, password, 50_000))
    .update(word(0))
    .digest();
  const inner = Buffer.alloc(64, 0x36);
  for (const [i, byte] of last.entries()) inner[i]! ^= byte;
  const key = createHash('sha1').update(inner).digest().subarray(0, 16);
  const ecb = (bytes: Buffer): Buffer => {
    const aes = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    return Buffer.concat([aes.update(pad(bytes, 16)), aes.final()]);
  };
  const provider = Buffer.from('Microsoft Enhanced RSA and AES Cryptographic Provider\0', 'utf16le');
  const header = Buffer.concat([...[0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0].map(word), provider]);
  const verifier = randomBytes(16);
  const info = Buffer.concat([
    Buffer.from([3, 0, 2, 0]),
    word(0x24),
    word(header.length),
    header,
    word(16),
    salt,
    ecb(verifier),
    word(20),
    ecb(createHash('sha1').update(verifier).digest()),
  ]);
  return makeCompound({ EncryptionInfo: info, EncryptedPackage: sized(content, ecb(Buffer.from(content))) });
}
