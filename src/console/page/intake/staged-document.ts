import type { Source } from '../client.ts';

/** A document on its way to be a job. */
export interface StagedDocument {
  readonly id: number;
  readonly name: string;
  /** `coming` while it is uploaded and counted. */
  readonly stage: 'coming' | 'locked' | 'ready' | 'starting' | 'failed';
  /** How far it is, or what went wrong. */
  readonly line: string;
  readonly isProblem: boolean;
  /** Undefined until it is uploaded. */
  readonly source: Source | undefined;
  readonly needsPassword: boolean;
  readonly password: string;
  /** It starts as soon as it can. */
  readonly isWanted: boolean;
  /** The same for all presses of Start with one password: a press whose answer got lost starts nothing twice. */
  readonly requestKey: string;
}
