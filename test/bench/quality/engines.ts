import type { BenchDocument } from './documents.ts';

/** What an engine made of a document. `warned`: it said that the text may be wrong. */
export type Outcome =
  | { readonly markdown: string; readonly ms: number; readonly warned?: boolean }
  | { readonly error: string };

export interface Engine {
  readonly name: string;
  readonly version: string;
  /** Converts in the given order and reports each document once. */
  convert(
    documents: readonly BenchDocument[],
    report: (document: BenchDocument, outcome: Outcome) => void,
  ): Promise<void>;
}
