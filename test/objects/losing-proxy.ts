import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LosingProxy {
  readonly url: string;
  /** The next PUT is carried out, but its answer never arrives: the connection breaks. */
  loseNext(): void;
  lost(): number;
  close(): Promise<void>;
}

/**
 * Stands between a client and a server and breaks the connection when a request was carried out but not yet answered.
 */
export async function losingProxy(target: string): Promise<LosingProxy> {
  const { hostname, port } = new URL(target);
  let losing = false;
  let lost = 0;
  const server = createServer((incoming, answer) => {
    const lose = losing && incoming.method === 'PUT';
    if (lose) losing = false;
    const outgoing = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (response) => {
        if (lose) {
          lost++;
          response.resume();
          response.on('end', () => incoming.socket.destroy());
          return;
        }
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      },
    );
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNext: () => {
      losing = true;
    },
    lost: () => lost,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
