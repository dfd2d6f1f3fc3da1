import type { Block, Inline } from '../document.ts';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { PartSink } from '../part.ts';
import type { PageRange } from '../source.ts';
import type { Warning } from '../warning.ts';
import { countCells, countCharacters } from './characters.ts';
import { PageCounter } from './page-counter.ts';
import { PageWriter } from './page-writer.ts';
import { WarningCounts } from './warning-counts.ts';
import { wellFormed } from './well-formed.ts';

/** An image that a block shows. It is loaded only when its body is asked for and its page is in the range. */
export interface FlowImage {
  readonly name: string;
  readonly contentType: string;
  load(): Promise<Uint8Array | undefined>;
}

/** Receives the blocks of a document; it counts the pages the same way for a probe and for a reading. */
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
  const { includeImages, limits, sink } = options;
  const counter = new PageCounter(options.ownPages);
  const pages = new PageWriter(sink, options.range);
  const warnings = new WarningCounts();
  const stored = new Set<string>();
  let characters = 0;
  let cells = 0;

  const flow: Flow = {
    limits,
    includeImages,
    async add(added, images = []) {
      const block = wellFormed(withoutEmptyHeading(added));
      const page = counter.current();
      await pages.writeBefore(page);
      cells += countCells(block);
      if (cells > limits.cells)
        throw new Failure('limit_exceeded', `The document has more than ${limits.cells} table cells.`, page);
      const length = countCharacters(block);
      counter.addText(length);
      characters += length;
      if (characters > limits.outputBytes)
        throw new Failure('limit_exceeded', `The document has more than ${limits.outputBytes} characters.`, page);
      if (!pages.isWanted(page)) return;
      pages.add(block);
      if (!includeImages) return;
      for (const image of images) {
        if (stored.has(image.name)) continue;
        stored.add(image.name);
        const bytes = await image.load();
        if (bytes) await pages.addAsset({ name: image.name, contentType: image.contentType, bytes, page });
        else flow.warn('image-missing', image.name);
      }
    },
    startPage: () => pages.writeBefore(counter.startPage()),
    warn: (kind, detail) => warnings.add(kind, counter.current(), detail),
  };
  return {
    flow,
    async end() {
      const last = counter.last();
      await pages.writeBefore(last + 1);
      const inRange = warnings
        .list()
        .filter(({ page }) => page === undefined || sink === undefined || pages.isWanted(page));
      return { pages: last, warnings: inRange };
    },
  };
}
