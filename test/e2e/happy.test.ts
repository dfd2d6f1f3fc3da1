import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../make/pdf.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { fixture } from '../service-process.ts';
import { openReceiver } from '../webhook-receiver.ts';
import { nothingOrphaned } from './afterwards.ts';
import { admin, client, get, HOST, k, need, until, type Client, type Job } from './cluster.ts';
import { documents } from './documents.ts';

const DOCUMENTS = await documents();
const unique = `${Date.now()}`;

describe('the service in a cluster, over its ingress', () => {
  let acme: Client;
  /** All at once; each test waits for its own. */
  const jobs = new Map<string, Job>();
  beforeAll(async () => {
    acme = await client(`acme-${unique}`, 1000);
    await Promise.all(
      DOCUMENTS.map(async ({ name, bytes }) => jobs.set(name, await acme.start(await acme.upload(name, bytes)))),
    );
  });
  afterAll(nothingOrphaned);

  it.each(DOCUMENTS)('converts $name', async ({ name, says }) => {
    const { id } = jobs.get(name)!;
    expect(await acme.end(id)).toMatchObject({ status: 'succeeded' });
    expect(await acme.markdown(id)).toContain(says);
  });

  it.each(['/metrics', '/readyz'])('does not show %s to those who come over it', async (path) => {
    const base = need('INGRESS_URL');
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    for (const headers of [{}, { 'X-Forwarded-For': '' }, { 'X-Forwarded-For': '127.0.0.1' }, { Forwarded: '' }])
      expect((await fetch(base + path, { headers })).status).toBe(404);
  });

  it('answers a second job of the same document from the cache, at no charge', async () => {
    const documentId = await acme.upload('again.pdf', await fixture('docs/sample.pdf'));
    await acme.end((await acme.start(documentId)).id);
    const { id } = await acme.start(documentId);
    expect(await acme.end(id)).toMatchObject({ status: 'succeeded', cached: true });
    expect((await acme.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({ settledCredits: 0 });
  });

  it('converts a document in the pieces that credits cover, which together hold every page once and in order', async () => {
    const poor = await client(`poor-${unique}`, 3);
    const documentId = await poor.upload('seven.pdf', makeNumberedPdf(7));
    let text = '';
    let startPage = 1;
    for (let piece = 0; piece < 4; piece++) {
      const job = await poor.end((await poor.start(documentId, { allowPartial: true, startPage })).id);
      text += await poor.markdown(job.id);
      if (job.nextStartPage === undefined) break;
      startPage = job.nextStartPage;
      await admin('credits', 'grant', '--workspace', poor.workspace, '--credits', '2');
    }
    expect([...text.matchAll(/page number (\d+)/g)].map((match) => Number(match[1]))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('refuses with 402 what credits do not cover, and goes on after a top-up under the same key', async () => {
    const poor = await client(`topup-${unique}`, 1);
    const body = {
      source: { type: 'document', documentId: await poor.upload('three.pdf', makeNumberedPdf(3)) },
      idempotencyKey: 'one',
    };
    expect(await poor.call('POST', '/jobs', body)).toMatchObject({
      status: 402,
      body: { requiredCredits: 3, availableCredits: 1 },
    });
    await admin('credits', 'grant', '--workspace', poor.workspace, '--credits', '5');
    const started = await poor.call<Job>('POST', '/jobs', body);
    expect([200, 201]).toContain(started.status);
    expect(await poor.end(started.body.id)).toMatchObject({ status: 'succeeded' });
  });

  it('refuses with 413 what is over the ceiling, and keeps the job as failed', async () => {
    const answer = await acme.call<{ jobId: string }>('POST', '/jobs', {
      source: { type: 'document', documentId: await acme.upload('big.pdf', makeNumberedPdf(1001)) },
    });
    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'document_too_large', maxPages: 1000, estimatedPages: 1001 },
    });
    expect((await acme.call('GET', `/jobs/${answer.body.jobId}`)).body).toMatchObject({
      status: 'failed',
      errorCode: 'document_too_large',
    });
  });

  it('cancels a running job, ends its pods and gives its credits back', async () => {
    const { id } = await acme.start(await acme.upload('long.pdf', makeNumberedPdf(200)));
    await until('the job to run', async () =>
      (await acme.call<Job>('GET', `/jobs/${id}`)).body.status === 'running' ? true : undefined,
    );
    expect(await acme.call('POST', `/jobs/${id}/cancel`)).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect((await acme.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({
      outcome: 'canceled',
      settledCredits: 0,
    });
  });

  it('converts a long document in ranges side by side', async () => {
    const { id } = await acme.start(await acme.upload('sixty.pdf', makeNumberedPdf(60)));
    expect(await acme.end(id)).toMatchObject({ status: 'succeeded', pageRange: { start: 1, end: 60 } });
    const numbers = [...(await acme.markdown(id)).matchAll(/page number (\d+)/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });

  it('draws a page for the console', async () => {
    const { id } = await acme.end(
      (await acme.start(await acme.upload('drawn.pdf', await fixture('docs/sample.pdf')))).id,
    );
    const answer = await acme.picture(id, 1);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      height: 1286,
    });
    expect((await acme.picture(id, 2)).status).toBe(404);
  });

  it('converts a document with its password, and draws its page with it', async () => {
    const password = 'kelp-and-driftwood';
    const pages = [{ content: 'BT /F1 12 Tf 72 700 Td (Under a key) Tj ET' }];
    const form = new FormData();
    form.set('file', new Blob([makePdf({ pages, password })]), 'locked.pdf');
    form.set('password', password);
    const converted = await acme.convert(form);
    expect([converted.status, await converted.text()]).toEqual([200, 'Under a key\n']);
    const id = converted.headers.get('x-job-id')!;
    const refusal = async (answer: Response): Promise<unknown> => [answer.status, await answer.json()];
    expect(await refusal(await acme.picture(id, 1))).toMatchObject([422, { code: 'password_protected' }]);
    expect(await refusal(await acme.picture(id, 1, 'sand'))).toMatchObject([422, { code: 'wrong_password' }]);
    const drawn = await acme.picture(id, 1, password);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).format).toBe('webp');
    expect((await acme.picture(id, 1)).status).toBe(200);
  });

  it('delivers a signed webhook', async () => {
    const receiver = await openReceiver('0.0.0.0');
    try {
      const webhookUrl = `http://${HOST}:${new URL(receiver.url).port}/hook`;
      const { id } = await acme.start(await acme.upload('hook.txt', `hook ${unique}`), { webhookUrl });
      const job = await acme.end(id);
      const { body, headers } = await until('the webhook', () => Promise.resolve(receiver.all[0]));
      const { secret } = await admin<{ secret: string }>('webhooks', 'secret', '--workspace', acme.workspace);
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'job.succeeded', data: job });
      expect(headers['webhook-id']).toBe(`msg_${id}_succeeded`);
    } finally {
      await receiver.close();
    }
  });

  it('sends no webhook into the cluster', async () => {
    const { id } = await acme.start(await acme.upload('inside.txt', `inside ${unique}`), {
      webhookUrl: 'http://kubernetes.default.svc/hook',
    });
    await acme.end(id);
    const pods = (
      await get<{ items: { metadata: { name: string } }[] }>('pods', '-l', 'app.kubernetes.io/component=controller')
    ).items;
    const log = await until('the log to say so', async () => {
      const lines = (await Promise.all(pods.map(({ metadata }) => k('logs', metadata.name)))).join('\n').split('\n');
      return lines.find((line) => line.includes(id) && line.includes('webhook not delivered'));
    });
    expect(JSON.parse(log)).toMatchObject({ outcome: 'refused', host: 'kubernetes.default.svc' });
  });
});
