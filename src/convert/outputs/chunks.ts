import { cutMoreRows, cutTable, cutText, headOf, type Cut } from './cut.ts';
import type { OutputBlock, OutputPiece } from './output-block.ts';

/** A piece of the document for retrieval. */
interface Chunk {
  readonly index: number;
  /** Of the sections that it lies in, outermost first. */
  readonly headings: readonly string[];
  readonly pages: readonly number[];
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Cuts a document into chunks as its blocks come; it holds the chunk that is open. */
export interface Chunker {
  /** The lines of the chunks that are complete before this block. */
  block(piece: OutputPiece): string;
  end(): string;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

interface OpenChunk {
  text: string;
  readonly start: number;
  end: number;
  readonly pages: Set<number>;
  headings: readonly string[];
  /** Level of the last heading while it has nothing but headings. */
  headingLevel: number | undefined;
}

/** A stretch of a block that goes into one chunk. */
interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What stands between it and the stretch before, if both are in one chunk. */
  readonly separator: string;
  readonly pages: readonly number[];
}

/**
 * A chunk begins at each heading, holds whole blocks as long as they fit, and has at most `size` characters of text. A
 * block that does not fit into any is cut.
 */
export function makeChunker(size: number): Chunker {
  let path: Heading[] = [];
  let open: OpenChunk | undefined;
  let tableHead = '';
  let count = 0;
  let lines = '';

  const close = (): void => {
    if (!open) return;
    const { headings, pages, start, end, text } = open;
    const chunk: Chunk = { index: count, headings, pages: [...pages].sort((a, b) => a - b), start, end, text };
    count += 1;
    open = undefined;
    lines += `${JSON.stringify(chunk)}\n`;
  };
  const taken = (): string => {
    const done = lines;
    lines = '';
    return done;
  };
  const add = ({ text, start, end, separator, pages }: Stretch, headingLevel: number | undefined): void => {
    if (open && open.text.length + separator.length + text.length > size) close();
    if (open) {
      open.text += separator + text;
      open.end = end;
    } else open = { text, start, end, pages: new Set(), headings: [], headingLevel };
    for (const page of pages) open.pages.add(page);
    open.headings = path.map((heading) => heading.text);
    open.headingLevel = headingLevel;
  };
  const enter = ({ level = 1, text }: OutputBlock): number => {
    // Headings that follow each other downwards begin one chunk.
    if (open?.headingLevel === undefined || open.headingLevel >= level) close();
    path = [...path.filter((above) => above.level < level), { level, text }];
    return level;
  };

  const addPieces = (stretch: Stretch, cuts: readonly Cut[], headingLevel?: number): void => {
    for (const [n, cut] of cuts.entries()) {
      if (n > 0) close();
      add(placed(stretch, cut), headingLevel);
    }
  };
  const fits = ({ separator, text }: Stretch): boolean =>
    open !== undefined && open.text.length + separator.length + text.length <= size;

  return {
    block({ block, separator }) {
      const { role, markdown, start, end, continues } = block;
      const headingLevel = role === 'heading' ? enter(block) : undefined;
      const stretch = { text: markdown, start, end, separator, pages: pagesOf(block) };
      if (role === 'table' && !continues) tableHead = headOf(markdown);
      if (continues && !fits(stretch)) {
        close();
        addPieces(stretch, cutMoreRows(markdown, size, tableHead));
      } else if (markdown.length > size) {
        // Headings without text so far go on with the first piece, if it fits.
        if (open?.headingLevel === undefined) close();
        const left = size - (open ? open.text.length + separator.length : 0);
        const cuts =
          role === 'table'
            ? cutTable(markdown, size, block.headerRows ?? 0)
            : cutText(markdown, size, left > size / 2 ? left : size);
        addPieces(stretch, cuts, headingLevel);
      } else add(stretch, headingLevel);
      return taken();
    },
    end() {
      close();
      return taken();
    },
  };
}

function placed(stretch: Stretch, { start, end, text }: Cut): Stretch {
  const before = Buffer.byteLength(stretch.text.slice(0, start));
  const bytes = Buffer.byteLength(stretch.text.slice(start, end));
  return { ...stretch, text, start: stretch.start + before, end: stretch.start + before + bytes };
}

const pagesOf = ({ page, boxes }: OutputBlock): number[] => [page, ...(boxes ?? []).map((box) => box.page)];
