import { identityOf } from '../file-identity.ts';
import type { SourceFile } from '../source.ts';
import type { ExtractedPage, Extraction } from './extract.ts';
import type { OpenPdf } from './open.ts';

/** An open document, with the pages that were extracted already. */
export interface Opened {
  readonly pdf: OpenPdf;
  readonly extraction: Extraction;
  readonly pages: Map<number, ExtractedPage>;
}

const KEPT_BYTES = 8 * 1024 * 1024;

let kept: (Opened & { readonly identity: string }) | undefined;

/**
 * Keeps a document that was probed for its conversion, which often follows in the same process: to open a short
 * document and extract its pages is half of the work.
 */
export function keepProbed(file: SourceFile, opened: Opened): void {
  kept?.pdf.close();
  kept = undefined;
  if (file.bytes <= KEPT_BYTES) kept = { ...opened, identity: identityOf(file) };
  else opened.pdf.close();
}

/** The document if it was probed last, and has not changed since. It is handed out once. */
export function takeProbed(file: SourceFile): Opened | undefined {
  const found = kept;
  kept = undefined;
  if (found?.identity === identityOf(file)) return found;
  found?.pdf.close();
  return undefined;
}
