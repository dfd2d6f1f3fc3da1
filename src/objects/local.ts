import { link, open, rename, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { factsOf, openScratch, placeDurably, pruneFolders, statFile, writeScratch } from './atomic-file.ts';
import { BodyRefused, checkKey, checkPrefix } from './errors.ts';
import { codeOf } from './fs-code.ts';
import { keyLock } from './key-lock.ts';
import type { ObjectInfo, OpenObject, ServedObjects } from './objects.ts';
import { urlSigner, type UrlSettings } from './signed-url.ts';
import { walkKeys } from './walk.ts';

export interface LocalSettings extends UrlSettings {
  /** The data folder; made when missing. One service writes to it; other processes may read it and put if absent. */
  readonly folder: string;
}

interface OpenFile extends OpenObject {
  /** All of it at once, in memory of its own size: a stream takes 64 KiB even for a small record. */
  whole(): Promise<Buffer>;
}

const STAT_BATCH = 64;

/** Where objects lie. */
interface Store {
  readonly folder: string;
  /** Writes of one key happen one after another. */
  readonly exclusively: ReturnType<typeof keyLock>;
}

/**
 * Objects as files of a data folder: each write is a new file brought to the disk and then renamed or linked into
 * place.
 */
export function localObjects(settings: LocalSettings): ServedObjects {
  const folder = resolve(settings.folder);
  openScratch(folder);
  const store: Store = { folder, exclusively: keyLock() };
  return {
    head: (key) => head(store, key),
    openObject: (key) => openObject(store, key),
    get: async (key) => {
      const opened = await openObject(store, key);
      return opened && { info: opened.info, body: await opened.whole() };
    },
    read: async (key) => {
      const opened = await openObject(store, key);
      return opened && { info: opened.info, body: opened.stream() };
    },
    put: (key, body) => put(store, key, body),
    putIfAbsent: (key, body) => putIfAbsent(store, key, body),
    putIfMatch: (key, etag, body) => putIfMatch(store, { key, etag }, body),
    copy: (from, to, options) => copy(store, { from, to, ifMatch: options?.ifMatch }),
    list: (prefix, options) => list(store, prefix, options?.startAfter),
    delete: (keys) => remove(store, keys),
    receive: (key, body, limits) => receive(store, key, { body, limits }),
    ...urlSigner(settings),
  };
}

const pathOf = ({ folder }: Store, key: string): string => join(folder, checkKey(key));

async function head(store: Store, key: string): Promise<ObjectInfo | undefined> {
  const facts = await statFile(pathOf(store, key));
  return facts && { key, ...facts };
}

async function openObject(store: Store, key: string): Promise<OpenFile | undefined> {
  try {
    const file = await open(pathOf(store, key), 'r');
    const found = await file.stat({ bigint: true });
    if (!found.isFile()) {
      await file.close();
      return undefined;
    }
    return {
      info: { key, ...factsOf(found) },
      async whole() {
        try {
          return await file.readFile();
        } finally {
          await file.close();
        }
      },
      stream: (range) => file.createReadStream({ ...range, autoClose: true }),
      close: () => file.close(),
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

type Body = Parameters<ServedObjects['put']>[1];

const writeBody = ({ folder }: Store, body: Body): Promise<string> =>
  writeScratch(folder, (file) => file.writeFile(body));

async function put(store: Store, key: string, body: Body): Promise<string> {
  const target = pathOf(store, key);
  const scratch = await writeBody(store, body);
  return store.exclusively(key, () => replace(scratch, target));
}

async function putIfAbsent(store: Store, key: string, body: Body): Promise<string | undefined> {
  const target = pathOf(store, key);
  if (await head(store, key)) return undefined;
  return create(await writeBody(store, body), target);
}

async function putIfMatch(
  store: Store,
  { key, etag }: { readonly key: string; readonly etag: string },
  body: Body,
): Promise<string | undefined> {
  const target = pathOf(store, key);
  return store.exclusively(key, async () => {
    if ((await head(store, key))?.etag !== etag) return undefined;
    return replace(await writeBody(store, body), target);
  });
}

async function copy(
  store: Store,
  { from, to, ifMatch }: { readonly from: string; readonly to: string; readonly ifMatch: string | undefined },
): Promise<boolean> {
  const target = pathOf(store, to);
  const opened = await openObject(store, from);
  if (!opened) return false;
  if (ifMatch !== undefined && opened.info.etag !== ifMatch) {
    await opened.close();
    return false;
  }
  const scratch = await writeScratch(store.folder, async (file) => {
    for await (const chunk of opened.stream()) await file.writeFile(chunk as Buffer);
  });
  await store.exclusively(to, () => replace(scratch, target));
  return true;
}

async function* list(store: Store, prefix: string, startAfter = ''): AsyncGenerator<ObjectInfo> {
  let batch: string[] = [];
  for await (const key of walkKeys(store.folder, checkPrefix(prefix), startAfter)) {
    batch.push(key);
    if (batch.length < STAT_BATCH) continue;
    yield* await readInfos(store, batch);
    batch = [];
  }
  yield* await readInfos(store, batch);
}

async function readInfos(store: Store, keys: readonly string[]): Promise<ObjectInfo[]> {
  const infos = await Promise.all(keys.map((key) => head(store, key)));
  return infos.filter((info) => info !== undefined);
}

async function remove(store: Store, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const path = pathOf(store, key);
    await store.exclusively(key, () => removeFile(path));
    await pruneFolders(dirname(path), store.folder);
  }
}

type Receive = ServedObjects['receive'];

async function receive(
  store: Store,
  key: string,
  { body, limits }: { readonly body: Parameters<Receive>[1]; readonly limits: Parameters<Receive>[2] },
): Promise<string> {
  const target = pathOf(store, key);
  const most = Math.min(limits.bytes ?? Infinity, limits.maxBytes ?? Infinity);
  const scratch = await writeScratch(store.folder, async (file) => {
    let bytes = 0;
    // A refused request still has to be answered, so its stream is left as it is.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw new BodyRefused('body_too_large', `the body exceeds the limit of ${most} bytes`);
      await file.writeFile(chunk);
    }
    if (limits.bytes !== undefined && bytes !== limits.bytes)
      throw new BodyRefused('wrong_length', `the body has ${bytes} bytes, not ${limits.bytes}`);
  });
  return store.exclusively(key, () => replace(scratch, target));
}

/** Puts a finished file in place of whatever is there. */
async function replace(scratch: string, target: string): Promise<string> {
  const facts = await statFile(scratch);
  await placeOrDrop(scratch, () => placeDurably(target, () => rename(scratch, target)));
  return facts!.etag;
}

/** Puts a finished file where none is; link(2) refuses atomically, also between processes. */
async function create(scratch: string, target: string): Promise<string | undefined> {
  const facts = await statFile(scratch);
  try {
    await placeDurably(target, () => link(scratch, target));
    return facts!.etag;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  } finally {
    await unlink(scratch);
  }
}

async function placeOrDrop(scratch: string, place: () => Promise<void>): Promise<void> {
  try {
    await place();
  } catch (error) {
    await unlink(scratch).catch(() => undefined);
    throw error;
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
  }
}
