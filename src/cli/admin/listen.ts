import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { dirname } from 'node:path';
import { createAdminApp, type AdminDeps } from '../../api/admin/app.ts';
import { listenPrivately } from '../../api/admin/listen.ts';
import { createHandler } from '../http.ts';
import { adminSocketOf, adminTokenOf } from './client.ts';

/**
 * Opens the admin socket of a data folder. A process that a document has taken over may reach the socket, but cannot
 * read the token, which lies in a file of the data folder and is new at each start.
 */
export async function listenForAdmin(deps: Omit<AdminDeps, 'token'>, dataDir: string): Promise<Server> {
  const socket = adminSocketOf(dataDir);
  const file = adminTokenOf(socket);
  const token = randomBytes(32).toString('hex');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await rm(file, { force: true });
  await writeFile(file, token, { flag: 'wx', mode: 0o600 });
  return await listenPrivately(createHandler(createAdminApp({ ...deps, token })), socket);
}
