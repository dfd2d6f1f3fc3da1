import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/** Where Windows keeps its pipes. */
export const PIPES = '\\\\.\\pipe\\';
/** A Unix socket's path has at most 107 bytes (sockaddr_un). */
const LONGEST = 100;

/**
 * Where a socket of a data folder lies: in its `run` folder, or, when that path is too long for a socket, in a folder
 * of this user's below the system's temporary one. Windows has named pipes in their place. The service and the command
 * find the same place.
 */
export function socketPath(dataDir: string, name: string, platform: NodeJS.Platform = process.platform): string {
  const folder = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  if (platform === 'win32') return `${PIPES}scriptorium-${folder}-${name}`;
  const path = join(resolve(dataDir), 'run', `${name}.sock`);
  if (Buffer.byteLength(path) <= LONGEST) return path;
  return join(tmpdir(), `scriptorium-${userInfo().uid}-${folder}`, `${name}.sock`);
}
