import { expect } from 'vitest';
import { openApiValidator } from './json-schema.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}
export interface ReadBlock extends Place {
  readonly role: string;
  readonly level?: number;
  readonly page: number;
  readonly text: string;
  readonly markdown: string;
  readonly boxes?: readonly { readonly page: number; readonly box: readonly number[] }[];
  readonly confidence?: number;
  readonly image?: string;
  readonly rows?: readonly (readonly { readonly text: string; readonly colSpan?: number }[])[];
  readonly continues?: true;
}
export interface ReadChunk extends Place {
  readonly index: number;
  readonly headings: readonly string[];
  readonly documentId?: string;
  readonly sourceName?: string;
  readonly pages: readonly number[];
  readonly roles: readonly string[];
  readonly boxes?: readonly { readonly page: number; readonly box: readonly number[] }[];
  readonly tokens: number;
  readonly text: string;
}
export interface ReadJson {
  readonly format: string;
  readonly pageCount: number;
  readonly pageRange: { readonly start: number; readonly end: number };
  readonly blocks: readonly ReadBlock[];
  readonly pages: readonly { readonly page: number; readonly width?: number; readonly height?: number }[];
  readonly images: readonly { readonly fileName: string; readonly block: number; readonly page: number }[];
  readonly warnings: readonly { readonly kind: string }[];
}

export const MARKERS = /<!-- page \d+ -->\n\n/g;
const BETWEEN = /^(?:\s|<!-- page \d+ -->\n\n)*$/;

/**
 * Holds what is true of every document: the Markdown between the offsets of each block and chunk is its Markdown, they
 * follow each other without overlap, and nothing but white space and page markers is between them.
 */
export function checkOutputs(written: {
  readonly markdown: string;
  readonly document: string;
  readonly chunks: string;
  readonly chunkSize: number;
}): { readonly document: ReadJson; readonly chunks: readonly ReadChunk[] } {
  const bytes = Buffer.from(written.markdown);
  const slice = ({ start, end }: Place): string => bytes.subarray(start, end).toString();
  const document = JSON.parse(written.document) as ReadJson;
  const chunks = written.chunks
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ReadChunk);
  openApiValidator('Document')(document);
  chunks.forEach(openApiValidator('Chunk'));

  for (const places of [document.blocks, chunks]) {
    let end = 0;
    for (const place of [...places, { start: bytes.length, end: bytes.length }]) {
      expect(place.start).toBeGreaterThanOrEqual(end);
      expect(slice({ start: end, end: place.start })).toMatch(BETWEEN);
      end = place.end;
    }
  }
  for (const block of document.blocks) expect(block.markdown).toBe(slice(block));
  const pages = document.pages.map(({ page }) => page);
  for (const { page } of document.blocks) expect(pages).toContain(page);
  for (const chunk of chunks) {
    const text = slice(chunk).replaceAll(MARKERS, '');
    // A table that was cut repeats its head.
    if (chunk.text !== text) expect(chunk.text.replace(/\n<\/table>$/, '')).toContain(text.replace(/\n<\/table>$/, ''));
    expect(chunk.text.length).toBeLessThanOrEqual(written.chunkSize);
    expect(chunk.text.trim()).not.toBe('');
    const within = document.blocks.filter(({ start, end }) => start < chunk.end && end > chunk.start);
    expect(chunk.roles).toEqual([...new Set(within.map(({ role }) => role))]);
    expect(chunk.boxes ?? []).toEqual(within.flatMap(({ boxes }) => boxes ?? []));
  }
  // Of two chunks one of which is short, no more would fit: a table that was cut has its head in each.
  for (const [n, { text }] of chunks.slice(0, -1).entries()) {
    const next = chunks[n + 1]!;
    const short = Math.min(text.length, next.text.length) < written.chunkSize / 4;
    const whole = [chunks[n]!, next].every((chunk) => chunk.text === slice(chunk).replaceAll(MARKERS, ''));
    const both = slice({ start: chunks[n]!.start, end: next.end }).replaceAll(MARKERS, '');
    if (short && whole)
      expect(Math.max(both.length, text.length + 2 + next.text.length)).toBeGreaterThan(written.chunkSize);
  }
  return { document, chunks };
}
