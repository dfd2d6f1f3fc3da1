import { treesSum } from '../layout/model/trees.ts';
import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/model/page-model.ts';
import { plain } from '../layout/text/inlines.ts';
import { excerptFacts, holdsFolio } from './excerpt-facts.ts';
import { DEPTH, TREES } from './excerpt-trees.ts';

/** Log odds above which a line of an excerpt is left out. */
const THRESHOLD = 1.5;

/** Whether the number on a page says that the page was taken from a longer document. */
export const isExcerpt = ({ folio }: LayoutPage): boolean =>
  folio !== undefined && (folio.number > 1 || (folio.of ?? 1) > 1);

/** Other numbers at the edge belong to charts and tables. */
const hasLetters = ({ content }: TextBlock): boolean => /\p{L}/u.test(plain(content));

/** Blocks that stand where running headers and footers do. */
export const mayRun = (page: LayoutPage): readonly TextBlock[] =>
  page.blocks.filter(
    (block): block is TextBlock =>
      block.kind === 'text' && ((block.edge !== undefined && block.role === undefined) || holdsFolio(page, block)),
  );

/** The number of a page alone at its edge, which says nothing. */
const isFolioAlone = (page: LayoutPage, block: TextBlock): boolean =>
  block.edge !== undefined && holdsFolio(page, block) && plain(block.content).trim() === String(page.folio?.number);

/**
 * Running headers and footers of a file of one page, where nothing repeats. A page whose own number is 1 loses but this
 * number, one with a higher number others too, and never all that it says (docs/decisions/059-excerpts.md).
 */
export function runningLinesOfExcerpt(page: LayoutPage): ReadonlySet<LayoutBlock> {
  const runs = (block: TextBlock): boolean =>
    isExcerpt(page)
      ? (holdsFolio(page, block) || hasLetters(block)) && treesSum(excerptFacts(page, block), TREES, DEPTH) > THRESHOLD
      : isFolioAlone(page, block);
  const running = mayRun(page).filter(runs);
  return new Set(running.length < page.blocks.length ? running : []);
}
