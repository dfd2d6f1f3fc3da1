import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import { styleKey } from '../layout/text/styles.ts';

/** A text block with everything that decides where it goes. */
export interface PlacedText {
  /** With its note marks labelled. */
  readonly block: TextBlock;
  readonly page: LayoutPage;
  readonly note: string | undefined;
  readonly level: number | undefined;
}

/** A text at the end of a page. */
export interface LastText {
  readonly block: TextBlock;
  readonly page: LayoutPage;
  readonly before: LayoutBlock | undefined;
}

export const isFloat = ({ role }: TextBlock): boolean => role === 'footnote' || role === 'caption' || role === 'figure';

/** What stands above and below a block. */
export interface Neighbours {
  readonly before: LayoutBlock | undefined;
  readonly after: LayoutBlock | undefined;
}

/** A block of the next page as if it stood on this one; undefined where this page has no letters of its look. */
export function asBlockOf(page: LayoutPage, block: LayoutBlock, on: LayoutPage): LayoutBlock | undefined {
  if (block.kind !== 'text') return block;
  const key = styleKey(on.styles[block.style]!);
  const style = page.styles.findIndex((each) => styleKey(each) === key);
  return style < 0 ? undefined : { ...block, style };
}
