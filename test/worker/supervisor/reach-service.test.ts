import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { reachService } from '../../../src/worker/supervisor/reach-service.ts';
import { FOREIGN, openTakenAddress, SILENT } from '../taken-address.ts';

describe('what a worker tries before it works', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
  });
  const listening = async (server: Server): Promise<string> => {
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const serving = (listener: RequestListener): Promise<string> =>
    listening(createServer((request, response) => listener(request, response.setHeader('connection', 'close'))));
  const leader = (): Promise<string> => serving((_, response) => response.end('{"status":"ok"}'));
  const api = (store?: string): Promise<string> =>
    serving(({ url }, response) => {
      const known = url === '/internal/v1/store' && store !== undefined;
      response.writeHead(known ? 200 : 404).end(JSON.stringify(known ? { url: store } : { code: 'not_found' }));
    });
  /** An address where nothing listens. */
  const nowhere = async (): Promise<string> => {
    const url = await leader();
    await new Promise((done) => servers.pop()!.close(done));
    return url;
  };

  const refusingStore = (): Promise<string> =>
    serving((_, response) =>
      response.writeHead(403).end('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'),
    );

  it('is done when the leader, the API and the store answer, whatever the store answers', async () => {
    const store = await refusingStore();
    await reachService({ leader: await leader(), internal: await api(store) });
    await reachService({ leader: await leader(), internal: await api() });
  });

  it('is the API and the store alone for a converter, which asks no leader', async () => {
    const store = await refusingStore();
    await reachService({ internal: await api(store) });
    const internal = await nowhere();
    await expect(reachService({ internal })).rejects.toMatchObject({
      message: expect.stringContaining(`API: ${internal} refused the connection`) as string,
    });
    await expect(reachService({ internal: 'http://scriptorium-api.invalid:8081' })).rejects.toMatchObject({
      message: expect.stringMatching(/^name resolution: scriptorium-api\.invalid was not resolved/) as string,
    });
  });

  it('is a name first', async () => {
    await expect(
      reachService({ leader: 'http://scriptorium-leader.invalid:8082', internal: await api() }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(
        /^name resolution: scriptorium-leader\.invalid was not resolved \(\w+\)\. Check the cluster DNS and networkPolicy\.dns$/,
      ) as string,
      waits: false,
    });
  });

  it('waits for a leader and an API that are not there yet', async () => {
    const leaderUrl = await nowhere();
    await expect(reachService({ leader: leaderUrl, internal: await api() })).rejects.toMatchObject({
      message: expect.stringContaining(`controller: ${leaderUrl} refused the connection`) as string,
      waits: true,
    });
    const internal = await nowhere();
    await expect(reachService({ leader: await leader(), internal })).rejects.toMatchObject({
      message: `API: ${internal} refused the connection (ECONNREFUSED). It has not started: look at its pods`,
      waits: true,
    });
  });

  it('names the store that the API says', async () => {
    const store = await nowhere();
    await expect(reachService({ leader: await leader(), internal: await api(store) })).rejects.toMatchObject({
      message: `object store: ${store} refused the connection (ECONNREFUSED). Check s3.endpoint, networkPolicy.s3 and caBundle`,
      waits: false,
    });
  });

  it('gives up on who accepts a connection and says nothing, and connects anew', async () => {
    const own = createServer((_, response) => response.end('{"status":"ok"}'));
    const address = await openTakenAddress(own, SILENT);
    onTestFinished(() => address.close());
    const urls = { leader: address.url, internal: await api() };
    await expect(reachService(urls)).rejects.toMatchObject({
      message: expect.stringContaining(
        `controller: ${address.url} did not answer within 5 seconds (ETIMEDOUT)`,
      ) as string,
      waits: false,
    });
    await reachService(urls);
  });

  describe.each(Object.keys(FOREIGN))('in an address that somebody else took, with %s', (name) => {
    const foreign = FOREIGN[name]!;
    const taken = async (listener: RequestListener): Promise<string> => {
      const address = await openTakenAddress(createServer(listener), foreign);
      onTestFinished(() => address.close());
      return address.url;
    };

    it('is not done before the controller itself answers', async () => {
      const url = await taken((_, response) => response.end('{"status":"ok"}'));
      const urls = { leader: url, internal: await api() };
      await expect(reachService(urls)).rejects.toMatchObject({
        message: expect.stringMatching(`^controller: something else answers at ${url} \\(\\d+\\)\\. Check`) as string,
        waits: true,
      });
      await reachService(urls);
    });

    it('is not done before the API itself answers', async () => {
      const internal = await taken((_, response) =>
        response.writeHead(404).end('{"error":"This path does not exist.","code":"not_found"}'),
      );
      await expect(reachService({ internal })).rejects.toMatchObject({
        message: expect.stringContaining(`API: something else answers at ${internal}`) as string,
        waits: true,
      });
      await reachService({ internal });
    });
  });

  it('is not done where a proxy answers for the store', async () => {
    const store = await serving((_, response) => response.writeHead(502).end('<html>Bad Gateway</html>'));
    await expect(reachService({ internal: await api(store) })).rejects.toMatchObject({
      message: expect.stringContaining(`object store: something else answers at ${store} (502)`) as string,
    });
  });
});
