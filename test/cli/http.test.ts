import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { drainable } from '../../src/cli/http.ts';

/** Answers after a while, and says which server it is. */
async function open(
  name: string,
): Promise<{ server: Server; port: number; drain: ReturnType<typeof drainable>['drain'] }> {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end(name), 20 + Math.random() * 60);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as AddressInfo).port, drain: drainable(server).drain };
}

describe('a server that drains', () => {
  it('cuts no request of clients that keep their connections, while another server takes over', async () => {
    const [old, next] = [await open('old'), await open('next')];
    const agent = new Agent({ connections: 4 });
    const answers = { old: 0, next: 0, afterwards: 0 };
    const failures: unknown[] = [];
    let endpoint = old.port;
    let stopped = false;
    const client = async (): Promise<void> => {
      while (!stopped) {
        try {
          const { body } = await request(`http://127.0.0.1:${endpoint}/`, { dispatcher: agent });
          answers[(await body.text()) as 'old' | 'next'] += 1;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const clients = Array.from({ length: 12 }, client);
    await expect.poll(() => answers.old).toBeGreaterThan(40);
    const drained = old.drain(400, 5000);
    // A Service stops sending requests to a pod that ends a moment later.
    await sleep(100);
    endpoint = next.port;
    await drained;
    expect(old.server.listening).toBe(false);
    const until = answers.next + 40;
    await expect.poll(() => answers.next).toBeGreaterThan(until);
    stopped = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    await agent.close();
    await next.drain(0, 1000);
  });

  it('waits for an open request, and no longer than it may', async () => {
    const server = createServer((_request, response) => void response.write('begun'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { drain } = drainable(server);
    const { body } = await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const cut = body.text().then(
      () => false,
      () => true,
    );
    await drain(0, 50);
    expect(await cut).toBe(true);
  });
});
