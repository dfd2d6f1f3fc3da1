import type { PartReader, Warning } from './part.ts';

export interface MergeOptions {
  /** Bytes of Markdown at most: `limit_exceeded` beyond. */
  readonly outputBytes: number;
}

export interface MergeResult {
  readonly warnings: readonly Warning[];
}

/**
 * Turns parts, given in page order, into one Markdown document. Reads all summaries, then streams the pages once; it never
 * holds the whole document and never reads image bytes. The same pages give the same bytes, however they were cut into parts.
 */
export async function merge(parts: readonly PartReader[], write: (markdown: string) => Promise<void>, options: MergeOptions): Promise<MergeResult> {
  throw new Error(`not there yet: ${parts.length} ${write.length} ${options.outputBytes}`);
}
