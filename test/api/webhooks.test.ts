import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../src/records/keys.ts';
import { createRecord, readRecord } from '../../src/records/store.ts';
import type { Webhook } from '../../src/records/types.ts';
import { webhookSecret } from '../../src/lifecycle/webhooks.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { openReceiver, type Received, type WebhookReceiver } from '../webhook-receiver.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

interface Event {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly id: string; readonly status: string };
}

let service: TestService;
let receiver: WebhookReceiver;
let call: Client;
const name = 'acme';
beforeAll(async () => {
  service = await openService({ settings: { maxPages: 20 }, logLevel: 'error' });
  receiver = await openReceiver();
  await service.startController();
  ({ call } = await service.workspace(1000, name));
});
beforeEach(() => {
  receiver.status = 204;
  receiver.headers = {};
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

let count = 0;
/** Creates a job whose webhook goes to a path of its own; answers the job as createJob did, and the path. */
async function start(
  bytes: string | Uint8Array,
  more: Record<string, unknown> = {},
): Promise<{ id: string; path: string; body: Readonly<Record<string, unknown>> }> {
  const path = `/hook-${count++}`;
  const { body } = await call('createJob', {
    body: { ...documentSource(await upload(call, bytes)), webhookUrl: `${receiver.url}${path}?secret=s`, ...more },
  });
  return { id: String(body['id'] ?? body['jobId']), path, body };
}
const sentTo =
  (path: string) =>
  (one: Received): boolean =>
    one.path.startsWith(`${path}?`);
/** The event that was sent, verified as a receiver does it. */
const verified = ({ body, headers }: Received, workspace = name): Event =>
  new Verifier(webhookSecret(service.secret, workspace)).verify(body, headers) as Event;
/** Waits until nothing is left to be sent of the job. */
async function done(jobId: string, workspace = name): Promise<void> {
  await expect
    .poll(() => service.deps.objects.head(keys.webhook(workspace, jobId)), { timeout: 10_000 })
    .toBeUndefined();
}
const tried = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await service.deps.metrics.webhooks.get()).values.map(({ labels, value }) => [String(labels.outcome), value]),
  );

describe('the webhook of a job', () => {
  it('brings the job as getJob shows it, signed with the secret of the workspace, and is then forgotten', async () => {
    const { id, path } = await start(makeNumberedPdf(2));
    const job = await ended(call, id);
    const received = await receiver.find(sentTo(path));
    expect(verified(received)).toEqual({ type: 'job.succeeded', timestamp: job['finishedAt'], data: job });
    expect(received.headers).toMatchObject({
      'webhook-id': `msg_${id}_succeeded`,
      'content-type': 'application/json',
      'user-agent': 'scriptorium',
    });
    expect(received.path).toBe(`${path}?secret=s`);
    expect(() => verified(received, 'other')).toThrow('No matching signature');
    await done(id);
  });

  it('says of a partial job that it succeeded in part', async () => {
    const { call: poor } = await service.workspace(2, 'poor');
    const source = documentSource(await upload(poor, makeNumberedPdf(3)));
    await poor('createJob', { body: { ...source, allowPartial: true, webhookUrl: `${receiver.url}/poor?x` } });
    expect(verified(await receiver.find(sentTo('/poor')), 'poor')).toMatchObject({
      type: 'job.succeeded',
      data: { partial: true, nextStartPage: 3 },
    });
  });

  it('is sent of a job that is canceled', async () => {
    const { id, path } = await start(makeNumberedPdf(19));
    await call('cancelJob', { params: { jobId: id } });
    expect(verified(await receiver.find(sentTo(path)))).toMatchObject({
      type: 'job.canceled',
      data: { id, status: 'canceled' },
    });
  });

  it('is sent of a document that createJob could not read', async () => {
    const { id, path, body } = await start('%PDF-1.7\nnothing of a PDF follows');
    expect(body['status']).toBe('failed');
    expect(verified(await receiver.find(sentTo(path)))).toMatchObject({
      type: 'job.failed',
      data: { id, errorCode: 'corrupt_document' },
    });
  });

  it('is sent of a document that was refused with 413', async () => {
    const { id, path, body } = await start(makeNumberedPdf(21));
    expect(body['code']).toBe('document_too_large');
    expect(verified(await receiver.find(sentTo(path)))).toMatchObject({
      type: 'job.failed',
      data: { id, errorCode: 'document_too_large' },
    });
  });

  it('is sent of a job whose resource was deleted', async () => {
    const { id, path } = await start(makeNumberedPdf(18));
    await service.deps.jobs.delete(id);
    expect(verified(await receiver.find(sentTo(path)))).toMatchObject({ type: 'job.canceled', data: { id } });
  });

  it('is sent of a job that was made with kubectl, under the id of its uid', async () => {
    const source = { type: 'document', documentId: await upload(call, 'a note by hand') } as const;
    const made = await service.deps.jobs.create({
      name: 'by-hand',
      spec: { workspace: name, source, webhookUrl: `${receiver.url}/by-hand` },
    });
    if (!made.created) throw new Error('not created');
    const id = `k-${made.job.metadata.uid}`;
    expect(verified(await receiver.find(({ path }) => path === '/by-hand'))).toMatchObject({
      type: 'job.succeeded',
      data: { id, status: 'succeeded' },
    });
    await done(id);
  });

  it('is written down before the job is seen to have ended', async () => {
    receiver.status = undefined;
    const { id } = await start(makeNumberedPdf(1));
    await ended(call, id);
    expect(await service.deps.objects.head(keys.webhook(name, id))).toBeDefined();
  });

  it('is not there when none was asked for', async () => {
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(1))) });
    await ended(call, String(body['id']));
    expect(await service.deps.objects.head(keys.webhook(name, String(body['id'])))).toBeUndefined();
  });
});

describe('a webhook that is not answered with 2xx', () => {
  it('is sent again under the same id, with growing pauses, until it is', async () => {
    receiver.status = 500;
    const { id, path } = await start('a note that arrives at the third try');
    const first = await receiver.find(sentTo(path));
    for (const tries of [2, 3]) {
      if (tries === 3) receiver.status = 200;
      service.pass(5 * 2 ** (tries - 1));
      await receiver.find((one) => sentTo(path)(one) && receiver.all.filter(sentTo(path)).length === tries);
    }
    await done(id);
    const all = receiver.all.filter(sentTo(path));
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(all.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    expect(all.map((one) => verified(one))).toEqual([verified(first), verified(first), verified(first)]);
  });

  it('reaches a receiver that was down', async () => {
    const away = await openReceiver();
    await away.close();
    const failures = (await tried())['failed'] ?? 0;
    const { body } = await call('createJob', {
      body: { ...documentSource(await upload(call, 'a note for who is out')), webhookUrl: `${away.url}/back` },
    });
    const id = String(body['id']);
    await expect.poll(async () => (await tried())['failed'] ?? 0).toBeGreaterThan(failures);
    const back = await openReceiver('127.0.0.1', Number(new URL(away.url).port));
    service.pass(10);
    expect(verified(await back.find(() => true))).toMatchObject({ type: 'job.succeeded', data: { id } });
    await done(id);
    await back.close();
  });

  it('is not led elsewhere by a redirect', async () => {
    receiver.status = 307;
    receiver.headers = { location: `${receiver.url}/elsewhere` };
    const { path } = await start('a note that is not to be redirected');
    await receiver.find(sentTo(path));
    service.pass(10);
    await receiver.find((one) => sentTo(path)(one) && receiver.all.filter(sentTo(path)).length === 2);
    expect(receiver.all.filter(({ path: at }) => at === '/elsewhere')).toEqual([]);
  });

  it('is not sent again after 410', async () => {
    receiver.status = 410;
    const { id, path } = await start('a note for who has gone');
    await receiver.find(sentTo(path));
    await done(id);
    expect(receiver.all.filter(sentTo(path))).toHaveLength(1);
  });

  it.each(['http://10.0.0.1/hook', 'http://169.254.169.254/hook', 'http://[::ffff:10.0.0.1]/hook'])(
    'is never sent to the inside address %s',
    async (webhookUrl) => {
      const refused = (await tried())['refused'] ?? 0;
      const { id } = await start('a note for the inside', { webhookUrl });
      await ended(call, id);
      await done(id);
      expect((await tried())['refused']).toBe(refused + 1);
    },
  );

  it('is given up after a day', async () => {
    receiver.status = 503;
    const { id, path } = await start('a note that nobody takes');
    await receiver.find(sentTo(path));
    service.pass(24 * 60 * 60);
    await done(id);
    expect(receiver.all.filter(sentTo(path))).toHaveLength(2);
    expect((await tried())['given_up']).toBeGreaterThan(0);
  });
});

describe('two controllers that believe that they lead', () => {
  it('send a webhook once', async () => {
    const { id } = await start('a note that ends');
    await ended(call, id);
    const job = (await readRecord(service.deps.objects, keys.record(id)))!;
    const both = [service.startWebhooks(), service.startWebhooks()];
    const twin: Webhook = {
      id: 'msg_twin',
      url: `${receiver.url}/twin`,
      job,
      attempts: 0,
      dueAt: job.ending.finishedAt,
    };
    await createRecord(service.deps.objects, keys.webhook(name, 'twin'), twin);
    for (const sender of both) sender.look(name, 'twin');
    await done('twin');
    await Promise.all(both.map((sender) => sender.stop()));
    expect(receiver.all.filter(({ path }) => path === '/twin')).toHaveLength(1);
  });

  it('find what another left, without being told of it', async () => {
    receiver.status = 500;
    const { id, path } = await start('a note that is left to another');
    await receiver.find(sentTo(path));
    receiver.status = 200;
    service.pass(10);
    service.startWebhooks();
    await done(id);
    expect(receiver.all.filter(sentTo(path))).toHaveLength(2);
  });
});

describe('a webhookUrl', () => {
  it.each([
    'not a URL',
    'ftp://example.org/hook',
    'file:///etc/passwd',
    '/hook',
    'https://user:word@example.org/hook',
    'https://user@example.org',
  ])('that is %s is refused with 400', async (webhookUrl) => {
    const { status, body } = await call('createJob', {
      body: { ...documentSource(await upload(call, 'x')), webhookUrl },
    });
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(body['error']).toContain('webhookUrl');
  });
});
