import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalWorkspaces } from '../../../src/runtime/files/workspaces.ts';
import { sharesOf } from '../../../src/runtime/workspaces.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scr-workspaces-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('workspaces of a data folder', () => {
  it('are there after a restart, and gone once nothing differs from the defaults', async () => {
    const workspaces = await openLocalWorkspaces(folder);
    await workspaces.set?.('a..b', { weight: 3 });
    await workspaces.set?.('acme', { suspended: true });
    await workspaces.set?.('acme', {});
    await writeFile(join(folder, 'cut.json.7.tmp'), '{');
    const again = await openLocalWorkspaces(folder);
    expect(again.list()).toEqual([{ workspace: 'a..b', spec: { weight: 3 } }]);
    expect(await readdir(folder)).toEqual(['a..b.json']);
  });

  it('take no name that a workspace cannot have', async () => {
    const workspaces = await openLocalWorkspaces(folder);
    await expect(workspaces.set?.('../acme', { weight: 3 })).rejects.toThrow('not a valid workspace name');
  });

  it('tell of changes, which count at once', async () => {
    const workspaces = await openLocalWorkspaces(folder);
    const shareOf = sharesOf(workspaces, { maxRunning: 4, maxQueuedJobs: 10, requestsPerSecond: 0 });
    const seen: unknown[] = [];
    const stop = workspaces.follow(() => seen.push(shareOf('acme')));
    await workspaces.set?.('acme', { weight: 2, maxRunning: 1 });
    await workspaces.set?.('acme', { suspended: true });
    stop();
    await workspaces.set?.('acme', {});
    expect(seen).toEqual([
      { weight: 2, maxRunning: 1, suspended: false },
      { weight: 1, maxRunning: 4, suspended: true },
    ]);
    expect(shareOf('acme')).toEqual({ weight: 1, maxRunning: 4, suspended: false });
  });
});
