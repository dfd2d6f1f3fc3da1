import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConverterClass, ConverterClasses } from '../converter-classes.ts';
import { flushFolder, writeAtomically } from './write-atomically.ts';

/**
 * The `ConverterClasses` port on files: `<folder>/<name>.json`, with the key of the endpoint. Only the user of the
 * service can read the folder.
 */
export async function openLocalClasses(folder: string): Promise<ConverterClasses> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const classes = new Map<string, ConverterClass>();
  let writing: Promise<void> = Promise.resolve();
  let version = 0;
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.json')) continue;
    const name = file.slice(0, -'.json'.length);
    const stored = JSON.parse(await readFile(join(folder, file), 'utf8')) as Omit<ConverterClass, 'name'>;
    classes.set(name, { name, ...stored });
  }

  const store = async (name: string, value: Omit<ConverterClass, 'name'> | undefined): Promise<void> => {
    const path = join(folder, `${name}.json`);
    if (value) {
      await writeAtomically(path, JSON.stringify(value), { version: String(version++), flushed: true });
      classes.set(name, { name, ...value });
    } else if (classes.delete(name)) {
      await unlink(path);
      await flushFolder(folder);
    }
  };

  return {
    get: (name) => classes.get(name),
    list: () => [...classes.values()],
    set: async (name, value) => {
      const written = writing.then(() => store(name, value));
      writing = written.catch(() => undefined);
      await written;
    },
    close: () => writing,
  };
}
