import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildImage } from './host.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

/** The last commit of the last released version. A release puts its own here. */
const COMMIT = 'c558713238ec795711bf16e62a8f68b6e1761913';

export interface Release {
  readonly chart: string;
  readonly image: string;
  remove(): Promise<void>;
}

/** The last released version: its sources, out of the history of this repository, with its image in the node. */
export async function lastRelease(): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-released-'));
  const git = (...args: readonly string[]): Promise<unknown> => run('git', args, { cwd: ROOT });
  // A shallow clone does not have it.
  await git('cat-file', '-e', COMMIT).catch(() => git('fetch', '--depth', '1', 'origin', COMMIT));
  await git('archive', '--output', join(folder, 'sources.tar'), COMMIT);
  await run('tar', ['-xf', 'sources.tar'], { cwd: folder });
  const image = 'scriptorium:released';
  await buildImage(image, folder);
  return {
    chart: join(folder, 'charts/scriptorium'),
    image,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
