import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import type { Logger } from '../telemetry/log.ts';
import { WrongSetting } from './settings.ts';

/** Koa answers every error itself, so nothing is left to be awaited. */
export function handlerOf(app: Koa): RequestListener {
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

/** Lets answers that are under way finish; idle connections go at once. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 2000).unref();
  await closed;
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
