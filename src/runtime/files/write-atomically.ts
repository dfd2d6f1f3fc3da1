import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file, so that a kill at any moment leaves the old or the new one. `version`: of two writers no two use the
 * same. `flushed`: on the disk and not only with the system when this resolves. A kill of our process loses nothing
 * either way.
 */
export async function writeAtomically(
  path: string,
  text: string,
  { version, flushed }: { readonly version: string; readonly flushed: boolean },
): Promise<void> {
  const temporary = `${path}.${version}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    if (flushed) await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  if (flushed) await flushFolder(dirname(path));
}

/** A rename is durable once its folder is flushed. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows flushes no folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
