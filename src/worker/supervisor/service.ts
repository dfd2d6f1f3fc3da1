import type { StartRequest } from '../../protocol/worker.ts';
import { startAttempt, type Attempt } from '../client.ts';
import type { Content } from '../transfer/content.ts';
import { download, upload, type Downloaded } from '../transfer/transfer.ts';

/** Requests to the service for a document: the worker protocol, and objects by their signed URLs. */
export interface Service {
  /** Undefined when the index has its outcome already. */
  startAttempt(launchToken: string, request: StartRequest): Promise<Attempt | undefined>;
  /** To a file; so many bytes are looked for. */
  download(url: string, file: string, bytes: number): Promise<Downloaded>;
  /** Returns the SHA-256 of the content as 64 hex digits. */
  upload(url: string, content: Content, contentType: string): Promise<string>;
}

/** The service behind the API's internal port: `unix:/path/to/socket` or `http://…`. */
export const serviceAt = (base: string): Service => ({
  startAttempt: (launchToken, request) => startAttempt(base, launchToken, request),
  download: (url, file, bytes) => download(base, url, file, bytes),
  upload: (url, content, contentType) => upload(base, url, content, contentType),
});
