import { closeSync, openSync, readSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withCompound } from '../compound/open-compound.ts';
import type { CompoundFile } from '../compound/open-compound.ts';
import { matchesBytes } from '../detect/signature.ts';
import { isFailure, passwordNeeded } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../source.ts';
import { withPassword } from './default-password.ts';
import { damaged, unsupported } from './failures.ts';
import type { OfficeKey } from './office-key.ts';

export interface UnlockPlace {
  readonly limits: Limits;
  /** A folder for the decrypted document, as long as it is used. */
  readonly scratch: string;
}

/**
 * A document as it can be read: of an encrypted OOXML document, the package within. Other documents are decrypted by
 * their readers, or cannot be. Throws `password_protected`, `wrong_password`.
 */
export async function withUnlocked<T>(
  file: SourceFile,
  { limits, scratch }: UnlockPlace,
  use: (file: SourceFile) => Promise<T>,
): Promise<T> {
  const { password } = file;
  try {
    if (!isCompound(file)) return await use(file);
    const path = join(scratch, 'unlocked');
    try {
      const unlocked = await withCompound(file, limits, (compound) => unlock(compound, { password, path, limits }), {
        whole: false,
      });
      return await use(unlocked ? { ...file, path, bytes: (await stat(path)).size } : file);
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    // Of those that take a password, none says this once there is one.
    if (password !== undefined && isFailure(error) && error.code === 'password_protected') throw unsupported();
    throw error;
  }
}

function isCompound(file: SourceFile): boolean {
  const handle = openSync(file.path, 'r');
  try {
    const head = Buffer.alloc(8);
    return matchesBytes(head.toString('latin1', 0, readSync(handle, head, 0, 8, 0)), 'd0cf11e0a1b11ae1');
  } finally {
    closeSync(handle);
  }
}

interface Unlocking {
  readonly password: string | undefined;
  readonly path: string;
  readonly limits: Limits;
}

/** Writes the decrypted package to a file; false for a document that is none. */
async function unlock(compound: CompoundFile, { password, path, limits }: Unlocking): Promise<boolean> {
  const info = compound.root.entries.get('encryptioninfo');
  const content = compound.root.entries.get('encryptedpackage');
  if (!info || !content) return false;
  const key = await openKey(await compound.read(info), password, limits);
  const bytes = await compound.read(content);
  if (bytes.length < 8) throw damaged();
  // The rest of the last block is padding.
  const size = Math.min(Number(bytes.readBigUInt64LE(0)), bytes.length - 8);
  const handle = await open(path, 'w');
  try {
    for (let n = 0; n * key.segmentBytes < size; n++) {
      const at = 8 + n * key.segmentBytes;
      const left = size - n * key.segmentBytes;
      const length = Math.min(key.segmentBytes, Math.ceil(left / 16) * 16);
      await handle.write(key.decrypt(bytes.subarray(at, at + length), n).subarray(0, left));
    }
  } finally {
    await handle.close();
  }
  return true;
}

/**
 * By the version of the stream (MS-OFFCRYPTO 2.3.4.5 and 2.3.4.10). What it needs is loaded here, as few documents are
 * encrypted.
 */
async function openKey(info: Buffer, password: string | undefined, { depth }: Limits): Promise<OfficeKey> {
  if (info.length < 8) throw damaged();
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  if (major === 4 && minor === 4) {
    const { openAgile } = await import('./agile.ts');
    return withPassword(password, (each) => openAgile(info.subarray(8), each, depth));
  }
  if (minor !== 2 || major < 2 || major > 4) throw password === undefined ? passwordNeeded() : unsupported();
  const { openStandard } = await import('./standard.ts');
  return withPassword(password, (each) => openStandard(info, each));
}
