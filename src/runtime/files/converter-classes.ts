import type { ConverterClass, ConverterClasses } from '../converter-classes.ts';
import { openJsonFolder } from './json-folder.ts';

/**
 * The `ConverterClasses` port on files: `<folder>/<name>.json`, with the key of the endpoint. Only the user of the
 * service can read the folder.
 */
export async function openLocalClasses(folder: string): Promise<ConverterClasses> {
  const { values, set, close } = await openJsonFolder<Omit<ConverterClass, 'name'>>(folder, 0o700);
  return {
    get: (name) => {
      const value = values.get(name);
      return value && { name, ...value };
    },
    list: () => Array.from(values, ([name, value]) => ({ name, ...value })),
    set,
    close,
  };
}
