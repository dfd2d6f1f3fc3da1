import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ApiKey } from '../../../records/types.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { findTask, hasEnded, presentTask, waitForTask } from './tasks.ts';

const PATH = /^\/v1\/status\/ws\/([^/?]+)(?=\?|$)/;

/** Other requests that offer to upgrade, as those of Java do to HTTP/2, are answered as if they did not. */
export const wantsStatusSocket = ({ url = '', headers }: IncomingMessage): boolean =>
  PATH.test(url) && headers.upgrade?.toLowerCase() === 'websocket';

const MOST_SOCKETS = 512;
const MOST_OF_WORKSPACE = 64;
/** How often a client that asks gets an update, and one that only listens. */
const ASKED_SECONDS = 1;
const LISTENING_SECONDS = 15;

/**
 * `/v1/status/ws/{task_id}` of docling-serve: the status of a task until it ends. The key is the header `X-Api-Key` or
 * the query parameter `api_key`. The event `stopping` of the server ends all sockets.
 */
export function answerStatusSockets(server: Server, deps: ApiDeps): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  const open = new Map<string, number>();
  const admit = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const key = await findKey(deps, request);
    if (!key) return refuse(socket, '401 Unauthorized');
    const { workspace } = key;
    const before = open.get(workspace) ?? 0;
    if (before >= MOST_OF_WORKSPACE || sockets.clients.size >= MOST_SOCKETS)
      return refuse(socket, '429 Too Many Requests');
    sockets.handleUpgrade(request, socket, head, (client) => {
      open.set(workspace, (open.get(workspace) ?? 0) + 1);
      client.on('close', () => {
        const left = open.get(workspace)! - 1;
        if (left > 0) open.set(workspace, left);
        else open.delete(workspace);
      });
      void follow(deps, client, { workspace, taskId: decodeURIComponent(PATH.exec(request.url!)![1]!) });
    });
  };
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    admit(request, socket, head).catch(() => refuse(socket, '503 Service Unavailable'));
  });
  server.once('stopping', () => sockets.clients.forEach((client) => client.terminate()));
}

const refuse = (socket: Duplex, status: string): void =>
  void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);

async function findKey({ keyring }: ApiDeps, { url = '', headers }: IncomingMessage): Promise<ApiKey | undefined> {
  const given = headers['x-api-key'] ?? new URL(url, 'http://localhost').searchParams.get('api_key') ?? '';
  const text = /^(?:Bearer +)?(scr_live_[0-9A-Za-z]{20,100})$/i.exec(String(given))?.[1];
  const key = text === undefined ? undefined : await keyring.find(text);
  return key?.scopes.includes('documents:read') ? key : undefined;
}

/** Sends the status at once, at each message of the client, and when it ends. */
async function follow(
  deps: ApiDeps,
  client: WebSocket,
  { workspace, taskId }: { readonly workspace: string; readonly taskId: string },
): Promise<void> {
  const gone = new AbortController();
  let asked = false;
  client.on('close', () => gone.abort());
  client.on('error', () => client.terminate());
  client.on('message', () => (asked = true));
  const send = (message: object): void => client.send(JSON.stringify(message));
  try {
    let task = await findTask(deps, workspace, taskId);
    send({ message: 'connection', task: presentTask(task) });
    while (!gone.signal.aborted) {
      send({ message: 'update', task: presentTask(task) });
      if (hasEnded(task)) break;
      asked = false;
      for (let waited = 0; waited < LISTENING_SECONDS && !(asked && waited > 0); waited += ASKED_SECONDS) {
        task = await waitForTask(deps, task, { seconds: ASKED_SECONDS, gone: gone.signal });
        if (hasEnded(task) || gone.signal.aborted) break;
      }
    }
    client.close(1000);
  } catch (error) {
    if (!(error instanceof Problem)) deps.log.error({ err: error }, 'failed to send the status of a task');
    if (gone.signal.aborted) return;
    send({ message: 'error', error: error instanceof Problem ? error.message : 'An internal error occurred.' });
    client.close(1000);
  }
}
