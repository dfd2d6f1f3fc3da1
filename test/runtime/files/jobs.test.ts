import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openLocalJobs } from '../../../src/runtime/files/jobs.ts';
import { jobsContract } from '../../contract/jobs.contract.ts';

const folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-jobs-'));
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

jobsContract('a data folder', async () => {
  const folder = await newFolder();
  return {
    jobs: await openLocalJobs(folder),
    reopen: () => openLocalJobs(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('a data folder of jobs', () => {
  it('refuses names that would lead out of the folder', async () => {
    const jobs = await openLocalJobs(await newFolder());
    for (const name of ['../up', 'a/b', '.hidden', 'UPPER', '', 'x'.repeat(300)]) {
      await expect(
        jobs.create({ name, spec: { workspace: 'w', source: { type: 'document', documentId: 'd' } } }),
      ).rejects.toThrow('is not a valid job name');
    }
  });

  it('drops a write that was cut off before its rename', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'job-a.json.123.tmp'), '{"half":');
    const jobs = await openLocalJobs(folder);
    expect(await jobs.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('never holds half a job after a kill in the middle of writing, and every acknowledged one', async () => {
    const folder = await newFolder();
    const script = join(import.meta.dirname, 'write-jobs.ts');
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, [script, folder, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
      const acknowledged: string[] = [];
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const lines = text.split('\n');
        text = lines.pop()!;
        acknowledged.push(...lines);
        if (acknowledged.length > 40) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const jobs = await openLocalJobs(folder);
      const stored = new Map((await jobs.list()).map((job) => [job.metadata.name, job]));
      for (const line of acknowledged) {
        const [name, progress] = line.split(' ') as [string, string];
        expect(stored.get(name)?.status?.progress ?? -1).toBeGreaterThanOrEqual(Number(progress));
      }
      expect(acknowledged.length).toBeGreaterThan(40);
    }
  });
});
