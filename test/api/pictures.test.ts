import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepRetention } from '../../src/controller/retention.ts';
import { keys } from '../../src/records/keys.ts';
import { readRecord } from '../../src/records/store.ts';
import { makePdf } from '../make/pdf.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { client, documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let call: Client;
beforeAll(async () => {
  service = await openService({ logLevel: 'error', rateLimit: { perSecond: 1000, burst: 1000 } });
  await service.startController();
  await service.grant('acme', 1000);
  key = await service.key('acme');
  call = client(service.base, key);
});
afterAll(() => service.close());

async function convert(
  bytes: string | Uint8Array,
  fileName: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; documentId: string }> {
  const documentId = await upload(call, bytes, fileName);
  const { body } = await call('createJob', { body: { ...documentSource(documentId), ...more } });
  expect(await ended(call, String(body['id']))).toMatchObject({ status: 'succeeded' });
  return { id: String(body['id']), documentId };
}
const get = (path: string, as: string | undefined = key): Promise<Response> =>
  fetch(`${service.base}/console/api${path}`, { headers: as === undefined ? {} : { Authorization: `Bearer ${as}` } });
const pages = async (id: string): Promise<unknown> => (await get(`/jobs/${id}/pages`)).json();

describe("the pictures of a job's pages", () => {
  it('are drawn when they are asked for, once', async () => {
    const { id } = await convert(makeNumberedPdf(3), 'three.pdf');
    expect(await pages(id)).toEqual({ start: 1, end: 3 });
    expect(await service.deps.objects.head(keys.picture(id, 2))).toBeUndefined();
    const answer = await get(`/jobs/${id}/pages/2.webp`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    const picture = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 935, height: 1210 });
    const kept = await service.deps.objects.head(keys.picture(id, 2));
    expect(Buffer.from(await (await get(`/jobs/${id}/pages/2.webp`)).arrayBuffer()).equals(picture)).toBe(true);
    expect((await service.deps.objects.head(keys.picture(id, 2)))?.etag).toBe(kept?.etag);
  });

  it('are drawn once for all who ask at the same time', async () => {
    const { id } = await convert(makeNumberedPdf(2), 'two.pdf');
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`/jobs/${id}/pages/1.webp`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  it('are refused with 429 when many are being drawn for the workspace already', async () => {
    const { id } = await convert(makeNumberedPdf(12), 'twelve.pdf');
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => get(`/jobs/${id}/pages/${i + 1}.webp`)));
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([4, 8]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  });

  it('are those of the pages that the job converted, and of no other', async () => {
    const { id } = await convert(makeNumberedPdf(4), 'four.pdf', { startPage: 3 });
    expect(await pages(id)).toEqual({ start: 3, end: 4 });
    expect((await get(`/jobs/${id}/pages/2.webp`)).status).toBe(404);
    expect((await get(`/jobs/${id}/pages/5.webp`)).status).toBe(404);
    expect((await get(`/jobs/${id}/pages/4.webp`)).status).toBe(200);
    for (const page of ['0', '-1', '1.5', 'x', '99999999', '%2e%2e'])
      expect((await get(`/jobs/${id}/pages/${page}.webp`)).status).toBe(404);
  });

  it('show a picture upright and small, on its ground', async () => {
    const large = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#e0e0ff' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { id } = await convert(large, 'large.jpg');
    const picture = sharp(Buffer.from(await (await get(`/jobs/${id}/pages/1.webp`)).arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 467, height: 1400 });
  });

  it('are not there of what has no looks', async () => {
    const { id } = await convert('# Notes\n\nText.', 'notes.md');
    expect(await pages(id)).toEqual({});
    expect((await get(`/jobs/${id}/pages/1.webp`)).status).toBe(404);
  });

  it('are never those of other bytes than were converted', async () => {
    const { id, documentId } = await convert(makeNumberedPdf(2), 'mine.pdf');
    const slot = await readRecord(service.deps.objects, keys.slot('acme', documentId));
    const upload_ = slot!.objectKey;
    const other = Buffer.from((await service.deps.objects.get(upload_))!.body);
    other[other.length - 1] = 0x20;
    await service.deps.objects.put(upload_, other);
    expect((await get(`/jobs/${id}/pages/1.webp`)).status).toBe(404);
    expect((await service.deps.objects.head(keys.picture(id, 1)))?.bytes).toBe(0);
    expect((await get(`/jobs/${id}/pages/1.webp`)).status).toBe(404);
    await service.deps.objects.put(upload_, `${other.toString()} `);
    expect(await pages(id)).toEqual({});
  });

  it('are shown to nobody else', async () => {
    const { id } = await convert(makeNumberedPdf(2), 'secret.pdf');
    expect((await get(`/jobs/${id}/pages/1.webp`)).status).toBe(200);
    const other = await service.key('other');
    for (const path of ['pages', 'pages/1.webp']) expect((await get(`/jobs/${id}/${path}`, other)).status).toBe(404);
    const writer = await service.key('acme', ['documents:write']);
    for (const path of ['pages', 'pages/1.webp']) expect((await get(`/jobs/${id}/${path}`, writer)).status).toBe(403);
    for (const path of ['pages', 'pages/1.webp'])
      expect((await fetch(`${service.base}/console/api/jobs/${id}/${path}`)).status).toBe(401);
  });

  it('go with the artifacts', async () => {
    const { id } = await convert(makeNumberedPdf(2), 'old.pdf');
    expect((await get(`/jobs/${id}/pages/1.webp`)).status).toBe(200);
    service.pass(service.deps.settings.artifactRetention - 3600);
    expect((await get(`/jobs/${id}/pages/2.webp`)).status).toBe(200);
    service.pass(2 * 3600);
    await sweepRetention(service.deps);
    expect((await call('getJob', { params: { jobId: id } })).body['status']).toBe('expired');
    for (const page of [1, 2]) expect(await service.deps.objects.head(keys.picture(id, page))).toBeUndefined();
    expect([await pages(id), (await get(`/jobs/${id}/pages/1.webp`)).status]).toEqual([{}, 404]);
  });
});

describe("the console's own paths", () => {
  it("are limited like the interface's", async () => {
    const small = await openService({ rateLimit: { perSecond: 0.001, burst: 3 }, logLevel: 'error' });
    try {
      const own = await small.key('acme');
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++)
        statuses.push(
          (await fetch(`${small.base}/console/api/session`, { headers: { Authorization: `Bearer ${own}` } })).status,
        );
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await client(small.base, own)('getJob', { params: { jobId: 'job-none' } })).status).toBe(429);
    } finally {
      await small.close();
    }
  });
});

describe('the pictures of an encrypted document', () => {
  const PASSWORD = 'kelp-and-driftwood';
  const draw = (id: string, body: object): Promise<Response> =>
    fetch(`${service.base}/console/api/jobs/${id}/pages/1.webp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('are drawn with its password, which is asked for again after each wrong one', async () => {
    const bytes = makePdf({ pages: [{ content: 'BT /F1 12 Tf 72 700 Td (Under a key) Tj ET' }], password: PASSWORD });
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'locked.pdf');
    form.set('password', PASSWORD);
    const converted = await fetch(`${service.base}/convert`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: form,
    });
    expect(converted.status).toBe(200);
    const id = converted.headers.get('x-job-id')!;
    const without = await get(`/jobs/${id}/pages/1.webp`);
    expect([without.status, await without.json()]).toMatchObject([422, { code: 'password_protected' }]);
    const wrong = await draw(id, { password: 'sand-and-shingle' });
    expect([wrong.status, await wrong.json()]).toMatchObject([422, { code: 'wrong_password' }]);
    for (const password of ['', 7, 'x'.repeat(1025)]) expect((await draw(id, { password })).status).toBe(400);
    const right = await draw(id, { password: PASSWORD });
    expect([right.status, right.headers.get('content-type')]).toEqual([200, 'image/webp']);
    // Once drawn, it is as open as the Markdown.
    expect((await get(`/jobs/${id}/pages/1.webp`)).status).toBe(200);
  });
});
