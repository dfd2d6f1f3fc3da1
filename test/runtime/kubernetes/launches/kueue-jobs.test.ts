import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchJob } from '../../../../src/runtime/kubernetes/launches/job-status.ts';
import { kueueJobs, type KueueJobs } from '../../../../src/runtime/kubernetes/launches/kueue-jobs.ts';
import { jobName, QUEUE_LABEL, WORKSPACE_LABEL } from '../../../../src/runtime/kubernetes/launches/manifest.ts';
import type { Launch } from '../../../../src/runtime/launcher.ts';

describe('launches that Kueue admits', () => {
  /** What the API server has. */
  let jobs: Map<string, BatchJob>;
  let queue: string | undefined;
  let kueue: KueueJobs;
  let asked: string[];

  const open = (): KueueJobs =>
    kueueJobs({
      most: 2,
      find: (name) => jobs.get(name),
      create: (launch, queueName) => {
        const name = jobName(launch);
        const labels = { [QUEUE_LABEL]: queueName, [WORKSPACE_LABEL]: launch.workspace };
        jobs.set(name, {
          metadata: { name, uid: name, resourceVersion: '1', labels },
          spec: { suspend: true },
        } as never);
        kueue.changed(name);
        return Promise.resolve();
      },
      queueOf: () => queue,
      failed: (jobId) => void asked.push(jobId),
    });
  beforeEach(() => {
    jobs = new Map();
    asked = [];
    queue = 'documents';
    kueue = open();
  });

  const launch = (jobId: string, more: Partial<Launch> = {}): Promise<void> =>
    kueue.launch(
      {
        workspace: 'acme',
        jobId,
        kind: 'convert',
        owner: { name: jobId, uid: jobId },
        firstIndex: 0,
        count: 2,
        native: false,
        launchToken: () => 'token',
        limits: { memoryBytes: 1, seconds: 1, scratchBytes: 1 },
        attempts: 2,
        ...more,
      },
      'documents',
    );
  const admit = (name: string): void => {
    const job = jobs.get(name)!;
    jobs.set(name, { ...job, spec: { ...job.spec!, suspend: false } });
    kueue.changed(name);
  };
  const names = (): string[] => [...jobs.keys()];

  it('have their Jobs up to a bound of suspended ones in each workspace, and then one after another', async () => {
    for (const jobId of ['a', 'b', 'c', 'd']) await launch(jobId);
    await launch('c');
    await launch('other', { workspace: 'other' });
    expect(names()).toEqual(['a-c', 'b-c', 'other-c']);
    expect(kueue.waiting('c')).toMatchObject([
      { kind: 'convert', firstIndex: 0, queued: true, stall: { reason: 'QueuedByKueue', waits: true } },
    ]);
    expect(kueue.waiting('a')).toEqual([]);
    admit('a-c');
    expect(names()).toEqual(['a-c', 'b-c', 'other-c', 'c-c']);
    expect(kueue.waiting('c')).toEqual([]);
    // Pre-empted: it is suspended again.
    jobs.set('a-c', { ...jobs.get('a-c')!, spec: { suspend: true } } as BatchJob);
    kueue.changed('a-c');
    admit('b-c');
    expect(names()).not.toContain('d-c');
    jobs.delete('c-c');
    kueue.changed('c-c');
    expect(names()).toContain('d-c');
  });

  it('are counted by the next leader, and forgotten with their job', async () => {
    for (const jobId of ['a', 'b']) await launch(jobId);
    kueue = open();
    for (const name of names()) kueue.changed(name);
    for (const jobId of ['c', 'd']) await launch(jobId);
    kueue.end('c');
    expect(kueue.waiting('c')).toEqual([]);
    admit('a-c');
    expect(names()).toEqual(['a-c', 'b-c', 'd-c']);
  });

  it('go on at once where their job has begun', async () => {
    for (const jobId of ['a', 'b']) await launch(jobId);
    await launch('begun', { kind: 'merge', begun: true });
    expect(names()).toContain('begun-m');
  });

  it('are asked for again when their workspace has no queue any more', async () => {
    for (const jobId of ['a', 'b', 'c']) await launch(jobId);
    queue = undefined;
    admit('a-c');
    expect(asked).toEqual(['c']);
    expect(kueue.waiting('c')).toEqual([]);
  });
});
