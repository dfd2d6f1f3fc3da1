import { afterEach, describe, expect, it } from 'vitest';
import type { Jobs } from '../../src/runtime/jobs.ts';
import type { ConversionJob, ConversionJobSpec } from '../../src/resource/conversion-job.ts';

/** One adapter under test. `reopen` gives a second view of the same store, as after a restart of our process. */
export interface JobsUnderTest {
  readonly jobs: Jobs;
  reopen(): Promise<Jobs>;
  close(): Promise<void>;
}

const SPEC: ConversionJobSpec = {
  workspace: 'local',
  source: { type: 'document', documentId: 'doc_1' },
  includeImages: true,
};
let counter = 0;
const freshName = (): string => `job-contract-${Date.now()}-${counter++}`;

async function created(jobs: Jobs, name = freshName(), spec = SPEC): Promise<ConversionJob> {
  const result = await jobs.create({ name, spec });
  if (!result.created) throw new Error(`${name} exists`);
  return result.job;
}

/** Resolves when the predicate holds; it is asked again after each event. */
function until(subscribe: (changed: () => void) => void, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (holds()) resolve();
    };
    subscribe(check);
    check();
  });
}

/** What every adapter of the `Jobs` port keeps. */
export function jobsContract(name: string, open: () => Promise<JobsUnderTest>): void {
  describe(`the jobs of ${name}`, () => {
    const opened: JobsUnderTest[] = [];
    const start = async (): Promise<JobsUnderTest> => {
      const subject = await open();
      opened.push(subject);
      return subject;
    };
    afterEach(async () => {
      for (const subject of opened.splice(0)) await subject.close();
    });

    it('give a created job a uid, a version, a time and generation 1', async () => {
      const { jobs } = await start();
      const name = freshName();
      const { metadata, spec, status } = await created(jobs, name);
      expect(metadata).toMatchObject({ name, generation: 1 });
      expect(metadata.uid).toMatch(/.{8,}/);
      expect(metadata.resourceVersion).not.toBe('');
      expect(Number.isNaN(Date.parse(metadata.creationTimestamp))).toBe(false);
      expect(spec).toEqual(SPEC);
      expect(status?.updatedAt).toBeUndefined();
      expect(await jobs.get(name)).toMatchObject({ metadata: { uid: metadata.uid }, spec: SPEC });
    });

    it('keep labels', async () => {
      const { jobs } = await start();
      const name = freshName();
      await jobs.create({ name, spec: SPEC, labels: { 'scriptorium.dev/workspace': 'local' } });
      expect((await jobs.get(name))?.metadata.labels).toMatchObject({ 'scriptorium.dev/workspace': 'local' });
    });

    it('refuse a name that is taken, and let one of fifty racing creators win', async () => {
      const { jobs } = await start();
      const name = freshName();
      const results = await Promise.all(Array.from({ length: 50 }, () => jobs.create({ name, spec: SPEC })));
      expect(results.filter((result) => result.created)).toHaveLength(1);
      expect(results.filter((result) => !result.created && result.reason === 'exists')).toHaveLength(49);
    });

    it('know nothing of a job that was never made', async () => {
      const { jobs } = await start();
      expect(await jobs.get(freshName())).toBeUndefined();
      expect(await jobs.cancel(freshName())).toEqual({ written: false, reason: 'gone' });
      expect(await jobs.delete(freshName())).toEqual({ written: false, reason: 'gone' });
      expect(await jobs.writeStatus(freshName(), '1', { state: 'queued' })).toEqual({ written: false, reason: 'gone' });
    });

    it('replace a status as a whole, without touching spec or generation', async () => {
      const { jobs } = await start();
      const job = await created(jobs);
      const first = await jobs.writeStatus(job.metadata.name, job.metadata.resourceVersion, {
        state: 'running',
        stage: 'converting',
        progress: 10,
        message: '1 of 10 pages',
      });
      if (!first.written) throw new Error(first.reason);
      expect(first.job.metadata.resourceVersion).not.toBe(job.metadata.resourceVersion);
      const second = await jobs.writeStatus(job.metadata.name, first.job.metadata.resourceVersion, {
        state: 'succeeded',
      });
      expect(second.written).toBe(true);
      const stored = await jobs.get(job.metadata.name);
      expect(stored?.status).toEqual({ state: 'succeeded' });
      expect(stored?.spec).toEqual(SPEC);
      expect(stored?.metadata.generation).toBe(1);
    });

    it('refuse a status written on a stale version', async () => {
      const { jobs } = await start();
      const job = await created(jobs);
      await jobs.writeStatus(job.metadata.name, job.metadata.resourceVersion, { state: 'running' });
      expect(await jobs.writeStatus(job.metadata.name, job.metadata.resourceVersion, { state: 'failed' })).toEqual({
        written: false,
        reason: 'conflict',
      });
      expect((await jobs.get(job.metadata.name))?.status).toEqual({ state: 'running' });
    });

    it('let one of many racing status writers win', async () => {
      const { jobs } = await start();
      const job = await created(jobs);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, progress) =>
          jobs.writeStatus(job.metadata.name, job.metadata.resourceVersion, { state: 'running', progress }),
        ),
      );
      expect(results.filter((result) => result.written)).toHaveLength(1);
      expect(results.filter((result) => !result.written && result.reason === 'conflict')).toHaveLength(19);
    });

    it('refuse a status after a cancel that the writer has not seen', async () => {
      const { jobs } = await start();
      const job = await created(jobs);
      const canceled = await jobs.cancel(job.metadata.name);
      if (!canceled.written) throw new Error(canceled.reason);
      expect(canceled.job.spec.cancel).toBe(true);
      expect(canceled.job.metadata.generation).toBe(2);
      expect(await jobs.writeStatus(job.metadata.name, job.metadata.resourceVersion, { state: 'running' })).toEqual({
        written: false,
        reason: 'conflict',
      });
      expect((await jobs.cancel(job.metadata.name)).written).toBe(true);
    });

    it('delete on preconditions only while they hold', async () => {
      const { jobs } = await start();
      const job = await created(jobs);
      const { name, uid, resourceVersion } = job.metadata;
      const changed = await jobs.writeStatus(name, resourceVersion, { state: 'running' });
      if (!changed.written) throw new Error(changed.reason);
      expect(await jobs.delete(name, { uid, resourceVersion })).toEqual({ written: false, reason: 'conflict' });
      expect(
        await jobs.delete(name, { uid: 'another', resourceVersion: changed.job.metadata.resourceVersion }),
      ).toMatchObject({ written: false });
      expect(await jobs.get(name)).toBeDefined();
      expect((await jobs.delete(name, { uid, resourceVersion: changed.job.metadata.resourceVersion })).written).toBe(
        true,
      );
      expect(await jobs.get(name)).toBeUndefined();
      expect(await jobs.delete(name)).toEqual({ written: false, reason: 'gone' });
    });

    it('tell a job from a later one of the same name', async () => {
      const { jobs } = await start();
      const old = await created(jobs);
      const { name, uid, resourceVersion } = old.metadata;
      await jobs.delete(name);
      const later = await created(jobs, name);
      expect(later.metadata.uid).not.toBe(uid);
      expect(await jobs.delete(name, { uid, resourceVersion })).toMatchObject({ written: false });
      expect((await jobs.writeStatus(name, resourceVersion, { state: 'failed' })).written).toBe(false);
      expect((await jobs.get(name))?.metadata.uid).toBe(later.metadata.uid);
    });

    it('list all jobs, and hand out what a caller cannot spoil', async () => {
      const { jobs } = await start();
      const [one, two] = [await created(jobs), await created(jobs)];
      const names = (await jobs.list()).map(({ metadata }) => metadata.name);
      expect(names).toEqual(expect.arrayContaining([one.metadata.name, two.metadata.name]));
      const seen = await jobs.get(one.metadata.name);
      try {
        (seen as { spec: { workspace: string } }).spec.workspace = 'stolen';
      } catch {
        // frozen: as good
      }
      expect((await jobs.get(one.metadata.name))?.spec.workspace).toBe('local');
    });

    it('show a follower the jobs there are, then call it for each that is created, changed or deleted', async () => {
      const { jobs } = await start();
      const before = await created(jobs);
      let check = (): void => {};
      const seen: string[] = [];
      const follower = await jobs.follow((name) => {
        seen.push(name);
        check();
      });
      const subscribe = (next: () => void): void => {
        check = next;
      };
      expect(follower.get(before.metadata.name)?.metadata.uid).toBe(before.metadata.uid);
      const {
        metadata: { name, resourceVersion },
      } = await created(jobs);
      await until(subscribe, () => follower.get(name) !== undefined && seen.includes(name));
      await jobs.writeStatus(name, resourceVersion, { state: 'running' });
      await until(subscribe, () => follower.get(name)?.status?.state === 'running');
      expect(follower.list().map(({ metadata }) => metadata.name)).toEqual(
        expect.arrayContaining([before.metadata.name, name]),
      );
      await jobs.delete(name);
      await until(subscribe, () => follower.get(name) === undefined);
      expect(seen.filter((each) => each === name).length).toBeGreaterThanOrEqual(3);
      await follower.stop();
      const told = seen.length;
      await created(jobs);
      expect(seen.length).toBe(told);
    });

    it('serve several followers', async () => {
      const { jobs } = await start();
      let checks: (() => void)[] = [];
      const followers = await Promise.all([0, 1, 2].map((i) => jobs.follow(() => checks[i]?.())));
      const {
        metadata: { name },
      } = await created(jobs);
      await Promise.all(
        followers.map((follower, i) =>
          until(
            (check) => {
              checks[i] = check;
            },
            () => follower.get(name) !== undefined,
          ),
        ),
      );
      checks = [];
      await Promise.all(followers.map((follower) => follower.stop()));
    });

    it('still hold everything after a restart, with versions that go on', async () => {
      const subject = await start();
      const kept = await created(subject.jobs);
      const gone = await created(subject.jobs);
      const written = await subject.jobs.writeStatus(kept.metadata.name, kept.metadata.resourceVersion, {
        state: 'running',
        progress: 5,
      });
      if (!written.written) throw new Error(written.reason);
      await subject.jobs.delete(gone.metadata.name);
      const again = await subject.reopen();
      expect(await again.get(kept.metadata.name)).toEqual(written.job);
      expect(await again.get(gone.metadata.name)).toBeUndefined();
      const next = await again.writeStatus(kept.metadata.name, written.job.metadata.resourceVersion, {
        state: 'succeeded',
      });
      if (!next.written) throw new Error(next.reason);
      expect(next.job.metadata.resourceVersion).not.toBe(written.job.metadata.resourceVersion);
    });
  });
}
