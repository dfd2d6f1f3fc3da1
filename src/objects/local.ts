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

/**
 * Objects as files of a data folder: each write is a new file brought to the disk and then renamed or linked into
 * place.
 */
export function localObjects(settings: LocalSettings): ServedObjects {
  const folder = resolve(settings.folder);
  openScratch(folder);
  const exclusively = keyLock();
  const pathOf = (key: string): string => join(folder, checkKey(key));

  const head = async (key: string): Promise<ObjectInfo | undefined> => {
    const facts = await statFile(pathOf(key));
    return facts && { key, ...facts };
  };

  /** Puts a finished file in place of whatever is there. */
  const replace = async (scratch: string, target: string): Promise<string> => {
    const facts = await statFile(scratch);
    await placeOrDrop(scratch, () => placeDurably(target, () => rename(scratch, target)));
    return facts!.etag;
  };

  /** Puts a finished file where none is; link(2) refuses atomically, also between processes. */
  const create = async (scratch: string, target: string): Promise<string | undefined> => {
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
  };

  const openObject = async (key: string): Promise<OpenFile | undefined> => {
    const path = pathOf(key);
    try {
      const file = await open(path, 'r');
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
  };

  return {
    head,
    openObject,

    async get(key) {
      const opened = await openObject(key);
      return opened && { info: opened.info, body: await opened.whole() };
    },

    async read(key) {
      const opened = await openObject(key);
      return opened && { info: opened.info, body: opened.stream() };
    },

    async put(key, body) {
      const target = pathOf(key);
      const scratch = await writeScratch(folder, (file) => file.writeFile(body));
      return exclusively(key, () => replace(scratch, target));
    },

    async putIfAbsent(key, body) {
      const target = pathOf(key);
      if (await head(key)) return undefined;
      return create(await writeScratch(folder, (file) => file.writeFile(body)), target);
    },

    async putIfMatch(key, etag, body) {
      const target = pathOf(key);
      return exclusively(key, async () => {
        if ((await head(key))?.etag !== etag) return undefined;
        return replace(await writeScratch(folder, (file) => file.writeFile(body)), target);
      });
    },

    async copy(from, to, options) {
      const target = pathOf(to);
      const opened = await openObject(from);
      if (!opened) return false;
      if (options?.ifMatch !== undefined && opened.info.etag !== options.ifMatch) {
        await opened.close();
        return false;
      }
      const scratch = await writeScratch(folder, async (file) => {
        for await (const chunk of opened.stream()) await file.writeFile(chunk as Buffer);
      });
      await exclusively(to, () => replace(scratch, target));
      return true;
    },

    async *list(prefix, options) {
      let batch: string[] = [];
      for await (const key of walkKeys(folder, checkPrefix(prefix), options?.startAfter ?? '')) {
        batch.push(key);
        if (batch.length === STAT_BATCH) {
          yield* await infosOf(batch);
          batch = [];
        }
      }
      yield* await infosOf(batch);
    },

    async delete(keys) {
      for (const key of keys) {
        const path = pathOf(key);
        await exclusively(key, () => removeFile(path));
        await pruneFolders(dirname(path), folder);
      }
    },

    async receive(key, body, limits) {
      const target = pathOf(key);
      const most = Math.min(limits.bytes ?? Infinity, limits.maxBytes ?? Infinity);
      const scratch = await writeScratch(folder, async (file) => {
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
      return exclusively(key, () => replace(scratch, target));
    },

    ...urlSigner(settings),
  };

  async function infosOf(keys: readonly string[]): Promise<ObjectInfo[]> {
    const infos = await Promise.all(keys.map(head));
    return infos.filter((info) => info !== undefined);
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
