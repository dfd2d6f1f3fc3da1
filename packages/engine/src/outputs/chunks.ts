import { cutMoreRows, cutTable, cutText, headOf, type Cut } from './cut.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { makeJoiner, type ClosedChunk } from './join-chunks.ts';
import type { OutputBlock, OutputBox, OutputPiece, OutputRole } from './output-block.ts';

/** Which document chunks are of. */
export interface ChunkSource {
  readonly name?: string;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Cuts a document into chunks as its blocks come; it holds the chunk that is open, and the one before. */
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
  /** What stood before it. */
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

/** A stretch of a block that goes into one chunk. */
interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What stands between it and the stretch before, if both are in one chunk. */
  readonly separator: string;
  readonly block: OutputBlock;
  /** False where the text has more before or behind the stretch: the head or the end of a table that was cut. */
  readonly begins?: boolean;
  readonly ends?: boolean;
}

/**
 * A chunk begins at each heading, holds whole blocks as long as they fit, and has at most `size` characters of text. A
 * block that does not fit into any is cut. Short chunks are joined with the one before or behind them, where both fit.
 */
export function makeChunker(size: number, source: ChunkSource | undefined): Chunker {
  let path: Heading[] = [];
  let open: OpenChunk | undefined;
  let tableHead = '';
  let count = 0;
  let lines = '';

  const write = ({ headings, pages, roles, boxes, start, end, text }: ClosedChunk): void => {
    const chunk = {
      index: count,
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
    count += 1;
    lines += `${JSON.stringify(chunk)}\n`;
  };
  const joiner = makeJoiner(size, write);
  const close = (): void => {
    if (open) joiner.add(open);
    open = undefined;
  };
  const taken = (): string => {
    const done = lines;
    lines = '';
    return done;
  };
  const add = (stretch: Stretch, headingLevel: number | undefined): void => {
    const { text, start, end, separator, block, begins = true, ends = true } = stretch;
    if (open && open.text.length + separator.length + text.length > size) close();
    if (open) {
      open.text += separator + text;
      open.end = end;
      open.ends = ends;
    } else {
      const nothing = { pages: new Set<number>(), roles: new Set<OutputRole>(), boxes: [], headings: [] };
      open = { ...nothing, text, start, end, separator, headingLevel, begins, ends };
    }
    for (const page of pagesOf(block)) open.pages.add(page);
    open.roles.add(block.role);
    open.boxes.push(...(block.boxes ?? []));
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
      // Between two pieces stands what stood there, which may be more than fits.
      const separator = n > 0 ? stretch.text.slice(cuts[n - 1]!.end, cut.start) : stretch.separator;
      add({ ...placed(stretch, cut), separator }, headingLevel);
    }
  };
  const fits = ({ separator, text }: Stretch): boolean =>
    open !== undefined && open.text.length + separator.length + text.length <= size;

  return {
    block({ block, separator }) {
      const { role, markdown, start, end, continues } = block;
      const headingLevel = role === 'heading' ? enter(block) : undefined;
      const stretch = { text: markdown, start, end, separator, block };
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
      joiner.end();
      return taken();
    },
  };
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
