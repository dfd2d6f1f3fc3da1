import type { Limits } from '../convert/limits.ts';

/**
 * What one process is to do. Embedded it is the first line on standard input; in a pod it comes from the environment. Tokens never
 * stand in arguments.
 */
export type Assignment =
  | ConvertAssignment
  | ProbeAssignment
  | FetchAssignment
  | SizeAssignment
  | PostAssignment
  | DrawAssignment;

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

/** Read a document once: type, SHA-256, pages. */
export interface ProbeAssignment {
  readonly mode: 'probe';
  readonly base: string;
  /** Names the input: a conversion of it that follows in this process need not download it again. */
  readonly key: string;
  /** Signed: absolute, or a path of `base`. */
  readonly get: string;
  readonly bytes: number;
  readonly fileName?: string;
  /** True when this process may load native code. */
  readonly native: boolean;
  readonly scratch: string;
  readonly limits?: Partial<Limits>;
}

/** Draw one page, ask for a signed PUT of the picture's exact length, and store it there. */
export interface DrawAssignment {
  readonly mode: 'draw';
  readonly base: string;
  /** Signed: absolute, or a path of `base`. */
  readonly get: string;
  readonly bytes: number;
  /** 64 hex digits: other bytes are not drawn. */
  readonly sha256: string;
  /** From 1. */
  readonly page: number;
  readonly scratch: string;
  readonly limits?: Partial<Limits>;
}

/** Spool a URL to the scratch folder, ask for a signed PUT of its exact length, and store it there. */
export interface FetchAssignment {
  readonly mode: 'fetch';
  readonly base: string;
  readonly url: string;
  readonly maxBytes: number;
  readonly seconds: number;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNets: readonly string[];
  readonly scratch: string;
}

export interface SizeAssignment {
  readonly mode: 'size';
  readonly url: string;
  readonly seconds: number;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNets: readonly string[];
}

/** Send a small body to a URL, by the same address rules; redirects are not followed. */
export interface PostAssignment {
  readonly mode: 'post';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly seconds: number;
  /** Networks (CIDR) that may be reached although they are not public. */
  readonly allowedNets: readonly string[];
}
