import type { Readable } from 'node:stream';
import type { KubeClient } from './client.ts';
import { hasStatus } from './transport.ts';

export interface KubeObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

export interface Reflector<T extends KubeObject> {
  get(name: string): T | undefined;
  list(): readonly T[];
  /** The objects whose `indexBy` is this. */
  by(index: string): readonly T[];
  /** Seconds since the API server was last heard of on the watch (bookmarks count). */
  ageSeconds(): number;
  /** Changes that only a relist brought to light: what the watches had missed. */
  missed(): number;
  /** Puts an object that a write of ours returned into the cache, unless it has a newer one. */
  learn(object: T): void;
  stop(): Promise<void>;
}

export interface ReflectorOptions<T extends KubeObject> {
  readonly client: KubeClient;
  /** Collection path, such as `/apis/batch/v1/namespaces/x/jobs`. */
  readonly path: string;
  readonly labelSelector?: string;
  /** What is kept of an object; all but its managed fields by default, which are often the larger half. */
  readonly keep?: (object: T) => T;
  /** What objects are found by without a look at all of them. It must not change while an object lives. */
  readonly indexBy?: (object: T) => string | undefined;
  /** Called with the name of each added, changed or deleted object, after the cache has it. It must not throw. */
  readonly changed: (name: string) => void;
  readonly warn?: (fields: object, message: string) => void;
}

interface List<T> {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly T[];
}

type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly object: { readonly code?: number; readonly message?: string } };

/** On the bookmark after which all of a collection has been streamed. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';
const PAGE = 500;
const RELIST_MS = 10 * 60_000;
const SILENCE_MS = 90_000;
const BACKOFF_MS = { first: 200, most: 20_000 };

/**
 * Keeps a copy of a collection: asks for all of it and what follows in one stream (in pages and then a watch, where the
 * server does not stream lists), with bookmarks; watches on after a cut; asks for all again after a 410 and every ten
 * minutes; and takes 90 s of silence for a dead connection. Resolves once all of it is in.
 */
export async function startReflector<T extends KubeObject>(options: ReflectorOptions<T>): Promise<Reflector<T>> {
  const { client, path, labelSelector, changed } = options;
  const cache = new Map<string, T>();
  const names = new Map<string, Set<string>>();
  const stopping = new AbortController();
  const synced = Promise.withResolvers<void>();
  let version = '';
  let heard = Date.now();
  let listedAt = 0;
  let missed = 0;
  let streamsLists = true;

  /** What is cached already takes no more memory when it is read again. */
  const keep = (object: T): T => {
    const known = cache.get(object.metadata.name);
    const same = known?.metadata.resourceVersion === object.metadata.resourceVersion;
    return same ? known : (options.keep ?? withoutManagedFields)(object);
  };

  const remove = (name: string): void => {
    const known = cache.get(name);
    cache.delete(name);
    const index = known && options.indexBy?.(known);
    if (index === undefined) return;
    const others = names.get(index);
    others?.delete(name);
    if (others?.size === 0) names.delete(index);
  };

  const put = (object: T): void => {
    const { name } = object.metadata;
    // It may be another object of the same name.
    remove(name);
    cache.set(name, object);
    const index = options.indexBy?.(object);
    if (index !== undefined) names.set(index, (names.get(index) ?? new Set()).add(name));
  };

  /** Makes the cache what the server has. */
  const replace = (seen: ReadonlyMap<string, T>): void => {
    const first = listedAt === 0;
    heard = listedAt = Date.now();
    const changes = [...cache.keys()].filter((name) => !seen.has(name));
    for (const name of changes) remove(name);
    for (const [name, object] of seen) {
      if (cache.get(name)?.metadata.resourceVersion === object.metadata.resourceVersion) continue;
      put(object);
      changes.push(name);
    }
    if (!first) missed += changes.length;
    for (const name of changes) changed(name);
    synced.resolve();
  };

  const list = async (): Promise<void> => {
    const seen = new Map<string, T>();
    let token: string | undefined;
    do {
      const page: List<T> = await client.call<List<T>>({
        method: 'GET',
        path,
        query: { limit: PAGE, continue: token, labelSelector },
        signal: stopping.signal,
      });
      for (const object of page.items) seen.set(object.metadata.name, keep(object));
      token = page.metadata.continue || undefined;
      version = page.metadata.resourceVersion;
    } while (token !== undefined);
    replace(seen);
  };

  /** An event of a watch. Until all of the collection is in, `seen` has what came of it. */
  const take = (event: WatchEvent<T>, seen: Map<string, T> | undefined): void => {
    heard = Date.now();
    if (event.type === 'ERROR')
      throw Object.assign(new Error(event.object.message ?? 'the watch failed'), { gone: event.object.code === 410 });
    const { object } = event;
    const { name } = object.metadata;
    if (!seen) version = object.metadata.resourceVersion;
    if (event.type === 'BOOKMARK') return;
    if (seen) {
      if (event.type === 'DELETED') seen.delete(name);
      else seen.set(name, keep(object));
      return;
    }
    if (event.type === 'DELETED') remove(name);
    else put(keep(object));
    changed(name);
  };

  const isLast = (event: WatchEvent<T>): boolean =>
    event.type === 'BOOKMARK' && event.object.metadata.annotations?.[INITIAL_EVENTS_END] === 'true';

  /** Watches from where we are, or from all of the collection on. */
  const watch = async (from: 'here' | 'all'): Promise<void> => {
    const ending = new AbortController();
    let seen = from === 'all' ? new Map<string, T>() : undefined;
    heard = Date.now();
    const quiet = setInterval(() => {
      if (Date.now() - heard > SILENCE_MS || (!seen && Date.now() - listedAt > RELIST_MS)) ending.abort();
    }, 5000);
    try {
      const seconds = 240 + Math.floor(Math.random() * 60);
      const body = await client.stream({
        method: 'GET',
        path,
        signal: AbortSignal.any([ending.signal, stopping.signal]),
        query: {
          watch: true,
          allowWatchBookmarks: true,
          timeoutSeconds: seconds,
          labelSelector,
          ...(seen ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } : { resourceVersion: version }),
        },
      });
      body.on('error', () => {});
      heard = Date.now();
      for await (const line of linesOf(body)) {
        const event = JSON.parse(line) as WatchEvent<T>;
        if (seen && isLast(event)) {
          replace(seen);
          seen = undefined;
        }
        take(event, seen);
      }
    } finally {
      clearInterval(quiet);
      ending.abort();
    }
  };

  const follow = async (): Promise<void> => {
    const isDue = version === '' || Date.now() - listedAt > RELIST_MS;
    if (isDue && streamsLists) {
      try {
        return await watch('all');
      } catch (error) {
        if (!hasStatus(error, 400, 422)) throw error;
        // Before Kubernetes 1.34, or where the feature is switched off.
        streamsLists = false;
      }
    }
    if (isDue) await list();
    await watch('here');
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await follow();
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (listedAt === 0 && hasStatus(error, 401, 403, 404)) return synced.reject(error);
        if (hasStatus(error, 410) || (error as { gone?: boolean }).gone) version = '';
        else options.warn?.({ err: error, path }, 'watch interrupted');
        const delay = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** failures++) * (0.5 + Math.random());
        await pause(delay, stopping.signal);
      }
    }
  };
  const running = run();
  await synced.promise;

  return {
    get: (name) => cache.get(name),
    list: () => [...cache.values()],
    by: (index) => [...(names.get(index) ?? [])].map((name) => cache.get(name)!),
    ageSeconds: () => (Date.now() - heard) / 1000,
    missed: () => missed,
    learn: (object) => {
      const known = cache.get(object.metadata.name);
      if (!known || known.metadata.uid !== object.metadata.uid || newer(object, known)) put(keep(object));
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function withoutManagedFields<T extends KubeObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata as T['metadata'] & { readonly managedFields?: unknown };
  return { ...object, metadata };
}

/**
 * Not by `node:readline`: its interface throws what a stream says after nobody reads it any more, and that ends the
 * process.
 */
async function* linesOf(body: Readable): AsyncGenerator<string> {
  let rest = '';
  body.setEncoding('utf8');
  for await (const chunk of body as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield line;
  }
}

/**
 * Resource versions of one resource type are ordered numbers (Kubernetes 1.35 says so; every etcd-backed server did
 * before).
 */
function newer(one: KubeObject, other: KubeObject): boolean {
  return BigInt(one.metadata.resourceVersion) > BigInt(other.metadata.resourceVersion);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
