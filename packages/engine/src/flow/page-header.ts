import type { Block } from '../document.ts';
import { inlinesOf, plainText } from './inlines.ts';

/** The header of a document's first page. */
export interface PageHeader {
  /** True for a header that only this page has. */
  readonly isOwn: boolean;
  readonly blocks: readonly Block[];
}

/** The blocks of a header that have words: without pictures, such as logos, and numbers of pages. */
export function headerBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter((block) => /\p{L}{2}/u.test(plainText(inlinesOf(block))));
}
