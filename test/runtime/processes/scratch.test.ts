import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clearLeftovers } from '../../../src/runtime/processes/scratch.ts';

it('empties the scratch folder where the system does not list its processes as files, such as macOS and Windows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scratch-'));
  try {
    await mkdir(join(folder, 'run-1'));
    await writeFile(join(folder, 'run-1', 'input'), 'bytes');
    expect(await clearLeftovers(folder, join(folder, 'no-such-folder'))).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
