import type { Readable } from 'node:stream';
import type { KubeClient } from './client.ts';
import { ObjectCache, type CacheOptions, type KubeObject } from './object-cache.ts';
import { hasStatus } from './transport.ts';

export interface Reflector<T extends KubeObject> {
  get(name: string): T | undefined;
  list(): readonly T[];
  /** The objects whose `indexBy` is this. */
  by(index: string): readonly T[];
  /** Seconds since the last event of the watch (bookmarks count). */
  ageSeconds(): number;
  /** Changes that only a relist brought to light: what the watches had missed. */
  missed(): number;
  /** Puts an object that a write of ours returned into the cache, unless it has a newer one. */
  learn(object: T): void;
  stop(): Promise<void>;
}

export interface ReflectorOptions<T extends KubeObject> extends CacheOptions<T> {
  readonly client: KubeClient;
  /** Collection path, such as `/apis/batch/v1/namespaces/x/jobs`. */
  readonly path: string;
  readonly labelSelector?: string;
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
  const reflector = new WatchReflector(options);
  await reflector.synced;
  return reflector;
}

// Members of the interface are bound, since they are handed on alone.
class WatchReflector<T extends KubeObject> implements Reflector<T> {
  readonly #options: ReflectorOptions<T>;
  readonly #cache: ObjectCache<T>;
  readonly #stopping = new AbortController();
  readonly #synced = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  #version = '';
  /** When the server last said something on the watch. */
  #lastEventAt = Date.now();
  #listedAt = 0;
  #missed = 0;
  #streamsLists = true;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#cache = new ObjectCache(options);
    this.#running = this.#run();
  }

  /** Resolves once all of the collection is in. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  readonly get = (name: string): T | undefined => this.#cache.get(name);
  readonly list = (): readonly T[] => this.#cache.list();
  readonly by = (index: string): readonly T[] => this.#cache.by(index);
  readonly ageSeconds = (): number => (Date.now() - this.#lastEventAt) / 1000;
  readonly missed = (): number => this.#missed;

  readonly learn = (object: T): void => {
    const known = this.#cache.get(object.metadata.name);
    if (!known || known.metadata.uid !== object.metadata.uid || newer(object, known)) this.#cache.put(object);
  };

  readonly stop = async (): Promise<void> => {
    this.#stopping.abort();
    await this.#running;
  };

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#follow();
        failures = 0;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        if (this.#listedAt === 0 && hasStatus(error, 401, 403, 404)) return this.#synced.reject(error);
        if (hasStatus(error, 410) || (error as { gone?: boolean }).gone) this.#version = '';
        else this.#options.warn?.({ err: error, path: this.#options.path }, 'watch interrupted');
        const delay = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** failures++) * (0.5 + Math.random());
        await pause(delay, this.#stopping.signal);
      }
    }
  }

  async #follow(): Promise<void> {
    const isDue = this.#version === '' || Date.now() - this.#listedAt > RELIST_MS;
    if (isDue && this.#streamsLists) {
      try {
        return await this.#watch('all');
      } catch (error) {
        if (!hasStatus(error, 400, 422)) throw error;
        // Before Kubernetes 1.34, or where the feature is switched off.
        this.#streamsLists = false;
      }
    }
    if (isDue) await this.#listPages();
    await this.#watch('here');
  }

  async #listPages(): Promise<void> {
    const { client, path, labelSelector } = this.#options;
    const seen = new Map<string, T>();
    let token: string | undefined;
    do {
      const page: List<T> = await client.call<List<T>>({
        method: 'GET',
        path,
        query: { limit: PAGE, continue: token, labelSelector },
        signal: this.#stopping.signal,
      });
      for (const object of page.items) seen.set(object.metadata.name, this.#cache.keep(object));
      token = page.metadata.continue || undefined;
      this.#version = page.metadata.resourceVersion;
    } while (token !== undefined);
    this.#replace(seen);
  }

  /** Watches from where we are, or from all of the collection on. */
  async #watch(from: 'here' | 'all'): Promise<void> {
    const ending = new AbortController();
    let seen = from === 'all' ? new Map<string, T>() : undefined;
    this.#lastEventAt = Date.now();
    let reason: 'silent' | 'relist' | undefined;
    const check = setInterval(() => {
      if (Date.now() - this.#lastEventAt > SILENCE_MS) reason ??= 'silent';
      else if (!seen && Date.now() - this.#listedAt > RELIST_MS) reason ??= 'relist';
      if (reason) ending.abort();
    }, 5000);
    try {
      const body = await this.#openWatch(from, ending.signal);
      this.#lastEventAt = Date.now();
      for await (const line of linesOf(body)) {
        const event = JSON.parse(line) as WatchEvent<T>;
        if (seen && isLastOfList(event)) {
          this.#replace(seen);
          seen = undefined;
        }
        this.#take(event, seen);
      }
    } catch (error) {
      if (reason === 'silent')
        throw new Error(`The API server sent nothing for ${SILENCE_MS / 1000} s`, { cause: error });
      if (reason !== 'relist') throw error;
    } finally {
      clearInterval(check);
      ending.abort();
    }
  }

  async #openWatch(from: 'here' | 'all', ending: AbortSignal): Promise<Readable> {
    const { client, path, labelSelector } = this.#options;
    const body = await client.stream({
      method: 'GET',
      path,
      signal: AbortSignal.any([ending, this.#stopping.signal]),
      query: {
        watch: true,
        allowWatchBookmarks: true,
        timeoutSeconds: 240 + Math.floor(Math.random() * 60),
        labelSelector,
        ...(from === 'all'
          ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
          : { resourceVersion: this.#version }),
      },
    });
    return body.on('error', () => {});
  }

  /** Takes an event of a watch. Until all of the collection is in, `seen` has what came of it. */
  #take(event: WatchEvent<T>, seen: Map<string, T> | undefined): void {
    this.#lastEventAt = Date.now();
    if (event.type === 'ERROR')
      throw Object.assign(new Error(event.object.message ?? 'the watch failed'), { gone: event.object.code === 410 });
    const { object } = event;
    const { name } = object.metadata;
    if (!seen) this.#version = object.metadata.resourceVersion;
    if (event.type === 'BOOKMARK') return;
    if (seen) {
      if (event.type === 'DELETED') seen.delete(name);
      else seen.set(name, this.#cache.keep(object));
      return;
    }
    if (event.type === 'DELETED') this.#cache.remove(name);
    else this.#cache.put(object);
    this.#options.changed(name);
  }

  /** Makes the cache what the server has. */
  #replace(seen: ReadonlyMap<string, T>): void {
    const first = this.#listedAt === 0;
    this.#lastEventAt = this.#listedAt = Date.now();
    const changes = this.#cache.replace(seen);
    if (!first) this.#missed += changes.length;
    for (const name of changes) this.#options.changed(name);
    this.#synced.resolve();
  }
}

const isLastOfList = <T extends KubeObject>(event: WatchEvent<T>): boolean =>
  event.type === 'BOOKMARK' && event.object.metadata.annotations?.[INITIAL_EVENTS_END] === 'true';

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
