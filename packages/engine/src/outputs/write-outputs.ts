import type { Block } from '../document.ts';
import type { WrittenBlock } from '../markdown/write.ts';
import type { Warning } from '../warning.ts';
import { Chunker, type ChunkSource } from './chunks.ts';
import { DoclingJson } from './docling/docling-json.ts';
import { makeDocumentJson, type DocumentFacts, type OutputPage } from './document-json.ts';
import { toPieces } from './to-pieces.ts';

export type Write = (text: string) => Promise<void>;

/** The outputs besides the Markdown. */
export interface Outputs {
  /** The JSON of the document. */
  readonly document?: Write;
  /** A DoclingDocument. */
  readonly docling?: { readonly write: Write; readonly source?: ChunkSource };
  /** Chunks for retrieval, a line of JSON each, of at most `size` characters. */
  readonly chunks?: { readonly write: Write; readonly size: number; readonly source?: ChunkSource };
}

/** A block as it was written to the Markdown. */
export interface Written extends WrittenBlock {
  readonly block: Block;
  readonly start: number;
  readonly page: number;
}

/** Follows the Markdown as it is written. */
export interface OutputWriter {
  page(page: OutputPage): void;
  block(written: Written): Promise<void>;
  end(warnings: readonly Warning[]): Promise<void>;
}

export async function openOutputs(
  { document, docling, chunks }: Outputs,
  facts: () => DocumentFacts,
): Promise<OutputWriter | undefined> {
  if (!document && !docling && !chunks) return undefined;
  const json = document && makeDocumentJson(facts());
  const foreign = docling && new DoclingJson(facts(), docling.source);
  const chunker = chunks && new Chunker(chunks.size, chunks.source);
  if (json) await document(json.begin());
  if (foreign) await docling.write(foreign.begin());
  return {
    page(page) {
      json?.page(page);
      foreign?.page(page);
    },
    async block({ pieces, ...written }) {
      for (const piece of toPieces({ ...written, markdown: [...pieces].join('') })) {
        if (json) await document(json.block(piece));
        const cells = foreign?.block(piece.block) ?? '';
        if (cells !== '') await docling!.write(cells);
        const lines = chunker?.block(piece) ?? '';
        if (lines !== '') await chunks!.write(lines);
      }
    },
    async end(warnings) {
      if (json) await document(json.end(warnings));
      if (foreign) for (const text of foreign.end()) await docling.write(text);
      if (chunker) await chunks.write(chunker.end());
    },
  };
}
