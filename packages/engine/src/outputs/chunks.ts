import { cutMoreRows, cutTable, cutText, headOf, type Cut } from './cut.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { makeJoiner, type ClosedChunk, type Joiner } from './join-chunks.ts';
import type { OutputBlock, OutputBox, OutputPiece, OutputRole } from './output-block.ts';

/** The document that chunks come from. */
export interface ChunkSource {
  readonly name?: string;
  /** 64 hex digits. */
  readonly sha256: string;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

interface OpenChunk {
  text: string;
  readonly start: number;
  end: number;
  /** The text before it. */
  readonly separator: string;
  readonly pages: Set<number>;
  readonly roles: Set<OutputRole>;
  readonly boxes: OutputBox[];
  headings: readonly string[];
  readonly begins: boolean;
  ends: boolean;
  /** Level of the last heading while it has nothing but headings. */
  headingLevel: number | undefined;
}

/** The part of a block that goes into one chunk. */
interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The text between it and the one before, if both are in one chunk. */
  readonly separator: string;
  readonly block: OutputBlock;
  /** False where `text` has more than the Markdown at this end: the repeated header of a table, or its end. */
  readonly begins?: boolean;
  readonly ends?: boolean;
}

/**
 * Cuts a document into chunks as its blocks arrive. A chunk begins at each heading, holds whole blocks as long as they
 * fit, and has at most `size` characters of text. A block that does not fit into any is cut. Short chunks are joined
 * with the one before or after them, where both fit. Two chunks are kept in memory: the open one and the one before.
 */
export class Chunker {
  readonly #size: number;
  readonly #source: ChunkSource | undefined;
  readonly #joiner: Joiner;
  /** The headings of the section that the next block is in. */
  #path: Heading[] = [];
  #open: OpenChunk | undefined;
  /** Header of the last table, which begins each further chunk of it. */
  #tableHead = '';
  #count = 0;
  /** Complete chunks that nobody has taken yet. */
  #lines = '';

  constructor(size: number, source: ChunkSource | undefined) {
    this.#size = size;
    this.#source = source;
    this.#joiner = makeJoiner(size, (chunk) => this.#write(chunk));
  }

  /** The lines of the chunks that are complete before this block. */
  block({ block, separator }: OutputPiece): string {
    const { role, markdown, start, end, continues } = block;
    const headingLevel = role === 'heading' ? this.#enterSection(block) : undefined;
    const stretch = { text: markdown, start, end, separator, block };
    if (role === 'table' && !continues) this.#tableHead = headOf(markdown);
    if (continues && !this.#fits(stretch)) {
      this.#close();
      this.#addCuts(stretch, cutMoreRows(markdown, this.#size, this.#tableHead));
    } else if (markdown.length > this.#size) {
      // Headings that have no text yet stay with the first piece, if it fits.
      if (this.#open?.headingLevel === undefined) this.#close();
      this.#addCuts(stretch, this.#cut(stretch), headingLevel);
    } else this.#add(stretch, headingLevel);
    return this.#take();
  }

  /** The remaining lines. */
  end(): string {
    this.#close();
    this.#joiner.end();
    return this.#take();
  }

  #enterSection({ level = 1, text }: OutputBlock): number {
    // A heading and those below it that follow at once begin one chunk.
    if (this.#open?.headingLevel === undefined || this.#open.headingLevel >= level) this.#close();
    this.#path = [...this.#path.filter((above) => above.level < level), { level, text }];
    return level;
  }

  #lengthWith({ separator, text }: Pick<Stretch, 'separator' | 'text'>): number {
    return this.#open ? this.#open.text.length + separator.length + text.length : 0;
  }

  #fits(stretch: Stretch): boolean {
    return this.#open !== undefined && this.#lengthWith(stretch) <= this.#size;
  }

  /** Cuts a block that is longer than a chunk. */
  #cut({ block, separator }: Stretch): readonly Cut[] {
    const { role, markdown, headerRows = 0 } = block;
    if (role === 'table') return cutTable(markdown, this.#size, headerRows);
    const left = this.#size - this.#lengthWith({ separator, text: '' });
    return cutText(markdown, this.#size, left > this.#size / 2 ? left : this.#size);
  }

  /** Adds each piece of a block that was cut to a chunk of its own; the first may go on with the open one. */
  #addCuts(stretch: Stretch, cuts: readonly Cut[], headingLevel?: number): void {
    for (const [n, cut] of cuts.entries()) {
      if (n > 0) this.#close();
      // Short chunks may be joined again: then the original text stands between them, which may be more than fits.
      const separator = n > 0 ? stretch.text.slice(cuts[n - 1]!.end, cut.start) : stretch.separator;
      this.#add({ ...placed(stretch, cut), separator }, headingLevel);
    }
  }

  #add(stretch: Stretch, headingLevel: number | undefined): void {
    if (!this.#fits(stretch)) this.#close();
    const chunk = this.#open ? extended(this.#open, stretch) : openChunk(stretch);
    const { block } = stretch;
    for (const page of pagesOf(block)) chunk.pages.add(page);
    chunk.roles.add(block.role);
    chunk.boxes.push(...(block.boxes ?? []));
    chunk.headings = this.#path.map((heading) => heading.text);
    chunk.headingLevel = headingLevel;
    this.#open = chunk;
  }

  #close(): void {
    if (this.#open) this.#joiner.add(this.#open);
    this.#open = undefined;
  }

  #write({ headings, pages, roles, boxes, start, end, text }: ClosedChunk): void {
    const source = this.#source;
    const chunk = {
      index: this.#count,
      ...(source && { documentId: `sha256:${source.sha256}` }),
      ...(source?.name !== undefined && { sourceName: source.name }),
      headings,
      pages: [...pages].sort((a, b) => a - b),
      roles: [...roles],
      ...(boxes.length > 0 && { boxes }),
      start,
      end,
      tokens: estimateTokens(text),
      text,
    };
    this.#count += 1;
    this.#lines += `${JSON.stringify(chunk)}\n`;
  }

  #take(): string {
    const lines = this.#lines;
    this.#lines = '';
    return lines;
  }
}

function openChunk({ text, start, end, separator, begins = true, ends = true }: Stretch): OpenChunk {
  const empty = { pages: new Set<number>(), roles: new Set<OutputRole>(), boxes: [], headings: [] };
  return { ...empty, text, start, end, separator, headingLevel: undefined, begins, ends };
}

function extended(chunk: OpenChunk, { text, separator, end, ends = true }: Stretch): OpenChunk {
  chunk.text += separator + text;
  chunk.end = end;
  chunk.ends = ends;
  return chunk;
}

function placed(stretch: Stretch, { start, end, text }: Cut): Stretch {
  const before = Buffer.byteLength(stretch.text.slice(0, start));
  const own = stretch.text.slice(start, end);
  return {
    ...stretch,
    text,
    start: stretch.start + before,
    end: stretch.start + before + Buffer.byteLength(own),
    begins: text.startsWith(own),
    ends: text.endsWith(own),
  };
}

const pagesOf = ({ page, boxes }: OutputBlock): number[] => [page, ...(boxes ?? []).map((box) => box.page)];
