import type { Output } from '../../resource/choices.ts';
import type { JobFailure } from '../../failures/failure.ts';
import type { WarningSummary } from '../../resource/warnings.ts';

export interface Image {
  readonly name: string;
  readonly file: string;
}

export type DocumentResult =
  | {
      readonly ok: true;
      /** Its file. */
      readonly markdown: string;
      /** The Markdown itself, in place of its file. */
      readonly text?: string;
      /** Files of the outputs besides the Markdown. */
      readonly outputs: ReadonlyMap<Output, string>;
      readonly images: readonly Image[];
      readonly warnings: readonly WarningSummary[];
    }
  | { readonly ok: false; readonly failure: JobFailure };

export type ConvertedDocument = Extract<DocumentResult, { ok: true }>;

/** Is called while a document is converted; `pagesKnown` once. */
export interface DocumentProgress {
  pagesKnown(count: number): void;
  pageDone(): void;
}
