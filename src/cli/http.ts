import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import type { Logger } from '../telemetry/log.ts';
import { WrongSetting } from './settings.ts';

/**
 * Proxies keep idle connections for up to an hour (Envoy; load balancers ten minutes or less) and send the next request
 * over one of them. Had the service just closed it, the client would get a 502 or 503 from the proxy.
 */
export const BEHIND_PROXIES = { keepAliveTimeout: 65 * 60_000 } as const;

/** Koa answers every error itself, so nothing is left to be awaited. */
export function createHandler(app: Koa): RequestListener {
  const handle = app.callback();
  return (request, response) => void handle(request, response);
}

/** Listens; answers the port, which was free to choose with 0. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? new WrongSetting(
              `Port ${port} is already in use. Set SCRIPTORIUM_PORT to another port, or to 0 for any free port.`,
            )
          : error,
      ),
    );
    server.listen(port, host, done);
  });
  return (server.address() as AddressInfo).port;
}

/** Lets answers that are under way finish, for so long; idle connections go at once. */
export async function closeServer(server: Server, graceMs = 2000): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // Sockets that were upgraded are no connections of the server's any more.
  server.emit('stopping');
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), graceMs).unref();
  await closed;
}

/**
 * Follows the requests of a server so that it can be stopped without cutting one. Whoever is answered while it drains
 * is asked not to use the connection again, and connects elsewhere: a Service sends no more to a pod that ends.
 */
export function drainable(server: Server): { drain(drainMs: number, graceMs: number): Promise<void> } {
  const open = new Set<ServerResponse>();
  let draining = false;
  const endConnection = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (draining) endConnection(response);
  });
  return {
    drain: async (drainMs, graceMs) => {
      draining = true;
      open.forEach(endConnection);
      await sleep(drainMs);
      await closeServer(server, graceMs);
    },
  };
}

/**
 * Waits for a signal that asks for the end, and says so in the log: a process that just ends looks like one that was
 * killed.
 */
export async function untilStopped(log: Logger): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((stop) => {
    for (const each of ['SIGTERM', 'SIGINT'] as const) process.once(each, stop);
  });
  log.info({ signal }, 'stopping');
}
