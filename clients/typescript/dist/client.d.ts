import type { Artifact, ConvertOptions, Job, JobList, JobRequest, ListOptions, Quote, QuoteRequest, Receipt, Warning } from './types.js';
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
/** A path (in Node), a URL, or bytes. */
export type Source = string | URL | Blob | Uint8Array;
export interface WaitOptions {
    readonly signal?: AbortSignal;
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
    /** What could not be read as it should be. Unknown (empty) if the job took longer than one request. */
    readonly warnings: readonly Warning[];
}
/** A Scriptorium server, with an API key. */
export declare class Scriptorium {
    #private;
    constructor(options?: Options);
    /** Converts a document and waits for its Markdown, however long it takes. */
    convert(source: Source, { signal, onProgress, ...options }?: ConvertOptions & WaitOptions & RequestOptions): Promise<Conversion>;
    /** Uploads a document straight to the object store, and returns its documentId for createJob and createQuote. */
    upload(source: Exclude<Source, URL>, fileName?: string): Promise<string>;
    createJob(request: JobRequest): Promise<Job>;
    getJob(jobId: string, signal?: AbortSignal): Promise<Job>;
    cancelJob(jobId: string): Promise<Job>;
    /** Polls a job until it has succeeded; throws ConversionFailed if it has not, PaymentRequired if it needs credits. */
    wait(jobId: string, { signal, onProgress }?: WaitOptions): Promise<Job>;
    artifacts(jobId: string): Promise<Artifact[]>;
    /** The text of an artifact such as the Markdown. */
    text(artifact: Artifact): Promise<string>;
    /** The bytes of an artifact, as a response to read or to stream. */
    download(artifact: Artifact): Promise<Response>;
    createQuote(request: QuoteRequest): Promise<Quote>;
    receipt(jobId: string): Promise<Receipt>;
    listJobs(options?: ListOptions): Promise<JobList>;
    /** Deletes the results of a finished job. */
    deleteJob(jobId: string): Promise<void>;
    deleteDocument(documentId: string): Promise<void>;
}
