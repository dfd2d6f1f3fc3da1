import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PIPES, socketPath } from '../socket-path.ts';

/** Where a service that runs from this data folder can be administered. */
export function adminSocketOf(dataDir: string): string {
  return socketPath(dataDir, 'admin');
}

/** The file with the token that the socket asks for. */
export function adminTokenOf(socketPath: string): string {
  if (socketPath.startsWith(PIPES)) return join(tmpdir(), `${socketPath.slice(PIPES.length)}.token`);
  return `${socketPath.slice(0, -'.sock'.length)}.token`;
}

/** The service answered that it will not; `message` is for the user. */
export class AdminRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'AdminRefusal';
    this.code = code;
  }
}

/** Asks the admin socket. Throws `AdminRefusal`, also when nothing listens there. */
export async function askAdmin(
  socketPath: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    Authorization: `Bearer ${await readToken(socketPath)}`,
    ...(sent !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }),
  };
  const { status, text } = await exchange(socketPath, { method, path, headers }, sent);
  const answer = JSON.parse(text) as Record<string, unknown>;
  if (status >= 300) throw new AdminRefusal(String(answer['code']), String(answer['error']));
  return answer;
}

async function readToken(socketPath: string): Promise<string> {
  try {
    return await readFile(adminTokenOf(socketPath), 'utf8');
  } catch (error) {
    throw new AdminRefusal('not_running', explain(error as NodeJS.ErrnoException, socketPath));
  }
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

async function exchange(
  socketPath: string,
  call: Call,
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  // Loaded here: as a module, it loads all that Node knows of HTTP, which takes other commands 30 ms.
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, ...call }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      reject(new AdminRefusal('not_running', explain(error, socketPath))),
    );
    outgoing.end(body);
  });
}

function explain(error: NodeJS.ErrnoException, socketPath: string): string {
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return `The service at ${socketPath} is owned by another user.`;
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
    return `No service is running at ${socketPath}. Start it with npm start, or set --data-dir to its data folder.`;
  return `Failed to connect to the service at ${socketPath}: ${error.message}`;
}
