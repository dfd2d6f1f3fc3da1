import type { Block, Inline } from '../document.ts';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { PartSink } from '../part.ts';
import type { PageRange } from '../source.ts';
import type { Warning } from '../warning.ts';
import { countCells, countCharacters } from './characters.ts';
import { wellFormed } from './well-formed.ts';

/** Characters of text that make a page of a document without pages of its own. */
export const PAGE_CHARACTERS = 3000;

/** An image that a block shows. It is loaded only when its body is asked for and its page is in the range. */
export interface FlowImage {
  readonly name: string;
  readonly contentType: string;
  load(): Promise<Uint8Array | undefined>;
}

/** Where a walker over a document leaves its blocks; it counts the pages the same way for a probe and for a reading. */
export interface Flow {
  readonly limits: Limits;
  readonly includeImages: boolean;
  /** Adds a block to the page where it starts. Throws `limit_exceeded`. */
  add(block: Block, images?: readonly FlowImage[]): Promise<void>;
  /** Begins a page of its own for a slide or a sheet; the first call stays on page 1. */
  startPage(): Promise<void>;
  /** Notes what was dropped or doubted on the current page. */
  warn(kind: string, detail?: string): void;
}

export interface FlowEnd {
  readonly pages: number;
  readonly warnings: readonly Warning[];
}

export interface FlowOptions {
  readonly limits: Limits;
  readonly includeImages: boolean;
  readonly range: PageRange | undefined;
  /** Undefined for a probe, which only counts. */
  readonly sink: PartSink | undefined;
  /** True where the format has pages of its own (slides), so that their text's length does not matter. */
  readonly ownPages: boolean;
}

/** A heading style on a picture or on nothing that can be seen makes no heading of it. */
function withoutEmptyHeading(block: Block): Block {
  if (block.kind !== 'heading' || block.content.some(isVisible)) return block;
  return { kind: 'paragraph', content: block.content.filter(({ kind }) => kind === 'image') };
}

function isVisible(inline: Inline): boolean {
  if (inline.kind === 'text') return /[^\s\p{C}]/u.test(inline.text);
  return inline.kind !== 'image' && inline.kind !== 'break';
}

/** Makes a flow and the function that ends it. */
export function createFlow(options: FlowOptions): { flow: Flow; end(): Promise<FlowEnd> } {
  const { limits, sink } = options;
  const range = options.range ?? { start: 1, end: Number.MAX_SAFE_INTEGER };
  const warnings = new Map<string, Warning>();
  const stored = new Set<string>();
  let base = 1;
  let characters = 0;
  let sections = 0;
  let total = 0;
  let cells = 0;
  let blocks: Block[] = [];
  /** Page that `blocks` belongs to. */
  let open = 1;

  const here = (): number => (options.ownPages ? base : base + Math.floor(characters / PAGE_CHARACTERS));
  const lastOfSection = (): number =>
    options.ownPages ? base : base + Math.max(1, Math.ceil(characters / PAGE_CHARACTERS)) - 1;
  const wanted = (page: number): boolean => sink !== undefined && page >= range.start && page <= range.end;
  /** Emits all pages before `page`; pages that a long block runs over are empty. */
  const flush = async (page: number): Promise<void> => {
    for (; open < page; open++) {
      if (wanted(open)) await sink!.page({ kind: 'flow', page: open, blocks });
      blocks = [];
      if (open > range.end) open = page - 1;
    }
  };
  const flow: Flow = {
    limits,
    includeImages: options.includeImages,
    async add(added, images = []) {
      const block = wellFormed(withoutEmptyHeading(added));
      const page = here();
      await flush(page);
      cells += countCells(block);
      if (cells > limits.cells)
        throw new Failure('limit_exceeded', `The document has more than ${limits.cells} table cells.`, page);
      const length = countCharacters(block);
      characters += length;
      total += length;
      if (total > limits.outputBytes)
        throw new Failure('limit_exceeded', `The document has more than ${limits.outputBytes} characters.`, page);
      if (!wanted(page)) return;
      blocks.push(block);
      if (!options.includeImages) return;
      for (const image of images) {
        if (stored.has(image.name)) continue;
        stored.add(image.name);
        const bytes = await image.load();
        if (bytes) await sink!.asset({ name: image.name, contentType: image.contentType, bytes, page });
        else flow.warn('image-missing', image.name);
      }
    },
    async startPage() {
      if (sections++ > 0) {
        base = lastOfSection() + 1;
        characters = 0;
      }
      await flush(base);
    },
    warn(kind, detail) {
      const page = here();
      const key = `${kind}\n${page}\n${detail ?? ''}`;
      const count = (warnings.get(key)?.count ?? 0) + 1;
      warnings.set(key, { kind, page, count, ...(detail === undefined ? {} : { detail }) });
    },
  };
  return {
    flow,
    async end() {
      const pages = lastOfSection();
      await flush(pages + 1);
      const inRange = [...warnings.values()].filter(
        ({ page }) => page === undefined || sink === undefined || wanted(page),
      );
      return { pages, warnings: inRange };
    },
  };
}
