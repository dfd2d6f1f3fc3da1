import { errorOfJob } from './errors.js';
import { json, withRetries } from './request.js';
import { open, type Source } from './source.js';
import type {
  Artifact,
  Batch,
  BatchList,
  BatchRequest,
  ConvertOptions,
  ConvertResult,
  Job,
  JobList,
  JobRequest,
  ListOptions,
  Quote,
  QuoteRequest,
  Receipt,
  UploadSlot,
  Warning,
} from './types.js';

export interface Options {
  /** URL of the server. Defaults to the environment variable SCRIPTORIUM_SERVER. */
  readonly server?: string | undefined;
  /** API key. Defaults to the environment variable SCRIPTORIUM_KEY. */
  readonly key?: string | undefined;
  /** How often a request is repeated when the server is busy (429, 503) or does not respond; 8 by default. */
  readonly retries?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface WaitOptions {
  /** Stops the wait; of convert, it also cancels the job. */
  readonly signal?: AbortSignal;
  /** Called once for each page, with how many are done and how many there are. */
  readonly onPage?: (done: number, total: number) => void;
  /** Called with each state of the job. */
  readonly onProgress?: (job: Job) => void;
}

export interface RequestOptions {
  /** Of an encrypted PDF or Office document. */
  readonly password?: string;
  /** A call with the same key and the same document returns the same conversion. */
  readonly idempotencyKey?: string;
}

export interface Conversion {
  readonly markdown: string;
  readonly job: Job;
  /** The Markdown, and the images if `includeImages` is true. */
  readonly artifacts: readonly Artifact[];
  /** Warnings of the conversion. */
  readonly warnings: readonly Warning[];
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled', 'expired']);
/** The first polls come sooner: most documents are short. */
const POLLS_MS = [250, 500, 1000, 2000];
const WAIT_SECONDS = 25;
const INTERFACE = 'api/v1';
const OWN = 'api/scriptorium/v1';

/** A Scriptorium server, with an API key. */
export class Scriptorium {
  readonly #base: string;
  readonly #key: string;
  readonly #fetch: (url: URL, init: RequestInit) => Promise<Response>;

  constructor(options: Options = {}) {
    const env = globalThis.process?.env ?? {};
    const server = options.server ?? env['SCRIPTORIUM_SERVER'];
    const key = options.key ?? env['SCRIPTORIUM_KEY'];
    if (!server || !key)
      throw new TypeError('Set server and key, or the variables SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY.');
    this.#base = server.endsWith('/') ? server : `${server}/`;
    this.#key = key;
    this.#fetch = withRetries(options.fetch ?? fetch, options.retries ?? 8);
  }

  /** Converts a document and waits for its Markdown, however long it takes. Its job is canceled when `signal` aborts. */
  async convert(
    source: Source,
    { signal, onPage, onProgress, ...options }: ConvertOptions & WaitOptions & RequestOptions = {},
  ): Promise<Conversion> {
    const { idempotencyKey = crypto.randomUUID(), password, ...query } = options;
    const given = await open(source, query.fileName);
    if (password !== undefined) {
      // A field of a form, since URLs are written to logs; the document is uploaded before.
      if (given.body) given.query = { documentId: await this.#upload(given.body, given.query['fileName']) };
      given.body = new FormData();
      given.body.set('password', password);
    }
    // Who wants to know of each page polls; others wait for a short document in one call.
    const wait = onPage || onProgress ? 0 : WAIT_SECONDS;
    const response = await this.#send('POST', `${OWN}/convert`, {
      query: { ...query, fileName: undefined, ...given.query, output: 'json' },
      headers: {
        'Idempotency-Key': idempotencyKey,
        Prefer: `respond-async, wait=${wait}`,
        ...(given.body instanceof Blob && { 'Content-Type': 'application/octet-stream' }),
      },
      ...(given.body && { body: given.body }),
      ...(signal && { signal }),
    }).catch(async (error: unknown) => {
      if (signal?.aborted) await this.#cancelOf(idempotencyKey).catch(() => {});
      throw error;
    });
    if (response.status !== 202) return json<ConvertResult>(response);
    const { id } = await json<Job>(response);
    const job = await this.wait(id, {
      ...(signal && { signal }),
      ...(onPage && { onPage }),
      ...(onProgress && { onProgress }),
    }).catch(async (error: unknown) => {
      // Who stops waiting does not want to pay for the rest.
      if (signal?.aborted) await this.cancelJob(id);
      throw error;
    });
    const [artifacts, warnings] = await Promise.all([this.artifacts(id), this.warnings(id)]);
    const markdown = artifacts.find(({ kind }) => kind === 'markdown');
    return { markdown: markdown ? await this.text(markdown) : '', job, artifacts, warnings };
  }

  /** Of a request that was under way: its job may not be known yet. */
  async #cancelOf(idempotencyKey: string): Promise<void> {
    for (const wait of [0, 300, 1000]) {
      await delay(wait);
      const { jobs } = await this.listJobs({ limit: 100 });
      const job = jobs.find((one) => one.idempotencyKey === idempotencyKey);
      if (job) return void (await this.cancelJob(job.id));
    }
  }

  /** Uploads a document straight to the object store, and returns its documentId for createJob and createQuote. */
  async upload(source: Exclude<Source, URL>, fileName?: string): Promise<string> {
    const { body, query } = await open(source, fileName);
    if (!body) throw new TypeError('Use createJob with a source of type external for a URL.');
    return this.#upload(body, query['fileName']);
  }

  async #upload(body: Blob | FormData, fileName = 'document'): Promise<string> {
    const slot = await this.#post<UploadSlot>(`${INTERFACE}/uploads`, {
      fileName,
      fileType: 'application/octet-stream',
    });
    await this.#fetch(new URL(slot.uploadUrl, this.#base), { method: 'PUT', body });
    return slot.documentId;
  }

  createJob(request: JobRequest): Promise<Job> {
    return this.#post(`${INTERFACE}/jobs`, request);
  }

  getJob(jobId: string, signal?: AbortSignal): Promise<Job> {
    return this.#get(`${INTERFACE}/jobs/${encodeURIComponent(jobId)}`, {}, signal);
  }

  cancelJob(jobId: string): Promise<Job> {
    return this.#post(`${INTERFACE}/jobs/${encodeURIComponent(jobId)}/cancel`, {});
  }

  /** Polls a job until it has succeeded; throws ConversionFailed if it has not, PaymentRequired if it needs credits. */
  async wait(jobId: string, { signal, onPage, onProgress }: WaitOptions = {}): Promise<Job> {
    let told = 0;
    for (let i = 0; ; i++) {
      const job = await this.getJob(jobId, signal);
      onProgress?.(job);
      for (const { done, total } = pagesOf(job); onPage && told < done;) onPage(++told, total);
      if (job.status === 'succeeded') return job;
      if (ENDED.has(job.status)) throw errorOfJob(job);
      await delay(POLLS_MS[Math.min(i, POLLS_MS.length - 1)]!, signal);
    }
  }

  async artifacts(jobId: string): Promise<Artifact[]> {
    const path = `${INTERFACE}/jobs/${encodeURIComponent(jobId)}/artifacts`;
    return (await this.#get<{ artifacts: Artifact[] }>(path)).artifacts;
  }

  /** Warnings of the conversion, most serious first. */
  async warnings(jobId: string): Promise<Warning[]> {
    const path = `${OWN}/jobs/${encodeURIComponent(jobId)}/warnings`;
    return (await this.#get<{ warnings: Warning[] }>(path)).warnings;
  }

  /** The text of an artifact such as the Markdown. */
  async text(artifact: Artifact): Promise<string> {
    return artifact.text ?? (await this.download(artifact)).text();
  }

  /** The bytes of an artifact, as a response to read or to stream. */
  async download(artifact: Artifact): Promise<Response> {
    const { downloadUrl } =
      artifact.downloadUrl === undefined
        ? await this.#get<Artifact>(`${INTERFACE}/artifacts/${encodeURIComponent(artifact.id)}`)
        : artifact;
    if (downloadUrl === undefined) return new Response(artifact.text ?? '');
    return this.#fetch(new URL(downloadUrl, this.#base), {});
  }

  createQuote(request: QuoteRequest): Promise<Quote> {
    return this.#post(`${INTERFACE}/quotes`, request);
  }

  receipt(jobId: string): Promise<Receipt> {
    return this.#get(`${INTERFACE}/receipts`, { jobId });
  }

  listJobs(options: ListOptions = {}): Promise<JobList> {
    return this.#get(`${OWN}/jobs`, options);
  }

  /** Deletes the results of a finished job. */
  async deleteJob(jobId: string): Promise<void> {
    await this.#send('DELETE', `${OWN}/jobs/${encodeURIComponent(jobId)}`, {});
  }

  async deleteDocument(documentId: string): Promise<void> {
    await this.#send('DELETE', `${OWN}/documents/${encodeURIComponent(documentId)}`, {});
  }

  /** Converts all documents of a folder of a bucket. The workspace must be allowed to use both folders. */
  createBatch(request: BatchRequest): Promise<Batch> {
    return this.#post(`${OWN}/batches`, request);
  }

  getBatch(batchId: string): Promise<Batch> {
    return this.#get(`${OWN}/batches/${encodeURIComponent(batchId)}`);
  }

  listBatches(options: { readonly limit?: number; readonly cursor?: string } = {}): Promise<BatchList> {
    return this.#get(`${OWN}/batches`, options);
  }

  cancelBatch(batchId: string): Promise<Batch> {
    return this.#post(`${OWN}/batches/${encodeURIComponent(batchId)}/cancel`, {});
  }

  async #get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return json(await this.#send('GET', path, { query, ...(signal && { signal }) }));
  }

  /** Under an idempotency key of its own, so that a repetition does nothing twice. */
  async #post<T>(path: string, body: object): Promise<T> {
    const headers = { 'Idempotency-Key': crypto.randomUUID(), 'Content-Type': 'application/json' };
    return json(await this.#send('POST', path, { headers, body: JSON.stringify(body) }));
  }

  async #send(method: string, path: string, { query = {}, headers, ...init }: Sent): Promise<Response> {
    const url = new URL(path, this.#base);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
    return this.#fetch(url, { method, ...init, headers: { Authorization: `Bearer ${this.#key}`, ...headers } });
  }
}

type Query = Readonly<Record<string, unknown>>;

interface Sent {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob | FormData;
  readonly signal?: AbortSignal;
}

/** Pages that are done, and all; none as long as they are not counted. */
function pagesOf({ status, stage, stageProgress = 0, pageRange }: Job): {
  readonly done: number;
  readonly total: number;
} {
  if (!pageRange) return { done: 0, total: 0 };
  const total = pageRange.end - pageRange.start + 1;
  if (status === 'succeeded' || stage === 'finalizing') return { done: total, total };
  return { done: stage === 'converting' ? Math.floor((total * stageProgress) / 100) : 0, total };
}

function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(signal.reason as Error);
    });
  });
}
