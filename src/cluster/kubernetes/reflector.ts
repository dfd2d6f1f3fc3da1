import type { Readable } from 'node:stream';
import { hasStatus, type KubeClient } from './client.ts';

export interface KubeObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
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

const PAGE = 500;
const RELIST_MS = 10 * 60_000;
const SILENCE_MS = 90_000;
const BACKOFF_MS = { first: 200, most: 20_000 };

/**
 * Keeps a copy of a collection: lists it in pages, watches from there with bookmarks, watches on after a cut, lists
 * again after a 410 and every ten minutes, and takes 90 s of silence for a dead connection. Resolves once the first
 * list is in.
 */
export async function startReflector<T extends KubeObject>(options: ReflectorOptions<T>): Promise<Reflector<T>> {
  const { client, path, changed, keep = withoutManagedFields } = options;
  const cache = new Map<string, T>();
  const names = new Map<string, Set<string>>();
  const stopping = new AbortController();
  let version = '';
  let heard = Date.now();
  let listedAt = 0;
  let missed = 0;

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

  const list = async (first: boolean): Promise<void> => {
    const seen = new Map<string, T>();
    let token: string | undefined;
    do {
      const page: List<T> = await client.call<List<T>>({
        method: 'GET',
        path,
        query: { limit: PAGE, continue: token, labelSelector: options.labelSelector },
        signal: stopping.signal,
      });
      for (const object of page.items) seen.set(object.metadata.name, keep(object));
      token = page.metadata.continue || undefined;
      version = page.metadata.resourceVersion;
    } while (token !== undefined);
    heard = listedAt = Date.now();
    const changes: string[] = [];
    for (const [name, object] of seen)
      if (cache.get(name)?.metadata.resourceVersion !== object.metadata.resourceVersion) changes.push(name);
    for (const name of cache.keys()) if (!seen.has(name)) changes.push(name);
    for (const name of cache.keys()) if (!seen.has(name)) remove(name);
    for (const object of seen.values()) put(object);
    if (!first) missed += changes.length;
    for (const name of changes) changed(name);
  };

  const take = (event: WatchEvent<T>): void => {
    heard = Date.now();
    if (event.type === 'ERROR')
      throw Object.assign(new Error(event.object.message ?? 'the watch failed'), { gone: event.object.code === 410 });
    const { object } = event;
    version = object.metadata.resourceVersion;
    if (event.type === 'BOOKMARK') return;
    if (event.type === 'DELETED') remove(object.metadata.name);
    else put(keep(object));
    changed(object.metadata.name);
  };

  const watch = async (): Promise<void> => {
    const ending = new AbortController();
    const quiet = setInterval(() => {
      if (Date.now() - heard > SILENCE_MS || Date.now() - listedAt > RELIST_MS) ending.abort();
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
          resourceVersion: version,
          timeoutSeconds: seconds,
          labelSelector: options.labelSelector,
        },
      });
      body.on('error', () => {});
      heard = Date.now();
      for await (const line of linesOf(body)) take(JSON.parse(line) as WatchEvent<T>);
    } finally {
      clearInterval(quiet);
      ending.abort();
    }
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        if (version === '' || Date.now() - listedAt > RELIST_MS) await list(listedAt === 0);
        await watch();
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (hasStatus(error, 410) || (error as { gone?: boolean }).gone) version = '';
        else options.warn?.({ err: error, path }, 'watch interrupted');
        const delay = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** failures++) * (0.5 + Math.random());
        await pause(delay, stopping.signal);
      }
    }
  };

  for (let failures = 0; ; failures++) {
    try {
      await list(true);
      break;
    } catch (error) {
      if (hasStatus(error, 401, 403, 404)) throw error;
      options.warn?.({ err: error, path }, 'initial list failed, will retry');
      await pause(Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** failures), stopping.signal);
    }
  }
  const running = run();

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
