import type { Limits } from '../../packages/engine/src/limits.ts';
import type { TaskRequest } from '../protocol/tasks.ts';

// The work of a process. On a single machine, it is the first line on standard input. In a pod, it comes from the
// environment. Tokens are never passed as arguments.

/** One index of a launch: the task itself is asked of the API's internal port. */
export interface ConvertAssignment {
  readonly mode: 'convert';
  /** `unix:/path/to/socket`, or an `http://` address. */
  readonly base: string;
  readonly launchToken: string;
  readonly index: number;
  /** Names this process for good. */
  readonly instance: string;
  /** An empty folder that only this process writes. */
  readonly scratch: string;
  readonly limits?: Partial<Limits>;
  /** Folder of data for OCR languages beside English. */
  readonly ocrDataFolder?: string;
}

/** A URL's task: the request, and where it runs. */
interface UrlPlace {
  readonly seconds: number;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNets: readonly string[];
}

export interface FetchAssignment extends Omit<TaskRequest<'fetch'>, 'workspace'>, UrlPlace {
  readonly mode: 'fetch';
  readonly base: string;
  readonly scratch: string;
}

export interface SizeAssignment extends Omit<TaskRequest<'size'>, 'workspace'>, UrlPlace {
  readonly mode: 'size';
}

export interface AskAssignment extends Omit<TaskRequest<'ask'>, 'workspace'> {
  readonly mode: 'ask';
  readonly seconds: number;
}

export interface PostAssignment extends Omit<TaskRequest<'post'>, 'workspace'>, UrlPlace {
  readonly mode: 'post';
}
