import type { Block } from '../document.ts';
import type { Asset, PartSink } from '../part.ts';
import type { PageRange } from '../source.ts';

/** Writes the pages of a range, one after the other. */
export class PageWriter {
  /** Undefined where pages are only counted. */
  readonly #sink: PartSink | undefined;
  readonly #range: PageRange;
  /** The page that `#blocks` belongs to. */
  #open = 1;
  #blocks: Block[] = [];

  constructor(sink: PartSink | undefined, range: PageRange | undefined) {
    this.#sink = sink;
    this.#range = range ?? { start: 1, end: Number.MAX_SAFE_INTEGER };
  }

  isWanted(page: number): boolean {
    return this.#sink !== undefined && page >= this.#range.start && page <= this.#range.end;
  }

  /** Adds a block to the open page. */
  add(block: Block): void {
    this.#blocks.push(block);
  }

  async addAsset(asset: Asset): Promise<void> {
    await this.#sink!.asset(asset);
  }

  /** Writes all pages before `page`; pages that a long block runs over are empty. */
  async writeBefore(page: number): Promise<void> {
    for (; this.#open < page; this.#open++) {
      if (this.isWanted(this.#open)) await this.#sink!.page({ kind: 'flow', page: this.#open, blocks: this.#blocks });
      this.#blocks = [];
      if (this.#open > this.#range.end) this.#open = page - 1;
    }
  }
}
