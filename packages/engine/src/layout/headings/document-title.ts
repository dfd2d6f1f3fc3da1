import { headingFeatures, type PlacedBlock } from './features.ts';
import { weightedOdds } from './odds.ts';

/**
 * The least log odds by the weights alone, and the least size in relation to the body's. Authors often leave the title
 * a paragraph in their tags, so the trees, which learn from tags, weigh it down. Set by hand on the first pages of 800
 * documents of public repositories.
 */
const LARGE = { logOdds: 0.3, ratio: 1.12 };
/** The same for a title that is centred, which may have letters of the body's size. */
const CENTRED = { logOdds: -1.5, ratio: 0.99 };

/** Whether a block is the title of the document: the first text of its first page, bold, and larger or centred. */
export function isDocumentTitle(placed: PlacedBlock): boolean {
  const { block, before, page, document } = placed;
  if (page.page !== 1 || before !== undefined || block.candidate !== true) return false;
  const style = page.styles[block.style]!;
  if (!style.bold || document.body.bold) return false;
  const least = block.centered === true ? CENTRED : LARGE;
  return document.ratio(style) >= least.ratio && weightedOdds(headingFeatures(placed)) >= least.logOdds;
}
