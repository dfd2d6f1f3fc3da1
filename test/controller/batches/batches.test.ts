import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBatches, type Batches, type BatchOptions } from '../../../src/controller/batches/controller.ts';
import { s3Buckets } from '../../../src/objects/buckets.ts';
import { relayedObjects } from '../../../src/objects/relayed.ts';
import { s3Objects } from '../../../src/objects/s3.ts';
import { keys } from '../../../src/records/keys.ts';
import { listRecords } from '../../../src/records/store.ts';
import type { ConversionBatch, ConversionBatchSpec } from '../../../src/resource/batch.ts';
import type { ConversionJob } from '../../../src/resource/conversion-job.ts';
import { kubernetesBatches, kubernetesJobs } from '../../../src/runtime/kubernetes/jobs.ts';
import { openService, type TestService } from '../../api/service.ts';
import { makeTextPdf } from '../../make/text-pdf.ts';
import { openTestBucket, S3, type TestBucket } from '../../objects/test-bucket.ts';
import { openNamespace, type TestNamespace } from '../../runtime/kubernetes/namespace.ts';

/** Batches, each with three crashes. */
const ROUNDS = Number(process.env['SCRIPTORIUM_KILL_ROUNDS'] ?? 8);

const there = process.env['KUBECONFIG'] !== undefined && S3 !== undefined;

/** What an injected crash ends: from then on the controller reaches nothing. */
class Crashed extends Error {}

/**
 * Ports whose call number `at` crashes, before it is carried out or after, and all later ones: as a controller that is
 * killed, which leaves behind what it has written.
 */
function crashing(
  options: BatchOptions,
  at: number,
  when: 'before' | 'after',
): BatchOptions & { crashed: () => boolean } {
  let calls = 0;
  let dead = false;
  const wrap = <T extends object>(port: T, names: readonly (keyof T)[]): T => ({
    ...port,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        async (...args: unknown[]) => {
          calls += 1;
          if (dead) throw new Crashed();
          if (calls === at && when === 'before') dead = true;
          if (dead) throw new Crashed();
          const answer: unknown = await (port[name] as (...args: unknown[]) => Promise<unknown>)(...args);
          if (calls >= at) dead = true;
          if (dead) throw new Crashed();
          return answer;
        },
      ]),
    ),
  });
  return {
    ...options,
    objects: wrap(options.objects, ['get', 'put', 'putIfAbsent', 'putIfMatch', 'delete']),
    buckets: wrap(options.buckets, ['list', 'copyIn', 'copyOut', 'write']),
    jobs: { ...options.jobs, create: wrap({ create: options.jobs.create }, ['create']).create },
    batches: Object.assign(Object.create(options.batches) as BatchOptions['batches'], {
      writeStatus: wrap({ writeStatus: options.batches.writeStatus }, ['writeStatus']).writeStatus,
    }),
    crashed: () => dead,
  };
}

describe.skipIf(!there)('batches on an API server and an S3 (skipped without KUBECONFIG and S3_ENDPOINT)', () => {
  let at: TestNamespace;
  let [own, input, output] = [] as unknown as [TestBucket, TestBucket, TestBucket];
  let service: TestService;
  let running: Batches | undefined;
  let options: BatchOptions;
  let allowed: { batchSources: string[]; batchDestinations: string[] };

  beforeAll(async () => {
    at = await openNamespace('batches');
    [own, input, output] = await Promise.all([openTestBucket(), openTestBucket(), openTestBucket()]);
    allowed = { batchSources: [`s3://${input.bucket}/`], batchDestinations: [`s3://${output.bucket}/`] };
    const jobs = kubernetesJobs(at);
    service = await openService({
      objects: (urls) => relayedObjects(s3Objects(own.settings), { ...urls, direct: false }),
      jobs,
      onEnded: (jobId) => running?.jobEnded(jobId),
      cores: 2,
      settings: { maxUploadBytes: 1024 * 1024 },
    });
    await service.grant('acme', 10_000);
    await service.startController();
    const { objects, settings, now, follower } = service.deps;
    options = {
      batches: kubernetesBatches(at),
      jobs,
      jobsFollower: follower,
      objects,
      buckets: s3Buckets(own.settings),
      workspaces: { get: (workspace) => ({ workspace, spec: allowed }), follow: () => () => undefined },
      settings,
      now,
      log: { info: () => undefined, warn: () => undefined },
    };
  });
  afterAll(async () => {
    await running?.stop();
    options.buckets.close();
    await service.close();
    await at.close();
    await Promise.all([own, input, output].map((bucket) => bucket.close()));
  });

  const path = (name = ''): string =>
    `/apis/scriptorium.dev/v1alpha1/namespaces/${at.namespace}/conversionbatches${name && `/${name}`}`;
  const create = (name: string, spec: Partial<ConversionBatchSpec>): Promise<ConversionBatch> =>
    at.client.call({
      method: 'POST',
      path: path(),
      body: {
        apiVersion: 'scriptorium.dev/v1alpha1',
        kind: 'ConversionBatch',
        metadata: { name },
        spec: {
          workspace: 'acme',
          source: `s3://${input.bucket}/${name}/`,
          destination: `s3://${output.bucket}/${name}/`,
          ...spec,
        },
      },
    });
  const read = (name: string): Promise<ConversionBatch> => at.client.call({ method: 'GET', path: path(name) });
  const change = (name: string, spec: object): Promise<unknown> =>
    at.client.call({ method: 'PATCH', path: path(name), body: { spec } });
  const condition = async (name: string, type: string): Promise<string | undefined> =>
    (await read(name)).status?.conditions?.find((one) => one.type === type && one.status === 'True')?.reason;
  const fill = async (folder: string, names: readonly string[]): Promise<void> => {
    await Promise.all(names.map((name) => input.put(`${folder}/${name}`, `Document ${name} of ${folder}.`)));
  };
  const start = async (): Promise<void> => {
    running = await startBatches(options);
  };
  const restart = async (): Promise<void> => {
    await running?.stop();
    await start();
  };
  const jobsOf = async (batch: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { value } of listRecords(service.deps.objects, keys.receiptsOf('acme'))) {
      const job = await options.jobs.get(value.receipt.jobId);
      if (job?.metadata.labels?.['scriptorium.dev/batch'] === batch) found.push(job.metadata.name);
    }
    return found;
  };

  it('convert the objects of a folder and those below it, and put the results in the same places', async () => {
    await restart();
    await fill('plain', ['a.txt', 'sub/b c+ä.TXT', 'sub/deep/d.txt', 'e.bin']);
    await input.put('plain/folder/', '');
    await input.put('plain-other/x.txt', 'Not below the folder.');
    await create('plain', { suffixes: ['.txt'], outputs: ['chunks'] });
    await expect.poll(() => condition('plain', 'Complete')).toBe('AllConverted');
    const { status } = await read('plain');
    expect(status).toMatchObject({
      state: 'completed',
      message: '3 of 3',
      documents: { found: 3, open: 0, succeeded: 3, failed: 0, canceled: 0, skipped: 1 },
      pages: 3,
      credits: { settled: 3 },
      observedGeneration: 1,
    });
    expect(await output.list('plain/')).toEqual(
      ['a.txt', 'sub/b c+ä.TXT', 'sub/deep/d.txt'].flatMap((name) => [
        `plain/${name}.chunks.jsonl`,
        `plain/${name}.md`,
      ]),
    );
    expect(await output.read('plain/sub/b c+ä.TXT.md')).toBe('Document sub/b c+ä.TXT of plain.\n');
    const [job] = await options.jobs.list();
    expect(job?.spec).toMatchObject({ workspace: 'acme', outputs: ['chunks'], source: { type: 'document' } });
    expect(JSON.stringify(await options.jobs.list())).not.toContain('X-Amz');
  });

  it('give a document with images a folder of its own, as its Markdown names them', async () => {
    await restart();
    await input.put('pictures/report.pdf', makeTextPdf(['A page.']));
    await create('pictures', { includeImages: true });
    await expect.poll(() => condition('pictures', 'Complete')).toBe('AllConverted');
    expect(await output.list('pictures/')).toEqual(['pictures/report.pdf/report.md']);
  });

  it('name what could not be converted, in the status and in a list', async () => {
    await restart();
    await fill('bad', ['good.txt']);
    await input.put('bad/broken.pdf', '%PDF-1.7\nnothing of a PDF follows');
    await input.put('bad/large.txt', 'x'.repeat(1024 * 1024 + 1));
    await input.put(`bad/${'long/'.repeat(199)}a.txt`, 'A text.');
    await create('bad', { destination: `s3://${output.bucket}/bad/${'x'.repeat(20)}/` });
    await expect.poll(() => condition('bad', 'Complete')).toBe('SomeFailed');
    const { status } = await read('bad');
    expect(status?.documents).toMatchObject({ found: 4, succeeded: 1, failed: 3 });
    const codes = Object.fromEntries(status!.failures!.map(({ key, errorCode }) => [key.slice(0, 8), errorCode]));
    expect(codes).toEqual({
      'bad/brok': 'corrupt_document',
      'bad/larg': 'limit_exceeded',
      'bad/long': 'limit_exceeded',
    });
    const { key } = /^s3:\/\/[^/]+\/(?<key>.*)$/.exec(status!.failureList!)!.groups!;
    const lines = (await output.read(key!)).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { key: string }).key).toSorted()).toEqual(
      status!.failures!.map((failure) => failure.key).toSorted(),
    );
  });

  it('have no more jobs at a time than parallelism, wait while suspended, and are canceled', async () => {
    await restart();
    await fill(
      'many',
      Array.from({ length: 30 }, (_, n) => `${String(n).padStart(2, '0')}.txt`),
    );
    const seen: { readonly at: number; readonly jobs: readonly ConversionJob[] }[] = [];
    const view = await options.jobs.follow(() => undefined);
    const jobsOfBatch = (): readonly ConversionJob[] =>
      view.list().filter(({ metadata }) => metadata.labels?.['scriptorium.dev/batch'] === 'many');
    const count = setInterval(() => {
      const jobs = jobsOfBatch().filter(({ status }) => status?.finishedAt === undefined);
      if (jobs.length > 0) seen.push({ at: Date.now(), jobs });
    }, 5);
    await create('many', { parallelism: 2 });
    await expect.poll(async () => (await read('many')).status?.documents?.succeeded ?? 0).toBeGreaterThan(2);
    await change('many', { suspend: true });
    await expect.poll(async () => (await read('many')).status?.documents?.open).toBe(0);
    await expect.poll(() => condition('many', 'Suspended')).toBe('Suspended');
    const { status } = await read('many');
    expect(status?.state).toBe('suspended');
    const done = status!.documents!.succeeded!;
    expect(done).toBeLessThan(30);
    await change('many', { suspend: false });
    await expect.poll(async () => (await read('many')).status?.documents?.succeeded ?? 0).toBeGreaterThan(done);
    await change('many', { cancel: true });
    await expect.poll(() => condition('many', 'Canceled')).toBe('Canceled');
    clearInterval(count);
    // A status may be written later than the receipt with which its job has ended.
    const endOf = new Map(jobsOfBatch().map(({ metadata, status }) => [metadata.name, status?.finishedAt]));
    await view.stop();
    const openAt = seen.map(
      ({ at, jobs }) => jobs.filter(({ metadata }) => !(Date.parse(endOf.get(metadata.name) ?? '') <= at)).length,
    );
    expect(openAt.length).toBeGreaterThan(0);
    expect(Math.max(...openAt)).toBeLessThanOrEqual(2);
    const { documents } = (await read('many')).status!;
    expect(documents!.succeeded! + documents!.canceled!).toBe(documents!.found);
    expect(documents!.found).toBeLessThan(30);
    await expect(change('many', { cancel: false })).rejects.toThrow('cancel cannot be changed back');
  });

  it('wait for folders that an operator has not allowed, and read nothing of them', async () => {
    await restart();
    await fill('secret', ['a.txt']);
    allowed = { ...allowed, batchSources: [`s3://${input.bucket}/other/`] };
    await create('secret', {});
    await expect.poll(() => condition('secret', 'Stalled')).toBe('BucketNotAllowed');
    expect((await read('secret')).status?.documents?.found).toBe(0);
    allowed = {
      ...allowed,
      batchSources: [`s3://${input.bucket}/`, `s3://${own.bucket}/`, 's3://no-such-bucket-of-ours/'],
    };
    await create('own', { source: `s3://${own.bucket}/receipts/` });
    await expect
      .poll(async () => (await read('own')).status?.conditions?.at(-1)?.message)
      .toMatch(/that of the service/);
    await create('gone', { source: 's3://no-such-bucket-of-ours/' });
    await expect.poll(() => condition('gone', 'Stalled')).toBe('BucketRefused');
    await change('secret', { parallelism: 1 });
    await expect.poll(() => condition('secret', 'Complete')).toBe('AllConverted');
  });

  it.each([
    [
      'a destination within the source',
      { source: 's3://bucket-a/', destination: 's3://bucket-a/out/' },
      'must not contain each other',
    ],
    [
      'a source within the destination',
      { source: 's3://bucket-a/in/', destination: 's3://bucket-a/' },
      'must not contain each other',
    ],
    ['a prefix that is no folder', { source: 's3://bucket-a/in' }, 'spec.source'],
    ['another scheme', { destination: 'https://bucket-a/in/' }, 'spec.destination'],
    ['too many jobs', { parallelism: 101 }, 'spec.parallelism'],
  ])('are refused with %s', async (_, spec, message) => {
    await expect(create('refused', spec)).rejects.toThrow(message);
  });

  it('are not changed once they are created', async () => {
    await create('fixed', { suspend: true });
    await expect(change('fixed', { source: `s3://${input.bucket}/other/` })).rejects.toThrow('source is immutable');
    await expect(change('fixed', { outputs: ['chunks'] })).rejects.toThrow('outputs is immutable');
  });

  it('are deleted some time after their end, with what is stored of them', async () => {
    await restart();
    await fill('brief', ['a.txt']);
    const { metadata } = await create('brief', { ttlSecondsAfterFinished: 3600 });
    const state = keys.batch(`k-${metadata.uid}`);
    await expect.poll(() => condition('brief', 'Complete')).toBe('AllConverted');
    service.pass(3599);
    await restart();
    expect(await options.batches.get('brief')).toBeDefined();
    expect(await service.deps.objects.head(state)).toBeDefined();
    await change('brief', { ttlSecondsAfterFinished: 60 });
    await expect.poll(() => options.batches.get('brief')).toBeUndefined();
    await expect.poll(() => service.deps.objects.head(state)).toBeUndefined();
    expect(await output.list('brief/')).toEqual(['brief/a.txt.md']);
  });

  it('end their jobs when they are deleted, also while no controller runs', async () => {
    await running?.stop();
    await fill('deleted', ['a.txt', 'b.txt']);
    await service.deps.workspaces.set?.('acme', { suspended: true });
    await start();
    const { metadata } = await create('deleted', {});
    await expect.poll(async () => (await read('deleted')).status?.documents?.open).toBe(2);
    await running?.stop();
    await at.client.call({ method: 'DELETE', path: path('deleted') });
    service.pass(11 * 60);
    await start();
    const jobs = async (): Promise<(boolean | undefined)[]> =>
      (await options.jobs.list())
        .filter((job) => job.metadata.labels?.['scriptorium.dev/batch'] === 'deleted')
        .map(({ spec }) => spec.cancel);
    await expect.poll(jobs).toEqual([true, true]);
    await expect.poll(() => service.deps.objects.head(keys.batch(`k-${metadata.uid}`))).toBeUndefined();
    await service.deps.workspaces.set?.('acme', {});
  });

  it('convert each document once and lose none, wherever the controller is killed', { timeout: 240_000 }, async () => {
    await running?.stop();
    running = undefined;
    const names = Array.from({ length: 5 }, (_, n) => `${n}.txt`);
    const seed = randomBytes(2).readUInt16BE();
    process.stdout.write(`crashes of seed ${seed}\n`);
    for (let round = 0; round < ROUNDS; round++) {
      const batch = `killed-${round}`;
      await fill(batch, names);
      await input.put(`${batch}/bad.pdf`, '%PDF-1.7\nnothing');
      await create(batch, { parallelism: 2 });
      for (let crash = 0; crash < 3; crash++) {
        const nth = 1 + ((seed + round * 7 + crash * 11) % 40);
        const broken = crashing(options, nth, (seed + round + crash) % 2 === 0 ? 'before' : 'after');
        const started = await startBatches(broken).catch((error: unknown) => {
          if (!(error instanceof Crashed)) throw error;
          return undefined;
        });
        running = started;
        await expect
          .poll(async () => broken.crashed() || (await condition(batch, 'Complete')) !== undefined)
          .toBe(true);
        await started?.stop();
      }
      await start();
      await expect.poll(() => condition(batch, 'Complete'), { message: `${batch} of seed ${seed}` }).toBe('SomeFailed');
      await running?.stop();
      const { documents } = (await read(batch)).status!;
      expect(documents, `${batch} of seed ${seed}`).toMatchObject({ found: 6, open: 0, succeeded: 5, failed: 1 });
      expect(await output.list(`${batch}/`)).toEqual(
        [...names.map((name) => `${batch}/${name}.md`), `${batch}/${batch}.failures.jsonl`].toSorted(),
      );
      expect(await jobsOf(batch), `${batch} of seed ${seed}`).toHaveLength(6);
    }
    expect(await service.findings()).toEqual([]);
  });
});
