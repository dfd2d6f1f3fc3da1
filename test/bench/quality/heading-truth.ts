import { plain } from '../../../packages/engine/src/layout/text/inlines.ts';
import type { TextBlock } from '../../../packages/engine/src/layout/model/page-model.ts';

const HEADING = /^#{1,6}\s+/u;
/** Letters of a heading that is compared in part, and the part that both must share. */
const PART = { letters: 6, share: 0.6 };

/** Of letters of headings and of others that look like them, in relation to the body's; and most of the headings. */
const ALIKE = { larger: 1.15, mostBold: 0.7 };

/** Letters and digits of a text without tags. */
export const squeeze = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The truth has this heading, or most of it where a line was cut or joined. */
function isMostOf(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < PART.letters) return false;
  return (a.includes(b) && b.length > PART.share * a.length) || (b.includes(a) && a.length > PART.share * b.length);
}

/**
 * Which text blocks are headings in the truth. A text that stands there more than once, such as in the table of
 * contents and above its section, is found in this order.
 */
export function headingsAmong(blocks: readonly TextBlock[], truth: string): ReadonlySet<TextBlock> {
  const lines = truth.split('\n').filter((line) => !/^<table|^\|/u.test(line));
  const places = new Map<string, boolean[]>();
  const unmatched: string[] = [];
  for (const line of lines) {
    const text = squeeze(line.replace(HEADING, ''));
    if (text === '') continue;
    places.set(text, [...(places.get(text) ?? []), HEADING.test(line)]);
    if (HEADING.test(line)) unmatched.push(text);
  }
  const take = (text: string): void => void unmatched.splice(unmatched.indexOf(text), 1);
  const found = new Set<TextBlock>();
  const others: TextBlock[] = [];
  const textsOf = (block: TextBlock): string[] => {
    const text = plain(block.content);
    const texts = [squeeze((block.label?.text ?? '') + text), squeeze(text)];
    // an entry of a table of contents stands there without its number, before the heading that it names
    return block.role === 'toc' ? [...texts, ...texts.map((each) => each.replace(/\d+$/u, ''))] : texts;
  };
  for (const block of blocks) {
    const text = textsOf(block).find((text) => (places.get(text)?.length ?? 0) > 0);
    if (text === undefined) {
      if (block.role === undefined) others.push(block);
    } else if (places.get(text)!.shift()) {
      found.add(block);
      take(text);
    }
  }
  for (const [index, block] of others.entries()) {
    const [whole = ''] = textsOf(block);
    // a number and the title below it, which the truth has as one heading
    const next = others[index + 1];
    const both = next === undefined ? '' : whole + textsOf(next)[0]!;
    if (next !== undefined && unmatched.includes(both)) {
      found.add(block).add(next);
      take(both);
    }
    if (found.has(block)) continue;
    const part = unmatched.find((heading) => isMostOf(heading, whole));
    if (part === undefined) continue;
    found.add(block);
    take(part);
  }
  return found;
}

/** How a block that may be a heading looks, and whether the truth has it as one. */
export interface Judged {
  readonly size: number;
  readonly bold: boolean;
  readonly isHeading: boolean;
}

/**
 * Blocks that look like the headings of a document and are none in its truth. Where an author tagged some headings and
 * left others as bold paragraphs, they are neither.
 */
export function lookingLikeHeadings<T extends Judged>(blocks: readonly T[], bodySize: number): ReadonlySet<T> {
  const headings = blocks.filter(({ isHeading }) => isHeading);
  const least = Math.max(bodySize, Math.min(...headings.map(({ size }) => size)));
  const areBold = headings.filter(({ bold }) => bold).length > ALIKE.mostBold * headings.length;
  const looksLikeOne = ({ size, bold }: T): boolean =>
    size >= least && (bold || (!areBold && size > ALIKE.larger * bodySize));
  return new Set(blocks.filter((block) => !block.isHeading && looksLikeOne(block)));
}
