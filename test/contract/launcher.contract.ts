import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IndexState, Launch, Launcher, LaunchKind } from '../../src/runtime/launcher.ts';
import type { ConvertTask, FinishRequest, Task } from '../../src/protocol/worker.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import type { ProtocolServer, SeenAttempt } from '../worker/protocol-server.ts';

/** One adapter under test, with the API's internal port that its processes speak to. */
export interface LauncherUnderTest {
  readonly launcher: Launcher;
  readonly server: ProtocolServer;
  /** Makes the resource that owns a job's processes, where there has to be one; answers its uid. */
  readonly own?: (jobId: string) => Promise<string>;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
let counter = 0;
const freshJob = (): string => `job-contract-${process.pid}-${counter++}`;

/** What every adapter of the `Launcher` port keeps. */
export function launcherContract(name: string, open: () => Promise<LauncherUnderTest>): void {
  describe(`the launcher of ${name}`, () => {
    // One for all tests, since starting processes ahead is what takes time; each test has jobs of its own.
    let launcher: Launcher;
    let server: ProtocolServer;
    let own: (jobId: string) => Promise<string>;
    let close = (): Promise<void> => Promise.resolve();
    beforeAll(async () => {
      const subject = await open();
      ({ launcher, server, own = (jobId: string) => Promise.resolve(`uid-${jobId}`) } = subject);
      close = () => subject.close();
    });
    afterEach(() => {
      delete server.intercept;
      delete server.stall;
    });
    afterAll(() => close());

    /** A launch whose tasks the server knows: index 0, 1, … are `tasks`. */
    function launchOf(jobId: string, kind: LaunchKind, tasks: readonly Task[], more: Partial<Launch> = {}): Launch {
      const launchToken = `${jobId}-${kind}`;
      server.tasks.set(launchToken, new Map(tasks.map((task, index) => [index, task])));
      return {
        workspace: 'acme',
        jobId,
        kind,
        owner: { name: jobId, uid: `uid-${jobId}` },
        firstIndex: 0,
        count: tasks.length,
        native: false,
        small: tasks.every((task) => task.kind === 'convert' && task.mergeHere),
        whole: tasks.every((task) => task.kind === 'convert' && task.mergeHere),
        launchToken: () => launchToken,
        limits: { memoryBytes: 1024 * MIB, seconds: 60, scratchBytes: 256 * MIB },
        attempts: 2,
        ...more,
      };
    }
    function convertTask(
      jobId: string,
      document: Uint8Array,
      range: { start: number; end: number },
      more: Partial<ConvertTask> = {},
    ): ConvertTask {
      const key = `inputs/${jobId}`;
      server.objects.set(key, Buffer.from(document));
      return {
        kind: 'convert',
        input: { key, bytes: document.length, sha256: sha256(document), fileName: 'document.pdf' },
        range,
        settings: {
          includeImages: false,
          native: false,
          ocr: { mode: 'auto', languages: ['eng'] },
          emphasis: true,
        },
        mergeHere: true,
        ...more,
      };
    }
    /** Starts a launch and waits until each of its indexes has ended or failed. */
    async function finished(launch: Launch): Promise<readonly IndexState[]> {
      return await new Promise((resolve, reject) => {
        const look = async (): Promise<void> => {
          const state = (await launcher.observe(launch.jobId)).find(({ kind }) => kind === launch.kind);
          const states = [...(state?.indexes.values() ?? [])];
          if (
            states.length < launch.count ||
            !states.every((each) => each.state === 'ended' || each.state === 'failed')
          )
            return;
          stop();
          resolve(states);
        };
        const stop = launcher.follow((jobId) => {
          if (jobId === launch.jobId) look().catch(reject);
        });
        start(launch).catch(reject);
      });
    }
    const start = async (launch: Launch): Promise<void> =>
      launcher.launch({ ...launch, owner: { name: launch.jobId, uid: await own(launch.jobId) } });
    const attemptsOf = (launch: Launch): readonly SeenAttempt[] =>
      server.attempts
        .filter(({ launchToken }) => launchToken === launch.launchToken())
        .sort((a, b) => a.index - b.index);
    const outcomes = (launch: Launch): (FinishRequest | undefined)[] =>
      attemptsOf(launch).map(({ outcome }) => outcome);

    it('converts a document of one range, stores its Markdown and says so once', async () => {
      const jobId = freshJob();
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(3), { start: 1, end: 3 })]);
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      const [attempt] = attemptsOf(launch);
      expect(attemptsOf(launch)).toHaveLength(1);
      expect(attempt?.outcome).toMatchObject({ outcome: 'succeeded', pages: 3, ocrPages: 0, images: [] });
      const { markdown } = attempt!.outcome as Extract<FinishRequest, { outcome: 'succeeded' }>;
      const stored = server.objects.get(attempt!.prefix + markdown!.name)!;
      expect(stored.toString('utf8')).toContain('This is the text of page number 2');
      expect(markdown).toMatchObject({
        bytes: stored.length,
        sha256: sha256(stored),
        contentType: 'text/markdown; charset=utf-8',
      });
    });

    it('converts ranges apart and merges them to the same bytes as the whole', async () => {
      const document = makeNumberedPdf(7);
      const [whole, cut] = [freshJob(), freshJob()];
      const single = launchOf(whole, 'convert', [convertTask(whole, document, { start: 1, end: 7 })]);
      const ranges = [
        { start: 1, end: 3 },
        { start: 4, end: 6 },
        { start: 7, end: 7 },
      ];
      const parts = launchOf(
        cut,
        'convert',
        ranges.map((range) => convertTask(cut, document, range, { mergeHere: false })),
      );
      await Promise.all([finished(single), finished(parts)]);
      const keys = attemptsOf(parts).map(
        ({ prefix, outcome }) => prefix + (outcome as Extract<FinishRequest, { outcome: 'succeeded' }>).part!.name,
      );
      expect(keys).toHaveLength(3);
      const merge = launchOf(cut, 'merge', [{ kind: 'merge', emphasis: true, parts: keys }]);
      expect(await finished(merge)).toEqual([{ state: 'ended' }]);
      const text = (launch: Launch): string | undefined => {
        const attempt = attemptsOf(launch)[0]!;
        return server.objects.get(`${attempt.prefix}document.md`)?.toString('utf8');
      };
      expect(outcomes(merge)).toMatchObject([{ outcome: 'succeeded', pages: 7 }]);
      expect(text(merge)).toBe(text(single));
      expect((await launcher.observe(cut)).map(({ kind }) => kind).sort()).toEqual(['convert', 'merge']);
    });

    it.each([
      ['of the same length', 0],
      ['of another length', 40],
    ])('converts no other bytes, %s, than those that were probed', async (_which, more) => {
      const jobId = freshJob();
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(1), { start: 1, end: 1 })]);
      const probed = server.objects.get(`inputs/${jobId}`)!;
      server.objects.set(`inputs/${jobId}`, Buffer.concat([probed.subarray(0, -1), Buffer.alloc(1 + more, ' ')]));
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      expect(outcomes(launch)).toEqual([
        {
          outcome: 'failed',
          failure: { code: 'content_hash_mismatch', message: 'The document was replaced while the job was starting.' },
        },
      ]);
    });

    it('starts a launch once, however often it is launched', async () => {
      const jobId = freshJob();
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(1), { start: 1, end: 1 })]);
      await Promise.all([start(launch), start(launch), start(launch)]);
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      await start(launch);
      expect(attemptsOf(launch)).toHaveLength(1);
      expect(await launcher.observe(jobId)).toHaveLength(1);
    });

    it('starts a launch again that was ended', async () => {
      const jobId = freshJob();
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(1), { start: 1, end: 1 })]);
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      await launcher.end(jobId);
      expect(await launcher.observe(jobId)).toEqual([]);
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      expect(attemptsOf(launch)).toHaveLength(2);
    });

    it('lets a document that cannot be read fail by name, once, as an outcome of the worker', async () => {
      const jobId = freshJob();
      const launch = launchOf(jobId, 'convert', [
        convertTask(jobId, Buffer.from('%PDF-1.7\n%%EOF\n'), { start: 1, end: 1 }),
      ]);
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      expect(outcomes(launch)).toMatchObject([
        { outcome: 'failed', failure: { code: 'corrupt_document', message: expect.any(String) as string } },
      ]);
    });

    it('retries what the internal port could not answer for a moment', async () => {
      const jobId = freshJob();
      let refusals = 6;
      server.intercept = () => (refusals-- > 0 && refusals % 2 === 0 ? 503 : undefined);
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(1), { start: 1, end: 1 })]);
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      expect(outcomes(launch).filter((outcome) => outcome?.outcome === 'succeeded')).toHaveLength(1);
      expect(refusals).toBeLessThan(0);
    });

    it('stops a worker whose attempt is no longer wanted', async () => {
      const jobId = freshJob();
      server.intercept = (request) => (request.url?.endsWith('/urls') ? 409 : undefined);
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(1), { start: 1, end: 1 })], {
        attempts: 1,
      });
      expect(await finished(launch)).toEqual([{ state: 'ended' }]);
      expect(outcomes(launch)).toEqual([undefined]);
    });

    it('gives up an index when its attempts are used up, and says why', async () => {
      const jobId = freshJob();
      // A pod asks for a minute, since a replica of the API may not know its token yet.
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(1), { start: 1, end: 1 })], {
        limits: { memoryBytes: 1024 * MIB, seconds: 100, scratchBytes: 256 * MIB },
      });
      server.tasks.delete(launch.launchToken());
      expect(await finished(launch)).toMatchObject([
        { state: 'failed', reason: 'conversion_failed', detail: expect.any(String) as string },
      ]);
    });

    it('ends and forgets all processes of a job, and does not mind to be asked again', async () => {
      const jobId = freshJob();
      // The worker waits for an answer that never comes.
      server.stall = (request) => request.url?.endsWith('/urls') === true;
      const launch = launchOf(jobId, 'convert', [convertTask(jobId, makeNumberedPdf(1), { start: 1, end: 1 })]);
      const stalled = new Promise<void>((resolve) => {
        server.onStall = resolve;
      });
      await start(launch);
      await stalled;
      // what a kubelet says of its pod comes after what the pod itself said
      await vi.waitFor(
        async () => expect((await launcher.observe(jobId))[0]?.indexes.get(0)).toEqual({ state: 'running' }),
        { timeout: 20_000, interval: 100 },
      );
      await launcher.end(jobId);
      await launcher.end(jobId);
      expect(await launcher.observe(jobId)).toEqual([]);
      expect(await launcher.observe(freshJob())).toEqual([]);
    });
  });
}
