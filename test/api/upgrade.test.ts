import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/resource/ids.ts';
import type { FinishRequest, StartedAttempt } from '../../src/protocol/worker.ts';
import { signToken } from '../../src/secrets/worker-tokens.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

const OTHER = '0123456789abcdef';
/** Headers of parts: of another version, and of a time when a part began with its summary. */
const HEADERS = [
  { engine: OTHER, summary: { format: 'pdf' } },
  { format: 'pdf', pages: 3 },
];

let service: TestService;
let call: Client;
/** Jobs of two ranges that another version has converted, and one of a single range. */
const overtaken: string[] = [];
let early: string;
beforeAll(async () => {
  service = await openService({ settings: { rangePages: 2 } });
  ({ call } = await service.workspace(20));
  for (const header of HEADERS) {
    const jobId = await newJob(makeNumberedPdf(3));
    for (const index of [0, 1]) await convertByOther(jobId, index, 'part', partOf(header));
    overtaken.push(jobId);
  }
  early = await newJob(makeNumberedPdf(1));
  await convertByOther(early, 0, 'markdown', 'as it was');
  await service.startController();
});
afterAll(() => service.close());

/** One request to the internal port, as a converter makes it. */
async function say(method: string, path: string, token: string | undefined, body: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const outgoing = request({ socketPath: service.internalSocket, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text.startsWith('{') ? JSON.parse(text) : text);
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const ATTEMPTS = '/internal/v1/attempts';

/** Carries out an index as a converter of another version does. */
async function convertByOther(jobId: string, index: number, file: 'part' | 'markdown', text: string): Promise<void> {
  const expires = service.deps.now().getTime() + 60_000;
  const launch = signToken(service.secret, { use: 'launch', jobId, native: false, expires });
  const attempt = (await say('POST', ATTEMPTS, launch, { index, instance: `other-${index}` })) as StartedAttempt;
  const name = file === 'part' ? 'part.jsonl' : 'document.md';
  const object = { name, bytes: text.length, contentType: 'text/plain' };
  const urls = (await say('POST', `${ATTEMPTS}/current/urls`, attempt.token, { put: [object] })) as { put: string[] };
  await say('PUT', urls.put[0]!, undefined, text);
  const outcome: FinishRequest = {
    outcome: 'succeeded',
    engine: OTHER,
    [file]: { ...object, sha256: sha256(text) },
    images: [],
    pages: 1,
    ocrPages: 0,
    warnings: [],
  };
  await say('POST', `${ATTEMPTS}/current/finish`, attempt.token, outcome);
}

async function newJob(bytes: Uint8Array): Promise<string> {
  const { status, body } = await call('createJob', { body: documentSource(await upload(call, bytes)) });
  expect(status).toBe(201);
  return String(body['id']);
}

async function markdownOf(jobId: string): Promise<string> {
  const { body } = await call('listJobArtifacts', { params: { jobId } });
  return (body['artifacts'] as { text: string }[])[0]!.text;
}

const pagesIn = (text: string): number[] => [...text.matchAll(/page number (\d+) of/g)].map(([, page]) => Number(page));

/** What a converter of another version wrote: a header, and a page in words that only it understands. */
const partOf = (header: object): string => `${JSON.stringify(header)}\n{"kind":"of another time"}\n`;

describe('an upgrade', () => {
  it('between the ranges of a job and their merge has the ranges converted again', async () => {
    expect(overtaken).toHaveLength(2);
    for (const jobId of overtaken) {
      expect(await ended(call, jobId)).toMatchObject({ status: 'succeeded', usage: { discoveredPages: 3 } });
      expect(pagesIn(await markdownOf(jobId))).toEqual([1, 2, 3]);
    }
    expect(await service.findings()).toEqual([]);
  });

  it('leaves no result of the version before in the cache', async () => {
    expect(await ended(call, early)).toMatchObject({ status: 'succeeded' });
    expect(await markdownOf(early)).toBe('as it was');
    const first = await newJob(makeNumberedPdf(1));
    expect((await ended(call, first))['cached'] ?? false).toBe(false);
    expect(pagesIn(await markdownOf(first))).toEqual([1]);
    const second = await newJob(makeNumberedPdf(1));
    expect((await ended(call, second))['cached']).toBe(true);
  });
});
