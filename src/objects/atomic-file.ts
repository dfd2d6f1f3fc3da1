import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { mkdir, open, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './fs-code.ts';

/** Holds half-written files; `~` cannot stand in a key, so no object is ever there. */
export const SCRATCH = '~tmp';
const STALE_MS = 24 * 60 * 60 * 1000;

/** Makes the folder and clears what processes that are gone left half-written in it. */
export function openScratch(folder: string): void {
  const scratch = join(folder, SCRATCH);
  mkdirSync(scratch, { recursive: true });
  for (const name of readdirSync(scratch)) {
    const path = join(scratch, name);
    const pid = Number(name.split('-')[0]);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && (!isAlive(pid) || Date.now() - found.mtimeMs > STALE_MS)) unlinkSync(path);
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Writes a file beside the store and brings it to the disk. `fill` writes the bytes; when it throws (a full disk, a
 * body that breaks off) nothing is left. Returns the path, which the caller renames or links into place.
 */
export async function writeScratch(folder: string, fill: (file: FileHandle) => Promise<void>): Promise<string> {
  const path = join(folder, SCRATCH, `${process.pid}-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await fill(file);
    const stamp = nextStamp();
    await file.utimes(stamp, stamp);
    await file.sync();
    await file.close();
    return path;
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

let lastMicros = 0;

/**
 * Seconds since the epoch in steps of a microsecond, never the same twice: file systems' own clocks tick too slowly to
 * tell two writes apart.
 */
function nextStamp(): number {
  lastMicros = Math.max(Date.now() * 1000, lastMicros + 1);
  return lastMicros / 1e6;
}

const PLACE_ATTEMPTS = 20;

/**
 * Runs `place` (a rename or link) and makes its folder entry durable; the folder is made when missing, also when a
 * delete removes it meanwhile.
 */
export async function placeDurably(target: string, place: () => Promise<void>): Promise<void> {
  const parent = dirname(target);
  for (let attempt = 1; ; attempt++) {
    try {
      await place();
      break;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === PLACE_ATTEMPTS) throw error;
      const first = await mkdir(parent, { recursive: true });
      if (first !== undefined) await syncFrom(dirname(first), parent);
    }
  }
  await syncFolder(parent);
}

async function syncFrom(top: string, bottom: string): Promise<void> {
  for (let folder = dirname(bottom); folder.length >= top.length; folder = dirname(folder)) await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows syncs no folders.
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // A delete of the last object in it may have removed the folder already.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Removes folders that a delete left empty, up to but not including `top`. */
export async function pruneFolders(from: string, top: string): Promise<void> {
  for (let folder = from; folder.length > top.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

/** Undefined when there is no such file (or a folder in its place). */
export async function statFile(path: string): Promise<{ bytes: number; etag: string; modifiedAt: Date } | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isFile() ? factsOf(found) : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** A file is never changed in place, so its inode, time and size name its bytes. */
export function factsOf(found: { ino: bigint; mtimeNs: bigint; size: bigint; mtime: Date }): {
  bytes: number;
  etag: string;
  modifiedAt: Date;
} {
  return {
    bytes: Number(found.size),
    etag: `${found.ino.toString(36)}-${found.mtimeNs.toString(36)}-${found.size.toString(36)}`,
    modifiedAt: found.mtime,
  };
}
