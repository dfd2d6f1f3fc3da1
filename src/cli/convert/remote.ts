import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobFailure } from '../../job/failure.ts';
import type { ConvertFlags } from './command.ts';
import type { DocumentProgress, DocumentResult, Image } from './document.ts';
import type { Input } from './inputs.ts';
import { linkFolder } from './outputs.ts';
import type { Target } from './outputs.ts';
import type { Converter } from './run.ts';

interface RemoteJob {
  readonly id: string;
  readonly status: string;
  readonly stage?: string;
  readonly stageProgress?: number;
  readonly estimatedTotalPages?: number;
  readonly error?: string;
  readonly errorCode?: string;
}

interface RemoteArtifact {
  readonly id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly text?: string;
  readonly downloadUrl?: string;
}

/** What the server refused, as a sentence for the user. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const FINISHED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled', 'expired']);
/** The first polls come sooner than the 2 s that the interface names: most documents are short. */
const POLLS_MS = [200, 300, 500, 1000, 2000];
const OPEN_END = 1_000_000;

/** Converts through a server: upload, job, poll, download. */
export function openRemote(server: string, key: string, flags: ConvertFlags): Converter {
  const ask = async (method: string, path: string, body?: object, idempotencyKey?: string): Promise<unknown> => {
    const response = await fetchPatiently(new URL(path, server.endsWith('/') ? server : `${server}/`), {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as { error?: string };
    if (!response.ok) throw new Refused(response.status, answer.error ?? `The server answered with status ${response.status}.`);
    return answer;
  };

  async function upload(input: Input): Promise<string> {
    const slot = (await ask('POST', 'api/v1/uploads', { fileName: basename(input.path), fileType: 'application/octet-stream' }, randomUUID())) as { documentId: string; uploadUrl: string };
    const response = await fetchPatiently(new URL(slot.uploadUrl, server), { method: 'PUT', body: await openAsBlob(input.path), headers: { 'content-type': 'application/octet-stream' } });
    if (!response.ok) throw new Refused(response.status, `The upload was refused with status ${response.status}.`);
    return slot.documentId;
  }

  async function poll(id: string, progress: DocumentProgress): Promise<RemoteJob> {
    let counted = 0;
    let told = 0;
    for (let i = 0; ; i++) {
      const job = (await ask('GET', `api/v1/jobs/${encodeURIComponent(id)}`)) as RemoteJob;
      if (counted === 0 && job.estimatedTotalPages !== undefined) progress.pagesKnown(counted = job.estimatedTotalPages);
      const done = job.stage === 'converting' ? Math.floor(((job.stageProgress ?? 0) / 100) * counted) : FINISHED.has(job.status) || job.stage === 'finalizing' ? counted : 0;
      for (; told < done; told++) progress.pageDone();
      if (FINISHED.has(job.status)) return job;
      await delay(POLLS_MS[Math.min(i, POLLS_MS.length - 1)]);
    }
  }

  async function save(artifact: RemoteArtifact, file: string): Promise<void> {
    const { text, downloadUrl } = artifact.text !== undefined || artifact.downloadUrl !== undefined ? artifact : (await ask('GET', `api/v1/artifacts/${encodeURIComponent(artifact.id)}`)) as RemoteArtifact;
    if (text !== undefined) return await writeFile(file, text);
    if (downloadUrl === undefined) throw new Refused(500, 'The server named no place to download from.');
    const response = await fetchPatiently(new URL(downloadUrl, server), {});
    if (!response.ok || !response.body) throw new Refused(response.status, `The download was refused with status ${response.status}.`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  }

  async function convert(input: Input, folder: string, target: Target, progress: DocumentProgress): Promise<DocumentResult> {
    const { pages } = flags;
    if (pages && pages.end < OPEN_END) throw new Refused(400, 'A server converts from a page on: write --pages 3- with --server.');
    const documentId = await upload(input);
    const created = (await ask('POST', 'api/v1/jobs', {
      source: { type: 'document', documentId },
      includeImages: flags.images,
      ...(pages && pages.start > 1 && { startPage: pages.start }),
    }, randomUUID())) as RemoteJob;
    const job = await poll(created.id, progress);
    if (job.status !== 'succeeded') return { ok: false, failure: { code: (job.errorCode ?? 'conversion_failed') as JobFailure['code'], message: job.error ?? `The job is ${job.status}.` } };
    const { artifacts } = (await ask('GET', `api/v1/jobs/${encodeURIComponent(job.id)}/artifacts`)) as { artifacts: readonly RemoteArtifact[] };
    const markdown = join(folder, 'document.md');
    const document = artifacts.find(({ kind }) => kind === 'markdown');
    if (!document) throw new Refused(500, 'The job has no Markdown.');
    await save(document, markdown);
    const images: Image[] = [];
    for (const artifact of artifacts.filter(({ kind }) => kind === 'image')) {
      const name = basename(artifact.fileName);
      await save(artifact, join(folder, name));
      images.push({ name, file: join(folder, name) });
    }
    if (images.length > 0) await moveLinks(markdown, images, linkFolder(target));
    return { ok: true, markdown, images };
  }

  return {
    atOnce: 4,
    async convert(input, _order, folder, target, progress) {
      try {
        return await convert(input, folder, target, progress);
      } catch (error) {
        if (error instanceof Refused) return { ok: false, failure: { code: 'conversion_failed', message: error.message } };
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
}

/** The server's links name the images alone; here they lie in a folder. */
async function moveLinks(file: string, images: readonly Image[], folder: string): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const { name } of images) text = text.replaceAll(`](${name})`, `](${folder}${name})`).replaceAll(`<img src="${name}"`, `<img src="${folder}${name}"`);
  await writeFile(file, text);
}

/** Repeats what a busy server (429, 503) or a broken connection refused, for about a minute. Every request here may be repeated. */
async function fetchPatiently(url: URL, init: RequestInit): Promise<Response> {
  for (let tried = 1; ; tried++) {
    try {
      const response = await fetch(url, init);
      if ((response.status !== 429 && response.status !== 503) || tried >= 8) return response;
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      await response.body?.cancel();
      await delay(Number.isFinite(seconds) ? seconds * 1000 : 250 * 2 ** tried);
    } catch (error) {
      if (tried >= 3) throw new Refused(0, `The server ${url.origin} cannot be reached (${(error as { cause?: { code?: string } }).cause?.code ?? 'no answer'}).`);
      await delay(250 * 2 ** tried);
    }
  }
}
