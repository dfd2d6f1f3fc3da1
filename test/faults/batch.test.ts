import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../cli/convert/run-command.ts';
import { openTestBucket, S3, type TestBucket } from '../objects/test-bucket.ts';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly documents: Readonly<Record<string, number>>;
  readonly stalled?: string;
}

const OWN = '/../scriptorium/v1/batches';

describe.skipIf(S3 === undefined)('a batch of a service on one machine (skipped without S3_ENDPOINT)', () => {
  let [own, input, output] = [] as unknown as [TestBucket, TestBucket, TestBucket];
  let service: ServiceProcess;
  beforeAll(async () => {
    [own, input, output] = await Promise.all([openTestBucket(), openTestBucket(), openTestBucket()]);
    service = await serviceProcess({
      S3_ENDPOINT: S3!,
      S3_BUCKET: own.bucket,
      AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
      AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
      SCRIPTORIUM_LOG_LEVEL: 'warn',
    });
    await service.start();
    await service.admin('POST', '/admin/v1/workspaces', {
      workspace: 'local',
      batchSources: [`s3://${input.bucket}/`],
      batchDestinations: [`s3://${output.bucket}/`],
    });
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([own, input, output].map((bucket) => bucket.close()));
  });
  const folders = (name: string): { source: string; destination: string } => ({
    source: `s3://${input.bucket}/${name}/`,
    destination: `s3://${output.bucket}/${name}/`,
  });

  it('converts each document once, however often the service is killed', { timeout: 120_000 }, async () => {
    const names = Array.from({ length: 40 }, (_, n) => `${String(n).padStart(2, '0')}.txt`);
    await Promise.all(names.map((name) => input.put(`kill/${name}`, `Document ${name}, as nobody else wrote it.`)));
    const { available: before } = await balance(service);
    const headers = { 'Idempotency-Key': 'one-batch' };
    const made = await service.call<Batch>('POST', OWN, folders('kill'), headers);
    expect(made.status).toBe(201);
    let killed = 0;
    let batch = made.body;
    while (batch.status === 'running') {
      await sleep(300);
      if (killed < 3) {
        killed += 1;
        await service.kill('SIGKILL');
        await service.start();
        const again = await service.call<Batch>('POST', OWN, folders('kill'), headers);
        expect([again.status, again.body.id]).toEqual([200, batch.id]);
      }
      batch = (await service.call<Batch>('GET', `${OWN}/${batch.id}`)).body;
    }
    expect(killed).toBe(3);
    expect(batch).toMatchObject({ status: 'completed', documents: { found: 40, succeeded: 40, failed: 0, open: 0 } });
    expect(await output.list('kill/')).toEqual(names.map((name) => `kill/${name}.md`));
    const receipts = (await own.list('receipts/local/')).length;
    expect(receipts).toBe(40);
    expect((await balance(service)).available).toBe(before - 40);
    expect((await service.admin('GET', '/admin/v1/ledger/audit'))['findings']).toEqual([]);
    const [, key = ''] = await own.list('receipts/local/');
    expect(JSON.parse(await own.read(key))).toMatchObject({ receipt: { actorType: 'api_key', channel: 'api' } });
  });

  it('is listed page by page, newest first, for its workspace alone', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three'])
      ids.unshift((await service.call<Batch>('POST', OWN, folders(`list-${name}`))).body.id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query: string = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await service.call<{ batches: Batch[]; nextCursor?: string }>('GET', `${OWN}?limit=2${query}`);
      expect(body.batches.length).toBeLessThanOrEqual(2);
      seen.push(...body.batches.map(({ id }) => id));
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    expect(seen.slice(0, 3)).toEqual(ids);
    expect(new Set(seen).size).toBe(seen.length);
    await service.admin('POST', '/admin/v1/credits', { workspace: 'other', credits: 1, id: 'grant_other' });
    const { key } = (await service.admin('POST', '/admin/v1/keys', {
      workspace: 'other',
      scopes: ['documents:read'],
    })) as { key: string };
    const other = await service.call<{ batches: Batch[] }>('GET', OWN, undefined, { Authorization: `Bearer ${key}` });
    expect(other.body.batches).toEqual([]);
  });

  it('is created by the command, which waits for its end and says what failed', async () => {
    await input.put('cmd/a.txt', 'A text.');
    await input.put('cmd/b.pdf', '%PDF-1.7\nnothing of a PDF follows');
    const env = { SCRIPTORIUM_SERVER: service.url(), SCRIPTORIUM_KEY: service.key() };
    const convert = (...args: readonly string[]): ReturnType<typeof runCommand> =>
      runCommand(['convert', ...args], { cwd: tmpdir(), env });
    const { source, destination } = folders('cmd');
    const all = await convert(`${source}*`, '-d', destination);
    expect(all).toMatchObject({ code: 1, out: '' });
    expect(all.err).toContain('cmd/b.pdf: error: The PDF cannot be opened');
    expect(all.err).toMatch(/1 file converted, 1 page; 1 failed\. All failures: s3:\/\/\S+\.failures\.jsonl/);
    const some = await convert(`${source}*.txt`, '-d', folders('some').destination, '--json');
    expect(some.code).toBe(0);
    expect(JSON.parse(some.out)).toMatchObject({ status: 'completed', documents: { succeeded: 1, skipped: 1 } });
    expect(await output.list('some/')).toEqual(['some/a.txt.md']);
    const refused = await convert('s3://others-bucket/in/', '-d', destination);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('Workspace local may not read s3://others-bucket/in/');
    expect(await convert(source)).toMatchObject({ code: 2 });
    expect(await convert(source, '-d', destination, '--watch')).toMatchObject({ code: 2 });
  });

  it('is read and canceled by its workspace alone', async () => {
    const key = await service.admin('POST', '/admin/v1/keys', { workspace: 'other', scopes: ['documents:read'] });
    await input.put('mine/a.txt', 'A text.');
    const { body } = await service.call<Batch>('POST', OWN, folders('mine'));
    const others = { Authorization: `Bearer ${String(key['key'])}` };
    expect((await service.call('GET', `${OWN}/${body.id}`, undefined, others)).status).toBe(404);
    expect((await service.call('POST', OWN, folders('mine'), others)).status).toBe(403);
    const around = { source: `s3://${input.bucket}/mine/`, destination: `s3://${input.bucket}/` };
    expect((await service.call('POST', OWN, around)).body).toMatchObject({
      code: 'invalid_request',
      error: 'source and destination must not contain each other.',
    });
    const canceled = await service.call<Batch>('POST', `${OWN}/${body.id}/cancel`);
    expect(canceled.status).toBe(200);
    await expect
      .poll(async () => (await service.call<Batch>('GET', `${OWN}/${body.id}`)).body.status)
      .not.toBe('running');
  });
});

const balance = async (service: ServiceProcess): Promise<{ available: number }> =>
  (await service.call<{ available: number }>('GET', '/../scriptorium/v1/balance')).body;
