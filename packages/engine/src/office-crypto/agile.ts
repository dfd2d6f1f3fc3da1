import { createDecipheriv, createHash, getHashes } from 'node:crypto';
import { Failure, wrongPassword } from '../failure.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { parseXml } from '../xml/parse.ts';
import { damaged, unsupported } from './failures.ts';
import type { OfficeKey } from './office-key.ts';
import { hashOfPassword } from './office-key.ts';

/** Agile encryption (MS-OFFCRYPTO 2.3.4.10 to 2.3.4.15): Office 2010 and later, and LibreOffice. */

const BLOCK = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierValue: Buffer.from('d7aa0f6d3061344e', 'hex'),
  keyValue: Buffer.from('146e0be7abacd0d6', 'hex'),
} as const;

const SEGMENT = 4096;
/** The specification allows no more. */
const MOST_SPINS = 10_000_000;

interface Cipher {
  readonly salt: Buffer;
  readonly blockBytes: number;
  readonly keyBytes: number;
  readonly hash: string;
  readonly hashBytes: number;
}

export function openAgile(info: Buffer, password: string, depth: number): OfficeKey {
  const root = parseXml(info, depth);
  const data = find(root, 'keyData')?.attributes;
  const key = find(root, 'encryptedKey')?.attributes;
  if (!data || !key) throw unsupported();
  const cipher = readCipher(key);
  const spins = number(key['spinCount']);
  if (spins > MOST_SPINS) throw new Failure('limit_exceeded', 'The password of the document takes too long to check.');
  const hashed = hashOfPassword(cipher.hash, cipher.salt, password, spins);
  const decrypt = (block: Buffer, name: string): Buffer => {
    const secret = fit(createHash(cipher.hash).update(hashed).update(block).digest(), cipher.keyBytes);
    return decipher(secret, fit(cipher.salt, cipher.blockBytes), Buffer.from(key[name] ?? '', 'base64'));
  };
  const input = decrypt(BLOCK.verifierInput, 'encryptedVerifierHashInput').subarray(0, cipher.salt.length);
  const value = decrypt(BLOCK.verifierValue, 'encryptedVerifierHashValue').subarray(0, cipher.hashBytes);
  if (!createHash(cipher.hash).update(input).digest().equals(value)) throw wrongPassword();
  const secret = decrypt(BLOCK.keyValue, 'encryptedKeyValue').subarray(0, cipher.keyBytes);
  const content = readCipher(data);
  return {
    segmentBytes: SEGMENT,
    decrypt(segment, n) {
      const count = Buffer.alloc(4);
      count.writeUInt32LE(n);
      const iv = createHash(content.hash).update(content.salt).update(count).digest();
      return decipher(secret, fit(iv, content.blockBytes), segment);
    },
  };
}

/** The first of this name, whatever prefix the document chose for its namespace. */
function find(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name.split(':').at(-1) === name) return element;
  for (const child of elementsOf(element)) {
    const found = find(child, name);
    if (found) return found;
  }
  return undefined;
}

function readCipher(attributes: Readonly<Record<string, string>>): Cipher {
  const { cipherAlgorithm, cipherChaining, hashAlgorithm = '' } = attributes;
  const hash = hashAlgorithm.replace('-', '').toLowerCase();
  const keyBytes = number(attributes['keyBits']) / 8;
  if (cipherAlgorithm !== 'AES' || cipherChaining !== 'ChainingModeCBC' || !/^sha(?:1|256|384|512)$/.test(hash))
    throw unsupported();
  if (![16, 24, 32].includes(keyBytes) || !getHashes().includes(hash)) throw unsupported();
  return {
    salt: Buffer.from(attributes['saltValue'] ?? '', 'base64'),
    blockBytes: number(attributes['blockSize']),
    keyBytes,
    hash,
    hashBytes: number(attributes['hashSize']),
  };
}

function number(text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) throw damaged();
  return Number(text);
}

/** Cut, or filled up with 0x36 (2.3.4.12). */
function fit(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);
}

function decipher(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  if (iv.length !== 16 || bytes.length % 16 !== 0) throw damaged();
  const aes = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([aes.update(bytes), aes.final()]);
}
