import { once } from 'node:events';
import { chmod, mkdir, stat, unlink } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { dirname } from 'node:path';

/**
 * Listens on a Unix socket that only this user can open, in a folder of this user's. What a killed process left at the
 * path is removed. A pipe of Windows goes with its process, and only its user can write to it.
 */
export async function listenPrivately(handler: RequestListener, path: string): Promise<Server> {
  if (process.platform === 'win32') {
    const server = createServer(handler).listen(path);
    await once(server, 'listening');
    return server;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if ((await stat(dirname(path))).uid !== process.getuid?.())
    throw new Error(`${dirname(path)} is owned by another user`);
  await unlink(path).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The file is made within the call to listen, so the mask holds no longer than that.
    const before = process.umask(0o177);
    try {
      server.listen(path, () => {
        server.off('error', reject);
        resolve();
      });
    } finally {
      process.umask(before);
    }
  });
  await chmod(path, 0o600);
  return server;
}
