import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder, writeAtomically } from './write-atomically.ts';

/** Values by their names, each in a file of JSON. One process at a time owns the folder. */
export interface JsonFolder<T> {
  /** As they are on disk. */
  readonly values: ReadonlyMap<string, T>;
  /** Replaces a value, or deletes it; after all writes that were asked for before. */
  set(name: string, value: T | undefined): Promise<void>;
  /** Waits for the writes. */
  close(): Promise<void>;
}

/** Opens `<folder>/<name>.json`; makes the folder, with these rights, where there is none. */
export async function openJsonFolder<T>(folder: string, mode?: number): Promise<JsonFolder<T>> {
  await mkdir(folder, { recursive: true, ...(mode !== undefined && { mode }) });
  const values = new Map<string, T>();
  let writing: Promise<void> = Promise.resolve();
  let version = 0;
  for (const file of await readdir(folder)) {
    if (file.endsWith('.tmp')) await unlink(join(folder, file));
    if (!file.endsWith('.json')) continue;
    values.set(file.slice(0, -'.json'.length), JSON.parse(await readFile(join(folder, file), 'utf8')) as T);
  }

  const store = async (name: string, value: T | undefined): Promise<void> => {
    const path = join(folder, `${name}.json`);
    if (value !== undefined) {
      await writeAtomically(path, JSON.stringify(value), { version: String(version++), flushed: true });
      values.set(name, value);
    } else if (values.delete(name)) {
      await unlink(path);
      await flushFolder(folder);
    }
  };

  return {
    values,
    set: async (name, value) => {
      const written = writing.then(() => store(name, value));
      writing = written.catch(() => undefined);
      await written;
    },
    close: () => writing,
  };
}
