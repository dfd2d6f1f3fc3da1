import type { Objects } from '../objects/objects.ts';

/** A JSON object of the store with the etag it was read or written under. */
export interface Stored<T> {
  readonly value: T;
  readonly etag: string;
}

const JSON_TYPE = { contentType: 'application/json' };

/** Undefined when there is no such object. The caller knows the shape by the key: we wrote it. */
export async function readRecord<T>(objects: Objects, key: string): Promise<Stored<T> | undefined> {
  const found = await objects.get(key);
  return found && { value: JSON.parse(Buffer.from(found.body).toString('utf8')) as T, etag: found.info.etag };
}

/** Writes the object unless there is one; undefined when there was. */
export async function createRecord<T>(objects: Objects, key: string, value: T): Promise<Stored<T> | undefined> {
  const etag = await objects.putIfAbsent(key, JSON.stringify(value), JSON_TYPE);
  return etag === undefined ? undefined : { value, etag };
}

/** Replaces the object if it is still the one of `etag`; undefined when it is not. */
export async function replaceRecord<T>(
  objects: Objects,
  key: string,
  etag: string,
  value: T,
): Promise<Stored<T> | undefined> {
  const written = await objects.putIfMatch(key, etag, JSON.stringify(value), JSON_TYPE);
  return written === undefined ? undefined : { value, etag: written };
}

/** Writes the object unless there is one, and answers the one that is there then. */
export async function createOrRead<T>(
  objects: Objects,
  key: string,
  value: T,
): Promise<Stored<T> & { readonly created: boolean }> {
  for (;;) {
    const created = await createRecord(objects, key, value);
    if (created) return { ...created, created: true };
    const found = await readRecord<T>(objects, key);
    if (found) return { ...found, created: false };
  }
}

const READ_AHEAD = 32;

/** Every record below a prefix, in key order, read a few at a time. What is deleted between listing and reading is left out. */
export function listRecords<T>(
  objects: Objects,
  prefix: string,
  options?: { readonly startAfter?: string },
): AsyncGenerator<Keyed<T>> {
  return readRecords<T>(objects, keysOf(objects.list(prefix, options)));
}

export type Keyed<T> = Stored<T> & { readonly key: string };

async function* keysOf(listing: AsyncIterable<{ readonly key: string }>): AsyncGenerator<string> {
  for await (const { key } of listing) yield key;
}

/** The records of these keys, in their order, read a few at a time. */
export async function* readRecords<T>(
  objects: Objects,
  keys: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Keyed<T>> {
  const reading: Promise<Keyed<T> | undefined>[] = [];
  const read = async (key: string): Promise<Keyed<T> | undefined> => {
    const stored = await readRecord<T>(objects, key);
    return stored && { ...stored, key };
  };
  try {
    for await (const key of keys) {
      reading.push(read(key));
      if (reading.length < READ_AHEAD) continue;
      const first = await reading.shift();
      if (first) yield first;
    }
    while (reading.length > 0) {
      const next = await reading.shift();
      if (next) yield next;
    }
  } finally {
    // A reader that stops early, or a failed read, leaves the others to end unheard.
    for (const rest of reading) rest.catch(() => undefined);
  }
}
