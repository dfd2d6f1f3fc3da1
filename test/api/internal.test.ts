import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FinishRequest, StartedAttempt } from '../../src/protocol/worker.ts';
import { keys } from '../../src/records/keys.ts';
import { createRecord, readRecord } from '../../src/records/store.ts';
import { signToken, tokenOfIndex } from '../../src/secrets/worker-tokens.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let call: Client;
beforeAll(async () => {
  service = await openService({ settings: { rangePages: 2 } });
  ({ call } = await service.workspace(1000, 'acme'));
});
afterAll(() => service.close());

interface Said {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** One request to the internal socket, as a worker makes it. */
async function say(method: string, path: string, token: string | undefined, body?: unknown): Promise<Said> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const outgoing = request({ socketPath: service.internalSocket, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text },
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
}

const START = '/internal/v1/attempts';
const CURRENT = `${START}/current`;

async function newJob(pages: number): Promise<string> {
  const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(pages))) });
  return String(body['id']);
}

function launchToken(jobId: string, more: { native?: boolean; seconds?: number; secret?: string } = {}): string {
  const expires = service.deps.now().getTime() + (more.seconds ?? 60) * 1000;
  return signToken(more.secret ?? service.secret, { use: 'launch', jobId, native: more.native ?? false, expires });
}

async function start(jobId: string, index: number, instance: string, native = false): Promise<StartedAttempt> {
  const said = await say('POST', START, launchToken(jobId, { native }), { index, instance });
  expect(said.status).toBe(200);
  return said.body as unknown as StartedAttempt;
}

/** Stores a file of the attempt over its signed URL. */
async function store(attempt: StartedAttempt, name: string, text: string): Promise<number> {
  const urls = await say('POST', `${CURRENT}/urls`, attempt.token, {
    put: [{ name, bytes: text.length, contentType: 'text/plain' }],
  });
  const [url] = urls.body['put'] as string[];
  return (await say('PUT', url!, undefined, text)).status;
}

const part = (text: string) =>
  ({
    outcome: 'succeeded',
    engine: 'e',
    part: { name: 'part.jsonl', bytes: text.length, contentType: 'application/jsonl', sha256: '0'.repeat(64) },
    images: [],
    pages: 2,
    ocrPages: 0,
    warnings: [],
  }) satisfies FinishRequest;

describe('an attempt', () => {
  it('gets the task of its index, reads the input and stores its part', async () => {
    const jobId = await newJob(3);
    const attempt = await start(jobId, 1, 'a');
    expect(attempt.task).toMatchObject({
      kind: 'convert',
      range: { start: 3, end: 3 },
      mergeHere: false,
      settings: { native: false, includeImages: false },
    });
    expect(attempt.prefix).toBe(keys.attempt(jobId, 1, 'a'));
    const urls = await say('POST', `${CURRENT}/urls`, attempt.token, { get: [keys.input(jobId)] });
    expect((await say('GET', (urls.body['get'] as string[])[0]!, undefined)).body['text']).toContain('%PDF');
    expect(await store(attempt, 'part.jsonl', 'lines')).toBe(200);
    expect((await say('POST', `${CURRENT}/report`, attempt.token, { pagesDone: 1, ocrPages: 0 })).body).toEqual({
      continue: true,
    });
    expect((await service.deps.ledger.progress(jobId)).get(1)).toMatchObject({ attempt: 'a', pagesDone: 1 });
    expect((await say('POST', `${CURRENT}/finish`, attempt.token, { ...part('lines'), pages: 1 })).status).toBe(200);
    expect(await readRecord(service.deps.objects, keys.outcome(jobId, 1))).toMatchObject({
      outcome: 'succeeded',
      index: 1,
      attempt: 'a',
      prefix: attempt.prefix,
    });
  });

  it('may say its outcome twice, but a second attempt cannot change it', async () => {
    const jobId = await newJob(3);
    const first = await start(jobId, 0, 'a');
    await store(first, 'part.jsonl', 'one');
    const finish = async (text: string, { token }: StartedAttempt): Promise<unknown> =>
      (await say('POST', `${CURRENT}/finish`, token, part(text))).body;
    expect(await finish('one', first)).toEqual({ recorded: true });
    expect(await finish('one', first)).toEqual({ recorded: true });
    expect(await readRecord(service.deps.objects, keys.outcome(jobId, 0))).toMatchObject({ attempt: 'a' });
  });

  it('whose index got its outcome from an earlier attempt meanwhile ends well, and changes nothing', async () => {
    const jobId = await newJob(3);
    const second = await start(jobId, 0, 'b');
    // The first one's last request came just before the second took over.
    await createRecord(service.deps.objects, keys.outcome(jobId, 0), {
      ...part('one'),
      index: 0,
      attempt: 'a',
      prefix: keys.attempt(jobId, 0, 'a'),
      finishedAt: new Date().toISOString(),
    });
    await store(second, 'part.jsonl', 'two');
    const said = await say('POST', `${CURRENT}/finish`, second.token, part('two'));
    expect(said).toEqual({ status: 200, body: { recorded: false } });
    expect(await readRecord(service.deps.objects, keys.outcome(jobId, 0))).toMatchObject({ attempt: 'a' });
  });

  it('is over when another one of its index has started', async () => {
    const jobId = await newJob(3);
    const old = await start(jobId, 0, 'a');
    await start(jobId, 0, 'b');
    expect((await say('POST', `${CURRENT}/report`, old.token, { pagesDone: 1, ocrPages: 0 })).status).toBe(409);
    expect((await say('POST', `${CURRENT}/finish`, old.token, part(''))).status).toBe(409);
  });

  it('is over when its job is canceled', async () => {
    const jobId = await newJob(3);
    const attempt = await start(jobId, 0, 'a');
    expect((await say('POST', `${CURRENT}/report`, attempt.token, { pagesDone: 1, ocrPages: 0 })).status).toBe(200);
    await call('cancelJob', { params: { jobId } });
    service.pass(3);
    expect((await say('POST', `${CURRENT}/report`, attempt.token, { pagesDone: 1, ocrPages: 0 })).status).toBe(409);
    expect((await say('POST', `${CURRENT}/urls`, attempt.token, { get: [] })).status).toBe(409);
    expect((await say('POST', START, launchToken(jobId), { index: 0, instance: 'b' })).status).toBe(409);
  });

  it('merges only when every part is there, and reads only those', async () => {
    const jobId = await newJob(3);
    expect((await say('POST', START, launchToken(jobId), { index: 2, instance: 'm' })).status).toBe(409);
    for (const index of [0, 1]) {
      const attempt = await start(jobId, index, 'a');
      await store(attempt, 'part.jsonl', 'x');
      await say('POST', `${CURRENT}/finish`, attempt.token, { ...part('x'), pages: 1 });
    }
    const merge = await start(jobId, 2, 'm');
    const parts = [0, 1].map((index) => `${keys.attempt(jobId, index, 'a')}part.jsonl`);
    expect(merge.task).toEqual({ kind: 'merge', emphasis: true, parts });
    expect((await say('POST', `${CURRENT}/urls`, merge.token, { get: parts })).status).toBe(200);
    expect((await say('POST', `${CURRENT}/urls`, merge.token, { get: [keys.input(jobId)] })).status).toBe(403);
    expect((await say('POST', `${CURRENT}/finish`, merge.token, { outcome: 'outdated' })).status).toBe(400);
    await store(merge, 'document.md', 'x');
    const merged = { ...part('x'), part: undefined, markdown: { ...part('x').part, name: 'document.md' } };
    const finish = async (pages: number): Promise<number> =>
      (await say('POST', `${CURRENT}/finish`, merge.token, { ...merged, pages, ocrPages: pages })).status;
    expect([await finish(4), await finish(3)]).toEqual([400, 200]);
  });

  it('leaves a mark when it needs native code, unless it has it', async () => {
    const jobId = await newJob(1);
    const plain = await start(jobId, 0, 'a');
    expect((await say('POST', `${CURRENT}/finish`, plain.token, { outcome: 'needs-native' })).status).toBe(200);
    expect(await service.deps.objects.head(keys.nativeMark(jobId, 0))).toBeDefined();
    const native = await start(jobId, 0, 'b', true);
    expect(native.task).toMatchObject({ settings: { native: true }, mergeHere: true });
    expect((await say('POST', `${CURRENT}/finish`, native.token, { outcome: 'needs-native' })).status).toBe(400);
  });
});

describe('the internal port', () => {
  it('answers metrics, by the patterns of its routes', async () => {
    await start(await newJob(1), 0, 'm');
    expect((await say('GET', '/metrics', undefined)).body['text']).toContain(
      'route="/internal/v1/attempts",method="POST",status="200"',
    );
  });

  it('believes no token but its own', async () => {
    const jobId = await newJob(1);
    const attempt = await start(jobId, 0, 'a');
    const forged = [
      undefined,
      'x.y',
      launchToken(jobId, { secret: 'another secret' }),
      launchToken(jobId, { seconds: -1 }),
      attempt.token,
      `${attempt.token}x`,
    ];
    for (const token of forged) expect((await say('POST', START, token, { index: 0, instance: 'b' })).status).toBe(401);
    for (const token of [undefined, launchToken(jobId)])
      expect((await say('POST', `${CURRENT}/report`, token, { pagesDone: 0, ocrPages: 0 })).status).toBe(401);
  });

  it('starts one index with a token that was narrowed to it, and no token makes the wider one of it', async () => {
    const jobId = await newJob(3);
    const narrow = tokenOfIndex(launchToken(jobId), 1);
    expect((await say('POST', START, narrow, { index: 0, instance: 'b' })).status).toBe(403);
    expect((await say('POST', START, narrow, { index: 1, instance: 'b' })).status).toBe(200);
    const [body, , mac] = narrow.split('.');
    for (const forged of [`${body}.${mac}`, `${body}.0.${mac}`, `${body}..${mac}`, `${body}.1.0.${mac}`, `${narrow}x`])
      expect((await say('POST', START, forged, { index: 0, instance: 'b' })).status).toBe(401);
  });

  it('signs no more bytes for an attempt than its scratch space holds, in however many objects', async () => {
    const { token } = await start(await newJob(1), 0, 'a');
    const half = service.deps.settings.scratchBytes / 2;
    const put = async (...names: string[]): Promise<unknown> =>
      (
        await say('POST', `${CURRENT}/urls`, token, {
          put: names.map((name) => ({ name, bytes: half, contentType: 'text/plain' })),
        })
      ).status;
    expect([await put('a'), await put('a'), await put('b'), await put('c')]).toEqual([200, 200, 200, 400]);
  });

  it('signs no more objects for an attempt than a document may have', async () => {
    const { token } = await start(await newJob(1), 0, 'a');
    const statuses: number[] = [];
    for (let from = 0; from <= 20_000; from += 1000) {
      const files = Array.from({ length: 1000 }, (_, i) => ({ name: `i${from + i}`, bytes: 0, contentType: 'a/b' }));
      statuses.push((await say('POST', `${CURRENT}/urls`, token, { put: files })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 400]);
  });

  it("signs nothing outside of the task and the attempt's prefix", async () => {
    const [jobId, other] = [await newJob(1), await newJob(1)];
    const { token } = await start(jobId, 0, 'a');
    for (const key of [keys.input(other), keys.intent(jobId), keys.outcome(jobId, 0), '../secret'])
      expect((await say('POST', `${CURRENT}/urls`, token, { get: [key] })).status).toBe(403);
    for (const name of ['../b/document.md', '/etc/passwd', '', '.', '..', 'a/../../b', 'a/b/c', '.hidden', 'x y']) {
      expect(
        (await say('POST', `${CURRENT}/urls`, token, { put: [{ name, bytes: 1, contentType: 'text/plain' }] })).status,
      ).toBe(400);
    }
    expect(
      (await say('POST', `${CURRENT}/urls`, token, { put: [{ name: 'a', bytes: 2 ** 39, contentType: 'text/plain' }] }))
        .status,
    ).toBe(400);
  });

  it('takes exactly the bytes that were signed', async () => {
    const { token } = await start(await newJob(1), 0, 'a');
    const urls = await say('POST', `${CURRENT}/urls`, token, {
      put: [{ name: 'document.md', bytes: 5, contentType: 'text/markdown; charset=utf-8' }],
    });
    const [url] = urls.body['put'] as string[];
    expect((await say('PUT', url!, undefined, '123456')).status).toBe(400);
    expect((await say('PUT', url!, undefined, '12345')).status).toBe(200);
    expect((await fetch(service.base + url!, { method: 'PUT', body: '12345' })).status).toBe(403);
  });

  it('refuses an outcome that does not keep what the task owes', async () => {
    const attempt = await start(await newJob(3), 0, 'a');
    const finish = async (body: unknown): Promise<number> =>
      (await say('POST', `${CURRENT}/finish`, attempt.token, body)).status;
    expect(await finish(part('never stored'))).toBe(400);
    await store(attempt, 'part.jsonl', 'x');
    expect(await finish({ ...part('x'), part: undefined })).toBe(400);
    expect(await finish({ ...part('x'), pages: 3 })).toBe(400);
    expect(await finish({ ...part('x'), ocrPages: 3 })).toBe(400);
    expect(await finish({ outcome: 'failed', failure: { code: 'made_up', message: '' } })).toBe(400);
    expect(await finish({ outcome: 'failed', failure: { code: 'corrupt_document', message: 'It is broken.' } })).toBe(
      200,
    );
  });

  it('takes what the versions before and after this one report', async () => {
    const jobId = await newJob(3);
    const attempt = await start(jobId, 0, 'a');
    await store(attempt, 'part.jsonl', 'x');
    const older = { ...part('x'), engine: undefined };
    const newer = { ...older, fonts: ['Helvetica'], part: { ...older.part, lines: 1 } };
    expect((await say('POST', `${CURRENT}/finish`, attempt.token, newer)).status).toBe(200);
    const outcome = await readRecord(service.deps.objects, keys.outcome(jobId, 0));
    expect(outcome).toMatchObject({ ...part('x'), engine: 'unknown' });
    expect(JSON.stringify(outcome)).not.toMatch(/fonts|lines/);
  });
});
