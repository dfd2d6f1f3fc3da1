import type { Objects } from '../objects/objects.ts';
import type { Key, Prefix } from './key.ts';

/** A JSON object of the store with the etag it was read or written under. */
export interface Stored<T> {
  readonly value: T;
  readonly etag: string;
}

export type Keyed<T> = Stored<T> & { readonly key: Key<T> };

const JSON_TYPE = { contentType: 'application/json' };

/** The record under the key with its etag, for those who will replace it; undefined if there is none. */
export async function readStored<T>(objects: Objects, key: Key<T>): Promise<Stored<T> | undefined> {
  const found = await objects.get(key);
  // The only place where bytes of the store get a type: the key's, which whoever wrote them had to keep.
  return found && { value: JSON.parse(Buffer.from(found.body).toString('utf8')) as T, etag: found.info.etag };
}

/** The record under the key; undefined if there is none. */
export async function readRecord<T>(objects: Objects, key: Key<T>): Promise<T | undefined> {
  return (await readStored(objects, key))?.value;
}

/** Writes the object unless there is one; undefined when there was. */
export async function createRecord<T>(
  objects: Objects,
  key: Key<T>,
  value: NoInfer<T>,
): Promise<Stored<T> | undefined> {
  const etag = await objects.putIfAbsent(key, JSON.stringify(value), JSON_TYPE);
  return etag === undefined ? undefined : { value, etag };
}

/** Replaces the object if it is still the one of `etag`; undefined when it is not. */
export async function replaceRecord<T>(
  objects: Objects,
  key: Key<T>,
  etag: string,
  value: NoInfer<T>,
): Promise<Stored<T> | undefined> {
  const written = await objects.putIfMatch(key, etag, JSON.stringify(value), JSON_TYPE);
  return written === undefined ? undefined : { value, etag: written };
}

/** Writes the object, whatever was there. */
export async function writeRecord<T>(objects: Objects, key: Key<T>, value: NoInfer<T>): Promise<void> {
  await objects.put(key, JSON.stringify(value), JSON_TYPE);
}

/** Writes the object unless there is one, and answers the one that is there then. */
export async function createOrRead<T>(
  objects: Objects,
  key: Key<T>,
  value: NoInfer<T>,
): Promise<Stored<T> & { readonly created: boolean }> {
  for (;;) {
    const created = await createRecord(objects, key, value);
    if (created) return { ...created, created: true };
    const found = await readStored(objects, key);
    if (found) return { ...found, created: false };
  }
}

const READ_AHEAD = 32;

/**
 * Every record below a prefix, in key order, read a few at a time. What is deleted between listing and reading is left
 * out.
 */
export function listRecords<T>(
  objects: Objects,
  prefix: Prefix<T>,
  options?: { readonly startAfter?: string },
): AsyncGenerator<Keyed<T>> {
  return readRecords(objects, listKeys(objects, prefix, options));
}

/** The keys below a prefix, in their order. */
export async function* listKeys<T>(
  objects: Objects,
  prefix: Prefix<T>,
  options?: { readonly startAfter?: string },
): AsyncGenerator<Key<T>> {
  for await (const { key } of objects.list(prefix, options)) yield key as Key<T>;
}

/** The records of these keys, in their order, read a few at a time. */
export async function* readRecords<T>(
  objects: Objects,
  keys: AsyncIterable<Key<T>> | Iterable<Key<T>>,
): AsyncGenerator<Keyed<T>> {
  const found = readAhead(keys, async (key) => {
    const stored = await readStored(objects, key);
    return stored && { ...stored, key };
  });
  for await (const record of found) if (record) yield record;
}

/** The answers of `read` in their order, with a few reads at a time. */
export async function* readAhead<A, B>(
  source: AsyncIterable<A> | Iterable<A>,
  read: (one: A) => Promise<B>,
): AsyncGenerator<B> {
  const reading: Promise<B>[] = [];
  try {
    for await (const one of source) {
      reading.push(read(one));
      if (reading.length >= READ_AHEAD) yield await reading.shift()!;
    }
    while (reading.length > 0) yield await reading.shift()!;
  } finally {
    // A reader that stops early, or a failed read, leaves the others to end unheard.
    for (const rest of reading) rest.catch(() => undefined);
  }
}
