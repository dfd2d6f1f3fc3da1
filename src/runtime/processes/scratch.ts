import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder; what is deleted meanwhile counts nothing. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  try {
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      try {
        bytes += (await stat(join(entry.parentPath, entry.name))).size;
      } catch {
        // gone
      }
    }
  } catch {
    // gone
  }
  return bytes;
}

/**
 * Ends what a former service left behind: processes whose command line names this scratch folder, then the folder's
 * content. A service that was killed could not do it, and on systems without parent-death signals a busy child outlives
 * it. Only Linux lists its processes as files.
 */
export async function clearLeftovers(folder: string, processes = '/proc'): Promise<number> {
  let ended = 0;
  const names = await readdir(processes).catch(() => []);
  for (const pid of names.filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid || !(await readCommand(processes, pid)).includes(`--allow-fs-write=${folder}/run-`))
      continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
      ended++;
    } catch {
      // gone by itself
    }
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return ended;
}

async function readCommand(processes: string, pid: string): Promise<string> {
  try {
    return await readFile(`${processes}/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
