import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A server in front of the service that makes a client's life hard. */
export interface BusyProxy {
  readonly url: string;
  /** How many requests it has refused or broken off. */
  refused(): number;
  close(): Promise<void>;
}

/**
 * Passes every second request on to the service, and lets no request wait for a job. The others it answers with 503 or
 * 429, or breaks their connection, by turns.
 */
export async function startBusyProxy(service: string): Promise<BusyProxy> {
  let asked = 0;
  let refused = 0;
  const server = createServer((incoming, outgoing) => {
    if (asked++ % 2 === 0) {
      const turn = refused++ % 3;
      if (turn === 2) return void incoming.socket.destroy();
      incoming.resume();
      const status = turn === 0 ? 503 : 429;
      return void incoming.once('end', () => outgoing.writeHead(status, { 'Retry-After': '0' }).end('{}'));
    }
    const url = new URL(incoming.url!, service);
    if (url.searchParams.has('wait')) url.searchParams.set('wait', '0');
    const passed = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
