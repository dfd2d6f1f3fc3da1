import type { Signature } from './detect/signature.ts';
import type { ContainerReader, FormatReader } from './format-reader.ts';

/** A row of the table of formats. */
export interface FormatEntry {
  /** The usual one first. */
  readonly contentTypes: readonly string[];
  readonly signature: Signature;
  /**
   * True where a document can be cut into ranges that are converted apart; otherwise the whole document is one range.
   */
  readonly ranged: boolean;
  /** True where reading needs native code (image decoding) from the start. */
  readonly native: boolean;
  load(): Promise<FormatReader | ContainerReader>;
}

/** Of a format whose documents are converted as a whole, without native code. */
export const WHOLE = { ranged: false, native: false };
