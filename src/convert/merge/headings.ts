import { plain } from '../layout/inlines.ts';
import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/page-model.ts';
import { isHeadingTag, knownLevel } from '../layout/summary.ts';
import type { DocumentStyle } from './document-style.ts';

const THRESHOLD = 0.6;

/** Whether a block is a heading, and how sure that is: above `0.6` it is. */
function score(block: TextBlock, before: LayoutBlock | undefined, after: LayoutBlock | undefined, page: LayoutPage, document: DocumentStyle): number {
  const style = page.styles[block.style]!;
  const { body } = document;
  const ratio = document.ratio(style);
  const text = plain(block.content);
  let points = 0;
  if (ratio >= 1.45) points += 1;
  else if (ratio >= 1.18) points += 0.75;
  else if (ratio >= 1.07) points += 0.45;
  else if (ratio >= 1.03) points += 0.15;
  else if (ratio < 0.93) points -= block.label?.kind === 'section' && ratio > 0.85 ? 0.2 : 0.45;
  if (style.bold && !body.bold) points += 0.45;
  if (block.caps && text.length >= 4) points += 0.25;
  if (style.color !== body.color) points += 0.1;
  if (style.family !== body.family && !style.mono) points += ratio > 0.97 && block.lines === 1 ? 0.18 : 0.08;
  if (style.italic && !body.italic && !style.bold) points += ratio > 0.97 && block.lines === 1 ? 0.2 : 0.1;
  if (block.label?.kind === 'section' && block.label.values!.length > 1 && block.lines === 1 && (block.above ?? 2) > 1.4) points += 0.3;
  if (block.label && block.label.kind !== 'bullet' && block.label.kind !== 'check' && /^[\p{Lu}\d“"(]/u.test(text)) points += block.label.kind === 'section' || block.label.kind === 'roman' ? 0.2 : 0.1;
  if (/^(?:chapter|part|appendix|section|annex)\s+(?:\d+|[A-Z]|[IVX]+)\b/i.test(text)) points += 0.2;
  if (block.label?.kind === 'bullet' || block.label?.kind === 'check') points -= 0.6;
  const { above, below } = block;
  if (above === undefined || above > 1.55) points += 0.12;
  if (above !== undefined && below !== undefined && above > below * 1.15) points += 0.1;
  if (above !== undefined && above < 1.25 && below !== undefined && below < 1.3 && ratio < 1.07) points -= 0.15;
  if (block.runIn !== undefined) points -= 0.4;
  if (block.lines === 1) points += 0.08;
  if (block.lines >= 3) points -= 0.25;
  if (block.centered) points += 0.05;
  if (text.endsWith(':')) points -= 0.25;
  else if (/[.!]$/.test(text) && !/\d\.$/.test(text)) points -= 0.2;
  const words = text.split(/\s+/).length;
  if (words > 16) points -= 0.25;
  // authors and the like below a title
  if (before?.kind === 'text' && !style.bold && !block.caps && !block.label && ratio < 1.35 && before.candidate && page.styles[before.style]!.size > style.size * 1.15 && (block.lines > 1 || /,/.test(text) || /\s(?:and|und|et|y)\s/.test(text))) points -= 0.45;
  const count = document.count(style);
  if (count && count.blocks >= 4 && count.candidates < 0.5 * count.blocks) points -= 0.25;
  // a style that is used for nothing but short lines
  if (count && count.blocks >= 2 && count.candidates >= 0.9 * count.blocks && style !== body && ratio > 0.97) points += 0.12;
  if (alike(block, after, page) && alike(block, before, page) && ratio < 1.4) points -= 0.25;
  if (!after && ratio < 1.3) points -= 0.1;
  return points;
}

/** A neighbour of the same style that might be a heading too: a list of short lines rather than headings. */
function alike(block: TextBlock, other: LayoutBlock | undefined, page: LayoutPage): boolean {
  return other?.kind === 'text' && other.candidate === true && (other.style === block.style || page.styles[other.style]!.size === page.styles[block.style]!.size);
}

/** The heading level of a block, or nothing when it is none. */
export function headingLevel(block: TextBlock, before: LayoutBlock | undefined, after: LayoutBlock | undefined, page: LayoutPage, document: DocumentStyle): number | undefined {
  if (document.isTagged ? block.chars > 400 : !block.candidate) return undefined;
  if (block.role === 'caption' || block.role === 'toc' || block.role === 'footnote') return undefined;
  if ((block.label?.kind === 'bullet' || block.label?.kind === 'check') && !/^H[1-6]$/.test(block.tag ?? '')) return undefined;
  if (document.isTagged) {
    // titles are often tagged as paragraphs
    if (!isHeadingTag(block.tag)) return block.candidate && document.ratio(page.styles[block.style]!) >= 1.3 && score(block, before, after, page, document) >= 1.05 ? Math.min(6, document.rank(page.styles[block.style]!)) : undefined;
    return block.tag === 'Title' ? 1 : knownLevel(block, page) ?? Math.min(6, document.rank(page.styles[block.style]!));
  }
  const known = knownLevel(block, page);
  const points = score(block, before, after, page, document) + (known === undefined ? 0 : 0.6);
  if (points < THRESHOLD) return undefined;
  if (known !== undefined && /^H[1-6]$/.test(block.tag ?? '')) return known;
  return Math.min(6, document.rank(page.styles[block.style]!));
}
