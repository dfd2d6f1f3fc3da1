import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What may take connections in place of a server: a proxy that answers anything. */
export const FOREIGN: Readonly<Record<string, RequestListener>> = {
  'a 404 without a body': (_, response) => response.writeHead(404).end(),
  'a 404 with JSON of another kind': (_, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no route"}'),
  'a 502 as HTML': (_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>'),
  'a page, as a success': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
  'an empty success': (_, response) => response.writeHead(200).end(),
  'a redirect': (_, response) => response.writeHead(302, { location: 'http://sign-in.invalid/' }).end(),
};

/** Takes a request, and never answers it. */
export const SILENT: RequestListener = () => undefined;

export interface TakenAddress {
  readonly url: string;
  /** How many connections were made. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * An address that leads elsewhere for its first connections, as that of a Service that a node does not know yet: each
 * connection is kept alive and belongs for ever to who took it.
 */
export async function openTakenAddress(own: Server, foreign: RequestListener, first = 1): Promise<TakenAddress> {
  const other = createHttpServer(foreign);
  other.keepAliveTimeout = own.keepAliveTimeout = 60_000;
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    (sockets.length <= first ? other : own).emit('connection', socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
