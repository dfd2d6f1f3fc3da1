import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/page-model.ts';
import { isHeadingTag, knownLevel } from '../layout/summary.ts';
import type { DocumentStyle } from './document-style.ts';
import { FEATURES, headingFeatures } from './heading-features.ts';
import { BIAS, WEIGHTS } from './heading-weights.ts';

/** Log odds above which a block is a heading: a missed one costs more than a false one. */
const THRESHOLD = -0.2;

/** For a large line that a tagged document says to be a paragraph. */
const SURE = 0.3;

function logOdds(
  block: TextBlock,
  before: LayoutBlock | undefined,
  after: LayoutBlock | undefined,
  page: LayoutPage,
  document: DocumentStyle,
): number {
  const features = headingFeatures(block, before, after, page, document);
  let sum = BIAS;
  for (const name of FEATURES) sum += WEIGHTS[name] * Number(features[name]);
  return sum;
}

/** The heading level of a block, or nothing when it is none. Where the document's tags are good, they decide. */
export function headingLevel(
  block: TextBlock,
  before: LayoutBlock | undefined,
  after: LayoutBlock | undefined,
  page: LayoutPage,
  document: DocumentStyle,
): number | undefined {
  if (document.isTagged ? block.chars > 400 : !block.candidate) return undefined;
  if (block.role === 'caption' || block.role === 'toc' || block.role === 'footnote' || block.role === 'figure')
    return undefined;
  if ((block.label?.kind === 'bullet' || block.label?.kind === 'check') && !/^H[1-6]$/.test(block.tag ?? ''))
    return undefined;
  const style = page.styles[block.style]!;
  const rank = Math.min(6, document.rank(style));
  if (document.isTagged) {
    if (isHeadingTag(block.tag)) return block.tag === 'Title' ? 1 : (knownLevel(block, page) ?? rank);
    // titles are often tagged as paragraphs
    return block.candidate && document.ratio(style) >= 1.3 && logOdds(block, before, after, page, document) >= SURE
      ? rank
      : undefined;
  }
  if (logOdds(block, before, after, page, document) < THRESHOLD) return undefined;
  return /^H[1-6]$/.test(block.tag ?? '') ? (knownLevel(block, page) ?? rank) : rank;
}
