export type Answer = Record<string, unknown>;
export interface Flags {
  readonly dataDir: string;
  readonly json?: boolean;
}

interface AdminCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The answer for people. */
  readonly lines: (answer: Answer) => string;
  /** False for an answer that makes the exit code 1. */
  readonly ok?: (answer: Answer) => boolean;
  /** Added to the message where the service may have acted without answering. */
  readonly whenUnavailable?: string;
}

/** Makes the call and shows its answer. */
export type Ask = (flags: Flags, call: AdminCall) => Promise<void>;
