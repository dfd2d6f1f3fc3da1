import type { Block } from './document.ts';
import { Failure } from './failure.ts';
import type { LayoutSummary } from './layout/model/page-model.ts';
import { DEFAULT_WRITE_OPTIONS } from './markdown/options.ts';
import { createMarkdownWriter } from './markdown/write.ts';
import { makeAssembler } from './merge/assemble.ts';
import { readDocumentStyle } from './layout/headings/document-style.ts';
import { makeMend } from './merge/hyphens.ts';
import { makeEmphasize } from './merge/emphasis.ts';
import { findRunningLines } from './merge/running-lines.ts';
import type { PartReader } from './part.ts';
import type { Warning } from './warning.ts';

export interface MergeOptions {
  /** Bytes of Markdown at most: `limit_exceeded` beyond. */
  readonly outputBytes: number;
  /** As `WriteOptions.imageFolder`: where the images lie, seen from the Markdown. */
  readonly imageFolder?: string;
  /** False leaves out bold and italic where they are inferred from the looks of letters (PDFs, scans). */
  readonly emphasis: boolean;
}

export interface MergeResult {
  readonly warnings: readonly Warning[];
}

const CHUNK = 64 * 1024;

/**
 * Turns parts, given in page order, into one Markdown document. Reads all summaries, then streams the pages once; it
 * never holds the whole document and never reads image bytes. The same pages give the same bytes, however they were cut
 * into parts.
 */
export async function merge(
  parts: readonly PartReader[],
  write: (markdown: string) => Promise<void>,
  options: MergeOptions,
): Promise<MergeResult> {
  const writer = createMarkdownWriter({
    ...DEFAULT_WRITE_OPTIONS,
    // Formats that state their tables repeat the text of merged cells; inferred tables keep their spans in HTML
    // (docs/decisions/005-merged-cells.md).
    spans: parts.some(({ summary }) => summary.layout) ? 'html' : 'repeat',
    imageFolder: options.imageFolder ?? '',
  });
  const warnings: Warning[] = [];
  let text = '';
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const chunk = text;
    text = '';
    if (chunk !== '') await write(chunk);
  };
  const put = (pieces: Iterable<string>): void => {
    for (const piece of pieces) {
      bytes += Buffer.byteLength(piece);
      if (bytes > options.outputBytes)
        throw new Failure(
          'limit_exceeded',
          `The Markdown exceeds the limit of ${options.outputBytes} bytes (outputBytes).`,
        );
      text += piece;
    }
  };
  for await (const { blocks } of mergePages(parts, warnings, options.emphasis)) {
    for (const block of blocks) {
      put(writer.write(block));
      if (text.length > CHUNK) await flush();
    }
  }
  put(writer.end());
  await flush();
  return { warnings };
}

/** Blocks that were complete when a page had been read; without `page`, at the end. */
export interface MergedPage {
  readonly page?: number;
  readonly blocks: readonly Block[];
}

/** The blocks of the merged document, page by page. Adds what is to be warned of. */
export async function* mergePages(
  parts: readonly PartReader[],
  warnings: Warning[],
  emphasis: boolean,
): AsyncGenerator<MergedPage> {
  const summaries = parts.flatMap((part): LayoutSummary[] => (part.summary.layout ? [part.summary.layout] : []));
  warnings.push(...parts.flatMap((part) => part.summary.warnings));
  let blocks: Block[] = [];
  const take = (): Block[] => {
    const taken = blocks;
    blocks = [];
    return taken;
  };
  const mend = makeMend(summaries);
  const document = readDocumentStyle(summaries);
  const emphasize = makeEmphasize(document, emphasis);
  const assembler = makeAssembler({
    document,
    running: findRunningLines(summaries),
    write: (block) => void blocks.push(mend(emphasize(block))),
    dropped: (page, count) => warnings.push({ kind: 'running-lines', page, count }),
  });
  for (const part of parts) {
    for await (const page of part.pages()) {
      if (page.kind === 'flow') yield { page: page.page, blocks: page.blocks };
      else {
        assembler.page(page);
        yield { page: page.page, blocks: take() };
      }
    }
  }
  assembler.finish();
  yield { blocks: take() };
}
