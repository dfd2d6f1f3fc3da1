import type { OcrMode } from '../../resource/choices.ts';
import type { PageRange } from '../../resource/ranges.ts';
import type { PagedText } from './pages.ts';

/** An error for an agent, as a sentence. */
export class Unanswerable extends Error {}

/** A document, as far as its conversion has come. */
export interface Conversion {
  readonly id: string;
  readonly source: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly pagesDone: number;
  /** Of the range that is converted; 0 until it is known. */
  readonly pagesTotal: number;
  readonly text?: PagedText;
  readonly warnings: readonly string[];
  /** Why it failed, as a sentence. */
  readonly error?: string;
  /** Settles when the conversion has ended. */
  readonly ended: Promise<void>;
}

export interface Wanted {
  readonly source: string;
  readonly pages?: PageRange;
  readonly ocr: OcrMode;
  readonly password?: string;
}

/** A page as a picture, or a picture of a document. */
export interface Picture {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The documents that tools work on: those of a session, or the jobs of a workspace. */
export interface Documents {
  /** Starts a conversion, or finds the one of the same document. Throws `Unanswerable`, as the others do. */
  open(wanted: Wanted): Promise<Conversion>;
  /** `withText`: the text of a conversion that is done is read, too. */
  get(id: string, withText: boolean): Promise<Conversion | undefined>;
  /** Those that the agent may ask about. */
  all(): Promise<readonly Conversion[]>;
  /** Handles a conversion whose agent went away before it knew of it. */
  abandon?(conversion: Conversion): Promise<void>;
  /** A page by its number, or a picture by the name that the Markdown has. */
  picture?(id: string, wanted: number | string): Promise<Picture>;
}
