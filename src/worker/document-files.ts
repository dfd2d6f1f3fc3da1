import type { Output } from '../resource/choices.ts';

/** The files of a document: their names below the prefix of an attempt, and in a folder. */
export const DOCUMENT_FILES = {
  markdown: { name: 'document.md', contentType: 'text/markdown; charset=utf-8' },
  document: { name: 'document.json', contentType: 'application/vnd.scriptorium.document+json' },
  docling: { name: 'docling.json', contentType: 'application/vnd.docling.document+json' },
  chunks: { name: 'chunks.jsonl', contentType: 'application/jsonl' },
} as const satisfies Record<'markdown' | Output, { readonly name: string; readonly contentType: string }>;
