import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tasks } from '../../src/runtime/tasks.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import type { ProtocolServer } from '../worker/protocol-server.ts';

/**
 * One adapter under test, with the server of the objects that its signed URLs lead to. URLs may lead to this machine.
 */
export interface TasksUnderTest {
  readonly tasks: Tasks;
  readonly server: ProtocolServer;
  /** Address of this machine as its processes see it; loopback unless told otherwise. */
  readonly host?: string;
  close(): Promise<void>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
let counter = 0;
const freshJob = (): string => `job-task-${process.pid}-${counter++}`;

/** What every adapter of the `Tasks` port keeps. */
export function tasksContract(name: string, open: () => Promise<TasksUnderTest>): void {
  documentTasksContract(name, open);
  urlTasksContract(name, open);
}

/** Tasks that open documents. */
export function documentTasksContract(name: string, open: () => Promise<Omit<TasksUnderTest, 'host'>>): void {
  describe(`the tasks of ${name} for documents`, () => {
    let tasks: Tasks;
    let server: ProtocolServer;
    let close = (): Promise<void> => Promise.resolve();
    beforeAll(async () => {
      const subject = await open();
      ({ tasks, server } = subject);
      close = () => subject.close();
    });
    afterAll(() => close());

    it('probes a document: type, bytes, hash and pages', async () => {
      const document = Buffer.from(makeNumberedPdf(5));
      server.objects.set('inputs/p', document);
      expect(
        await tasks.probe({
          workspace: 'acme',
          jobId: freshJob(),
          key: 'inputs/p',
          bytes: document.length,
          fileName: 'wrong-name.txt',
        }),
      ).toEqual({
        ok: true,
        source: {
          format: 'pdf',
          bytes: document.length,
          sha256: sha256(document),
          pages: 5,
          scanned: false,
          ranged: true,
          native: false,
        },
      });
    });

    it('probes what lies there, should it be another document than was looked for', async () => {
      const jobId = freshJob();
      const document = makeNumberedPdf(2);
      server.objects.set(`inputs/${jobId}`, Buffer.from(document));
      expect(await tasks.probe({ workspace: 'acme', jobId, key: `inputs/${jobId}`, bytes: 10 })).toMatchObject({
        ok: true,
        source: { bytes: document.length, sha256: sha256(document), pages: 2 },
      });
    });

    it('probes a broken document to a failure, with its hash', async () => {
      const document = Buffer.from([0, 1, 2, 3, 255, 254, 0, 0, 9]);
      server.objects.set('inputs/p', document);
      expect(
        await tasks.probe({ workspace: 'acme', jobId: freshJob(), key: 'inputs/p', bytes: document.length }),
      ).toEqual({
        ok: false,
        sha256: sha256(document),
        failure: { code: 'unsupported_format', message: expect.any(String) as string },
      });
    });

    it('draws a page of a document as a picture, and fails by name', async () => {
      const document = Buffer.from(makeNumberedPdf(3));
      server.objects.set('inputs/d', document);
      const request = {
        workspace: 'acme',
        jobId: freshJob(),
        key: 'inputs/d',
        bytes: document.length,
        sha256: sha256(document),
        page: 2,
        to: 'pictures/d/2.webp',
      };
      expect(await tasks.draw(request)).toEqual({ ok: true });
      expect(await sharp(server.objects.get('pictures/d/2.webp')).metadata()).toMatchObject({
        format: 'webp',
        width: 935,
        height: 1210,
      });
      expect(await tasks.draw({ ...request, page: 4, to: 'pictures/d/4.webp' })).toMatchObject({
        ok: false,
        failure: { code: 'corrupt_document' },
      });
      expect(await tasks.draw({ ...request, sha256: sha256(Buffer.from('another')) })).toMatchObject({
        ok: false,
        failure: { code: 'content_hash_mismatch' },
      });
      expect(server.objects.has('pictures/d/4.webp')).toBe(false);
    });
  });
}

/** Tasks for URLs. */
export function urlTasksContract(name: string, open: () => Promise<TasksUnderTest>): void {
  describe(`the tasks of ${name} for URLs`, () => {
    let tasks: Tasks;
    let server: ProtocolServer;
    let host: string;
    let close = (): Promise<void> => Promise.resolve();
    beforeAll(async () => {
      const subject = await open();
      ({ tasks, server, host = '127.0.0.1' } = subject);
      close = () => subject.close();
    });
    afterAll(() => close());

    it('fetches a URL into the store, and refuses or fails by name', async () => {
      const origin = createServer((request, response) => {
        if (request.url === '/missing') response.writeHead(404).end();
        else response.end('from the web');
      });
      await new Promise<void>((resolve) => origin.listen(0, host, resolve));
      const url = `http://${host}:${(origin.address() as AddressInfo).port}`;
      try {
        const request = { workspace: 'acme', jobId: freshJob(), to: 'inputs/fetched', maxBytes: 100 };
        expect(await tasks.fetch({ ...request, url: `${url}/a.csv` })).toEqual({
          ok: true,
          bytes: 12,
          fileName: 'a.csv',
        });
        expect(server.objects.get('inputs/fetched')?.toString()).toBe('from the web');
        expect(await tasks.fetch({ ...request, url: `${url}/missing` })).toMatchObject({
          ok: false,
          failure: { code: 'fetch_failed' },
        });
        expect(await tasks.fetch({ ...request, url: 'http://169.254.169.254/' })).toMatchObject({
          ok: false,
          failure: { code: 'fetch_refused' },
        });
        expect(await tasks.fetch({ ...request, url: `${url}/a.csv`, maxBytes: 5 })).toMatchObject({
          ok: false,
          failure: { code: 'limit_exceeded' },
        });
        expect(await tasks.size({ workspace: 'acme', url: `${url}/a.csv` })).toEqual({ ok: true, bytes: 12 });
        expect(await tasks.size({ workspace: 'acme', url: 'file:///etc/passwd' })).toMatchObject({
          ok: false,
          failure: { code: 'fetch_refused' },
        });
      } finally {
        origin.closeAllConnections();
        origin.close();
      }
    });

    it('posts a body to a URL and answers the status, by the same rules', async () => {
      const seen: string[] = [];
      const origin = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        request.on('end', () => {
          seen.push(`${request.method} ${request.url} ${String(request.headers['webhook-id'])} ${body}`);
          response.writeHead(Number(request.url?.slice(1)), { location: '/200' }).end('a long answer');
        });
      });
      await new Promise<void>((resolve) => origin.listen(0, host, resolve));
      const url = `http://${host}:${(origin.address() as AddressInfo).port}`;
      try {
        const request = { workspace: 'acme', jobId: freshJob(), headers: { 'webhook-id': 'msg_1' }, body: '{"a":"é"}' };
        expect(await tasks.post({ ...request, url: `${url}/204` })).toEqual({ ok: true, status: 204 });
        expect(await tasks.post({ ...request, url: `${url}/307` })).toEqual({ ok: true, status: 307 });
        expect(seen).toEqual(['POST /204 msg_1 {"a":"é"}', 'POST /307 msg_1 {"a":"é"}']);
        expect(await tasks.post({ ...request, url: 'http://169.254.169.254/' })).toMatchObject({
          ok: false,
          failure: { code: 'fetch_refused' },
        });
      } finally {
        origin.closeAllConnections();
        origin.close();
      }
      expect(await tasks.post({ workspace: 'acme', jobId: freshJob(), headers: {}, body: '{}', url })).toMatchObject({
        ok: false,
        failure: { code: 'fetch_failed' },
      });
    });
  });
}
