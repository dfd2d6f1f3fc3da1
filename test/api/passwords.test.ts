import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, p } from '../make/docx.ts';
import { encryptAgile } from '../make/encrypt-office.ts';
import { makePdf } from '../make/pdf.ts';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';
import { ended, upload } from './client.ts';
import { openService } from './service.ts';

const PASSWORD = 'kelp-and-driftwood';
const WRONG = 'sand-and-shingle';
const PDF = makePdf({ pages: [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }], password: PASSWORD });
const DOCX = encryptAgile(makeDocx({ body: p('A text under a key') }), PASSWORD);

describe('a password sent to /convert', () => {
  let service: ServiceProcess;
  let site: Server;
  let release = (): void => {};
  beforeAll(async () => {
    service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'trace', SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: '1' });
    await service.start();
    const released = new Promise<void>((done) => (release = done));
    site = createServer((_request, response) => void released.then(() => response.end(PDF)));
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    await service.close();
    await new Promise((closed) => site.close(closed));
  });

  async function convert(fields: Record<string, string | Uint8Array>, query = '', headers = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === 'string' ? value : new Blob([value]));
    const response = await fetch(`${service.url()}/convert${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key()}`, ...headers },
      body: form,
    });
    const text = await response.text();
    return { status: response.status, text, jobId: response.headers.get('x-job-id') };
  }

  /** Where any of these stands: in the log, in what the API answers of all jobs, or in a file or its name. */
  async function placesOf(texts: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    const look = (place: string, content: string): void => {
      if (texts.some((text) => content.includes(text))) found.push(place);
    };
    look('log', service.log());
    const { jobs } = (await (
      await fetch(`${service.url()}/jobs`, { headers: { Authorization: `Bearer ${service.key()}` } })
    ).json()) as { jobs: { id: string }[] };
    look('jobs', JSON.stringify(jobs));
    for (const { id } of jobs)
      for (const path of [`/jobs/${id}`, `/jobs/${id}/artifacts`, `/receipts?jobId=${id}`])
        look(path, JSON.stringify((await service.call('GET', path)).body));
    for await (const entry of filesBelow(service.dataDir)) {
      const path = join(entry.parentPath, entry.name);
      look(path, path);
      if (entry.isFile()) look(path, await readFile(path, 'latin1').catch(() => ''));
    }
    return found;
  }

  /** Files and folders below one; the folder of a process may be removed meanwhile. */
  async function* filesBelow(folder: string): AsyncGenerator<Dirent> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries) {
      yield entry;
      if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name));
    }
  }
  const encoded = (text: string): string[] => [
    text,
    Buffer.from(text).toString('base64').slice(0, -4),
    Buffer.from(text).toString('hex'),
  ];

  it('opens the document, a wrong one and none fail by name, and none of them is left anywhere', async () => {
    expect(await convert({ file: PDF, password: PASSWORD })).toMatchObject({
      status: 200,
      text: 'A page under a key\n',
    });
    expect(await convert({ file: DOCX, password: PASSWORD })).toMatchObject({
      status: 200,
      text: 'A text under a key\n',
    });
    for (const file of [PDF, DOCX]) {
      const wrong = await convert({ file, password: WRONG });
      expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
        422,
        expect.objectContaining({ code: 'wrong_password' }),
      ]);
      const none = await convert({ file });
      expect([none.status, JSON.parse(none.text)]).toEqual([
        422,
        expect.objectContaining({ code: 'password_protected' }),
      ]);
    }
    expect(await placesOf([...encoded(PASSWORD), ...encoded(WRONG)])).toEqual([]);
    const kept = await readdir(join(service.dataDir, 'objects/intents')).catch(() => []);
    expect(kept).toEqual([]);
  });

  it('is sealed while the job runs', async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/late.pdf`;
    const begun = await convert({ url, password: PASSWORD, wait: '0' });
    expect(begun.status).toBe(202);
    expect(await placesOf(encoded(PASSWORD))).toEqual([]);
    expect(await placesOf(['sealedPassword'])).toEqual([expect.stringContaining('/intents/')]);
    release();
    const path = `/jobs/${begun.jobId}`;
    await expect
      .poll(async () => (await service.call('GET', path)).body['status'], { timeout: 60_000 })
      .toBe('succeeded');
    expect(await placesOf([...encoded(PASSWORD), 'sealedPassword'])).toEqual([]);
  });

  it('belongs to what an idempotency key stands for', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await convert({ file: PDF, password: PASSWORD }, '', headers);
    expect((await convert({ file: PDF, password: PASSWORD }, '', headers)).jobId).toBe(first.jobId);
    const other = await convert({ file: PDF, password: WRONG }, '', headers);
    expect([other.status, JSON.parse(other.text)]).toEqual([
      400,
      expect.objectContaining({ code: 'idempotency_key_reused' }),
    ]);
  });

  it('is no query parameter, and its refusal does not repeat it', async () => {
    for (const [fields, query] of [
      [{ file: PDF }, `?password=${PASSWORD}`],
      [{ file: PDF, password: PASSWORD.repeat(100) }, ''],
      [{ file: PDF, password: '' }, ''],
    ] as const) {
      const { status, text } = await convert(fields, query);
      expect([status, text]).toEqual([400, expect.stringContaining('password must')]);
      expect(text).not.toContain(PASSWORD);
    }
    expect(await placesOf(encoded(PASSWORD))).toEqual([]);
  });
});

describe('a ConversionJob that names a Secret', () => {
  it.each([
    ['right', 'succeeded', undefined],
    ['wrong', 'failed', 'wrong_password'],
    ['missing', 'failed', 'password_unavailable'],
  ])('with the %s password is %s', async (name, status, errorCode) => {
    const service = await openService({
      logLevel: 'silent',
      passwords: {
        // What a cluster's Secrets hold.
        read: async (ref) =>
          ref.name === 'missing'
            ? { problem: 'The Secret missing does not exist.' }
            : { password: ref.name === 'right' ? PASSWORD : WRONG },
      },
    });
    try {
      const { call } = await service.workspace(10, 'acme');
      await service.startController();
      const made = await service.deps.jobs.create({
        name: 'by-hand',
        spec: {
          workspace: 'acme',
          source: { type: 'document', documentId: await upload(call, PDF) },
          passwordSecretRef: { name },
        },
      });
      if (!made.created) throw new Error('not created');
      const job = await ended(call, `k-${made.job.metadata.uid}`);
      expect(job).toMatchObject({ status, ...(errorCode !== undefined && { errorCode }) });
      const { spec } = (await service.deps.jobs.get('by-hand'))!;
      expect(JSON.stringify(spec)).not.toContain(PASSWORD);
    } finally {
      await service.close();
    }
  });
});
