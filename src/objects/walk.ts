import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './fs-code.ts';
import { SCRATCH } from './atomic-file.ts';

/**
 * The keys below a prefix and after `startAfter`, in key order (by UTF-16 unit, which for keys is by byte). Reads only
 * folders that can hold one.
 */
export async function* walkKeys(folder: string, prefix: string, startAfter: string): AsyncGenerator<string> {
  const slash = prefix.lastIndexOf('/');
  yield* walk(folder, slash === -1 ? '' : prefix.slice(0, slash + 1), prefix, startAfter);
}

async function* walk(folder: string, base: string, prefix: string, startAfter: string): AsyncGenerator<string> {
  for (const name of await entries(join(folder, base))) {
    const key = base + name;
    const isFolder = key.endsWith('/');
    const meets = key.startsWith(prefix) || (isFolder && prefix.startsWith(key));
    if (!meets || (key <= startAfter && !(isFolder && startAfter.startsWith(key)))) continue;
    if (isFolder) yield* walk(folder, key, prefix, startAfter);
    else yield key;
  }
}

/** Names in key order; a folder's ends in `/`, which is where it sorts among keys. */
async function entries(path: string): Promise<string[]> {
  try {
    const found = await readdir(path, { withFileTypes: true });
    return found
      .filter((entry) => entry.name !== SCRATCH)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
