import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalJobs } from '../../src/runtime/files/jobs.ts';
import type { Jobs } from '../../src/runtime/jobs.ts';
import { sweepFinished } from '../../src/controller/finished-sweep.ts';
import type { JobState } from '../../src/resource/choices.ts';
import { localObjects } from '../../src/objects/local.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { keys } from '../../src/records/keys.ts';

let folder: string;
let jobs: Jobs;
let objects: Objects;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scr-finished-'));
  jobs = await openLocalJobs(join(folder, 'jobs'));
  objects = localObjects({
    folder: join(folder, 'objects'),
    secret: randomBytes(32).toString('hex'),
    publicBase: () => 'http://localhost',
    internalBase: '',
  });
});
afterEach(() => rm(folder, { recursive: true }));

async function make(name: string, state: JobState, { second = 0, record = true } = {}): Promise<void> {
  const spec = { workspace: 'acme', source: { type: 'document', documentId: 'doc' } } as const;
  const made = await jobs.create({ name, spec });
  if (!made.created) throw new Error(`${name} is there already`);
  const finishedAt = `2026-11-22T05:00:${String(second).padStart(2, '0')}.000Z`;
  await jobs.writeStatus(name, made.job.metadata.resourceVersion, { state, finishedAt });
  if (record) await objects.put(keys.record(name), '{}');
}

describe('the sweep of finished resources', () => {
  it('deletes those that finished first, above what may be kept, and none without a record', async () => {
    await make('job-third', 'succeeded', { second: 3 });
    await make('job-first', 'failed', { second: 1 });
    await make('job-second', 'canceled', { second: 2, record: false });
    await make('job-fourth', 'succeeded', { second: 4 });
    await make('job-running', 'running');
    const follower = await jobs.follow(() => undefined);
    expect(await sweepFinished({ jobs, follower, objects, maxFinished: 4 })).toBe(0);
    expect(await sweepFinished({ jobs, follower, objects, maxFinished: 2 })).toBe(1);
    expect((await jobs.list()).map(({ metadata }) => metadata.name).sort()).toEqual([
      'job-fourth',
      'job-running',
      'job-second',
      'job-third',
    ]);
    await objects.put(keys.record('job-second'), '{}');
    expect(await sweepFinished({ jobs, follower, objects, maxFinished: 2 })).toBe(1);
    expect(await jobs.get('job-second')).toBeUndefined();
    await follower.stop();
  });
});
