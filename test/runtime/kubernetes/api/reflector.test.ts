import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKubeClient, type KubeClient } from '../../../../src/runtime/kubernetes/api/client.ts';
import type { KubeObject } from '../../../../src/runtime/kubernetes/api/object-cache.ts';
import { startReflector, type Reflector } from '../../../../src/runtime/kubernetes/api/reflector.ts';
import { plainAccess } from '../plain-access.ts';

const PATH = '/apis/example.org/v1/things';
const thing = (name: string, version: number): KubeObject => ({
  metadata: { name, uid: `uid-${name}`, resourceVersion: String(version) },
});

const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;

/**
 * What a real API server does now and then, and cannot be asked to do: errors in the middle of a watch, cuts, pieces of
 * a line.
 */
describe.each([
  ['streams lists', true],
  ['lists in pages', false],
])('a reflector of a server that %s', (_which, streamsLists) => {
  let server: Server;
  let client: KubeClient;
  let reflector: Reflector<KubeObject>;
  let items: KubeObject[];
  let lists: number;
  /** One for each watch that was asked for, in order; waits for the next. */
  let warnings: string[];
  let watches: { readonly from: string | null; readonly response: ServerResponse }[];
  let arrived: () => void;

  beforeEach(async () => {
    items = [thing('a', 1)];
    lists = 0;
    watches = [];
    warnings = [];
    arrived = () => {};
    server = createServer((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://api');
      const last = String(Math.max(...items.map(({ metadata }) => Number(metadata.resourceVersion))));
      const isAll = searchParams.get('sendInitialEvents') === 'true';
      if (isAll && !streamsLists) {
        response.writeHead(422).end(JSON.stringify({ kind: 'Status', reason: 'Invalid', message: 'is forbidden' }));
        return;
      }
      if (searchParams.get('watch') === 'true') {
        response.writeHead(200).flushHeaders();
        if (isAll) {
          lists++;
          const annotations = { 'k8s.io/initial-events-end': 'true' };
          for (const item of items) response.write(line('ADDED', item));
          response.write(line('BOOKMARK', { metadata: { resourceVersion: last, annotations } }));
          watches.push({ from: last, response });
          return arrived();
        }
        watches.push({ from: searchParams.get('resourceVersion'), response });
        return arrived();
      }
      lists++;
      response.end(
        JSON.stringify({
          metadata: { resourceVersion: last },
          items,
        }),
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    client = createKubeClient({ access: plainAccess(server) });
    const indexBy = ({ metadata }: KubeObject): string | undefined => metadata.labels?.['group'];
    const warn = (fields: object): void => void warnings.push((fields as { err: Error }).err.message);
    reflector = await startReflector({ client, path: PATH, indexBy, changed: () => {}, warn });
  });
  afterEach(async () => {
    await reflector.stop();
    await client.close();
    server.closeAllConnections();
    server.close();
  });

  const watch = async (number: number): Promise<{ from: string | null; response: ServerResponse }> => {
    while (watches.length < number)
      await new Promise<void>((done) => {
        arrived = done;
      });
    return watches[number - 1]!;
  };
  const version = (name: string) => (): string | undefined => reflector.get(name)?.metadata.resourceVersion;
  it('reads events that come in pieces', async () => {
    const { response } = await watch(1);
    const text = line('ADDED', thing('b', 2)) + line('MODIFIED', thing('a', 3));
    response.write(text.slice(0, 40));
    response.write(text.slice(40, 110));
    response.write(text.slice(110));
    await expect.poll(version('b')).toBe('2');
    await expect.poll(version('a')).toBe('3');
  });

  it('finds objects by their index, whichever way they come and go', async () => {
    const grouped = (name: string, version: number, group: string, uid = `uid-${name}`): KubeObject => ({
      metadata: { name, uid, resourceVersion: String(version), labels: { group } },
    });
    const names = (group: string) => (): string[] => reflector.by(group).map(({ metadata }) => metadata.name);
    const { response } = await watch(1);
    response.write(line('ADDED', grouped('b', 2, 'one')) + line('ADDED', grouped('c', 3, 'one')));
    await expect.poll(names('one')).toEqual(['b', 'c']);
    reflector.learn(grouped('d', 4, 'one'));
    expect(names('one')()).toEqual(['b', 'c', 'd']);
    response.write(line('DELETED', grouped('b', 5, 'one')));
    await expect.poll(names('one')).toEqual(['c', 'd']);
    // One of the same name was made while the watch was broken, and another is gone.
    items = [thing('a', 1), grouped('c', 7, 'two', 'uid-other')];
    response.write(line('ERROR', { code: 410 }));
    await expect.poll(names('two')).toEqual(['c']);
    expect(names('one')()).toEqual([]);
    expect(names('undefined')()).toEqual([]);
  });

  it('lists anew after an error says that its version is too old, though the watch stays open', async () => {
    const { response } = await watch(1);
    items = [thing('a', 7)];
    response.write(line('ERROR', { code: 410, message: 'too old resource version' }));
    expect((await watch(2)).from).toBe('7');
    await expect.poll(version('a')).toBe('7');
    expect(lists).toBe(2);
  });

  it.each([
    [
      'an error of the server',
      (response: ServerResponse) => response.write(line('ERROR', { code: 500, message: 'shutting down' })),
    ],
    ['a cut', (response: ServerResponse) => response.destroy()],
    ['a line that is no JSON', (response: ServerResponse) => response.write('<html>\n')],
    ['an end in the middle of a line', (response: ServerResponse) => response.end('{"type":"MODI')],
  ])('watches on from where it was after %s', async (_what, disturb) => {
    const { response } = await watch(1);
    response.write(line('MODIFIED', thing('a', 5)));
    await expect.poll(version('a')).toBe('5');
    disturb(response);
    const second = await watch(2);
    expect(second.from).toBe('5');
    second.response.write(line('DELETED', thing('a', 6)));
    await expect.poll(version('a')).toBeUndefined();
    expect(lists).toBe(1);
  });

  const minutes = 60_000;

  it('says that a server which no longer answers is silent, and watches anew', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    (await watch(1)).response.destroy();
    await watch(2);
    vi.advanceTimersByTime(2 * minutes);
    expect((await watch(3)).from).toBe('1');
    expect(warnings.at(-1)).toBe('The API server sent nothing for 90 s');
  });

  it('lists anew every ten minutes, without a warning', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    (await watch(1)).response.destroy();
    const { response } = await watch(2);
    warnings.length = 0;
    for (let minute = 1; minute <= 11; minute++) {
      vi.advanceTimersByTime(minutes);
      response.write(line('MODIFIED', thing('a', 1 + minute)));
      if (minute < 10) await expect.poll(version('a')).toBe(String(1 + minute));
    }
    await watch(3);
    expect(lists).toBe(2);
    expect(warnings).toEqual([]);
  });

  it('counts what it learns from a list alone', async () => {
    const { response } = await watch(1);
    response.write(line('ADDED', thing('b', 2)));
    await expect.poll(version('b')).toBe('2');
    items = [thing('a', 1), thing('c', 3)];
    response.write(line('ERROR', { code: 410 }));
    await expect.poll(version('c')).toBe('3');
    expect(version('b')()).toBeUndefined();
    expect(reflector.missed()).toBe(2);
  });
});
