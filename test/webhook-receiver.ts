import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeArrivals } from './arrivals.ts';

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A real HTTP server that keeps what it is sent. */
export interface WebhookReceiver {
  readonly url: string;
  readonly all: readonly Received[];
  /** What the next requests are answered; undefined: never. */
  status: number | undefined;
  headers: Record<string, string>;
  /** The first request of this kind, now or later. */
  find(wanted: (one: Received) => boolean): Promise<Received>;
  close(): Promise<void>;
}

export async function openReceiver(host = '127.0.0.1', port = 0): Promise<WebhookReceiver> {
  const { all, add, find } = makeArrivals<Received>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    // Answered first: who waits for the request may then change what the next one is answered.
    if (receiver.status !== undefined) response.writeHead(receiver.status, receiver.headers).end('thank you');
    add({ path: request.url ?? '', headers: request.headers as Record<string, string>, body });
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const receiver: WebhookReceiver = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    all,
    status: 204,
    headers: {},
    find,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
