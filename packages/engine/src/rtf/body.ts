import type { Block } from '../document.ts';
import { headerBlocks } from '../flow/page-header.ts';

/**
 * The blocks of the body that are complete. A header of the first page alone stands before them; one of all pages does
 * so where the document begins with a table, whose title it is.
 */
export class Body {
  readonly #ready: Block[] = [];
  #header: readonly Block[] | undefined;
  #hasFirstHeader = false;
  #hasBegun = false;

  add(block: Block): void {
    if (!this.#hasBegun && block.kind === 'table') this.#ready.push(...(this.#header ?? []));
    this.#hasBegun = true;
    this.#ready.push(block);
  }

  /** `\titlepg`: the first page has a header of its own. */
  expectFirstHeader(): void {
    this.#hasFirstHeader ||= !this.#hasBegun;
  }

  /** Whether a destination is the header of the first page. */
  isFirstHeader(destination: string): boolean {
    if (this.#hasBegun || this.#header !== undefined) return false;
    return this.#hasFirstHeader ? destination === 'headerf' : destination === 'header' || destination === 'headerr';
  }

  setHeader(blocks: readonly Block[]): void {
    this.#header = headerBlocks(blocks);
    if (this.#hasFirstHeader) this.#ready.push(...this.#header);
    this.#hasBegun ||= this.#hasFirstHeader;
  }

  /** The blocks since the last call, in order. */
  take(): Block[] {
    return this.#ready.splice(0);
  }
}
