import { errorOfJob } from './errors.js';
import { json, withRetries } from './request.js';
const ENDED = new Set(['succeeded', 'failed', 'canceled', 'expired']);
/** The first polls come sooner: most documents are short. */
const POLLS_MS = [250, 500, 1000, 2000];
const WAIT_SECONDS = 25;
/** A Scriptorium server, with an API key. */
export class Scriptorium {
    #base;
    #key;
    #fetch;
    constructor(options = {}) {
        const env = globalThis.process?.env ?? {};
        const server = options.server ?? env['SCRIPTORIUM_SERVER'];
        const key = options.key ?? env['SCRIPTORIUM_KEY'];
        if (!server || !key)
            throw new TypeError('Set server and key, or the variables SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY.');
        this.#base = server.endsWith('/') ? server : `${server}/`;
        this.#key = key;
        this.#fetch = withRetries(options.fetch ?? fetch, options.retries ?? 8);
    }
    /** Converts a document and waits for its Markdown, however long it takes. */
    async convert(source, { signal, onProgress, ...options } = {}) {
        const { idempotencyKey = crypto.randomUUID(), password, ...query } = options;
        const given = await open(source, query.fileName);
        if (password !== undefined) {
            // A field of a form, since URLs are written to logs; the document is uploaded before.
            if (given.body)
                given.query = { documentId: await this.#upload(given.body, given.query['fileName']) };
            given.body = new FormData();
            given.body.set('password', password);
        }
        const response = await this.#send('POST', 'convert', {
            query: { ...query, fileName: undefined, ...given.query, output: 'json', wait: WAIT_SECONDS },
            headers: {
                'Idempotency-Key': idempotencyKey,
                ...(given.body instanceof Blob && { 'Content-Type': 'application/octet-stream' }),
            },
            ...(given.body && { body: given.body }),
            ...(signal && { signal }),
        });
        if (response.status !== 202) {
            const result = await json(response);
            onProgress?.(result.job);
            return result;
        }
        const { id } = await json(response);
        const job = await this.wait(id, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
        const artifacts = await this.artifacts(id);
        const markdown = artifacts.find(({ kind }) => kind === 'markdown');
        return { markdown: markdown ? await this.text(markdown) : '', job, artifacts, warnings: [] };
    }
    /** Uploads a document straight to the object store, and returns its documentId for createJob and createQuote. */
    async upload(source, fileName) {
        const { body, query } = await open(source, fileName);
        if (!body)
            throw new TypeError('Use createJob with a source of type external for a URL.');
        return this.#upload(body, query['fileName']);
    }
    async #upload(body, fileName = 'document') {
        const slot = await this.#post('api/v1/uploads', { fileName, fileType: 'application/octet-stream' });
        await this.#fetch(new URL(slot.uploadUrl, this.#base), { method: 'PUT', body });
        return slot.documentId;
    }
    createJob(request) {
        return this.#post('api/v1/jobs', request);
    }
    getJob(jobId, signal) {
        return this.#get(`api/v1/jobs/${encodeURIComponent(jobId)}`, {}, signal);
    }
    cancelJob(jobId) {
        return this.#post(`api/v1/jobs/${encodeURIComponent(jobId)}/cancel`, {});
    }
    /** Polls a job until it has succeeded; throws ConversionFailed if it has not, PaymentRequired if it needs credits. */
    async wait(jobId, { signal, onProgress } = {}) {
        for (let i = 0;; i++) {
            const job = await this.getJob(jobId, signal);
            onProgress?.(job);
            if (job.status === 'succeeded')
                return job;
            if (ENDED.has(job.status))
                throw errorOfJob(job);
            await delay(POLLS_MS[Math.min(i, POLLS_MS.length - 1)], signal);
        }
    }
    async artifacts(jobId) {
        const path = `api/v1/jobs/${encodeURIComponent(jobId)}/artifacts`;
        return (await this.#get(path)).artifacts;
    }
    /** The text of an artifact such as the Markdown. */
    async text(artifact) {
        return artifact.text ?? (await this.download(artifact)).text();
    }
    /** The bytes of an artifact, as a response to read or to stream. */
    async download(artifact) {
        const { downloadUrl } = artifact.downloadUrl === undefined
            ? await this.#get(`api/v1/artifacts/${encodeURIComponent(artifact.id)}`)
            : artifact;
        if (downloadUrl === undefined)
            return new Response(artifact.text ?? '');
        return this.#fetch(new URL(downloadUrl, this.#base), {});
    }
    createQuote(request) {
        return this.#post('api/v1/quotes', request);
    }
    receipt(jobId) {
        return this.#get('api/v1/receipts', { jobId });
    }
    listJobs(options = {}) {
        return this.#get('jobs', options);
    }
    /** Deletes the results of a finished job. */
    async deleteJob(jobId) {
        await this.#send('DELETE', `jobs/${encodeURIComponent(jobId)}`, {});
    }
    async deleteDocument(documentId) {
        await this.#send('DELETE', `documents/${encodeURIComponent(documentId)}`, {});
    }
    async #get(path, query = {}, signal) {
        return json(await this.#send('GET', path, { query, ...(signal && { signal }) }));
    }
    /** Under an idempotency key of its own, so that a repetition does nothing twice. */
    async #post(path, body) {
        const headers = { 'Idempotency-Key': crypto.randomUUID(), 'Content-Type': 'application/json' };
        return json(await this.#send('POST', path, { headers, body: JSON.stringify(body) }));
    }
    async #send(method, path, { query = {}, headers, ...init }) {
        const url = new URL(path, this.#base);
        for (const [name, value] of Object.entries(query))
            if (value !== undefined)
                url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
        return this.#fetch(url, { method, ...init, headers: { Authorization: `Bearer ${this.#key}`, ...headers } });
    }
}
/** What stands for a document in a request: its bytes, or its URL. */
async function open(source, fileName) {
    const name = (own) => (fileName || own ? { fileName: fileName || own } : {});
    if (source instanceof URL || (typeof source === 'string' && /^https?:\/\//i.test(source)))
        return { query: { url: String(source), ...name('') } };
    if (typeof source === 'string') {
        const [{ openAsBlob }, { basename }] = await Promise.all([import('node:fs'), import('node:path')]);
        return { body: await openAsBlob(source), query: name(basename(source)) };
    }
    if (source instanceof Uint8Array)
        return { body: new Blob([source]), query: name('') };
    return { body: source, query: name(source instanceof File ? source.name : '') };
}
function delay(ms, signal) {
    return new Promise((done, fail) => {
        const timer = setTimeout(done, ms);
        signal?.addEventListener('abort', () => {
            clearTimeout(timer);
            fail(signal.reason);
        });
    });
}
