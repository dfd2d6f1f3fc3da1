import { REQUEST_FIELDS } from '../../../resource/fields.ts';
import { toList, readFlag, refused, type Given } from '../given.ts';

export const CHUNKERS = ['hybrid', 'hierarchical'] as const;
export type ChunkerName = (typeof CHUNKERS)[number];

/** How a document is cut, and what is answered besides. */
export interface ChunkOptions {
  readonly chunker: ChunkerName;
  /** Characters of a hybrid chunk. */
  readonly size?: number;
  readonly rawText: boolean;
  readonly withDocument: boolean;
}

/** Tokens that docling's default tokenizer takes at once, and the characters of a token in English. */
const DEFAULT_TOKENS = 256;
const CHARACTERS = 4;

/** The chunking options of docling-serve. Tokens are estimated, whatever the tokenizer. */
export function readChunkOptions(chunker: ChunkerName, given: Given, withDocument: boolean): ChunkOptions {
  const rawText = readFlag(given, 'include_raw_text') ?? false;
  if (chunker === 'hierarchical') return { chunker, rawText, withDocument };
  const tokens = Number(toList(given['max_tokens'])[0] ?? DEFAULT_TOKENS);
  if (!Number.isInteger(tokens) || tokens < 1) throw refused('max_tokens must be a whole number above 0.');
  const { minimum, maximum } = REQUEST_FIELDS.chunkSize;
  return { chunker, rawText, withDocument, size: Math.min(maximum, Math.max(minimum, tokens * CHARACTERS)) };
}
