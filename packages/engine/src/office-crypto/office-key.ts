import { createHash } from 'node:crypto';

/** The key that decrypts the package of an Office document, segment by segment. */
export interface OfficeKey {
  readonly segmentBytes: number;
  decrypt(segment: Buffer, n: number): Buffer;
}

/** The salted password, hashed again and again (MS-OFFCRYPTO 2.3.4.7 and 2.3.4.11). */
export function hashOfPassword(algorithm: string, salt: Buffer, password: string, spins: number): Buffer {
  let hash = createHash(algorithm).update(salt).update(Buffer.from(password, 'utf16le')).digest();
  const count = Buffer.alloc(4);
  for (let i = 0; i < spins; i++) {
    count.writeUInt32LE(i);
    hash = createHash(algorithm).update(count).update(hash).digest();
  }
  return hash;
}
