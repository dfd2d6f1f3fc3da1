import { readFile, writeFile } from 'node:fs/promises';

/** The text of a file for this user alone, which is made with `fresh` the first time. */
export async function keptText(path: string, fresh: string): Promise<string> {
  try {
    await writeFile(path, fresh, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}
