import type { Block } from './document.ts';
import { Failure } from './failure.ts';
import type { LayoutSummary } from './layout/model/page-model.ts';
import { DEFAULT_WRITE_OPTIONS } from './markdown/options.ts';
import { createMarkdownWriter } from './markdown/write.ts';
import type { DocumentFacts } from './outputs/document-json.ts';
import { placesOf } from './outputs/to-pieces.ts';
import { openOutputs, type Outputs, type Write } from './outputs/write-outputs.ts';
import { Assembler } from './merge/assemble.ts';
import { readDocumentStyle } from './layout/headings/document-style.ts';
import { makeMend } from './merge/hyphens.ts';
import { makeEmphasize } from './merge/emphasis.ts';
import { lookOf } from './merge/place.ts';
import { findRunningLines } from './merge/running-lines.ts';
import type { PageLook } from './page-model.ts';
import type { PartReader } from './part.ts';
import type { Warning } from './warning.ts';

export type { Outputs, Write } from './outputs/write-outputs.ts';

export interface MergeOptions {
  /** Bytes of Markdown at most: `limit_exceeded` beyond. */
  readonly outputBytes: number;
  /** As `WriteOptions.imageFolder`: where the images lie, seen from the Markdown. */
  readonly imageFolder?: string;
  /** False leaves out bold and italic where they are inferred from the looks of letters (PDFs, scans). */
  readonly emphasis: boolean;
  /** Whether `<!-- page 3 -->` stands before the first block that begins on a page. */
  readonly pageMarkers?: boolean;
  readonly outputs?: Outputs;
}

export interface MergeResult {
  readonly warnings: readonly Warning[];
}

const CHUNK = 64 * 1024;

/** Warnings that tell already why a document may have no text. */
const PAGES_WITHOUT_TEXT = new Set([
  'page-unreadable',
  'page-not-drawn',
  'page-without-text',
  'no-text-found',
  'ocr-unreadable',
]);

/**
 * Turns parts, given in page order, into one Markdown document. Reads all summaries, then streams the pages once; it
 * never holds the whole document and never reads image bytes. The same pages give the same bytes, however they were cut
 * into parts.
 */
export async function merge(parts: readonly PartReader[], write: Write, options: MergeOptions): Promise<MergeResult> {
  const writer = createMarkdownWriter({
    ...DEFAULT_WRITE_OPTIONS,
    // Formats that state their tables repeat the text of merged cells; inferred tables keep their spans in HTML
    // (docs/decisions/005-tables-in-markdown.md).
    spans: parts.some(({ summary }) => summary.layout) ? 'html' : 'repeat',
    imageFolder: options.imageFolder ?? '',
  });
  const warnings: Warning[] = [];
  const text = bufferedText(write, options.outputBytes);
  const outputs = await openOutputs(options.outputs ?? {}, () => factsOf(parts));
  let marked = 0;
  let hasText = false;
  const markPage = (page: number): void => {
    if (page > marked) text.put(`<!-- page ${page} -->\n\n`);
    marked = Math.max(marked, page);
  };
  const writeBlock = async (block: Block, on: number): Promise<void> => {
    const written = writer.write(block);
    if (!written) return;
    hasText ||= block.kind !== 'figure' && block.kind !== 'thematic-break';
    const page = placesOf(block)[0]?.page ?? on;
    text.put(written.separator);
    // Rows that go on with a table are no place for a marker.
    if (options.pageMarkers && written.separator !== '\n') markPage(page);
    const pieces = outputs ? [...written.pieces] : written.pieces;
    if (outputs) await outputs.block({ ...written, pieces, block, page, start: text.bytes() });
    for (const piece of pieces) text.put(piece);
    await text.flush(CHUNK);
  };
  let last = 0;
  for await (const { page, look, blocks } of mergePages(parts, warnings, options.emphasis)) {
    last = page ?? last;
    if (page !== undefined) outputs?.page({ page, ...look });
    for (const block of blocks) await writeBlock(block, last);
  }
  text.put(writer.end());
  await text.flush(0);
  if (!hasText && !warnings.some(({ kind }) => PAGES_WITHOUT_TEXT.has(kind)))
    warnings.push({ kind: 'empty-document', count: 1 });
  await outputs?.end(warnings);
  return { warnings };
}

interface BufferedText {
  put(piece: string): void;
  /** Passes on what was put, if it is more than so many characters. */
  flush(most: number): Promise<void>;
  /** Bytes that were put so far. */
  bytes(): number;
}

function bufferedText(write: Write, outputBytes: number): BufferedText {
  let text = '';
  let bytes = 0;
  return {
    put(piece) {
      bytes += Buffer.byteLength(piece);
      if (bytes > outputBytes)
        throw new Failure('limit_exceeded', `The Markdown exceeds the limit of ${outputBytes} bytes (outputBytes).`);
      text += piece;
    },
    async flush(most) {
      if (text.length <= most) return;
      const chunk = text;
      text = '';
      await write(chunk);
    },
    bytes: () => bytes,
  };
}

function factsOf(parts: readonly PartReader[]): DocumentFacts {
  const [first, last] = [parts[0]!.summary, parts.at(-1)!.summary];
  return {
    format: first.format,
    pageCount: first.pages,
    pageRange: { start: first.range.start, end: last.range.end },
  };
}

/** Blocks that were complete when a page had been read; without `page`, at the end. */
export interface MergedPage {
  readonly page?: number;
  readonly look?: PageLook | undefined;
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
  const assembler = new Assembler({
    document,
    running: findRunningLines(summaries),
    isOnePage: summaries.reduce((pages, summary) => pages + summary.pages, 0) === 1,
    write: (block) => void blocks.push(mend(emphasize(block))),
    dropped: (page, count) => warnings.push({ kind: 'running-lines', page, count }),
  });
  for (const part of parts) {
    for await (const page of part.pages()) {
      if (page.kind === 'flow') {
        // Documents within a document come after its last page.
        assembler.finish();
        yield { page: page.page, look: page.look, blocks: [...take(), ...page.blocks] };
      } else {
        assembler.page(page);
        yield { page: page.page, look: lookOf(page), blocks: take() };
      }
    }
  }
  assembler.finish();
  yield { blocks: take() };
}
