/**
 * Repeats what a busy server (429, 503) or a broken connection refused, after the time that the server asks for, and
 * throws what is an error in the end. A request that aborts is not repeated.
 */
export declare function withRetries(send: typeof fetch, retries: number): (url: URL, init: RequestInit) => Promise<Response>;
export declare const json: <T>(response: Response) => Promise<T>;
